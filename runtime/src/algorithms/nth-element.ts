// The element that a sort would put at an index, without the sort: finds its key digit by digit, the highest first, by counting.

import { LanewiseError } from "../errors/index.js";
import type { Queue } from "../queue/index.js";
import { describeValue, elementTypeOfArray, lengthOf } from "../values/index.js";
import { type ArrayType, checkArray, type NumberArray } from "./arrays.js";
import { type AlgorithmOptions, checkCall, launchAll } from "./launches.js";
import { bitsOf, type OrderRow, orderRows } from "./order-rows.js";
import { cutIntoPieces } from "./pieces.js";
import { ResultEvent } from "./result-event.js";
import { DIGITS } from "./sort-kernels.js";

const LEAST = 4096;
const MOST = 64;
const DIGIT_BITS = 8;

/**
 * Returns the element that would be at index n, from 0, if x were sorted (-0 before 0, NaN last). Leaves x unchanged.
 *
 *     const median = await nthElement(q, x, x.length >> 1);
 */
export function nthElement<A extends NumberArray>(
  q: Queue,
  x: A,
  n: number,
  options: AlgorithmOptions = {},
): ResultEvent<A[number]> {
  const own = checkCall(q, "nthElement", options);
  const { name, array } = checkArray(x, orderRows, "nthElement: x");
  const row: OrderRow = orderRows[name];
  const length = lengthOf(x);
  if (!(typeof n === "number" && Number.isInteger(n) && n >= 0 && n < length)) {
    throw new LanewiseError(
      "invalid",
      `nthElement: n is ${describeValue(n)}; expected an integer of at least 0 and below ${length}, the length of x.`,
    );
  }
  const pieces = cutIntoPieces(length, LEAST, MOST);
  const key = new row.type(new ArrayBuffer(row.type.BYTES_PER_ELEMENT), 0, 1);
  const event = launchAll(q, "nthElement", own, (launches) => {
    const state = launches.takeFilled(row.type, 1, row.number(0));
    const rank = launches.takeFilled(Int32Array, 1, n);
    const table = launches.take(Int32Array, pieces.count * DIGITS);
    const keyed = { x: bitsOf(row, x), flip: row.flip(false), length, state, table, piece: pieces.size };
    let known = 0n;
    for (let at = 8 * row.type.BYTES_PER_ELEMENT - DIGIT_BITS; at >= 0; at -= DIGIT_BITS) {
      const shift = row.number(at);
      launches.run(pieces.count, row.count({ ...keyed, known: row.number(known), shift }));
      launches.add((queue, all) => queue.singleTask(row.choose({ state, rank, table, shift }), all));
      known |= 255n << BigInt(at);
    }
    return launches.addCopy((queue, all) => queue.copy(state, key as typeof state, all));
  });
  return new ResultEvent(event, () => elementOf(row, elementTypeOfArray(array).type as ArrayType<A>, key[0] ?? 0));
}

function elementOf<A extends NumberArray>(row: OrderRow, type: ArrayType<A>, key: number | bigint): A[number] {
  const bits = new row.type(new ArrayBuffer(row.type.BYTES_PER_ELEMENT), 0, 1);
  bits[0] = row.bitsOf(key) as never;
  return new type(bits.buffer, 0, 1)[0] as A[number];
}
