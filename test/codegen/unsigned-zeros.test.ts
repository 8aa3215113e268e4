// Extremes of floats in scalar code: of NaN, infinities and both zeros, they are the interpreter's, and those of whose zeros nobody sees the sign
// are computed by vector instructions, which choose without branches.

import { printWat } from "@lanewise/codegen";
import { build, type Expr, type Module, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, ifElse, load, local, loop, op, set, store } = build;
type Float = "f32" | "f64";
const arrays = { f32: Float32Array, f64: Float64Array };
const [A, B, C, OUT, VALUE, OTHER] = [0, 1, 2, 3, 4, 5];
const specials = [Number.NaN, -0, 0, 1, -1, 2.5, 1e-40, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const one = (type: Float): Expr => load(ownElement(A, type, 0));
const two = (type: Float): Expr => load(ownElement(B, type, 1));
const three = (type: Float): Expr => load(ownElement(C, type, 2));
const extremes = ["min", "max"] as const;

const write = (type: Float, value: Expr): Stmt => store(ownElement(OUT, type, 3), value, at);
const chosen = (type: Float, condition: Expr): Stmt =>
  write(type, op("select", condition, constant(type, 1), constant(type, 2)));

type Forms = Readonly<Record<string, (type: Float, a: "min" | "max", b: "min" | "max") => readonly Stmt[]>>;

/** Nobody sees the sign of a zero. */
const unsigned: Forms = {
  "compared with an element": (type, a) => [chosen(type, op("lt", op(a, one(type), two(type)), three(type)))],
  "of three, compared": (type, a, b) => [
    chosen(type, op("ge", op(a, op(b, one(type), two(type)), three(type)), one(type))),
  ],
  "of three, the last of them inside": (type, a, b) => [
    chosen(type, op("eq", op(a, three(type), op(b, one(type), two(type))), two(type))),
  ],
  "with a zero": (type, a, b) => [
    chosen(type, op("lt", op(a, op(b, constant(type, 0), one(type)), constant(type, -0)), three(type))),
  ],
  "with NaN": (type, a) => [chosen(type, op("ne", op(a, one(type), constant(type, Number.NaN)), one(type)))],
  "through locals": (type, a, b) => [
    set(VALUE, op(a, one(type), two(type))),
    set(OTHER, op(b, local(VALUE, type), three(type))),
    ifElse(op("lt", local(OTHER, type), constant(type, 0)), [write(type, constant(type, 3))]),
  ],
  "its magnitude": (type, a) => [write(type, op("abs", op(a, one(type), two(type))))],
  "with another constant": (type, a) => [write(type, op(a, one(type), constant(type, 1)))],
};

/** Somebody sees it. */
const signed: Forms = {
  stored: (type, a) => [write(type, op(a, one(type), two(type)))],
  "with zero, stored": (type, a) => [write(type, op(a, one(type), constant(type, 0)))],
  "of three, stored": (type, a, b) => [write(type, op(a, op(b, one(type), two(type)), three(type)))],
  "a divisor": (type, a) => [write(type, op("div", constant(type, 1), op(a, one(type), two(type))))],
  "through locals": (type, a) => [
    set(VALUE, op(a, one(type), two(type))),
    set(OTHER, local(VALUE, type)),
    ifElse(op("lt", local(VALUE, type), constant(type, 1)), [write(type, local(OTHER, type))]),
  ],
  "a factor": (type, a) => [write(type, op("mul", op(a, one(type), two(type)), three(type)))],
  "by a later round": (type, a) => [
    set(VALUE, constant(type, 1)),
    set(OTHER, constant(type, 0)),
    loop(
      0,
      {
        condition: op("lt", local(OTHER, type), constant(type, 2)),
        body: [write(type, local(VALUE, type)), set(VALUE, op(a, one(type), two(type)))],
        update: [set(OTHER, op("add", local(OTHER, type), constant(type, 1)))],
      },
      at,
    ),
  ],
};

/** One of both sees it. Passes that copy the expression leave two of them. */
const mixed: Forms = {
  "the same expression in two places": (type, a) => {
    const both = op(a, one(type), two(type));
    return [ifElse(op("lt", both, constant(type, 1)), [write(type, both)])];
  },
};

const moduleOf = (type: Float, body: readonly Stmt[]): Module =>
  kernelModule({ locals: [...[A, B, C, OUT].map(() => span(type)), type, type], parameters: 4, body });

const watOf = (module: Module): string =>
  printWat({
    ...{ module, kernel: 0, gang: 1, bounds: "checked", fp: "default", threads: "one", features: "simd128" },
    ...{ shape: "rows", privatise: false, sharedMemory: false },
  });

/** Every three of the special numbers. */
function inputs(type: Float): (Float32Array | Float64Array)[] {
  const count = specials.length;
  const from = (numberAt: (index: number) => number | undefined): Float32Array | Float64Array => {
    const numbers = Array.from({ length: count ** 3 }, (_, index) => numberAt(index) ?? 0);
    return arrays[type].from(numbers);
  };
  const numbers = [count ** 2, count, 1].map((step) => from((index) => specials[Math.floor(index / step) % count]));
  return [...numbers, from(() => 7)];
}

describe.each([
  ["unsigned", unsigned, true],
  ["signed", signed, false],
  ["both", mixed, undefined],
] as const)("%s", (_, forms, isVector) => {
  const cases = Object.entries(forms).flatMap(([name, form]) =>
    (["f32", "f64"] as const).map((type) => ({ name, form, type })),
  );
  test.each(cases)("$name, $type", ({ form, type }) => {
    for (const a of extremes) {
      for (const b of extremes) {
        const module = moduleOf(type, form(type, a, b));
        const launch = { module, range: [specials.length ** 3], args: inputs(type) };
        const expected = runKernel(executors.interpreter, launch).arrays.map((array) => [...array]);
        const found = runKernel(executors.wasm, launch).arrays.map((array) => [...array]);
        // Tells the zeros apart.
        expect(found, `${a}, ${b}`).toEqual(expected);
        if (isVector !== undefined) expect(/\.pm(in|ax)/.test(watOf(module)), `${a}, ${b}`).toBe(isVector);
      }
    }
  });
});
