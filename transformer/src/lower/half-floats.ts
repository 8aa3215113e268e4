// Rounds to f16 in registers, where values are f32: for the conversion `f16(x)` and variables of that flavour. (Loads and stores of f16 round by
// themselves.) Independent of TypeScript's tree.

import { build, type Expr } from "@lanewise/ir";

const u32 = (bits: number): Expr => build.constant("u32", bits);
const f32 = (value: number): Expr => build.constant("f32", value);

/** Returns the nearest f16 of an f32, ties to even. `value` is evaluated several times, so it is a local or a constant. */
export function roundedToHalf(value: Expr): Expr {
  const magnitude = build.op("abs", value);
  const exponent = build.op("and", build.convert("reinterpret", "u32", value), u32(0x7f800000));
  // From 2^13 times the value's power of two on, neighbouring f32s are as far apart as halves are at the value, so adding that number rounds. All
  // halves below 2^-14 are equally far apart.
  const least = build.op("max", exponent, u32((127 - 14) << 23));
  const large = build.convert("reinterpret", "f32", build.op("add", least, u32(13 << 23)));
  const rounded = build.op("sub", build.op("add", magnitude, large), large);
  const isBelow = build.op("lt", magnitude, f32(65520));
  // For NaN and infinity, the sum is the value itself.
  const special = build.op("add", magnitude, f32(Number.POSITIVE_INFINITY));
  return build.op("copysign", build.op("select", isBelow, rounded, special), value);
}
