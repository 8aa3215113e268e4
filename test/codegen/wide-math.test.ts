// The math functions of f64 in gangs, against the host's Math, bit by bit: random bits of all f64, what programs meet, and edges. Where the
// host's Math is not the one that they are written after, gangs call it, which these tests see too.

import { type Builtin, build, builtins } from "@lanewise/ir";
import { afterEach, describe, expect, test, vi } from "vitest";
import { mathFunctions } from "../../codegen/dist/math/math-functions.js";
import { hostMathFunctions, wideMathFunctions } from "../../codegen/dist/math/wide-math-functions.js";
import { leftToHost } from "../../codegen/dist/wasm/gang/host-calls.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";
import { hasRelaxedSimd, runKernel, wasmExecutor } from "../support/run-kernel.js";

/** For a longer run: how many times as many points. */
const TIMES = Number(process.env.LANEWISE_MATH_POINTS ?? 1);

const words = new DataView(new ArrayBuffer(8));
const random = createRandom(20261123);
const word = () => random.below(2 ** 32);
const fromWords = (high: number, low: number): number => {
  words.setUint32(0, high);
  words.setUint32(4, low);
  return words.getFloat64(0);
};
const many = (count: number, make: (index: number) => number): number[] =>
  Array.from({ length: count * TIMES }, (_, index) => make(index));
/** The `offset`-th f64 above, in magnitude. */
function neighbour(a: number, offset: number): number {
  words.setFloat64(0, a);
  words.setBigInt64(0, words.getBigInt64(0) + BigInt(offset));
  return words.getFloat64(0);
}
const fraction = () => (word() + word() / 2 ** 32) / 2 ** 32;
const between = (low: number, high: number) => low + (high - low) * fraction();
const withSign = (a: number) => (random.oneIn(2) ? -a : a);

const anyBits = () => fromWords(word(), word());
/** Of any magnitude between 2^-exponent and 2^exponent. */
const anyMagnitude = (exponent: number) => withSign(2 ** between(-exponent, exponent));
/** With few bits, as constants and indices have. */
const round = () => withSign(random.below(2 ** (1 + random.below(20))) / 2 ** random.below(12));

/** Where functions change their ways. */
const limits = [
  ...[0, 5e-324, 2 ** -1074 * 3, 2 ** -1022, 2 ** -1023, 1.7976931348623157e308, Infinity, NaN, 1, 2, 0.5, 0.3, 0.25],
  ...[2 ** -28, 2 ** -29, 2 ** -27, 2 ** -26, 2 ** -54, 2 ** -55, 2 ** -57, 2 ** -20, 2 ** -30, 2 ** -60, 2 ** 53],
  ...[Math.LN2, Math.LN2 / 2, 1.5 * Math.LN2, 56 * Math.LN2, 709.782712893384, 745.1332191019411, 708.3964185322641],
  ...[710.4758600739439, 1024 * Math.LN2, 22, 20, 19, 44, 0.6744, 0.78125, Math.SQRT2, Math.SQRT1_2, 0.41421356],
  ...[0.4375, 0.6875, 1.1875, 2.4375, 2 ** 66, 2 ** 60, 0.975, 0.98, 2 ** 31, 2 ** 32, 823549.6, 2 ** 19, 2 ** 20],
  ...[1024, 1075, 1074, 1023, 3, 10, 100, 1000, 1e5, 1e10, 1e22, 1e100, 0.1, 0.9999999999999999, 1.0000000000000002],
  ...[0.49999999999999994, 1.5, 2.5, 4503599627370495.5, 4503599627370496, 9007199254740991, 2 ** 53 + 2],
];
const multiplesOfPi = [
  ...Array.from({ length: 200 }, (_, index) => ((index + 1) * Math.PI) / 4),
  ...[1000, 12345, 99999, 355, 710, 103993, 208341, 312689, 524287].map((n) => (n * Math.PI) / 2),
];
const powersOfTwo = Array.from({ length: 2098 }, (_, index) => 2 ** (index - 1074));
const edges = [
  ...limits.flatMap((limit) => Array.from({ length: 25 }, (_, index) => neighbour(limit, index - 12))),
  // High words next to a limit's, which is where fdlibm's own limits lie.
  ...limits.flatMap((limit) => Array.from({ length: 9 }, (_, index) => neighbour(limit, (index - 4) * 2 ** 32))),
  ...multiplesOfPi.flatMap((limit) => Array.from({ length: 13 }, (_, index) => neighbour(limit, index - 6))),
  ...multiplesOfPi.flatMap((limit) => Array.from({ length: 20 }, () => limit * (1 + withSign(2 ** -between(10, 53))))),
  ...powersOfTwo.flatMap((power) => [power, neighbour(power, 1), neighbour(power, -1)]),
].flatMap((edge) => [edge, -edge]);

const unary = (): number[] => [
  ...edges,
  ...many(100_000, anyBits),
  ...[1, 4, 30, 800, 1e6].flatMap((limit) => many(60_000, () => between(-limit, limit))),
  ...many(100_000, () => anyMagnitude(40)),
  ...many(20_000, round),
  ...many(20_000, (index) => neighbour(1, index - 10_000 * TIMES)),
];

function pairs(name: Builtin): readonly (readonly [number, number])[] {
  const some = [...limits, ...limits.map((limit) => -limit)];
  const make = (count: number, x: () => number, y: (x: number) => number) =>
    Array.from({ length: count * TIMES }, () => {
      const one = x();
      return [one, y(one)] as const;
    });
  const ofAnyPower = name === "pow";
  return [
    ...some.flatMap((x) => some.map((y) => [x, y] as const)),
    ...make(60_000, anyBits, anyBits),
    ...make(
      60_000,
      () => between(-10, 10),
      () => between(-10, 10),
    ),
    ...make(
      60_000,
      () => anyMagnitude(60),
      () => anyMagnitude(60),
    ),
    ...make(40_000, round, round),
    ...make(40_000, anyBits, (x) => x * between(-2, 2)),
    ...(ofAnyPower
      ? make(
          80_000,
          () => Math.abs(anyBits()),
          (x) => between(-1100, 1100) / Math.log2(x),
        )
      : []),
    ...(ofAnyPower
      ? make(
          80_000,
          () => between(0.9, 1.1),
          (x) => between(-1100, 1100) / Math.log2(x),
        )
      : []),
    ...(ofAnyPower
      ? make(
          60_000,
          () => between(0, 100),
          () => between(-8, 8),
        )
      : []),
    ...(ofAnyPower
      ? make(
          20_000,
          () => between(-40, 40),
          () => random.below(400) - 200,
        )
      : []),
    ...(ofAnyPower
      ? make(
          20_000,
          () => 2 ** random.below(100),
          () => between(-12, 12),
        )
      : []),
  ];
}

/** out = f(a, b). */
function kernelOf(name: Builtin) {
  const args = [1, 2].slice(0, builtins[name].arity).map((one) => build.load(ownElement(one, "f64")));
  const body = [build.store(ownElement(0, "f64"), build.builtin(name, ...args), at)];
  return kernelModule({ locals: [span("f64"), span("f64"), span("f64")], parameters: 3, body });
}

const features = hasRelaxedSimd ? "simd128+relaxed" : "simd128";
const executor = wasmExecutor({ threads: "one", sharedMemory: false, features, gang: 4, fp: "default" });

function run(name: Builtin, a: Float64Array, b: Float64Array): Float64Array {
  const args = [new Float64Array(a.length), a, b];
  const { arrays, failure } = runKernel(executor, { module: kernelOf(name), range: [a.length], args });
  expect(failure).toBeUndefined();
  const [found] = arrays;
  if (!(found instanceof Float64Array)) throw new Error("the first argument is an array of f64");
  return found;
}

/** By the table: a function of one or two numbers. */
const hostsOf = (name: Builtin) => Math[builtins[name].math] as (a: number, b: number) => number;
// The table's keys are builtins.
const names = Object.keys(wideMathFunctions) as Builtin[];

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(names)("%s", (name) => {
  const points = builtins[name].arity === 1 ? unary().map((x) => [x, 0] as const) : pairs(name);
  const a = Float64Array.from(points, ([x]) => x);
  const b = Float64Array.from(points, ([, y]) => y);

  test("is the host's to the bit", () => {
    const found = run(name, a, b);
    const host = hostsOf(name);
    const wrong: string[] = [];
    let count = 0;
    for (const [index, x] of a.entries()) {
      const expected = host(x, b[index] ?? 0);
      if (Object.is(found[index], expected)) continue;
      count += 1;
      if (wrong.length < 10) wrong.push(`${name}(${x}, ${b[index]}) = ${expected}, found ${found[index]}`);
    }
    expect({ count, wrong }).toEqual({ count: 0, wrong: [] });
  });

  // round and sign are exact, so that they are everywhere the same, and no import.
  test.runIf(name in hostMathFunctions() && !["round", "sign"].includes(name))("seldom asks the host", () => {
    const usual = Float64Array.from({ length: 4096 }, () => between(0.01, 0.99));
    const host = vi.spyOn(Math, builtins[name].math);
    run(name, usual, usual);
    expect(host.mock.calls.length).toBeLessThan(100);
  });
});

test("what functions leave to the host has a reason in reports", () => {
  const leaving = (functions: typeof wideMathFunctions) =>
    Object.entries(functions).flatMap(([name, fn]) => ((fn.whole ?? fn).fallback ? [name] : []));
  expect(Object.keys(leftToHost.f32)).toEqual(leaving(mathFunctions));
  expect(Object.keys(leftToHost.f64)).toEqual(leaving(wideMathFunctions));
});

test("where the host's Math is another, gangs call it", async () => {
  vi.spyOn(Math, "log").mockImplementation((x) => Math.log2(x) * Math.LN2);
  // Another copy of the module: Node keeps what it has loaded.
  const copy = new URL("../../codegen/dist/math/wide-math-functions.js?another-log", import.meta.url).href;
  const { hostMathFunctions: withOther } = (await import(copy)) as { hostMathFunctions: typeof hostMathFunctions };
  const { log: _, ...others } = hostMathFunctions();
  expect(Object.keys(withOther())).toEqual(Object.keys(others));
});
