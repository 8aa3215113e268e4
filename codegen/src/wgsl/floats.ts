// Helpers of generated WGSL for f32, by name: what WGSL leaves open (NaN, zeros' signs, conversions out of range) is done by bits.

import { SINE } from "../math/trigonometric.js";

export const floats = {
  is_nan: "fn is_nan(a: f32) -> bool {\n  return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u;\n}",
  nan: "fn nan() -> f32 {\n  return bitcast<f32>(0x7fc00000u | zero);\n}",
  // Floats without NaN in the order of their keys, -0 before 0.
  order_of: `fn order_of(a: f32) -> u32 {
  let bits = bitcast<u32>(a);
  return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}`,
  f32_min: `fn f32_min(a: f32, b: f32) -> f32 {
  if (is_nan(a) || is_nan(b)) { return nan(); }
  return select(b, a, order_of(a) < order_of(b));
}`,
  f32_max: `fn f32_max(a: f32, b: f32) -> f32 {
  if (is_nan(a) || is_nan(b)) { return nan(); }
  return select(b, a, order_of(a) > order_of(b));
}`,
  f32_copysign: `fn f32_copysign(a: f32, b: f32) -> f32 {
  return bitcast<f32>((bitcast<u32>(a) & 0x7fffffffu) | (bitcast<u32>(b) & 0x80000000u));
}`,
  // WGSL lets a division by more than 2^126 give 0.
  f32_div: `fn f32_div(a: f32, b: f32) -> f32 {
  let scale = select(1.0f, 0.25f, abs(b) > 8.5070592e37f);
  return (a * scale) / (b * scale);
}`,
  // Division by shifts and subtractions of the significands.
  f32_rem: `fn f32_rem(a: f32, b: f32) -> f32 {
  let sign = bitcast<u32>(a) & 0x80000000u;
  let x = bitcast<u32>(a) & 0x7fffffffu;
  let y = bitcast<u32>(b) & 0x7fffffffu;
  if (x >= 0x7f800000u || y > 0x7f800000u || y == 0u) { return nan(); }
  if (x < y) { return a; }
  var ex = i32(x >> 23u);
  let ey = max(i32(y >> 23u), 1);
  var rest = select((x & 0x7fffffu) | 0x800000u, x, ex == 0);
  ex = max(ex, 1);
  let divisor = select((y & 0x7fffffu) | 0x800000u, y, (y >> 23u) == 0u);
  rest = rest % divisor;
  for (; ex > ey && rest != 0u; ex--) { rest = (rest << 1u) % divisor; }
  if (rest == 0u) { return bitcast<f32>(sign | zero); }
  let shift = min(i32(countLeadingZeros(rest)) - 8, ey - 1);
  rest = rest << u32(shift);
  let exponent = ey - shift;
  let bits = select((rest & 0x7fffffu) | (u32(exponent) << 23u), rest, rest < 0x800000u);
  return bitcast<f32>(sign | bits);
}`,
  // Modulo 2^32, as JavaScript's ToInt32.
  f32_wrap: `fn f32_wrap(a: f32) -> u32 {
  let bits = bitcast<u32>(a);
  let exponent = i32((bits >> 23u) & 0xffu) - 150;
  if (exponent < -23 || exponent >= 32) { return 0u; }
  let whole = (bits & 0x7fffffu) | 0x800000u;
  let magnitude = select(whole << (u32(exponent) & 31u), whole >> (u32(-exponent) & 31u), exponent < 0);
  return select(magnitude, 0u - magnitude, bits >= 0x80000000u);
}`,
  f32_to_i32: `fn f32_to_i32(a: f32) -> i32 {
  if (is_nan(a)) { return 0; }
  if (a >= 2147483648.0f) { return 0x7fffffff; }
  if (a <= -2147483648.0f) { return i32(-2147483648); }
  return bitcast<i32>(f32_wrap(a));
}`,
  f32_to_u32: `fn f32_to_u32(a: f32) -> u32 {
  if (is_nan(a) || a <= 0.0f) { return 0u; }
  if (a >= 4294967296.0f) { return 0xffffffffu; }
  return f32_wrap(a);
}`,
  f32_index: "fn f32_index(a: f32) -> i32 {\n  return select(f32_to_i32(a), -1, is_nan(a));\n}",
  // The exponent's and significand's bits of a number that is rounded to 24 bits: its first one is bit 30, the lowest stands for all below.
  f32_round: `fn f32_round(sign: u32, given: i32, bits: u32) -> f32 {
  var exponent = given;
  var whole = bits;
  if (exponent < 0) {
    let by = u32(-exponent);
    whole = select(select(0u, 1u, whole != 0u), (whole >> (by & 31u)) | select(0u, 1u, (whole << ((32u - by) & 31u)) != 0u), by < 31u);
    exponent = 0;
  }
  if (exponent > 253 || (exponent == 253 && whole + 0x40u >= 0x80000000u)) { return bitcast<f32>(sign | 0x7f800000u | zero); }
  let rest = whole & 0x7fu;
  whole = (whole + 0x40u) >> 7u;
  if (rest == 0x40u) { whole &= ~1u; }
  return bitcast<f32>(sign | (select(u32(exponent) << 23u, 0u, whole == 0u) + whole));
}`,
  u64_to_f32: `fn u64_to_f32(a: vec2<u32>, sign: u32) -> f32 {
  if (all(a == vec2<u32>(0u, 0u))) { return 0.0f; }
  let shift = u64_clz(a);
  let whole = u64_shl(a, shift);
  return f32_round(sign, i32(189u - shift), (whole.y >> 1u) | select(0u, 1u, ((whole.y & 1u) | whole.x) != 0u));
}`,
  i64_to_f32: "fn i64_to_f32(a: vec2<u32>) -> f32 {\n  return u64_to_f32(i64_abs(a), a.y & 0x80000000u);\n}",
  f32_to_pair: `fn f32_to_pair(a: f32) -> vec2<u32> {
  let bits = bitcast<u32>(a);
  let exponent = i32((bits >> 23u) & 0xffu) - 150;
  if (exponent < -23 || exponent >= 64) { return vec2<u32>(0u, 0u); }
  let whole = vec2<u32>((bits & 0x7fffffu) | 0x800000u, 0u);
  if (exponent < 0) { return u64_shr(whole, u32(-exponent)); }
  return u64_shl(whole, u32(exponent));
}`,
  f32_wrap64: `fn f32_wrap64(a: f32) -> vec2<u32> {
  let magnitude = f32_to_pair(a);
  return select(magnitude, u64_neg(magnitude), bitcast<u32>(a) >= 0x80000000u);
}`,
  f32_to_i64: `fn f32_to_i64(a: f32) -> vec2<u32> {
  if (is_nan(a)) { return vec2<u32>(0u, 0u); }
  if (a >= 9223372036854775808.0f) { return vec2<u32>(0xffffffffu, 0x7fffffffu); }
  if (a <= -9223372036854775808.0f) { return vec2<u32>(0u, 0x80000000u); }
  return f32_wrap64(a);
}`,
  f32_to_u64: `fn f32_to_u64(a: f32) -> vec2<u32> {
  if (is_nan(a) || a <= 0.0f) { return vec2<u32>(0u, 0u); }
  if (a >= 18446744073709551616.0f) { return vec2<u32>(0xffffffffu, 0xffffffffu); }
  return f32_to_pair(a);
}`,
  // Integers of the 24 bits' size, and of 2^112 more: what the difference of the exponents' biases is.
  f16_to_f32: `fn f16_to_f32(bits: u32) -> f32 {
  let sign = (bits & 0x8000u) << 16u;
  let magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) { return bitcast<f32>(select(0x7fc00000u, sign | 0x7f800000u, magnitude == 0x7c00u) | zero); }
  if (magnitude >= 0x400u) { return bitcast<f32>(sign | ((magnitude << 13u) + 0x38000000u)); }
  let value = f32(magnitude) * 5.960464477539063e-8f;
  return bitcast<f32>(sign | bitcast<u32>(value));
}`,
  f32_to_f16: `fn f32_to_f16(a: f32) -> u32 {
  let bits = bitcast<u32>(a);
  let sign = (bits >> 16u) & 0x8000u;
  let magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) { return 0x7e00u; }
  if (magnitude >= 0x477ff000u) { return sign | 0x7c00u; }
  let isNormal = magnitude >= 0x38800000u;
  let by = select(min(126u - (magnitude >> 23u), 31u), 13u, isNormal);
  let whole = select((magnitude & 0x7fffffu) | 0x800000u, magnitude - 0x38000000u, isNormal);
  let cut = whole >> by;
  let rest = whole & ((1u << by) - 1u);
  let half = 1u << (by - 1u);
  let isUp = rest > half || (rest == half && (cut & 1u) != 0u);
  return sign | (cut + select(0u, 1u, isUp));
}`,
  // x * 2 / pi modulo 4, of the bits of 2 / pi that matter: the quadrant, and what is left of a quarter turn as an angle.
  large_angle: `const two_over_pi = array<u32, 10>(0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au);
fn window_of(at: u32) -> u32 {
  let high = two_over_pi[at >> 5u];
  let low = two_over_pi[(at >> 5u) + 1u];
  let by = at & 31u;
  return select((high << by) | (low >> ((32u - by) & 31u)), high, by == 0u);
}
fn large_angle(x: f32) -> Turn {
  let bits = bitcast<u32>(x) & 0x7fffffffu;
  let whole = (bits & 0x7fffffu) | 0x800000u;
  let at = (bits >> 23u) - 120u;
  let w0 = window_of(at);
  let w1 = window_of(at + 32u);
  let w2 = window_of(at + 64u);
  let low = u64_add(vec2<u32>(whole * w1, mul_high(whole, w1)), vec2<u32>(mul_high(whole, w2), 0u));
  let product = vec2<u32>(low.x, low.y + whole * w0);
  let quarter = u64_shl(product, 2u) | vec2<u32>((whole * w2) >> 30u, 0u);
  let isUp = quarter.y >= 0x80000000u;
  let magnitude = select(quarter, u64_neg(quarter), isUp);
  let rest = u64_to_f32(magnitude, select(0u, 0x80000000u, isUp)) * 8.515303950216386e-20f;
  return Turn(((product.y >> 30u) + select(0u, 1u, isUp)) & 3u, rest);
}`,
  // A quarter turn in four parts: the products with the first three are exact.
  turn_of: `struct Turn { quadrant: u32, rest: f32 }
fn turn_of(x: f32) -> Turn {
  if (x > 8192.0f) { return large_angle(x); }
  let n = round(x * 0.6366197723675814f);
  let rest = ((x - n * 1.5703125f) - n * 0.0004837512969970703f) - n * 7.549533620476723e-8f;
  return Turn(u32(i32(n)) & 3u, rest - n * 2.5633440682570896e-12f);
}`,
  sine_near: `fn sine_near(r: f32) -> f32 {
  let square = r * r;
  return r + r * (square * (${SINE.map((factor, power) => (power === 3 ? `${factor}f` : `${factor}f + square * (`)).join("")})))));
}`,
  // Subnormal numbers are equal to zero for some drivers.
  f32_eq: `fn f32_eq(a: f32, b: f32) -> bool {
  let x = bitcast<u32>(a);
  let y = bitcast<u32>(b);
  return !is_nan(a) && (x == y || ((x | y) & 0x7fffffffu) == 0u);
}`,
} satisfies Readonly<Record<string, string>>;
