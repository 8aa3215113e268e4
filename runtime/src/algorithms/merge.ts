// Merges two sorted arrays. Each piece of the result finds by bisection where it begins in both.

import { LanewiseError } from "../errors/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { describeArray, lengthOf } from "../values/index.js";
import { checkArray, type NumberArray, type SameArray } from "./arrays.js";
import { type AlgorithmOptions, checkCall, launchAll } from "./launches.js";
import { bitsOf, type OrderRow, orderRows } from "./order-rows.js";
import { cutIntoPieces } from "./pieces.js";

const LEAST = 4096;
const MOST = 64;

/**
 * Merges two arrays, both sorted as by `sort`, into `out`; equal elements of a come before those of b. `out` has as many elements as both together
 * and shares no memory with them. If a or b is not sorted, `out` has their elements in some order.
 *
 *     await merge(q, a, b, out);
 */
export function merge<A extends NumberArray>(
  q: Queue,
  a: A,
  b: SameArray<A>,
  out: SameArray<A>,
  options: AlgorithmOptions = {},
): QueueEvent {
  const own = checkCall(q, "merge", options);
  const { name } = checkArray(a, orderRows, "merge: a");
  const same = { [name]: orderRows[name] };
  checkArray(b, same, "merge: b");
  checkArray(out, same, "merge: out");
  const length = lengthOf(a) + lengthOf(b);
  if (lengthOf(out) !== length) {
    throw new LanewiseError(
      "invalid",
      `merge: out is a ${describeArray(out)}; expected ${length} elements, the lengths of a and b added.`,
    );
  }
  const row: OrderRow = orderRows[name];
  const pieces = cutIntoPieces(length, LEAST, MOST);
  const merging = {
    ...{ a: bitsOf(row, a), b: bitsOf(row, b), out: bitsOf(row, out) },
    ...{ flip: row.flip(false), piece: pieces.size },
  };
  return launchAll(q, "merge", own, (launches) => launches.run(pieces.count, row.merge(merging)));
}
