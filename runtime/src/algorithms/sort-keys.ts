// Converts elements to keys, unsigned integers in the same order, and back. Bits of integers are flipped by exclusive or: the sign, and all bits for
// descending order. All bits of negative floats are flipped. The order of floats is that of TypedArray.prototype.sort: -0 before 0, NaN last; each
// NaN comes back as JavaScript's own. 64-bit elements are pairs of words, the low one first.

import type { i32, Kernel1, u32 } from "../language/index.js";
import type { Payload } from "./sort-kernels.js";

/** Elements, and two arrays, one of which has the keys: `b` if `from[pass]` is 1. */
export interface Coded<K> {
  readonly x: K;
  readonly a: K;
  readonly b: K;
  readonly from: Int32Array;
  readonly pass: number;
  readonly flip: u32;
  /** For 64 bits: that of the low word. */
  readonly flipLow: u32;
}

export const encode8 =
  ({ x, a, flip }: Coded<Uint8Array>): Kernel1 =>
  (i) => {
    a[i] = x[i]! ^ flip;
  };
export const encode16 =
  ({ x, a, flip }: Coded<Uint16Array>): Kernel1 =>
  (i) => {
    a[i] = x[i]! ^ flip;
  };
export const encode32 =
  ({ x, a, flip }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    a[i] = x[i]! ^ flip;
  };
export const encode64 =
  ({ x, a, flip, flipLow }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    a[2 * i] = x[2 * i]! ^ flipLow;
    a[2 * i + 1] = x[2 * i + 1]! ^ flip;
  };
export const encodeF32 =
  ({ x, a, flip }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    a[i] = keyOfF32(x[i]!, flip);
  };
export const encodeF64 =
  ({ x, a, flip, flipLow }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    const [low, high] = [x[2 * i]!, x[2 * i + 1]!];
    const size = high & 0x7fffffff;
    const isNotANumber = size > 0x7ff00000 || (size === 0x7ff00000 && low !== 0);
    const value: u32 = isNotANumber ? 0x7ff80000 : high;
    const mask = signMask(value);
    a[2 * i] = (isNotANumber ? 0 : low) ^ mask ^ flipLow;
    a[2 * i + 1] = value ^ (mask | 0x80000000) ^ flip;
  };

export const decode8 =
  ({ x, a, b, from, pass, flip }: Coded<Uint8Array>): Kernel1 =>
  (i) => {
    if (from[pass] === 0) x[i] = a[i]! ^ flip;
    else x[i] = b[i]! ^ flip;
  };
export const decode16 =
  ({ x, a, b, from, pass, flip }: Coded<Uint16Array>): Kernel1 =>
  (i) => {
    if (from[pass] === 0) x[i] = a[i]! ^ flip;
    else x[i] = b[i]! ^ flip;
  };
export const decode32 =
  ({ x, a, b, from, pass, flip }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    if (from[pass] === 0) x[i] = a[i]! ^ flip;
    else x[i] = b[i]! ^ flip;
  };
export const decode64 =
  ({ x, a, b, from, pass, flip, flipLow }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    const isInA = from[pass] === 0;
    x[2 * i] = (isInA ? a[2 * i]! : b[2 * i]!) ^ flipLow;
    x[2 * i + 1] = (isInA ? a[2 * i + 1]! : b[2 * i + 1]!) ^ flip;
  };
export const decodeF32 =
  ({ x, a, b, from, pass, flip }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    const key = (from[pass] === 0 ? a[i]! : b[i]!) ^ flip;
    x[i] = key ^ (signMask(~key >>> 0) | 0x80000000);
  };
export const decodeF64 =
  ({ x, a, b, from, pass, flip, flipLow }: Coded<Uint32Array>): Kernel1 =>
  (i) => {
    const isInA = from[pass] === 0;
    const high = (isInA ? a[2 * i + 1]! : b[2 * i + 1]!) ^ flip;
    const mask = signMask(~high >>> 0);
    x[2 * i] = (isInA ? a[2 * i]! : b[2 * i]!) ^ flipLow ^ mask;
    x[2 * i + 1] = high ^ (mask | 0x80000000);
  };

/** The key of an f32 with these bits. */
export function keyOfF32(bits: u32, flip: u32): u32 {
  const value: u32 = (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
  return (value ^ (signMask(value) | 0x80000000) ^ flip) >>> 0;
}

/** All bits if the highest is set, else none. */
function signMask(bits: u32): u32 {
  const spread: i32 = (bits | 0) >> 31;
  return spread >>> 0;
}

/** 32-bit values that move with the keys, or the indices of other values. */
export interface Places extends Payload {
  readonly from: Int32Array;
  readonly pass: number;
}

export const takeValues =
  ({ values, aValues }: Payload & { readonly values: Uint32Array }): Kernel1 =>
  (i) => {
    aValues[i] = values[i]!;
  };
export const takePlaces =
  ({ aValues }: Payload): Kernel1 =>
  (i) => {
    aValues[i] = i;
  };

/** Values to be put in the order of their indices. */
export interface Gathered<V> extends Places {
  readonly values: V;
  readonly to: V;
}

export const returnValues =
  ({ values, aValues, bValues, from, pass }: Places & { readonly values: Uint32Array }): Kernel1 =>
  (i) => {
    if (from[pass] === 0) values[i] = aValues[i]!;
    else values[i] = bValues[i]!;
  };
export const gather8 =
  ({ values, to, aValues, bValues, from, pass }: Gathered<Uint8Array>): Kernel1 =>
  (i) => {
    to[i] = values[from[pass] === 0 ? aValues[i]! : bValues[i]!]!;
  };
export const gather16 =
  ({ values, to, aValues, bValues, from, pass }: Gathered<Uint16Array>): Kernel1 =>
  (i) => {
    to[i] = values[from[pass] === 0 ? aValues[i]! : bValues[i]!]!;
  };
export const gather64 =
  ({ values, to, aValues, bValues, from, pass }: Gathered<BigUint64Array>): Kernel1 =>
  (i) => {
    to[i] = values[from[pass] === 0 ? aValues[i]! : bValues[i]!]!;
  };
