// The numeric flavours in which kernels are written: each is a type and, under the same name, the conversion to it. A flavour is an optional mark on
// `number` or `bigint`, so literals and arithmetic need no casts. The marks of f32 and f64 include the integers' flavours: an integer may be assigned
// to a float, but not the other way round. These functions are the host's; in kernels the compiler replaces them by operations with the same meaning
// (`saturate`, `convert` in ir/ops).

import { halfBits, halfValue } from "@lanewise/ir";
import type { flavour } from "./brands.js";

type IntegerFlavour = "i8" | "u8" | "i16" | "u16" | "i32" | "u32";

/** A signed 8-bit integer; for storage only, arithmetic is done in `i32`. */
export type i8 = number & { readonly [flavour]?: "i8" };
/** An unsigned 8-bit integer; for storage only, arithmetic is done in `i32`. */
export type u8 = number & { readonly [flavour]?: "u8" };
/** A signed 16-bit integer; for storage only, arithmetic is done in `i32`. */
export type i16 = number & { readonly [flavour]?: "i16" };
/** An unsigned 16-bit integer; for storage only, arithmetic is done in `i32`. */
export type u16 = number & { readonly [flavour]?: "u16" };
/**
 * A signed 32-bit integer. In kernels `+ - *` of variables declared as one wrap at 2^31, and division by zero gives 0; omit the flavour to get
 * JavaScript's number. Elements of an Int32Array are plain numbers.
 */
export type i32 = number & { readonly [flavour]?: "i32" };
/**
 * An unsigned 32-bit integer. In kernels `+ - *` of variables declared as one wrap at 0 and 2^32, and division by zero gives 0. Elements of a
 * Uint32Array are plain numbers: `u32s[i] - 3` may be negative.
 */
export type u32 = number & { readonly [flavour]?: "u32" };
/** A half-precision float; for storage only, arithmetic is done in `f32`. */
export type f16 = number & { readonly [flavour]?: "f16" };
/** A single-precision float; each operation rounds in kernels. */
export type f32 = number & { readonly [flavour]?: "f32" | IntegerFlavour };
/** A double-precision float. */
export type f64 = number & { readonly [flavour]?: "f64" | IntegerFlavour };
/** A signed 64-bit integer, a `bigint` to TypeScript; `+ - *` wrap in kernels. */
export type i64 = bigint & { readonly [flavour]?: "i64" };
/** An unsigned 64-bit integer, a `bigint` to TypeScript; `+ - *` wrap in kernels. */
export type u64 = bigint & { readonly [flavour]?: "u64" };

function saturate(x: number | bigint, low: number, high: number): number {
  const value = Number(x);
  if (Number.isNaN(value)) return 0;
  // Adding zero turns the -0 of Math.trunc(-0.5) into the integer 0.
  return Math.min(Math.max(Math.trunc(value), low), high) + 0;
}

function saturateBig(x: number | bigint, low: bigint, high: bigint): bigint {
  if (typeof x === "number") {
    if (Number.isNaN(x)) return 0n;
    if (!Number.isFinite(x)) return x < 0 ? low : high;
  }
  const value = typeof x === "bigint" ? x : BigInt(Math.trunc(x));
  return value < low ? low : value > high ? high : value;
}

/** `x` without its fraction, clamped to -128 … 127; NaN gives 0. `i8(300) === 127`. */
export function i8(x: number | bigint): i8 {
  return saturate(x, -0x80, 0x7f);
}
/** `x` without its fraction, clamped to 0 … 255; NaN gives 0. `u8(-1) === 0`. */
export function u8(x: number | bigint): u8 {
  return saturate(x, 0, 0xff);
}
/**
 * `x` without its fraction, clamped to -32768 … 32767; NaN gives 0.
 *
 *     const v: i16 = i16(40_000); // 32767
 */
export function i16(x: number | bigint): i16 {
  return saturate(x, -0x8000, 0x7fff);
}
/**
 * `x` without its fraction, clamped to 0 … 65535; NaN gives 0.
 *
 *     const v: u16 = u16(-1); // 0
 */
export function u16(x: number | bigint): u16 {
  return saturate(x, 0, 0xffff);
}
/** `x` without its fraction, clamped to -2^31 … 2^31 - 1; NaN gives 0. `i32(2.9) === 2`; for a wrapping conversion write `x | 0`. */
export function i32(x: number | bigint): i32 {
  return saturate(x, -0x8000_0000, 0x7fff_ffff);
}
/**
 * `x` without its fraction, clamped to 0 … 2^32 - 1; NaN gives 0. For a wrapping conversion write `x >>> 0`.
 *
 *     const v: u32 = u32(-1); // 0
 */
export function u32(x: number | bigint): u32 {
  return saturate(x, 0, 0xffff_ffff);
}
/** `x` without its fraction, clamped to -2^63 … 2^63 - 1; NaN gives 0n. `i64(2.9) === 2n`. */
export function i64(x: number | bigint): i64 {
  return saturateBig(x, -(2n ** 63n), 2n ** 63n - 1n);
}
/**
 * `x` without its fraction, clamped to 0 … 2^64 - 1; NaN gives 0n.
 *
 *     const v: u64 = u64(-1n); // 0n
 */
export function u64(x: number | bigint): u64 {
  return saturateBig(x, 0n, 2n ** 64n - 1n);
}
/** `x` rounded to half precision, ties to even: `f16(0.1) === 0.0999755859375`; from 65520 on it is infinite. */
export function f16(x: number | bigint): f16 {
  return halfValue(halfBits(Number(x)));
}
/** `x` rounded to single precision: `f32(0.1) === Math.fround(0.1)`. */
export function f32(x: number | bigint): f32 {
  return Math.fround(Number(x));
}
/**
 * `x` as a double: for a `number` itself, for a `bigint` the nearest double.
 *
 *     const sum: f64 = f64(0.1); // not rounded to f32
 */
export function f64(x: number | bigint): f64 {
  return Number(x);
}
