// Functions on the bits of integers, in kernels and on the host: numbers stand for their low 32 bits, as for JavaScript's `|` and `<<`, bigints for
// their low 64. In kernels each is one operation (transformer/src/recognise/bit-functions.ts).

import { leadingZeros, onesIn, rotatedLeft, rotatedLeft64, trailingZeros } from "@lanewise/ir";

/**
 * How many bits of `x` are 1: of the low 32 of a number, of the low 64 of a bigint. SYCL's `popcount`.
 *
 *     popcount(0b1011); // 3
 *     popcount(-1n);    // 64
 */
export function popcount(x: number | bigint): number {
  return onesIn(x);
}

/**
 * How many zeros `x` has below its lowest 1: 32 if a number has no 1, 64 if a bigint has none. SYCL's `ctz`.
 *
 *     ctz(0b1000); // 3
 */
export function ctz(x: number | bigint): number {
  return trailingZeros(x);
}

/**
 * How many zeros `x` has above its highest 1, of 32 bits as Math.clz32 counts, of 64 bits if it is a bigint. SYCL's `clz`.
 *
 *     clz(1);  // 31
 *     clz(1n); // 63
 */
export function clz(x: number | bigint): number {
  return leadingZeros(x);
}

/**
 * `x` with its bits moved to the left by `by` places, those that fall out coming in from the right; a negative `by` moves them to the right. 32 bits of
 * a number, which give a signed one as `<<` does; 64 of a bigint, which give one from 0 on. SYCL's `rotate`.
 *
 *     rotate(0x8000_0001, 1);        // 3
 *     rotate(h, 13) >>> 0;           // unsigned
 *     BigInt.asIntN(64, rotate(big, -1n)); // signed
 */
export function rotate(x: number, by: number): number;
export function rotate(x: bigint, by: bigint): bigint;
export function rotate(x: number | bigint, by: number | bigint): number | bigint {
  return typeof x === "bigint" ? rotatedLeft64(x, BigInt(by)) : rotatedLeft(x, Number(by));
}
