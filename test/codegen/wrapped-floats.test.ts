// Floats as 32-bit integers, in gangs whose numbers are all of one magnitude: there a few instructions do what the conversion does, up to a limit
// beyond which they would be wrong by one or lose bits.

import { build } from "@lanewise/ir";
import { expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

type Type = "f32" | "f64";
const powers = {
  f32: [-1, 3, 20, 21, 22, 23, 24, 29, 30, 31, 32],
  f64: [-1, 3, 30, 31, 32, 49, 50, 51, 52, 53, 54, 63],
};

/** Between two powers of two, from each end, of both signs; some are no integers, and many are odd. */
function numbersOf(type: Type, power: number): Float32Array | Float64Array {
  const bits = type === "f32" ? 23 : 52;
  const unit = 2 ** (power - bits);
  const whole = Math.max(1, unit);
  const numbers = Array.from({ length: 64 }, (_, index) => {
    const distance = (index >> 2) * ((index & 2) === 0 ? unit : whole);
    const from = index % 8 < 4 ? 2 ** power + distance : 2 ** (power + 1) - unit - distance;
    return (index & 1) === 0 ? from : -from;
  });
  return type === "f32" ? Float32Array.from(numbers) : Float64Array.from(numbers);
}

const cases = (["f32", "f64"] as const).flatMap((type) =>
  (["i32", "u32"] as const).flatMap((to) => powers[type].map((power) => [type, to, power] as const)),
);

test.each(cases)("%s to %s, about 2 to the power of %i", (type, to, power) => {
  const value = build.convert("wrap", to, build.load(ownElement(0, type)));
  const body = [build.store(ownElement(1, to, 1), value, at)];
  const module = kernelModule({ locals: [span(type), span(to)], parameters: 2, body });
  const numbers = numbersOf(type, power);
  const launch = { module, range: [64], args: [numbers, new Int32Array(64)] };
  const expected = Int32Array.from(numbers, (one) => one | 0);
  expect(runKernel(executors.interpreter, launch).arrays[1]).toEqual(expected);
  for (const executor of gangExecutors) expect(runKernel(executor, launch).arrays[1], executor.name).toEqual(expected);
});
