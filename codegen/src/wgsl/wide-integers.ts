// Helpers of generated WGSL for integers of 32 and 64 bits, by name. Those of 64 are pairs of words, the low one first.

export const wideIntegers = {
  i32_div: `fn i32_div(a: i32, b: i32) -> i32 {
  if (b == 0) { return 0; }
  if (b == -1) { return 0 - a; }
  return a / b;
}`,
  u32_div: "fn u32_div(a: u32, b: u32) -> u32 {\n  if (b == 0u) { return 0u; }\n  return a / b;\n}",
  i32_rem: `fn i32_rem(a: i32, b: i32) -> i32 {
  if (b == 0 || b == -1) { return 0; }
  return a % b;
}`,
  u32_rem: "fn u32_rem(a: u32, b: u32) -> u32 {\n  if (b == 0u) { return 0u; }\n  return a % b;\n}",
  i32_floordiv: `fn i32_floordiv(a: i32, b: i32) -> i32 {
  let quotient = i32_div(a, b);
  let rest = a - quotient * b;
  return select(quotient, quotient - 1, b != 0 && rest != 0 && ((rest < 0) != (b < 0)));
}`,
  rotl32:
    "fn rotl32(a: u32, b: u32) -> u32 {\n  let by = b & 31u;\n  return select((a << by) | (a >> ((32u - by) & 31u)), a, by == 0u);\n}",
  mul_high: `fn mul_high(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let low = al * bl;
  let mid = ah * bl + (low >> 16u);
  let mid2 = al * bh + (mid & 0xffffu);
  return ah * bh + (mid >> 16u) + (mid2 >> 16u);
}`,
  u64_add: `fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}`,
  u64_sub: `fn u64_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}`,
  u64_neg: "fn u64_neg(a: vec2<u32>) -> vec2<u32> {\n  return u64_sub(vec2<u32>(0u, 0u), a);\n}",
  i64_abs: "fn i64_abs(a: vec2<u32>) -> vec2<u32> {\n  return select(a, u64_neg(a), (a.y & 0x80000000u) != 0u);\n}",
  u64_mul: `fn u64_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x * b.x, mul_high(a.x, b.x) + a.x * b.y + a.y * b.x);
}`,
  u64_lt: "fn u64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {\n  return a.y < b.y || (a.y == b.y && a.x < b.x);\n}",
  i64_lt: `fn i64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {
  return u64_lt(vec2<u32>(a.x, a.y ^ 0x80000000u), vec2<u32>(b.x, b.y ^ 0x80000000u));
}`,
  u64_shl: `fn u64_shl(a: vec2<u32>, count: u32) -> vec2<u32> {
  let by = count & 63u;
  if (by == 0u) { return a; }
  if (by >= 32u) { return vec2<u32>(0u, a.x << (by - 32u)); }
  return vec2<u32>(a.x << by, (a.y << by) | (a.x >> (32u - by)));
}`,
  u64_shr: `fn u64_shr(a: vec2<u32>, count: u32) -> vec2<u32> {
  let by = count & 63u;
  if (by == 0u) { return a; }
  if (by >= 32u) { return vec2<u32>(a.y >> (by - 32u), 0u); }
  return vec2<u32>((a.x >> by) | (a.y << (32u - by)), a.y >> by);
}`,
  i64_shr: `fn i64_shr(a: vec2<u32>, count: u32) -> vec2<u32> {
  let by = count & 63u;
  let high = bitcast<i32>(a.y);
  if (by == 0u) { return a; }
  if (by >= 32u) { return vec2<u32>(bitcast<u32>(high >> (by - 32u)), bitcast<u32>(high >> 31u)); }
  return vec2<u32>((a.x >> by) | (a.y << (32u - by)), bitcast<u32>(high >> by));
}`,
  u64_rotl: `fn u64_rotl(a: vec2<u32>, count: u32) -> vec2<u32> {
  return u64_shl(a, count) | select(u64_shr(a, 64u - (count & 63u)), vec2<u32>(0u, 0u), (count & 63u) == 0u);
}`,
  u64_clz:
    "fn u64_clz(a: vec2<u32>) -> u32 {\n  return select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u);\n}",
  u64_ctz:
    "fn u64_ctz(a: vec2<u32>) -> u32 {\n  return select(countTrailingZeros(a.x), 32u + countTrailingZeros(a.y), a.x == 0u);\n}",
  // Long division, from the dividend's first one bit on.
  u64_divide: `fn u64_divide(a: vec2<u32>, b: vec2<u32>) -> vec4<u32> {
  if (all(b == vec2<u32>(0u, 0u))) { return vec4<u32>(0u, 0u, 0u, 0u); }
  if (a.y == 0u && b.y == 0u) { return vec4<u32>(a.x / b.x, 0u, a.x % b.x, 0u); }
  var quotient = vec2<u32>(0u, 0u);
  var rest = vec2<u32>(0u, 0u);
  for (var bit = 64u - u64_clz(a); bit > 0u; bit--) {
    let carry = rest.y >> 31u;
    rest = u64_shl(rest, 1u);
    rest.x |= u64_shr(a, bit - 1u).x & 1u;
    quotient = u64_shl(quotient, 1u);
    if (carry != 0u || !u64_lt(rest, b)) {
      rest = u64_sub(rest, b);
      quotient.x |= 1u;
    }
  }
  return vec4<u32>(quotient, rest);
}`,
  u64_div: "fn u64_div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return u64_divide(a, b).xy;\n}",
  u64_rem: "fn u64_rem(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return u64_divide(a, b).zw;\n}",
  i64_div: `fn i64_div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let quotient = u64_div(i64_abs(a), i64_abs(b));
  return select(quotient, u64_neg(quotient), ((a.y ^ b.y) & 0x80000000u) != 0u);
}`,
  i64_rem: `fn i64_rem(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let rest = u64_rem(i64_abs(a), i64_abs(b));
  return select(rest, u64_neg(rest), (a.y & 0x80000000u) != 0u);
}`,
  i64_floordiv: `fn i64_floordiv(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let quotient = i64_div(a, b);
  let rest = i64_rem(a, b);
  let isLess = any(rest != vec2<u32>(0u, 0u)) && any(b != vec2<u32>(0u, 0u)) && ((rest.y ^ b.y) & 0x80000000u) != 0u;
  return select(quotient, u64_sub(quotient, vec2<u32>(1u, 0u)), isLess);
}`,
  i64_min: "fn i64_min(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return select(b, a, i64_lt(a, b));\n}",
  i64_max: "fn i64_max(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return select(b, a, i64_lt(b, a));\n}",
  u64_min: "fn u64_min(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return select(b, a, u64_lt(a, b));\n}",
  u64_max: "fn u64_max(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return select(b, a, u64_lt(b, a));\n}",
  u64_ones: "fn u64_ones(a: vec2<u32>) -> u32 {\n  return countOneBits(a.x) + countOneBits(a.y);\n}",
  i64_to_u64:
    "fn i64_to_u64(a: vec2<u32>) -> vec2<u32> {\n  return select(a, vec2<u32>(0u, 0u), a.y >= 0x80000000u);\n}",
  u64_to_i64:
    "fn u64_to_i64(a: vec2<u32>) -> vec2<u32> {\n  return select(a, vec2<u32>(0xffffffffu, 0x7fffffffu), a.y >= 0x80000000u);\n}",
  i64_of: "fn i64_of(a: i32) -> vec2<u32> {\n  return vec2<u32>(bitcast<u32>(a), bitcast<u32>(a >> 31u));\n}",
  i64_to_i32: `fn i64_to_i32(a: vec2<u32>) -> i32 {
  if ((a.y == 0u && a.x < 0x80000000u) || (a.y == 0xffffffffu && a.x >= 0x80000000u)) { return bitcast<i32>(a.x); }
  return select(0x7fffffff, i32(-2147483648), (a.y & 0x80000000u) != 0u);
}`,
  i64_to_u32: `fn i64_to_u32(a: vec2<u32>) -> u32 {
  if ((a.y & 0x80000000u) != 0u) { return 0u; }
  return select(a.x, 0xffffffffu, a.y != 0u);
}`,
  u64_to_u32: "fn u64_to_u32(a: vec2<u32>) -> u32 {\n  return select(a.x, 0xffffffffu, a.y != 0u);\n}",
} satisfies Readonly<Record<string, string>>;
