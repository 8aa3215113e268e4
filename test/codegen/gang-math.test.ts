// Every builtin on f32, in gangs: whole ones, the last work-items of a range, and under a mask. Results are within the
// builtins table's ulp of Math's, rounded; NaN is NaN, infinities and the signs of zeros are Math's. f64 is Math's own.

import { type Builtin, build, builtins, type Expr, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { gangExecutors, runKernel } from "../support/run-kernel.js";

const special = [
  ...[0, 1e-45, 1.1754943e-38, 1e-20, 1e-5, 0.1, 0.25, 0.5, 0.70710677, 0.999999, 1, 1.000001, 1.5, 2, 2.5, 3],
  ...[Math.PI / 2, Math.PI, 4.5, 7, 10, 31.5, 88, 88.8, 89.5, 100, 103.9, 104, 127, 128, 149.5, 1000.5, 65536],
  ...[8388607.5, 16777216, 1e9, 2 ** 31, 1e20, 1e38, 3.4028235e38, Infinity, NaN],
]
  .flatMap((value) => [value, -value])
  .map(Math.fround);

/** All magnitudes, and densely what programs meet. A number of them that fills no gang. */
function denseInputs(): Float32Array {
  const values = [...special];
  for (let exponent = -149; exponent < 128; exponent++)
    for (const fraction of [1, 1.3, 1.77]) values.push(fraction * 2 ** exponent, -fraction * 2 ** exponent);
  for (let index = -2000; index <= 2000; index++) values.push(index / 200, index / 16, (index * Math.PI) / 4);
  while (values.length % 16 !== 13) values.push(0.3);
  return Float32Array.from(values);
}

function pairs(): readonly [Float32Array, Float32Array] {
  const values = special.flatMap((a) => special.map((b) => [a, b] as const));
  while (values.length % 16 !== 5) values.push([0.3, 1.7]);
  return [Float32Array.from(values, ([a]) => a), Float32Array.from(values, ([, b]) => b)];
}

const bits = new DataView(new ArrayBuffer(4));
/** Floats in their order as integers; both zeros are 0. */
function ordinal(value: number): number {
  bits.setFloat32(0, value);
  const pattern = bits.getInt32(0);
  return pattern < 0 ? -(pattern & 0x7fffffff) : pattern;
}

function isWithin(found: number, expected: number, ulp: number): boolean {
  if (Number.isNaN(expected) || Number.isNaN(found)) return Number.isNaN(expected) && Number.isNaN(found);
  if (found === 0 && expected === 0) return Object.is(found, expected);
  return Math.abs(ordinal(found) - ordinal(expected)) <= ulp;
}

function kernelOf(name: Builtin, type: "f32" | "f64", isMasked: boolean) {
  const args = [1, 2].slice(0, builtins[name].arity).map((one): Expr => build.load(ownElement(one, type)));
  const body: Stmt = build.store(ownElement(0, type), build.builtin(name, ...args), at);
  const isOdd = build.op(
    "eq",
    build.op("and", build.query("globalId", 0), build.constant("i32", 1)),
    build.constant("i32", 1),
  );
  const locals = [span(type), span(type), span(type)];
  return kernelModule({ locals, parameters: 3, body: [isMasked ? build.ifElse(isOdd, [body]) : body] });
}

const UNTOUCHED = 7;
const dense = denseInputs();
const [lefts, rights] = pairs();
const executorsUsed = gangExecutors.filter(({ bounds, shape }) => bounds === "checked" && shape === "rows");

// The table has these keys and no others.
describe.each(Object.keys(builtins) as Builtin[])("%s", (name) => {
  const { arity, math, ulp } = builtins[name];
  const apply: (a: number, b: number) => number = Math[math];
  const [a, b] = arity === 1 ? [dense, dense] : [lefts, rights];
  const expected = Float32Array.from(a, (value, index) => apply(value, b[index] ?? 0));

  test.each([false, true])("on f32 (under a mask: %s)", (isMasked) => {
    const module = kernelOf(name, "f32", isMasked);
    for (const executor of executorsUsed) {
      const args = [new Float32Array(a.length).fill(UNTOUCHED), a, b];
      const { arrays, failure } = runKernel(executor, { module, range: [a.length], args });
      expect(failure).toBeUndefined();
      const found = arrays[0] ?? [];
      const wrong = Array.from(expected, (value, index) => ({ index, value })).filter(({ index, value }) => {
        const result = Number(found[index]);
        if (isMasked && index % 2 === 0) return result !== UNTOUCHED;
        return !isWithin(result, value, ulp.f32);
      });
      const shown = wrong
        .slice(0, 5)
        .map(({ index, value }) => ({ of: [a[index], b[index]], found: found[index], value }));
      expect(shown, `${wrong.length} on ${executor.name}`).toEqual([]);
    }
  });

  test("on f64", () => {
    const module = kernelOf(name, "f64", true);
    const [x, y] = [Float64Array.from(a), Float64Array.from(b)];
    const [executor] = executorsUsed;
    if (!executor) throw new Error("there are gangs");
    const args = [new Float64Array(a.length).fill(UNTOUCHED), x, y];
    const { arrays } = runKernel(executor, { module, range: [a.length], args });
    expect(arrays[0]).toEqual(x.map((value, index) => (index % 2 === 0 ? UNTOUCHED : apply(value, y[index] ?? 0))));
  });
});
