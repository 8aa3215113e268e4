// Takes the elements of an array that have a flag: alone, or before the others. All keep their order.

import { LanewiseError } from "../errors/index.js";
import type { Kernel1 } from "../language/index.js";
import type { Queue } from "../queue/index.js";
import { bufferOf, byteOffsetOf, describeArray, lengthOf } from "../values/index.js";
import { type ArrayType, checkArray, checkSameLength, type NumberArray, type SameArray } from "./arrays.js";
import { addCounts, countFlags, type Flagged, move8, move16, move32, move64, PARTS } from "./compact-kernels.js";
import { type AlgorithmOptions, checkCall, type Launches, launchAll } from "./launches.js";
import { cutIntoPieces } from "./pieces.js";
import { ResultEvent } from "./result-event.js";
import { sortRows } from "./sort-widths.js";

const LEAST = 8192;
const MOST = 64;

/**
 * Puts the elements of x whose flag is not 0 into out, in their order, and gives how many there are. What is behind them in out stays. `out`
 * has as many elements as x, or more, and shares no memory with it.
 *
 *     const count = await compact(q, x, flags, out);
 */
export function compact<A extends NumberArray>(
  q: Queue,
  x: A,
  flags: Uint8Array,
  out: SameArray<A>,
  options: AlgorithmOptions = {},
): ResultEvent<number> {
  return move(q, "compact", { x, flags, out, keepsOthers: false }, options);
}

/**
 * Puts the elements of x whose flag is not 0 into out, behind them the others, both in their order, and gives how many have a flag. `out` has as
 * many elements as x, or more, and shares no memory with it.
 */
export function partition<A extends NumberArray>(
  q: Queue,
  x: A,
  flags: Uint8Array,
  out: SameArray<A>,
  options: AlgorithmOptions = {},
): ResultEvent<number> {
  return move(q, "partition", { x, flags, out, keepsOthers: true }, options);
}

type Arrays = Pick<Flagged<NumberArray>, "x" | "flags" | "out" | "keepsOthers">;

function move(q: Queue, called: string, arrays: Arrays, options: AlgorithmOptions): ResultEvent<number> {
  const own = checkCall(q, called, options);
  const { x, flags, out } = arrays;
  const { name } = checkArray(x, sortRows, `${called}: x`);
  checkArray(flags, { Uint8Array: countFlags }, `${called}: flags`);
  checkSameLength(flags, x, `${called}: flags`, "x");
  checkArray(out, { [name]: sortRows[name] }, `${called}: out`);
  if (lengthOf(out) < lengthOf(x)) {
    throw new LanewiseError(
      "invalid",
      `${called}: out is a ${describeArray(out)}; expected at least ${lengthOf(x)} elements, as x has.`,
    );
  }
  const pieces = cutIntoPieces(lengthOf(x), LEAST, MOST);
  const total = new Int32Array(1);
  const event = launchAll(q, called, own, (launches) => {
    const counts = launches.take(Int32Array, pieces.count + 1);
    const parts = launches.take(Int32Array, pieces.count * PARTS);
    const count = countFlags({ flags, parts, piece: pieces.size });
    launches.add((queue, own) => queue.parallelFor([pieces.count, PARTS], count, own));
    launches.add((queue, own) => queue.singleTask(addCounts(parts, counts, pieces.count), own));
    movers[x.BYTES_PER_ELEMENT]?.(launches, { ...arrays, counts, piece: pieces.size, pieces: pieces.count });
    return launches.addCopy((queue, own) => queue.copy(counts.subarray(pieces.count), total, own));
  });
  return new ResultEvent(event, () => total[0] ?? 0);
}

type Mover = (launches: Launches, flagged: Flagged<NumberArray>) => void;

function moverOf<A extends NumberArray>(type: ArrayType<A>, kernel: (flagged: Flagged<A>) => Kernel1): Mover {
  return (launches, flagged) => {
    const [x, out] = [flagged.x, flagged.out].map(
      (array) => new type(bufferOf(array), byteOffsetOf(array), lengthOf(array)),
    );
    if (x && out) launches.run(flagged.pieces, kernel({ ...flagged, x, out }));
  };
}

/** By the size of an element. */
const movers: Readonly<Record<number, Mover>> = {
  1: moverOf(Uint8Array, move8),
  2: moverOf(Uint16Array, move16),
  4: moverOf(Uint32Array, move32),
  8: moverOf(BigUint64Array, move64),
};
