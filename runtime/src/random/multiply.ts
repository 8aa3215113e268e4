// The 64-bit product of two 32-bit numbers, in 32-bit operations: the same in kernels, whose u32 wraps, and in plain JavaScript, whose numbers do
// not. No sum here exceeds 32 bits.

import type { u32 } from "../language/flavours.js";

/** The upper 32 bits of `a * b`, from 16-bit halves: a b = aH bH 2^32 + (aH bL + aL bH) 2^16 + aL bL. */
export function multiplyHigh(a: u32, b: u32): u32 {
  const aHigh = a >>> 16;
  const aLow = a & 0xffff;
  const bHigh = b >>> 16;
  const bLow = b & 0xffff;
  const first = multiplyLow(aHigh, bLow) + (multiplyLow(aLow, bLow) >>> 16);
  const second = multiplyLow(aLow, bHigh) + (first & 0xffff);
  return (multiplyLow(aHigh, bHigh) + (first >>> 16) + (second >>> 16)) >>> 0;
}

/** The lower 32 bits of `a * b`. */
export function multiplyLow(a: u32, b: u32): u32 {
  return Math.imul(a, b) >>> 0;
}
