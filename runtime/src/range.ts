// The range of a launch: its sizes, checked, and the index of a work-item from its linear id.

import { LanewiseError } from "./errors.js";

/** The largest range, in total and in each dimension. */
const MAX_SIZE = 2 ** 31 - 1;

export interface LaunchRange {
  readonly dimensions: 0 | 1 | 2 | 3;
  /** Outermost first, unused ones 1: as in the argument block. */
  readonly sizes: readonly [number, number, number];
  readonly total: number;
}

export const singleTaskRange: LaunchRange = { dimensions: 0, sizes: [1, 1, 1], total: 1 };

/** Checks what the user passed as a range. */
export function toRange(range: unknown): LaunchRange {
  const sizes: readonly unknown[] = Array.isArray(range) ? range : [range];
  const numbers = sizes.map((size, dimension) =>
    checkSize(size, sizes.length === 1 ? "" : ` in dimension ${dimension}`),
  );
  const [outer = 1, middle = 1, inner = 1] = numbers;
  const dimensions = numbers.length;
  if (dimensions !== 1 && dimensions !== 2 && dimensions !== 3) {
    throw new LanewiseError("invalid", `The range has ${dimensions} dimensions; expected a number or 1 to 3 sizes.`);
  }
  const total = outer * middle * inner;
  if (total > MAX_SIZE) {
    throw new LanewiseError(
      "invalid",
      `The range [${numbers.join(", ")}] has ${total} work-items; the most is ${MAX_SIZE}.`,
    );
  }
  return { dimensions, sizes: [outer, middle, inner], total };
}

function checkSize(size: unknown, where: string): number {
  if (typeof size === "number" && Number.isInteger(size) && size >= 0 && size <= MAX_SIZE) return size;
  throw new LanewiseError(
    "invalid",
    `The range's size${where} is ${String(size)}; expected an integer from 0 to ${MAX_SIZE}.`,
  );
}

/** The index of work-item `item` in each dimension. */
export function indicesOf(item: number, { dimensions, sizes: [, middle, inner] }: LaunchRange): readonly number[] {
  switch (dimensions) {
    case 0:
      return [];
    case 1:
      return [item];
    case 2:
      // The sizes are [rows, columns, 1].
      return [Math.floor(item / middle), item % middle];
    case 3: {
      const row = Math.floor(item / inner);
      return [Math.floor(row / middle), row % middle, item % inner];
    }
  }
}
