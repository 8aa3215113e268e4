// Iterates over numbers: `for (const k of range(4))`. In kernels the compiler lowers it to a counting loop.

import { LanewiseError } from "../errors/index.js";
import { describeValue } from "../values/index.js";
import type { i32 } from "./flavours.js";

/**
 * The integers from 0, or from `begin`, up to but not including `end`, by `step`: `range(4)` is 0 1 2 3, `range(6, 0, -2)` is 6 4 2. A step of 0
 * throws; in a kernel there are no iterations.
 */
export function range(end: number): Iterable<i32>;
export function range(begin: number, end: number, step?: number): Iterable<i32>;
export function range(first: number, second?: number, step = 1): Iterable<i32> {
  if (!Number.isInteger(step) || step === 0) {
    throw new LanewiseError("invalid", `range: the step is ${describeValue(step)}; expected an integer other than 0.`);
  }
  return second === undefined ? count(0, first, step) : count(first, second, step);
}

function* count(begin: number, end: number, step: number): Generator<i32> {
  for (let at = begin; step > 0 ? at < end : at > end; at += step) yield at;
}
