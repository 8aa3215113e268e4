// What targets compute that have no host to ask: pow of every number, and the functions of angles of what a target has left of a turn, against the
// host's Math, bit by bit.

import { build, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { turnFunctions } from "../../codegen/dist/math/f64/trigonometric.js";
import type { MathFunction } from "../../codegen/dist/math/math-function.js";
import { everyMathFunction, hostMathFunctions } from "../../codegen/dist/math/wide-math-functions.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";
import { executors, runKernel } from "../support/run-kernel.js";

const random = createRandom(2611);
const fraction = () => random.below(2 ** 32) / 2 ** 32;
const words = new DataView(new ArrayBuffer(8));
const anyBits = (): number => {
  words.setUint32(0, random.below(2 ** 32));
  words.setUint32(4, random.below(2 ** 32));
  return words.getFloat64(0);
};
function neighbour(a: number, offset: number): number {
  words.setFloat64(0, a);
  words.setBigInt64(0, words.getBigInt64(0) + BigInt(offset));
  return words.getFloat64(0);
}
const around = (a: number): number[] => [-2, -1, 0, 1, 2].map((offset) => neighbour(a, offset));
const withSigns = (values: readonly number[]): number[] => values.flatMap((one) => [one, -one]);

/** out = f(rows), whose locals follow the spans. */
function results(fn: MathFunction, rows: readonly (readonly number[])[]): Float64Array {
  const spans = fn.arity + 1;
  const local = (index: number): number => spans + index;
  // The function's locals are its arguments, and one for each step.
  const shifted = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(shifted);
    const own = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, shifted(value)]));
    return "kind" in node && node.kind === "local" ? { ...own, local: local(Number(own.local)) } : own;
  };
  const expr = (one: MathFunction["result"]) => shifted(one) as MathFunction["result"]; // it is a copy
  const args = Array.from({ length: fn.arity }, (_, index) => index);
  const body: Stmt[] = [
    ...args.map((index) => build.set(local(index), build.load(ownElement(index + 1, "f64")))),
    ...fn.steps.map((step, index) => build.set(local(fn.arity + index), expr(step))),
    build.store(ownElement(0, "f64"), expr(fn.result), at),
  ];
  const types = [...args.map(() => "f64" as const), ...fn.steps.map((step) => step.type)];
  const locals = [...Array.from({ length: spans }, () => span("f64")), ...types];
  const module = kernelModule({ locals, parameters: spans, body });
  const columns = args.map((index) => Float64Array.from(rows, (row) => row[index] ?? 0));
  const launch = { module, range: [rows.length], args: [new Float64Array(rows.length), ...columns] };
  const { arrays, failure } = runKernel(executors["gangs of 4"], launch);
  expect(failure).toBeUndefined();
  return arrays[0] as Float64Array; // as it was given
}

function differences(found: Float64Array, expected: readonly number[], rows: readonly (readonly number[])[]) {
  return rows.flatMap((row, index) =>
    Object.is(found[index], expected[index]) ? [] : [{ row, expected: expected[index], found: found[index] }],
  );
}

const known = hostMathFunctions();

test.runIf("pow" in known)("pow of every number", () => {
  const pow = everyMathFunction.pow;
  if (!pow || pow.fallback) throw new Error("pow asks nobody");
  const bases = withSigns([
    ...[0, 5e-324, 0.5, 2, 3, 1e300, Infinity, Number.NaN],
    ...[1, 1 - 2 ** -20, 1 - 2 ** -21, 1 + 2 ** -20, 1 + 2 ** -21, 1 + 2 ** -31, 1 - 2 ** -32].flatMap(around),
  ]);
  const exponents = withSigns([
    ...[0, 0.5, 1, 2, 3, 2 ** 52 + 1, 2 ** 53, 1e17, 1e300, Infinity, Number.NaN],
    ...[2 ** 31, 2 ** 31 + 1, 2 ** 31 * (1 + 2 ** -20), 2 ** 33 + 1, 2 ** 64, 2 ** 64 * (1 + 2 ** -20)].flatMap(around),
  ]);
  const near = Array.from({ length: 40_000 }, () => {
    const x = 1 + (fraction() - 0.5) * 2 ** -random.below(50);
    return [x, (withSigns([1])[random.below(2)] ?? 1) * 2 ** (28 + 40 * fraction())] as const;
  });
  const rows = [
    ...bases.flatMap((x) => exponents.map((y) => [x, y] as const)),
    ...near,
    ...Array.from({ length: 40_000 }, () => [anyBits(), anyBits()] as const),
    ...Array.from({ length: 20_000 }, () => [fraction() * 100, fraction() * 16 - 8] as const),
  ];
  const expected = rows.map(([x, y]) => x ** y);
  expect(differences(results(pow, rows), expected, rows).slice(0, 5)).toEqual([]);
});

/** fdlibm's three steps, for |x| below 2^19 pi / 2. */
function turnOf(x: number): readonly [number, number, number] {
  const magnitude = Math.abs(x);
  const high = (value: number) => {
    words.setFloat64(0, value);
    return words.getUint32(0);
  };
  const exponent = (value: number) => (high(value) >>> 20) & 0x7ff;
  if (high(magnitude) < 0x3fe921fc) return [0, magnitude, 0];
  const n = Math.floor(magnitude * (2 / Math.PI) + 0.5);
  const steps = [
    [1.5707963267341256, 6.077100506506192e-11],
    [6.077100506303966e-11, 2.0222662487959506e-21],
    [2.0222662487111665e-21, 8.4784276603689e-32],
  ] as const;
  const isCompared = n >= 32 || high(n * (Math.PI / 2)) === high(magnitude);
  let [rest, top, low] = [magnitude, 0, 0];
  for (const [step, [part, partRest]] of steps.entries()) {
    const product = n * part;
    const next = rest - product;
    const less = n * partRest - (rest - next - product);
    rest = next;
    top = rest - less;
    low = rest - top - less;
    const left = exponent(magnitude) - exponent(top);
    if (!isCompared || left <= (step === 1 ? 49 : 16) || (step === 1 && n <= 1)) break;
  }
  return [n, top, low];
}

describe.each(["sin", "cos", "tan"] as const)("%s", (name) => {
  test.runIf(name in known)("of what is left of a turn", () => {
    const multiples = [1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, 355, 710, 103993, 208341, 312689, 524287];
    const points = withSigns([
      ...[0, 5e-324, 1e-300, 2 ** -27, 2 ** -28, 0.3, 0.6744, 0.7853981, 0.78125, 1, 2.3, 823549].flatMap(around),
      ...multiples.flatMap((n) => around((n * Math.PI) / 2)),
      ...Array.from({ length: 20_000 }, () => fraction() * 10),
      ...Array.from({ length: 20_000 }, () => fraction() * 8e5),
    ]);
    const rows = points.map((x) => [x, ...turnOf(x)]);
    const expected = points.map((x) => Math[name](x));
    expect(differences(results(turnFunctions[name], rows), expected, rows).slice(0, 5)).toEqual([]);
  });
});
