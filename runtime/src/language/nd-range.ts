// The range of a kernel of work-groups: the number of work-items, and how many of them form a group. (SYCL 2020, 4.9.1.2)

import { type LaunchRange, toGroupRange } from "../values/index.js";
import type { Dimensions } from "./item.js";

/** The result of `ndRange`. */
export interface NdRange<D extends Dimensions = 1> {
  readonly dimensions: D;
  /** The whole range, the outermost (slowest) size first. */
  readonly global: readonly number[];
  /** The size of a group. */
  readonly local: readonly number[];
}

type Sizes = number | readonly [number] | readonly [number, number] | readonly [number, number, number];

/**
 * A range of work-groups: `ndRange([height, width], [8, 8])`. Throws `invalid` unless local sizes divide the global ones and a group has at most 4096
 * work-items. If a size does not divide, round it up and let the work-items beyond the end return.
 */
export function ndRange(global: number | readonly [number], local: number | readonly [number]): NdRange<1>;
export function ndRange(global: readonly [number, number], local: readonly [number, number]): NdRange<2>;
export function ndRange(
  global: readonly [number, number, number],
  local: readonly [number, number, number],
): NdRange<3>;
export function ndRange(global: Sizes, local: Sizes): NdRange<Dimensions> {
  const range = toGroupRange(global, local);
  const toList = (sizes: Sizes) => (typeof sizes === "number" ? [sizes] : [...sizes]);
  // A range has one to three sizes, which was checked.
  const made = { dimensions: range.dimensions as Dimensions, global: toList(global), local: toList(local) };
  checked.set(made, range);
  return made;
}

/** The ranges checked when they were made. */
const checked = new WeakMap<object, LaunchRange>();

/** Returns the range for a launch; also accepts an object of the same form. */
export function launchRangeOf(range: NdRange<Dimensions>): LaunchRange {
  return checked.get(range) ?? toGroupRange(range.global, range.local);
}
