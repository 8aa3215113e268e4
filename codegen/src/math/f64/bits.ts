// Bit operations of the f64 functions: fdlibm's 32-bit words, here as 64-bit integers, which vectors support. All are exact. fdlibm compares high
// words; the corresponding limits are numbers with a zero lower half (`ofHighWord`).
//
// The functions in this folder are written after fdlibm, whose notice is: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
// Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
// provided that this notice is preserved.

import { build, type Expr } from "@lanewise/ir";
import { add, and, mul, shl, shr, sub, xor } from "../arithmetic.js";

const words = new DataView(new ArrayBuffer(8));

/** The f64 with these upper 32 bits and zero lower bits. */
export function ofHighWord(high: number): number {
  words.setUint32(0, high);
  return words.getFloat64(0);
}

/** For operations whose operands would all be numbers, which would make them f32. */
export const number = (value: number): Expr => build.constant("f64", value);

/** An i64 with 32 bits in its upper half. */
export const inHighWord = (high: number): bigint => BigInt.asIntN(64, BigInt(high >>> 0) << 32n);
export const HIGH_WORD = inHighWord(0xffff_ffff);

export const bitsOf = (a: Expr) => build.convert("reinterpret", "i64", a);
export const floatOf = (bits: Expr) => build.convert("reinterpret", "f64", bits);

/** The number with its lower 32 bits cleared. */
export const upperHalf = (a: Expr) => floatOf(and(bitsOf(a), HIGH_WORD));

/** Shifts an i64 right, filling with zeros. */
export const shiftRight = (bits: Expr, count: number) =>
  build.convert("reinterpret", "i64", shr(build.convert("reinterpret", "u64", bits), count));

/** The biased exponent of a non-negative number, as an i64. */
export const exponentOf = (a: Expr) => shiftRight(bitsOf(a), 52);

/** Added to an integer of magnitude below 2^51, it leaves the integer in the low bits of the sum, in two's complement. */
export const TO_INTEGER = 1.5 * 2 ** 52;
const BIAS = 1023;

/** 2^k for an integer k, both f64, for -1023 < k < 1024. */
export const powerOfTwo = (k: Expr) => floatOf(shl(bitsOf(add(k, TO_INTEGER + BIAS)), 52));

/** value 2^k, with two factors, so that a subnormal result is rounded once and one that is too large becomes infinite. */
export function scale(value: Expr, k: Expr, half: Expr): Expr {
  return mul(mul(value, powerOfTwo(half)), powerOfTwo(sub(k, half)));
}

/** Converts an i64 from 0 to 2^52 to f64. */
export const toNumber = (bits: Expr) => sub(floatOf(add(bits, inHighWord(0x4330_0000))), 2 ** 52);

/** `a` with its sign flipped where the sign bit of the i64 `sign` is set; the other bits of `sign` are 0. */
export const flipSign = (a: Expr, sign: Expr) => floatOf(xor(bitsOf(a), sign));
