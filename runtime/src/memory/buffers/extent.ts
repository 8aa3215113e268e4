// Regions of a buffer's elements: sizes in one to three dimensions, the last of them contiguous, and their position in the buffer. Checks what the
// user passes for them; knows nothing about memory.

import { LanewiseError } from "../../errors/index.js";
import { describeValue } from "../../values/index.js";

export interface Extent {
  /** Outermost first. */
  readonly sizes: readonly number[];
  /** The distance between neighbours in each dimension, in elements; the last is 1. */
  readonly pitches: readonly number[];
  /** The index of the first element. */
  readonly begin: number;
  /** How many elements from the first to the last, including those between rows. */
  readonly length: number;
}

const MOST_ELEMENTS = 2 ** 31 - 1;

/** Returns all of a buffer of that range: a number, or one to three sizes. */
export function wholeExtent(range: unknown, what: string): Extent {
  const sizes = toNumbers(range, `${what}: the range`);
  if (sizes.length < 1 || sizes.length > 3) {
    throw new LanewiseError(
      "invalid",
      `${what}: the range has ${sizes.length} dimensions; expected a number or 1 to 3 sizes.`,
    );
  }
  const length = countOf(sizes);
  if (length > MOST_ELEMENTS) {
    throw new LanewiseError(
      "invalid",
      `${what}: the range ${show(sizes)} has ${length} elements; the limit is ${MOST_ELEMENTS}.`,
    );
  }
  const pitches = sizes.map((_, dimension) => countOf(sizes.slice(dimension + 1)));
  return { sizes, pitches, begin: 0, length };
}

/** Returns a part: `range` elements from `offset` on, in each dimension; by default from the first element to the last. */
export function partOf(whole: Extent, offset: unknown, range: unknown, what: string): Extent {
  const { sizes: all, pitches } = whole;
  const offsets = offset === undefined ? all.map(() => 0) : toNumbers(offset, `${what}: the offset`);
  const sizes =
    range === undefined
      ? all.map((size, dimension) => size - (offsets[dimension] ?? 0))
      : toNumbers(range, `${what}: the range`);
  for (const [name, given] of [
    ["offset", offsets],
    ["range", sizes],
  ] as const) {
    if (given.length === all.length) continue;
    throw new LanewiseError(
      "invalid",
      `${what}: the ${name} is ${given.length}-dimensional, the buffer ${all.length}-dimensional; expected the same number of dimensions.`,
    );
  }
  const isInside = all.every((size, dimension) => (offsets[dimension] ?? 0) + (sizes[dimension] ?? 0) <= size);
  if (!isInside || sizes.some((size) => size < 0)) {
    throw new LanewiseError(
      "invalid",
      `${what}: the range ${show(sizes)} at the offset ${show(offsets)} is not inside ${show(all)}.`,
      { help: "Offset and range together must not exceed the buffer's range, in each dimension." },
    );
  }
  if (sizes.includes(0)) return { sizes, pitches, begin: whole.begin, length: 0 };
  const begin = offsets.reduce((sum, one, dimension) => sum + one * (pitches[dimension] ?? 1), whole.begin);
  const last = sizes.reduce((sum, size, dimension) => sum + (size - 1) * (pitches[dimension] ?? 1), 0);
  return { sizes, pitches, begin, length: last + 1 };
}

/** Whether its rows are contiguous. */
export function isInOnePiece({ sizes, length }: Extent): boolean {
  return length === countOf(sizes);
}

export function countOf(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

export function show(sizes: readonly number[]): string {
  return `[${sizes.join(", ")}]`;
}

function toNumbers(given: unknown, what: string): readonly number[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.map((one) => {
    if (typeof one === "number" && Number.isInteger(one) && one >= 0 && one <= MOST_ELEMENTS) return one;
    throw new LanewiseError(
      "invalid",
      `${what} contains ${describeValue(one)}; expected integers from 0 to ${MOST_ELEMENTS}.`,
    );
  });
}
