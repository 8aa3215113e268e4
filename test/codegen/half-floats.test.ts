// f16 in memory, in every form of access that gangs have: every half is loaded exactly, and f32 become the nearest half at
// every boundary between two.

import { build, type Expr, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { roundedToHalf } from "../../transformer/dist/lower/half-floats.js";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { type Executor, executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, convert, element, load, local, op, query, store } = build;
const all: readonly (readonly [string, Executor])[] = [
  ...Object.entries(executors),
  ...gangExecutors
    .filter(({ bounds, features }) => bounds === "checked" && features === "simd128")
    .map((executor) => [executor.name, executor] as const),
];
const own = query("globalId", 0);
const i32 = (value: number) => constant("i32", value);
const [halves, floats, indices] = [span("f16"), span("f32"), span("i32")];

/** How a work-item finds its element: as neighbours, two apart, anywhere, or not at all. */
const forms: Record<string, { readonly index: Expr; readonly condition?: Expr; readonly stride: number }> = {
  neighbours: { index: own, stride: 1 },
  strided: { index: op("mul", own, i32(2)), stride: 2 },
  gathered: { index: load(element(local(2, indices), own, 2)), stride: 1 },
  masked: { index: own, condition: op("ne", op("rem", own, i32(5)), i32(3)), stride: 1 },
};

/** The number that a half is, by the definition of the format. */
function halfOf(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);
/** The f32 that is `steps` after a positive one. */
function after(value: number, steps: number): number {
  float[0] = value;
  word[0] = (word[0] ?? 0) + steps;
  return float[0] ?? 0;
}

/** Every positive half, the f32 halfway to the next one, and the f32 on both sides of that, with the half they become. */
const boundaries = Array.from({ length: 0x7c00 }, (_, bits) => {
  // Behind the largest half there would be 2^16.
  const next = bits === 0x7bff ? 2 ** 16 : halfOf(bits + 1);
  const middle = (halfOf(bits) + next) / 2;
  const even = bits % 2 === 0 ? bits : bits + 1;
  return [
    [halfOf(bits), bits],
    [after(middle, -1), bits],
    [middle, even],
    [after(middle, 1), bits + 1],
  ] as const;
}).flat();
const tiny = after(0, 1);
const others = [
  [Infinity, 0x7c00],
  [3e38, 0x7c00],
  [2 ** 16, 0x7c00],
  [tiny, 0],
  [2 ** -149 * 4194303, 0],
] as const;
const cases: readonly (readonly [number, number])[] = [...boundaries, ...others].flatMap(([value, bits]) => [
  [value, bits] as const,
  [-value, bits | 0x8000] as const,
]);

/** As many elements as the form spreads `values` over. */
function spread<A extends Uint16Array | Float32Array>(
  type: new (length: number) => A,
  values: ArrayLike<number>,
  stride: number,
): A {
  const array = new type(values.length * stride);
  for (let index = 0; index < values.length; index++) array[index * stride] = values[index] ?? 0;
  return array;
}
function every(array: ArrayLike<number | bigint>, stride: number): number[] {
  return Array.from({ length: array.length / stride }, (_, index) => Number(array[index * stride]));
}

describe.each(all)("%s", (_, executor) => {
  describe.each(Object.entries(forms))("%s", (__, { index, condition, stride }) => {
    const guarded = (stmt: Stmt): Stmt => (condition ? build.ifElse(condition, [stmt]) : stmt);
    const isActive = (item: number) => !condition || item % 5 !== 3;

    test("every half is loaded exactly", () => {
      const place = element(local(0, halves), index, 0);
      const body = [guarded(store(element(local(1, floats), own, 1), load(place), at))];
      const module = kernelModule({ locals: [halves, floats, indices], parameters: 3, body });
      const bits = Array.from({ length: 65536 }, (___, half) => half);
      // Backwards, in pairs.
      const order = Int32Array.from(bits, (item) => 65535 - (item ^ 1));
      const args = [spread(Uint16Array, bits, stride), new Float32Array(65536), order];
      const { arrays } = runKernel(executor, { module, range: [65536], args });
      const isGathered = index.kind === "load";
      const expected = bits.map((item) => (isActive(item) ? halfOf(isGathered ? (order[item] ?? 0) : item) : 0));
      const found = arrays[1] ?? [];
      expect(expected.filter((value, item) => !Object.is(value, found[item]))).toEqual([]);
    });

    test("f32 become the nearest half, ties to even", () => {
      const value = load(element(local(1, floats), own, 1));
      const body = [guarded(store(element(local(0, halves), index, 0), value, at))];
      const module = kernelModule({ locals: [halves, floats, indices], parameters: 3, body });
      const count = cases.length;
      const order = Int32Array.from(cases, (___, item) => count - 1 - item);
      const args = [new Uint16Array(count * stride), Float32Array.from(cases, ([number]) => number), order];
      const { arrays } = runKernel(executor, { module, range: [count], args });
      const found = every(arrays[0] ?? [], stride);
      const isGathered = index.kind === "load";
      const wrong = cases.filter(
        ([, bits], item) => found[isGathered ? count - 1 - item : item] !== (isActive(item) ? bits : 0),
      );
      expect(wrong).toEqual([]);
    });
  });

  test("in registers: what the conversion f16() is in kernels", () => {
    const body = [
      build.set(2, load(element(local(0, floats), own, 0))),
      store(element(local(1, floats), own, 1), roundedToHalf(local(2, "f32")), at),
    ];
    const module = kernelModule({ locals: [floats, floats, "f32"], parameters: 2, body });
    const values = [...cases, [Number.NaN, 0x7e00] as const];
    const args = [Float32Array.from(values, ([number]) => number), new Float32Array(values.length)];
    const [, found = []] = runKernel(executor, { module, range: [values.length], args }).arrays;
    expect(values.filter(([, bits], item) => !Object.is(found[item], halfOf(bits)))).toEqual([]);
  });

  test("a NaN stays one, between neighbours that are none", () => {
    const s = element(local(1, halves), own, 1);
    const sum = op("add", load(element(local(0, floats), own, 0)), convert("convert", "f32", constant("i32", 0)));
    const module = kernelModule({ locals: [floats, halves], parameters: 2, body: [store(s, sum, at)] });
    const args = [Float32Array.of(1, Number.NaN, -2, Infinity, -Number.NaN, 0), new Uint16Array(6)];
    const [, found] = runKernel(executor, { module, range: [6], args }).arrays;
    expect([...(found ?? [])].map((bits) => halfOf(Number(bits)))).toEqual([
      1,
      Number.NaN,
      -2,
      Infinity,
      Number.NaN,
      0,
    ]);
  });
});
