// `if (a < b) b = a`, of locals and of elements, is the smaller or the larger of two: with NaN and both zeros, in all gangs, it computes what the
// interpreter does, and a gang's code has one instruction for it.

import { printWat } from "@lanewise/codegen";
import { build, type Expr, type Module, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, ifElse, load, local, op, set, store } = build;
const types = ["f32", "f64", "i32", "u32"] as const;
type Type = (typeof types)[number];
const arrays = { f32: Float32Array, f64: Float64Array, i32: Int32Array, u32: Uint32Array };
const [A, B, OUT, VALUE, BEST] = [0, 1, 2, 3, 4];
const specials = [Number.NaN, -0, 0, 1, -1, 2.5, -7e9, 3e9, 1e-40, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const value = (type: Type): Expr => local(VALUE, type);
const own = (type: Type): Expr => load(ownElement(OUT, type, 2));
/** `op` compares the first with the second; either is given the other's value. */
const conditions = (type: Type, before: Expr): readonly Expr[] => [
  ...(["lt", "gt"] as const).flatMap((name) => [op(name, value(type), before), op(name, before, value(type))]),
  // No extremes: what is compared must be what is given, and equal zeros differ.
  op("le", value(type), before),
  op("ge", before, value(type)),
  op("lt", before, before),
  op("lt", value(type), constant(type, 1)),
];
const everyFourth = (type: Type): Expr => op("gt", load(ownElement(B, type, 1)), constant(type, 0));

const forms: Readonly<Record<string, (type: Type) => readonly (readonly Stmt[])[]>> = {
  "an element": (type) =>
    conditions(type, own(type)).map((condition) => [
      set(VALUE, load(ownElement(A, type, 0))),
      ifElse(condition, [store(ownElement(OUT, type, 2), value(type), at)]),
    ]),
  "an element, where work-items wait": (type) =>
    conditions(type, own(type)).map((condition) => [
      set(VALUE, load(ownElement(A, type, 0))),
      ifElse(everyFourth(type), [ifElse(condition, [store(ownElement(OUT, type, 2), value(type), at)])]),
    ]),
  "a local": (type) =>
    conditions(type, local(BEST, type)).map((condition) => [
      set(VALUE, load(ownElement(A, type, 0))),
      set(BEST, own(type)),
      ifElse(condition, [set(BEST, value(type))]),
      store(ownElement(OUT, type, 2), local(BEST, type), at),
    ]),
  "a local, where work-items wait": (type) =>
    conditions(type, local(BEST, type)).map((condition) => [
      set(VALUE, load(ownElement(A, type, 0))),
      set(BEST, own(type)),
      ifElse(everyFourth(type), [ifElse(condition, [set(BEST, value(type))])]),
      store(ownElement(OUT, type, 2), local(BEST, type), at),
    ]),
};

const moduleOf = (type: Type, body: readonly Stmt[]): Module =>
  kernelModule({ locals: [span(type), span(type), span(type), type, type], parameters: 3, body });

function inputs(type: Type): readonly Float64Array[] {
  const length = specials.length ** 2 + 5;
  const first = Float64Array.from({ length }, (_, index) => specials[index % specials.length] ?? 0);
  const second = first.map((_, index) => specials[Math.floor(index / specials.length) % specials.length] ?? 0);
  const third = first.map((_, index) => (index % 4 === 0 || (index > 40 && index < 60) ? 1 : 0));
  return [first, third, second].map((one) => (type === "u32" ? one.map(Math.abs) : one));
}

describe.each(Object.entries(forms))("%s", (_, bodies) => {
  test.each(types)("%s", (type) => {
    const args = inputs(type).map((one) => arrays[type].from(one));
    for (const [index, body] of bodies(type).entries()) {
      const launch = { module: moduleOf(type, body), range: [args[0]?.length ?? 0], args };
      const expected = runKernel(executors.interpreter, launch).arrays.map((array) => [...array]);
      for (const executor of gangExecutors) {
        const found = runKernel(executor, launch).arrays.map((array) => [...array]);
        // Tells the zeros apart.
        expect(found, `condition ${index}, ${executor.name}`).toEqual(expected);
      }
    }
  });
});

describe("code", () => {
  const watOf = (module: Module): string =>
    printWat({
      ...{ module, kernel: 0, gang: 8, bounds: "checked", fp: "default", threads: "one", features: "simd128" },
      ...{ shape: "rows", privatise: false, sharedMemory: false },
    });
  const extremes = { f32: /f32x4\.pm/, f64: /f64x2\.pm/, i32: /i32x4\.m(in|ax)_s/, u32: /i32x4\.m(in|ax)_u/ };
  test.each(types)("%s", (type) => {
    for (const bodies of Object.values(forms)) {
      const has = bodies(type).map((body) => extremes[type].test(watOf(moduleOf(type, body))));
      expect(has).toEqual([true, true, true, true, false, false, false, false]);
    }
  });

  test.each(types)("of a choice of %s, where both that are compared are given", (type) => {
    const [a, b, c] = [A, B, OUT].map((array) => load(ownElement(array, type, array)));
    if (!a || !b || !c) throw new Error("there are three arrays");
    const hasExtreme = (name: "lt" | "gt", ...[whenTrue, whenFalse]: readonly [Expr, Expr]): boolean => {
      const value = op("select", op(name, a, b), whenTrue, whenFalse);
      return extremes[type].test(watOf(moduleOf(type, [store(ownElement(OUT, type, 2), value, at)])));
    };
    for (const name of ["lt", "gt"] as const) {
      expect(hasExtreme(name, a, b)).toBe(true);
      expect(hasExtreme(name, b, a)).toBe(true);
      for (const one of [a, b]) {
        expect(hasExtreme(name, one, c)).toBe(false);
        expect(hasExtreme(name, c, one)).toBe(false);
      }
    }
  });
});
