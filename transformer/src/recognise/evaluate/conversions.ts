// Our library's conversions (`i32(x)`, `f32(x)`, …) as on the host (runtime/src/language/flavours.ts): integers saturate and
// NaN gives 0; floats round.

import { halfBits, halfValue } from "@lanewise/ir";

type Conversion = (x: number | bigint) => number | bigint;

function saturating(low: number, high: number): Conversion {
  return (x) => {
    const value = Number(x);
    // Adding zero turns -0 into the integer 0.
    return Number.isNaN(value) ? 0 : Math.min(Math.max(Math.trunc(value), low), high) + 0;
  };
}

function saturatingBig(low: bigint, high: bigint): Conversion {
  return (x) => {
    if (Number.isNaN(x)) return 0n;
    if (x === Number.POSITIVE_INFINITY) return high;
    if (x === Number.NEGATIVE_INFINITY) return low;
    const value = typeof x === "bigint" ? x : BigInt(Math.trunc(x));
    return value < low ? low : value > high ? high : value;
  };
}

export const conversions: Readonly<Record<string, Conversion>> = {
  i8: saturating(-0x80, 0x7f),
  u8: saturating(0, 0xff),
  i16: saturating(-0x8000, 0x7fff),
  u16: saturating(0, 0xffff),
  i32: saturating(-0x8000_0000, 0x7fff_ffff),
  u32: saturating(0, 0xffff_ffff),
  i64: saturatingBig(-(2n ** 63n), 2n ** 63n - 1n),
  u64: saturatingBig(0n, 2n ** 64n - 1n),
  f16: (x) => halfValue(halfBits(Number(x))),
  f32: (x) => Math.fround(Number(x)),
  f64: Number,
};
