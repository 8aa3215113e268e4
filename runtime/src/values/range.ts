// The range of a launch: checks its sizes, and converts a work-item's linear id to its index.

import { type SubGroupSize, subGroupSizes } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { describeValue } from "./describe-value.js";

/** The largest range, in total and in each dimension. */
const MAX_SIZE = 2 ** 31 - 1;

export interface LaunchRange {
  readonly dimensions: 0 | 1 | 2 | 3;
  /** Outermost first, unused ones are 1, as in the argument block. */
  readonly sizes: readonly [number, number, number];
  readonly total: number;
  /** The first index, one for each dimension; undefined: 0. */
  readonly offset: readonly number[] | undefined;
  /** For a range of work-groups: the size of a group, in the same form; it divides `sizes`. */
  readonly local: readonly [number, number, number] | undefined;
  /** Work-items of a sub-group, if the launch sets it. */
  readonly subGroupSize: SubGroupSize | undefined;
}

/** The sizes of a launch over work-groups. */
export interface GroupSizes {
  readonly local: readonly [number, number, number];
  readonly subGroupSize: SubGroupSize;
}

/** The most work-items in a group. */
const MAX_GROUP_SIZE = 4096;

/** The optional fields, set explicitly, so that properties that a program adds to Object.prototype are not read. */
export const plainRange = { offset: undefined, local: undefined, subGroupSize: undefined };

export const singleTaskRange: LaunchRange = { dimensions: 0, sizes: [1, 1, 1], total: 1, ...plainRange };

/** Checks the user's range, and the index that it begins at; `name` is the range's name in messages. */
export function toRange(range: unknown, offset?: unknown, name = "range"): LaunchRange {
  const checked = withoutOffset(range, name);
  if (offset === undefined) return checked;
  const offsets = checkOffset(offset, checked);
  return offsets.some((one) => one !== 0) ? { ...checked, offset: offsets } : checked;
}

function withoutOffset(range: unknown, name: string): LaunchRange {
  // A fast path, since most ranges are numbers and every launch runs this.
  if (typeof range === "number") {
    const total = checkSize(range, name);
    return { dimensions: 1, sizes: [total, 1, 1], total, offset: undefined, local: undefined, subGroupSize: undefined };
  }
  const numbers = checkSizes(range, name);
  const [outer = 1, middle = 1, inner = 1] = numbers;
  const dimensions = numbers.length;
  if (dimensions !== 1 && dimensions !== 2 && dimensions !== 3) {
    throw new LanewiseError("invalid", `The ${name} has ${dimensions} dimensions; expected a number or 1 to 3 sizes.`);
  }
  const total = outer * middle * inner;
  if (total > MAX_SIZE) {
    throw new LanewiseError(
      "invalid",
      `The ${name} [${numbers.join(", ")}] has ${total} work-items; the limit is ${MAX_SIZE}.`,
    );
  }
  return { dimensions, sizes: [outer, middle, inner], total, ...plainRange };
}

/** Checks the user's range of work-groups: as many local sizes as global ones, which they divide. */
export function toGroupRange(global: unknown, local: unknown): LaunchRange {
  const [whole, group] = [toRange(global, undefined, "global range"), toRange(local, undefined, "local range")];
  if (whole.dimensions !== group.dimensions) {
    throw new LanewiseError(
      "invalid",
      `The global range is ${whole.dimensions}-dimensional and the local range ${group.dimensions}-dimensional; expected the same number of dimensions.`,
    );
  }
  if (group.total < 1 || group.total > MAX_GROUP_SIZE) {
    throw new LanewiseError(
      "invalid",
      `The local range ${described(group)} has ${group.total} work-items; expected 1 to ${MAX_GROUP_SIZE}.`,
    );
  }
  const [[outer, middle, inner], sizes] = [whole.sizes, group.sizes];
  if (outer % sizes[0] !== 0 || middle % sizes[1] !== 0 || inner % sizes[2] !== 0) {
    throw new LanewiseError(
      "invalid",
      `The local range ${described(group)} does not divide the global range ${described(whole)}.`,
      { help: "Round the global range up to a multiple, and let the work-items beyond the end return at once." },
    );
  }
  return { ...whole, local: sizes };
}

/** Checks the user's size of sub-groups; undefined: the default. */
export function withSubGroups(range: LaunchRange, size: unknown): LaunchRange {
  if (size === undefined) return range;
  const subGroupSize = subGroupSizes.find((one) => one === size);
  if (subGroupSize) return { ...range, subGroupSize };
  throw new LanewiseError("invalid", `subGroupSize is ${describeValue(size)}; expected 4, 8 or 16.`);
}

function described({ dimensions, sizes }: LaunchRange): string {
  return `[${sizes.slice(0, dimensions).join(", ")}]`;
}

function checkSizes(range: unknown, name: string): readonly number[] {
  const sizes: readonly unknown[] = Array.isArray(range) ? range : [range];
  return sizes.map((size, dimension) => checkSize(size, name, sizes.length === 1 ? undefined : dimension));
}

function checkSize(size: unknown, name: string, dimension?: number): number {
  if (typeof size === "number" && Number.isInteger(size) && size >= 0 && size <= MAX_SIZE) return size;
  const where = dimension === undefined ? "" : ` in dimension ${dimension}`;
  throw new LanewiseError(
    "invalid",
    `The ${name}'s size${where} is ${describeValue(size)}; expected an integer from 0 to ${MAX_SIZE}.`,
  );
}

function checkOffset(offset: unknown, { dimensions, sizes }: LaunchRange): readonly number[] {
  const offsets: readonly unknown[] = Array.isArray(offset) ? offset : [offset];
  if (offsets.length !== dimensions) {
    throw new LanewiseError(
      "invalid",
      `The offset is ${offsets.length}-dimensional and the range ${dimensions}-dimensional; expected a number for each dimension.`,
    );
  }
  return offsets.map((one, dimension) => {
    const most = MAX_SIZE - (sizes[dimension] ?? 1);
    if (typeof one === "number" && Number.isInteger(one) && one >= 0 && one <= most) return one;
    const where = dimensions === 1 ? "" : ` in dimension ${dimension}`;
    throw new LanewiseError(
      "invalid",
      `The range's offset${where} is ${describeValue(one)}; expected an integer from 0 to ${most}, so that indices stay below 2^31.`,
    );
  });
}

/** Returns the index of work-item `item` in each dimension. */
export function indicesOf(item: number, range: LaunchRange): readonly number[] {
  const { offset } = range;
  const indices = indicesInRange(item, range);
  return offset ? indices.map((index, dimension) => index + (offset[dimension] ?? 0)) : indices;
}

function indicesInRange(item: number, { dimensions, sizes: [, middle, inner] }: LaunchRange): readonly number[] {
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
