// Copies and fills accessors of several dimensions, row by row: `h.copy(accessor, array)`, `h.copy(array, accessor)`, `h.fill(accessor, value)`.
// The other side of a copy has the elements in the same order, in an array or in other rows.

import { LanewiseError } from "../../errors/index.js";
import type { TypedArray } from "../../language/index.js";
import type { Progress, Work } from "../../queue/commands/index.js";
import { arrayName, byteLengthOf, describeArray, isTypedArray, lengthOf } from "../../values/index.js";
import { useArrays } from "../index.js";
import { isRows, rowsOf } from "./rows.js";

const STEP_BYTES = 2 ** 20;

/** Source and destination. */
type Pair = readonly [TypedArray, TypedArray];

/** Creates the work of a copy with a side in rows; returns undefined if neither side is. */
export function createRowsCopy(source: unknown, destination: unknown, isPartial: boolean): Work | undefined {
  if (!isRows(source) && !isRows(destination)) return undefined;
  const [from, to] = [piecesOf(source, "source"), piecesOf(destination, "destination")];
  if (isPartial) {
    throw new LanewiseError("invalid", "h.copy: count and startIndex are not for accessors of several dimensions.", {
      help: "Make an accessor of the part that you want to copy: { offset, range }.",
    });
  }
  const [first, second] = [from.data, to.data];
  if (arrayName(first) !== arrayName(second)) {
    throw new LanewiseError(
      "invalid",
      `h.copy: the source accesses a ${describeArray(first)}, the destination a ${describeArray(second)}; expected elements of one type.`,
    );
  }
  if (from.count > to.count) {
    throw new LanewiseError("invalid", `h.copy: the source has ${from.count} elements, the destination ${to.count}.`);
  }
  const use = useArrays({ read: [first], written: [second] }, "h.copy");
  return { ...use, step: inSteps(pairs(from.pieces, to.pieces), ([one, other]) => setElements(other, one)) };
}

/** Creates the work that sets every element of rows; returns undefined for anything else. */
export function createRowsFill(accessor: unknown, value: unknown): Work | undefined {
  if (!isRows(accessor)) return undefined;
  const { data, pieces } = piecesOf(accessor, "accessor");
  const isBig = data instanceof BigInt64Array || data instanceof BigUint64Array;
  if (typeof value !== (isBig ? "bigint" : "number")) {
    throw new LanewiseError("invalid", `h.fill: the value ${String(value)} does not fit a ${describeArray(data)}.`);
  }
  // Checked above: the value has the elements' type.
  const fill = (piece: TypedArray) => (piece as { fill(value: unknown): unknown }).fill(value);
  const use = useArrays({ written: [data] }, "h.fill");
  return {
    ...use,
    step: inSteps(
      pieces.map((piece) => [piece, piece] as const),
      ([piece]) => fill(piece),
    ),
  };
}

interface Pieces {
  /** The array that the pieces belong to. */
  readonly data: TypedArray;
  readonly pieces: readonly TypedArray[];
  readonly count: number;
}

function piecesOf(side: unknown, role: string): Pieces {
  if (isTypedArray(side)) return { data: side, pieces: [side], count: lengthOf(side) };
  if (!isRows(side))
    throw new LanewiseError("invalid", `h.copy: the ${role} is neither an accessor nor a typed array.`);
  const pieces = rowsOf(side);
  return { data: side.data, pieces, count: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) };
}

/** Pairs the stretches that are contiguous in both. */
function pairs(from: readonly TypedArray[], to: readonly TypedArray[]): readonly Pair[] {
  const found: Pair[] = [];
  let [index, used] = [0, 0];
  for (const source of from) {
    for (let done = 0; done < lengthOf(source); ) {
      const target = to[index];
      if (!target) return found;
      const count = Math.min(lengthOf(source) - done, lengthOf(target) - used);
      found.push([source.subarray(done, done + count), target.subarray(used, used + count)]);
      [done, used] = [done + count, used + count];
      if (used === lengthOf(target)) [index, used] = [index + 1, 0];
    }
  }
  return found;
}

function setElements(target: TypedArray, source: TypedArray): void {
  // Both have one type, which TypeScript cannot see in a union of arrays.
  (target as { set(source: unknown): void }).set(source);
}

function inSteps(list: readonly Pair[], act: (pair: Pair) => void): () => Progress {
  let done = 0;
  return () => {
    for (let bytes = 0; bytes < STEP_BYTES; done++) {
      const pair = list[done];
      if (!pair) return "done";
      act(pair);
      bytes += byteLengthOf(pair[0]);
    }
    return "more";
  };
}
