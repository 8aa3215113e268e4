// Extracts the flagged elements of an array: alone, or before the others. All keep their order.

import { LanewiseError } from "../errors/index.js";
import type { Kernel1 } from "../language/index.js";
import { elementKernel } from "../launch/index.js";
import type { Queue } from "../queue/index.js";
import { bufferOf, byteOffsetOf, describeArray, lengthOf } from "../values/index.js";
import { type ArrayType, checkArray, checkSameLength, type NumberArray, type SameArray } from "./arrays.js";
import {
  addCounts,
  countFlags,
  type Flagged,
  markFlags,
  move8,
  move16,
  move32,
  move64,
  PARTS,
  type Placed,
  place8,
  place16,
  place32,
  place64,
} from "./compact-kernels.js";
import type { ElementPredicate } from "./element-function.js";
import { type AlgorithmOptions, checkCall, type Launches, launchAll } from "./launches.js";
import { bitsOf, type OrderRow, orderRows } from "./order-rows.js";
import { cutIntoPieces } from "./pieces.js";
import { ResultEvent } from "./result-event.js";
import { scanInTiles } from "./scan.js";
import { sortRows } from "./sort-widths.js";

const LEAST = 8192;
const MOST = 64;

/**
 * Copies the elements of x that have a non-zero flag, or for which a function returns true, to out, in order, and returns their number. Leaves the
 * rest of out unchanged. `out` has at least as many elements as x, and shares no memory with it. The function is compiled like a kernel.
 *
 *     const count = await compact(q, x, flags, out);
 *     const large = await compact(q, x, (v) => v > limit, out);
 */
export function compact<A extends NumberArray>(
  q: Queue,
  x: A,
  flags: Uint8Array,
  out: SameArray<A>,
  options?: AlgorithmOptions,
): ResultEvent<number>;
/** With a function instead of flags, compiled like a kernel. */
export function compact<A extends NumberArray>(
  q: Queue,
  x: A,
  isWanted: ElementPredicate<A>,
  out: SameArray<A>,
  options?: AlgorithmOptions,
): ResultEvent<number>;
export function compact(
  q: Queue,
  x: NumberArray,
  flags: unknown,
  out: NumberArray,
  options: AlgorithmOptions = {},
): ResultEvent<number> {
  return move(q, "compact", { x, out, keepsOthers: false }, options, (launches) =>
    takeFlags(launches, "compact", flags, x),
  );
}

/**
 * Copies to out the elements of x that have a non-zero flag, or for which a function returns true, and after them the others. Both parts keep their
 * order. Returns the number of elements in the first part. `out` has at least as many elements as x, and shares no memory with it.
 *
 *     const positive = await partition(q, x, (v) => v > 0, out);
 */
export function partition<A extends NumberArray>(
  q: Queue,
  x: A,
  flags: Uint8Array,
  out: SameArray<A>,
  options?: AlgorithmOptions,
): ResultEvent<number>;
/** With a function instead of flags, compiled like a kernel. */
export function partition<A extends NumberArray>(
  q: Queue,
  x: A,
  isWanted: ElementPredicate<A>,
  out: SameArray<A>,
  options?: AlgorithmOptions,
): ResultEvent<number>;
export function partition(
  q: Queue,
  x: NumberArray,
  flags: unknown,
  out: NumberArray,
  options: AlgorithmOptions = {},
): ResultEvent<number> {
  return move(q, "partition", { x, out, keepsOthers: true }, options, (launches) =>
    takeFlags(launches, "partition", flags, x),
  );
}

/**
 * Copies the elements of x that differ from the one before to out, in order, and returns their number: for a sorted array, each element once. NaN
 * equals NaN, -0 differs from 0. Leaves the rest of out unchanged. `out` has at least as many elements as x, and shares no memory with it.
 *
 *     const count = await unique(q, sorted, out);
 */
export function unique<A extends NumberArray>(
  q: Queue,
  x: A,
  out: SameArray<A>,
  options: AlgorithmOptions = {},
): ResultEvent<number> {
  return move(q, "unique", { x, out, keepsOthers: false }, options, (launches) => {
    const row: OrderRow = orderRows[checkArray(x, orderRows, "unique: x").name];
    const length = lengthOf(x);
    const flags = launches.take(Uint8Array, length);
    launches.run(length, row.changes({ x: bitsOf(row, x), flip: row.flip(false), length, flags }));
    return flags;
  });
}

type Arrays = Pick<Flagged<NumberArray>, "x" | "out" | "keepsOthers">;

function takeFlags(launches: Launches, called: string, given: unknown, x: NumberArray): Uint8Array {
  if (typeof given === "function") {
    const flags = launches.take(Uint8Array, lengthOf(x));
    launches.run(lengthOf(x), elementKernel(given as (element: unknown) => unknown, [x], flags));
    return flags;
  }
  const { array } = checkArray(given, { Uint8Array: countFlags }, `${called}: flags`);
  checkSameLength(array, x, `${called}: flags`, "x");
  return array as Uint8Array;
}

/** `flagsOf` checks the flags, or submits the kernel that computes them. */
function move(
  q: Queue,
  called: string,
  arrays: Arrays,
  options: AlgorithmOptions,
  flagsOf: (launches: Launches) => Uint8Array,
): ResultEvent<number> {
  const own = checkCall(q, called, options);
  const { x, out } = arrays;
  const { name } = checkArray(x, sortRows, `${called}: x`);
  checkArray(out, { [name]: sortRows[name] }, `${called}: out`);
  if (lengthOf(out) < lengthOf(x)) {
    throw new LanewiseError(
      "invalid",
      `${called}: out is a ${describeArray(out)}; expected at least ${lengthOf(x)} elements, the length of x.`,
    );
  }
  const pieces = cutIntoPieces(lengthOf(x), LEAST, MOST);
  const total = new Int32Array(1);
  const event = launchAll(q, called, own, (launches) => {
    const flags = flagsOf(launches);
    const mover = movers[x.BYTES_PER_ELEMENT];
    const length = lengthOf(x);
    if (launches.areApart && length > 0) {
      const places = launches.take(Int32Array, length);
      launches.run(length, markFlags({ flags, places }));
      scanInTiles(launches, places, false);
      mover?.place(launches, { ...arrays, flags, places });
      return launches.addCopy((queue, own) => queue.copy(places.subarray(length - 1), total, own));
    }
    const counts = launches.take(Int32Array, pieces.count + 1);
    const parts = launches.take(Int32Array, pieces.count * PARTS);
    const count = countFlags({ flags, parts, piece: pieces.size });
    launches.add((queue, own) => queue.parallelFor([pieces.count, PARTS], count, own));
    launches.add((queue, own) => queue.singleTask(addCounts(parts, counts, pieces.count), own));
    mover?.move(launches, { ...arrays, flags, counts, piece: pieces.size, pieces: pieces.count });
    return launches.addCopy((queue, own) => queue.copy(counts.subarray(pieces.count), total, own));
  });
  return new ResultEvent(event, () => total[0] ?? 0);
}

interface Mover {
  readonly move: (launches: Launches, flagged: Flagged<NumberArray>) => void;
  readonly place: (launches: Launches, placed: Placed<NumberArray>) => void;
}

function moverOf<A extends NumberArray>(
  type: ArrayType<A>,
  move: (flagged: Flagged<A>) => Kernel1,
  place: (placed: Placed<A>) => Kernel1,
): Mover {
  const bitsOf = ({ x, out }: Pick<Arrays, "x" | "out">) => {
    const of = (array: NumberArray) => new type(bufferOf(array), byteOffsetOf(array), lengthOf(array));
    return { x: of(x), out: of(out) };
  };
  return {
    move: (launches, flagged) => void launches.run(flagged.pieces, move({ ...flagged, ...bitsOf(flagged) })),
    place: (launches, placed) => void launches.run(lengthOf(placed.x), place({ ...placed, ...bitsOf(placed) })),
  };
}

/** By element size. */
const movers: Readonly<Record<number, Mover>> = {
  1: moverOf(Uint8Array, move8, place8),
  2: moverOf(Uint16Array, move16, place16),
  4: moverOf(Uint32Array, move32, place32),
  8: moverOf(BigUint64Array, move64, place64),
};
