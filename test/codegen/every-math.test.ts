// The functions of Math of f64 for targets that have no host to ask: to the bits of the host's, where that is the one that they are written after.

import {
  argumentLayout,
  build,
  createInterpreter,
  type Expr,
  RANGE_OFFSET,
  THREAD_STACK_OFFSET,
  type Type,
} from "@lanewise/ir";
import { expect, test } from "vitest";
import { withOperands } from "../../codegen/dist/analysis/replace.js";
import type { MathFunction } from "../../codegen/dist/math/math-function.js";
import { everyMathFunction, hostMathFunctions } from "../../codegen/dist/math/wide-math-functions.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";

const ARGS = 64;
const THREAD = 512;
const FIRST = THREAD + THREAD_STACK_OFFSET;

/** Of a function of one argument, by the interpreter. */
function results({ steps, result }: MathFunction, values: readonly number[]): Float64Array {
  // The array, the results, the argument: then come the steps.
  const inKernel = (expr: Expr): Expr =>
    expr.kind === "local" ? { ...expr, local: expr.local + 2 } : withOperands(expr, inKernel);
  const locals: Type[] = [span("f64"), span("f64"), "f64", ...steps.map(({ type }) => type)];
  const body = [
    build.set(2, build.load(ownElement(0, "f64"))),
    ...steps.map((step, k) => build.set(3 + k, inKernel(step))),
    build.store(ownElement(1, "f64"), inKernel(result), at),
  ];
  const module = kernelModule({ locals, parameters: 2, body });
  const [from, to] = [FIRST, FIRST + 8 * values.length];
  const memory = new ArrayBuffer(to + 8 * values.length);
  const view = new DataView(memory);
  for (const [dimension, size] of [values.length, 1, 1].entries())
    view.setInt32(ARGS + RANGE_OFFSET + 4 * dimension, size, true);
  const { offsets } = argumentLayout(module.functions[0]?.locals.slice(0, 2) ?? []);
  for (const [index, address] of [from, to].entries()) {
    view.setUint32(ARGS + (offsets[index] ?? 0), address, true);
    view.setInt32(ARGS + (offsets[index] ?? 0) + 4, values.length, true);
  }
  values.forEach((value, index) => {
    view.setFloat64(from + 8 * index, value, true);
  });
  createInterpreter(module, 0, { memory: () => memory, globals: () => 0 }).run(ARGS, THREAD, 0, values.length);
  return Float64Array.from(values, (_, index) => view.getFloat64(to + 8 * index, true));
}

const random = createRandom(3);
const near = (value: number): number[] => {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;
  return Array.from({ length: 200 }, (_, index) => {
    const one = BigUint64Array.of(bits + BigInt((index - 100) * (1 + random.below(2 ** 20))));
    return new Float64Array(one.buffer)[0] ?? 0;
  });
};
/** Where the usual functions ask the host. */
const limits = [22, 708, 709.7822265625, 709.782712893384, 710.4758600739439, 745.1332191019411, 2 ** -28, 1];
const values = [
  ...[0, 5e-324, 2 ** -1022, 1e300, Infinity],
  ...limits.flatMap(near),
  ...Array.from({ length: 5000 }, () => random.below(2 ** 32) / 2 ** 22),
].flatMap((value) => [value, -value]);

test.each(["cosh", "exp", "log", "sinh"] as const)("%s asks nobody", (name) => {
  const own = everyMathFunction[name];
  expect(own?.fallback).toBeUndefined();
  if (!own || !hostMathFunctions()[name]) return;
  const given = [...values, Number.NaN];
  const found = results(own, given);
  expect(given.findIndex((value, index) => !Object.is(found[index], Math[name](value)))).toBe(-1);
});
