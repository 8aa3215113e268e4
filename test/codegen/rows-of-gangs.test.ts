// Ranges whose rows are made of whole gangs: flat gangs take the kernel's code for rows there, and rows are done together. The same results and failures
// as one work-item after the other, for chunks that begin and end anywhere.

import { printWat } from "@lanewise/codegen";
import { build, type Expr, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, store } = build;
const [x, y, z] = [query("globalId", 0), query("globalId", 1), query("globalId", 2)];
const [OUT, A, N] = [0, 1, 2];
const n = local(N, "i32");
const add = (a: Expr, b: Expr) => op("add", a, b);
const times = (a: Expr, b: Expr) => op("mul", a, b);
const out = (index: Expr) => element(local(OUT, span("i32")), index, 0);
const a = (index: Expr) => element(local(A, span("i32")), index, 1);
const numbers = (length: number) => Int32Array.from({ length }, (_, index) => (index * 7) % 11);

const moduleOf = (body: readonly Stmt[], dimensions: 2 | 3 = 2) =>
  kernelModule({ locals: [span("i32"), span("i32"), "i32"], parameters: 3, body, dimensions });
/** Twice as far apart as rows are wide, and one element for each column. */
const apart = moduleOf([store(out(add(times(x, n), y)), add(load(a(add(times(x, n), y))), load(a(y))), at)]);

describe.each([4, 5, 8, 12, 16, 24, 32, 33, 48])("rows of %i", (width) => {
  test.each([1, 2, 5, 17])("%i of them", (rows) => {
    const length = 2 * width * rows;
    expectAlike({ module: apart, range: [rows, width], args: [numbers(length), numbers(length), 2 * width] });
    expectAlike({ module: apart, range: [rows, width], args: [numbers(length), numbers(length), width] });
  });
  test("where the last row fails", () => {
    const length = 2 * width * 4 - width - 2;
    const range = [4, width];
    const fails = expectAlike({ module: apart, range, args: [numbers(length), numbers(length), 2 * width] });
    expect(fails).toBe(true);
  });
  test("in three dimensions", () => {
    const index = add(add(times(x, times(n, n)), times(y, n)), z);
    const module = moduleOf([store(out(index), add(load(a(index)), add(x, times(y, constant("i32", 10)))), at)], 3);
    const length = 3 * (width + 1) ** 2;
    expectAlike({ module, range: [3, 3, width], args: [numbers(length), numbers(length), width + 1] });
  });
  test("in chunks", () => {
    const args = [numbers(20 * width), numbers(20 * width), 2 * width];
    const range = [10, width];
    for (const [begin, end] of [
      [0, 16],
      [16, 10 * width - 1],
      [16 * Math.floor(width / 16), 9 * width],
    ] as const) {
      // A chunk begins at a gang: here in the first row, or at the end of one that is made of such.
      if (begin > width || (begin === width && width % 16 !== 0) || begin >= end) continue;
      const launch = { module: apart, range, args, begin, end };
      const expected = runKernel(executors.wasm, launch);
      for (const executor of gangExecutors) expect(runKernel(executor, launch), executor.name).toEqual(expected);
    }
  });
});

const functionsOf = (body: readonly Stmt[]) => {
  const module = moduleOf(body);
  const options = { module, kernel: 0, bounds: "checked", threads: "one", features: "simd128", fp: "strict" } as const;
  const wat = printWat({ ...options, gang: 8, shape: "flat", privatise: false, sharedMemory: false });
  return wat.split("(; fast ;)").length - 1;
};

test("flat programs have code for rows where that may be better alone", () => {
  expect(functionsOf([store(out(add(times(x, n), y)), load(a(y)), at)])).toBe(2);
  const size = build.query("globalSize", 1);
  expect(functionsOf([store(out(add(times(x, size), y)), constant("i32", 1), at)])).toBe(1);
});
