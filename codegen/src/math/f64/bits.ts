// What the f64 functions do with the bits of a number: fdlibm's words of 32 bits, here as 64-bit integers, because vectors have those. All
// of it is exact. fdlibm compares high words; a number without lower half is such a limit (`ofHighWord`).
//
// The functions in this folder are written after fdlibm, whose notice is: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
// Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
// provided that this notice is preserved.

import { build, type Expr } from "@lanewise/ir";
import { add, and, mul, shl, shr, sub, xor } from "../arithmetic.js";

const words = new DataView(new ArrayBuffer(8));

/** The f64 whose upper 32 bits these are, and whose lower ones are 0. */
export function ofHighWord(high: number): number {
  words.setUint32(0, high);
  return words.getFloat64(0);
}

/** For where all operands would be numbers, which would be f32. */
export const number = (value: number): Expr => build.constant("f64", value);

/** An i64 with 32 bits in its upper half. */
export const inHighWord = (high: number): bigint => BigInt.asIntN(64, BigInt(high >>> 0) << 32n);
export const HIGH_WORD = inHighWord(0xffff_ffff);

export const bitsOf = (a: Expr) => build.convert("reinterpret", "i64", a);
export const floatOf = (bits: Expr) => build.convert("reinterpret", "f64", bits);

/** The number of the upper 32 bits alone. */
export const upperHalf = (a: Expr) => floatOf(and(bitsOf(a), HIGH_WORD));

/** An i64, shifted right with zeros behind. */
export const shiftRight = (bits: Expr, count: number) =>
  build.convert("reinterpret", "i64", shr(build.convert("reinterpret", "u64", bits), count));

/** The exponent with its bias, an i64; of a number that is not negative. */
export const exponentOf = (a: Expr) => shiftRight(bitsOf(a), 52);

/** Added to an integer of magnitude below 2^51, it leaves that in the low bits of the sum, in two's complement. */
export const TO_INTEGER = 1.5 * 2 ** 52;
const BIAS = 1023;

/** 2^k of an integer k, both f64, for -1023 < k < 1024. */
export const powerOfTwo = (k: Expr) => floatOf(shl(bitsOf(add(k, TO_INTEGER + BIAS)), 52));

/** value 2^k, in two factors, so that a subnormal result is rounded once, and one that is too large becomes infinite. */
export function scale(value: Expr, k: Expr, half: Expr): Expr {
  return mul(mul(value, powerOfTwo(half)), powerOfTwo(sub(k, half)));
}

/** An integer from 0 to 2^52 that is in an i64, as an f64. */
export const toNumber = (bits: Expr) => sub(floatOf(add(bits, inHighWord(0x4330_0000))), 2 ** 52);

/** `a` with its sign flipped where the sign bit of the i64 `sign` is set; the other bits of `sign` are 0. */
export const flipSign = (a: Expr, sign: Expr) => floatOf(xor(bitsOf(a), sign));
