// The smaller and the larger of two floats, where one is a constant or both come from integers: NaN and the signs of zeros
// are those of Math.min and Math.max, on every executor.

import { build, type Expr } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, convert, load, op, query, set, store } = build;
const specials = [Number.NaN, -0, 0, 1, -1, 255, 254.5, 256, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e-40];

describe.each(Object.entries(executors))("%s", (_, executor) => {
  for (const type of ["f32", "f64"] as const) {
    const own = () => load(ownElement(0, type));
    const number = (value: number): Expr => constant(type, value);
    const integer = () => convert("convert", type, op("sub", query("globalId", 0), constant("i32", 4)));
    const cases: Readonly<Record<string, Expr>> = {
      "min of x and 255": op("min", own(), number(255)),
      "min of 255 and x": op("min", number(255), own()),
      "max of x and -1": op("max", own(), number(-1)),
      "max of x and 0": op("max", own(), number(0)),
      "max of -0 and x": op("max", number(-0), own()),
      "min of x and NaN": op("min", own(), number(Number.NaN)),
      "of integers": op("max", op("min", integer(), number(2)), op("max", integer(), number(0))),
      "of an integer and x": op("min", integer(), own()),
    };
    test.each(Object.entries(cases))(`${type}: %s`, (__, value) => {
      const body = [set(1, value), store(ownElement(0, type), build.local(1, type), at)];
      const module = kernelModule({ locals: [span(type), type], parameters: 1, body });
      const numbers = Array.from({ length: 40 }, (___, index) => specials[index % specials.length] ?? 0);
      const args = [type === "f32" ? new Float32Array(numbers) : new Float64Array(numbers)];
      const [found] = runKernel(executor, { module, range: [40], args }).arrays;
      const [expected] = runKernel(executors.interpreter, { module, range: [40], args }).arrays;
      expect([...(found ?? [])].map(String)).toEqual([...(expected ?? [])].map(String));
      expect([...(found ?? [])].map((one) => Object.is(one, -0))).toEqual(
        [...(expected ?? [])].map((one) => Object.is(one, -0)),
      );
    });
  }
});
