// The numbers at which something changes, by element type; and arrays in which every pair of them meets.

import type { TypedArray } from "./number-case.js";

const small = [0, 1, -1, 2, 3, -7, 10];
const limits = [2 ** 8 - 1, 2 ** 15, 2 ** 16 - 1, 2 ** 24 - 1, 2 ** 24, 2 ** 24 + 1];
const wide = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2];
const negative = [-127, -128, -(2 ** 15), -(2 ** 24) - 1, -(2 ** 31) + 1, -(2 ** 31), -(2 ** 31) - 1, -(2 ** 53)];
const fractions = [-0, 0.5, -0.5, 1.5, 2.5, 0.1, 1e10 + 0.5, -1e300];
const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const whole = [...small, ...limits, ...wide, ...negative];

const integers = (low: number, high: number): readonly number[] =>
  [...new Set([...whole, low, high, 127])].filter((value) => value >= low && value <= high);

export const constructors = {
  i8: Int8Array,
  u8: Uint8Array,
  u8clamped: Uint8ClampedArray,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const satisfies Readonly<Record<string, new (of: Iterable<number>) => TypedArray>>;
export type ElementType = keyof typeof constructors;
/** In an order in which each can hold what those before it can, but for the sign. */
export const elementTypes = Object.keys(constructors) as readonly ElementType[]; // those it was declared with

export const isFloat = (type: ElementType): boolean => type === "f32" || type === "f64";

const edges: Readonly<Record<ElementType, readonly number[]>> = {
  i8: integers(-128, 127),
  u8: integers(0, 255),
  u8clamped: integers(0, 255),
  i16: integers(-(2 ** 15), 2 ** 15 - 1),
  u16: integers(0, 2 ** 16 - 1),
  i32: integers(-(2 ** 31), 2 ** 31 - 1),
  u32: integers(0, 2 ** 32 - 1),
  f32: [
    ...new Set([...small, ...limits, 2 ** 31, 2 ** 32, -(2 ** 31)].map(Math.fround)),
    ...fractions.slice(0, 7),
    ...special,
  ],
  f64: [...whole, ...fractions, ...special],
};

export const arrayOf = (type: ElementType, values: Iterable<number>): TypedArray => new constructors[type](values);

/** All of them, once. */
export const edgesOf = (type: ElementType): TypedArray => arrayOf(type, edges[type]);

/** Two arrays in which each edge of the first type meets each of the second. */
export function pairsOf(first: ElementType, second: ElementType): { readonly a: TypedArray; readonly b: TypedArray } {
  const pairs = edges[first].flatMap((a) => edges[second].map((b) => [a, b] as const));
  return {
    a: arrayOf(
      first,
      pairs.map(([a]) => a),
    ),
    b: arrayOf(
      second,
      pairs.map(([, b]) => b),
    ),
  };
}

/** So many edges of a type, over and over. */
export function cycleOf(type: ElementType, length: number, step = 1): TypedArray {
  const all = edges[type];
  return arrayOf(
    type,
    Array.from({ length }, (_, at) => all[(at * step) % all.length] ?? 0),
  );
}
