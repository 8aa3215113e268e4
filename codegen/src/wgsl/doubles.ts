// Helpers of generated WGSL for f64, by name: IEEE 754 in software, to the bit, over pairs of words. GPUs have no doubles. The algorithms are
// those of Berkeley SoftFloat 3e; division goes bit by bit.

export const doubles = {
  f64_is_nan: `fn f64_is_nan(a: vec2<u32>) -> bool {
  let high = a.y & 0x7fffffffu;
  return high > 0x7ff00000u || (high == 0x7ff00000u && a.x != 0u);
}`,
  f64_is_zero: "fn f64_is_zero(a: vec2<u32>) -> bool {\n  return ((a.y & 0x7fffffffu) | a.x) == 0u;\n}",
  f64_nan: "const f64_nan = vec2<u32>(0u, 0x7ff80000u);",
  f64_neg: "fn f64_neg(a: vec2<u32>) -> vec2<u32> {\n  return vec2<u32>(a.x, a.y ^ 0x80000000u);\n}",
  f64_abs: "fn f64_abs(a: vec2<u32>) -> vec2<u32> {\n  return vec2<u32>(a.x, a.y & 0x7fffffffu);\n}",
  f64_copysign: `fn f64_copysign(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x, (a.y & 0x7fffffffu) | (b.y & 0x80000000u));
}`,
  f64_exponent: "fn f64_exponent(a: vec2<u32>) -> i32 {\n  return i32((a.y >> 20u) & 0x7ffu);\n}",
  // With its leading one, where it has that.
  f64_whole: `fn f64_whole(a: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x, (a.y & 0xfffffu) | select(0x100000u, 0u, f64_exponent(a) == 0));
}`,
  // The lowest bit stands for all that are lost.
  shr_jam: `fn shr_jam(a: vec2<u32>, by: u32) -> vec2<u32> {
  if (by == 0u) { return a; }
  if (by >= 64u) { return vec2<u32>(select(0u, 1u, any(a != vec2<u32>(0u, 0u))), 0u); }
  let lost = u64_shl(a, 64u - by);
  return u64_shr(a, by) | vec2<u32>(select(0u, 1u, any(lost != vec2<u32>(0u, 0u))), 0u);
}`,
  // Of a significand whose first one is bit 62.
  f64_round: `fn f64_round(sign: u32, given: i32, bits: vec2<u32>) -> vec2<u32> {
  var exponent = given;
  var whole = bits;
  if (exponent < 0) {
    whole = shr_jam(whole, u32(-exponent));
    exponent = 0;
  }
  let up = u64_add(whole, vec2<u32>(0x200u, 0u));
  if (exponent > 0x7fd || (exponent == 0x7fd && up.y >= 0x80000000u)) { return vec2<u32>(0u, sign | 0x7ff00000u); }
  let isTie = (whole.x & 0x3ffu) == 0x200u;
  whole = u64_shr(up, 10u);
  if (isTie) { whole.x &= ~1u; }
  let high = select(u32(exponent) << 20u, 0u, all(whole == vec2<u32>(0u, 0u)));
  return vec2<u32>(whole.x, (sign | high) + whole.y);
}`,
  f64_normalize: `fn f64_normalize(sign: u32, exponent: i32, bits: vec2<u32>) -> vec2<u32> {
  let shift = i32(u64_clz(bits)) - 1;
  if (shift < 0) { return f64_round(sign, exponent + 1, shr_jam(bits, 1u)); }
  return f64_round(sign, exponent - shift, u64_shl(bits, u32(shift)));
}`,
  f64_add: `fn f64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || f64_is_nan(b)) { return f64_nan; }
  let isSwapped = u64_lt(f64_abs(a), f64_abs(b));
  let large = select(a, b, isSwapped);
  let small = select(b, a, isSwapped);
  let sign = large.y & 0x80000000u;
  let isSum = ((a.y ^ b.y) & 0x80000000u) == 0u;
  if (f64_exponent(large) == 0x7ff) {
    if (!isSum && f64_exponent(small) == 0x7ff) { return f64_nan; }
    return large;
  }
  let exponent = max(f64_exponent(large), 1);
  let distance = u32(exponent - max(f64_exponent(small), 1));
  let x = u64_shl(f64_whole(large), 9u);
  let y = shr_jam(u64_shl(f64_whole(small), 9u), distance);
  var whole = u64_add(x, y);
  if (!isSum) { whole = u64_sub(x, y); }
  if (all(whole == vec2<u32>(0u, 0u))) { return vec2<u32>(0u, select(0u, sign, isSum)); }
  return f64_normalize(sign, exponent, whole);
}`,
  f64_sub: "fn f64_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n  return f64_add(a, f64_neg(b));\n}",
  // Exponent and significand, its first one bit 52.
  f64_parts: `struct F64Parts { exponent: i32, whole: vec2<u32> }
fn f64_parts(a: vec2<u32>) -> F64Parts {
  let exponent = f64_exponent(a);
  let whole = f64_whole(a);
  if (exponent != 0) { return F64Parts(exponent, whole); }
  let shift = u64_clz(whole) - 11u;
  return F64Parts(1 - i32(shift), u64_shl(whole, shift));
}`,
  // The upper half of the product, its lowest bit for all of the lower half.
  mul_jam: `fn mul_jam(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = vec2<u32>(a.x * b.x, mul_high(a.x, b.x));
  let mid = u64_add(vec2<u32>(a.x * b.y, mul_high(a.x, b.y)), vec2<u32>(low.y, 0u));
  let mid2 = u64_add(vec2<u32>(a.y * b.x, mul_high(a.y, b.x)), vec2<u32>(mid.x, 0u));
  let high = u64_add(vec2<u32>(a.y * b.y, mul_high(a.y, b.y)), vec2<u32>(mid.y, 0u));
  return u64_add(high, vec2<u32>(mid2.y, 0u)) | vec2<u32>(select(0u, 1u, (low.x | mid2.x) != 0u), 0u);
}`,
  f64_mul: `fn f64_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || f64_is_nan(b)) { return f64_nan; }
  let sign = (a.y ^ b.y) & 0x80000000u;
  let isInfinite = f64_exponent(a) == 0x7ff || f64_exponent(b) == 0x7ff;
  if (f64_is_zero(a) || f64_is_zero(b)) { return select(vec2<u32>(0u, sign), f64_nan, isInfinite); }
  if (isInfinite) { return vec2<u32>(0u, sign | 0x7ff00000u); }
  let x = f64_parts(a);
  let y = f64_parts(b);
  var exponent = x.exponent + y.exponent - 0x3ff;
  var whole = mul_jam(u64_shl(x.whole, 10u), u64_shl(y.whole, 11u));
  if (whole.y < 0x40000000u) {
    exponent--;
    whole = u64_shl(whole, 1u);
  }
  return f64_round(sign, exponent, whole);
}`,
  f64_div: `fn f64_div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || f64_is_nan(b)) { return f64_nan; }
  let sign = (a.y ^ b.y) & 0x80000000u;
  let isInfinite = f64_exponent(a) == 0x7ff;
  if (f64_exponent(b) == 0x7ff) { return select(vec2<u32>(0u, sign), f64_nan, isInfinite); }
  if (f64_is_zero(b)) { return select(vec2<u32>(0u, sign | 0x7ff00000u), f64_nan, f64_is_zero(a)); }
  if (isInfinite) { return vec2<u32>(0u, sign | 0x7ff00000u); }
  if (f64_is_zero(a)) { return vec2<u32>(0u, sign); }
  let x = f64_parts(a);
  let y = f64_parts(b);
  var exponent = x.exponent - y.exponent + 0x3fe;
  var rest = x.whole;
  if (u64_lt(rest, y.whole)) {
    exponent--;
    rest = u64_shl(rest, 1u);
  }
  rest = u64_sub(rest, y.whole);
  var quotient = vec2<u32>(1u, 0u);
  for (var bit = 0; bit < 62; bit++) {
    rest = u64_shl(rest, 1u);
    quotient = u64_shl(quotient, 1u);
    if (!u64_lt(rest, y.whole)) {
      rest = u64_sub(rest, y.whole);
      quotient.x |= 1u;
    }
  }
  if (any(rest != vec2<u32>(0u, 0u))) { quotient.x |= 1u; }
  return f64_round(sign, exponent, quotient);
}`,
  u64_to_near: "fn u64_to_near(a: vec2<u32>) -> f32 {\n  return f32(a.y) * 4294967296.0f + f32(a.x);\n}",
  u32_square: "fn u32_square(a: u32) -> vec2<u32> {\n  return vec2<u32>(a * a, mul_high(a, a));\n}",
  // The integer root of 64 bits, and what is left. Near it by f32, whose errors the loops take back.
  u64_root: `fn u64_root(a: vec2<u32>) -> vec3<u32> {
  var root = u32(clamp(sqrt(f32(a.y)) * 65536.0f, 2147483648.0f, 4294967040.0f));
  var rest = u64_sub(a, u32_square(root));
  let isLess = rest.y >= 0x80000000u;
  let step = u32(u64_to_near(select(rest, u64_neg(rest), isLess)) / (2.0f * f32(root)));
  root = select(root + min(step, ~root), root - step, isLess);
  rest = u64_sub(a, u32_square(root));
  while (rest.y >= 0x80000000u) {
    root--;
    rest = u64_add(rest, vec2<u32>((root << 1u) | 1u, root >> 31u));
  }
  while (u64_lt(vec2<u32>(root << 1u, root >> 31u), rest)) {
    rest = u64_sub(rest, vec2<u32>((root << 1u) | 1u, root >> 31u));
    root++;
  }
  return vec3<u32>(root, rest);
}`,
  // What is left beside 2^24 times the root has to be this, so that the root may have `bits` below.
  root_needs: `fn root_needs(bits: u32) -> u32 {
  return u64_shr(u64_add(u32_square(bits), vec2<u32>(0xffffffu, 0u)), 24u).x;
}`,
  is_left:
    "fn is_left(rest: vec2<u32>, needed: u32) -> bool {\n  return rest.y < 0x80000000u && (rest.y > 0u || rest.x >= needed);\n}",
  // 32 bits of the root, then 23.
  f64_sqrt: `fn f64_sqrt(a: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || f64_is_zero(a)) { return select(a, f64_nan, f64_is_nan(a)); }
  if (a.y >= 0x80000000u) { return f64_nan; }
  if (f64_exponent(a) == 0x7ff) { return a; }
  let parts = f64_parts(a);
  let exponent = parts.exponent - 0x3ff;
  let isOdd = (exponent & 1) != 0;
  let first = u64_root(u64_shl(parts.whole, select(10u, 11u, isOdd)));
  let root = vec2<u32>(first.x, 0u);
  let near = u64_to_near(first.yz) * 4194304.0f / f32(first.x);
  var bits = u32(min(near, 8388607.0f));
  var rest = u64_sub(u64_shl(first.yz, 22u), vec2<u32>(first.x * bits, mul_high(first.x, bits)));
  while (!is_left(rest, root_needs(bits))) {
    bits--;
    rest = u64_add(rest, root);
  }
  while (is_left(u64_sub(rest, root), root_needs(bits + 1u))) {
    bits++;
    rest = u64_sub(rest, root);
  }
  let isExact = all(u64_shl(rest, 24u) == u32_square(bits));
  let whole = vec2<u32>((first.x << 31u) | (bits << 8u) | select(1u, 0u, isExact), first.x >> 1u);
  return f64_round(0u, ((exponent - select(0, 1, isOdd)) / 2) + 0x3fe, whole);
}`,
  f64_trunc: `fn f64_trunc(a: vec2<u32>) -> vec2<u32> {
  let exponent = f64_exponent(a) - 0x3ff;
  if (exponent >= 52) { return select(a, f64_nan, f64_is_nan(a)); }
  if (exponent < 0) { return vec2<u32>(0u, a.y & 0x80000000u); }
  let by = u32(52 - exponent);
  return u64_shl(u64_shr(a, by), by);
}`,
  f64_one: "const f64_one = vec2<u32>(0u, 0x3ff00000u);",
  f64_floor: `fn f64_floor(a: vec2<u32>) -> vec2<u32> {
  let whole = f64_trunc(a);
  if (a.y < 0x80000000u || all(whole == a) || f64_is_nan(a)) { return whole; }
  return f64_sub(whole, f64_one);
}`,
  f64_ceil: `fn f64_ceil(a: vec2<u32>) -> vec2<u32> {
  let whole = f64_trunc(a);
  if (a.y >= 0x80000000u || all(whole == a) || f64_is_nan(a)) { return whole; }
  return f64_add(whole, f64_one);
}`,
  f64_nearest: `fn f64_nearest(a: vec2<u32>) -> vec2<u32> {
  if (f64_exponent(a) >= 0x433) { return select(a, f64_nan, f64_is_nan(a)); }
  let large = vec2<u32>(0u, 0x43300000u);
  return f64_copysign(f64_sub(f64_add(f64_abs(a), large), large), a);
}`,
  f64_order: `fn f64_order(a: vec2<u32>) -> vec2<u32> {
  return select(vec2<u32>(a.x, a.y | 0x80000000u), ~a, a.y >= 0x80000000u);
}`,
  f64_min: `fn f64_min(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || f64_is_nan(b)) { return f64_nan; }
  return select(b, a, u64_lt(f64_order(a), f64_order(b)));
}`,
  f64_max: `fn f64_max(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || f64_is_nan(b)) { return f64_nan; }
  return select(b, a, u64_lt(f64_order(b), f64_order(a)));
}`,
  f64_eq: `fn f64_eq(a: vec2<u32>, b: vec2<u32>) -> bool {
  return !f64_is_nan(a) && !f64_is_nan(b) && (all(a == b) || (f64_is_zero(a) && f64_is_zero(b)));
}`,
  f64_lt: `fn f64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {
  if (f64_is_nan(a) || f64_is_nan(b) || (f64_is_zero(a) && f64_is_zero(b))) { return false; }
  return u64_lt(f64_order(a), f64_order(b));
}`,
  f64_le: `fn f64_le(a: vec2<u32>, b: vec2<u32>) -> bool {
  return !f64_is_nan(a) && !f64_is_nan(b) && !f64_lt(b, a);
}`,
  f64_rem: `fn f64_rem(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let x = f64_abs(a);
  let y = f64_abs(b);
  if (f64_is_nan(a) || f64_is_nan(b) || f64_exponent(a) == 0x7ff || f64_is_zero(b)) { return f64_nan; }
  if (u64_lt(x, y)) { return a; }
  let sign = a.y & 0x80000000u;
  let divisor = f64_whole(y);
  let least = max(f64_exponent(y), 1);
  var rest = u64_rem(f64_whole(x), divisor);
  for (var exponent = max(f64_exponent(x), 1); exponent > least; exponent--) {
    rest = u64_shl(rest, 1u);
    if (!u64_lt(rest, divisor)) { rest = u64_sub(rest, divisor); }
  }
  if (all(rest == vec2<u32>(0u, 0u))) { return vec2<u32>(0u, sign); }
  return f64_normalize(sign, least + 9, rest);
}`,
  // Those of zero are no normal numbers.
  u64_to_f64: `fn u64_to_f64(a: vec2<u32>, sign: u32) -> vec2<u32> {
  if (all(a == vec2<u32>(0u, 0u))) { return a; }
  return f64_normalize(sign, 0x43c, a);
}`,
  i64_to_f64: "fn i64_to_f64(a: vec2<u32>) -> vec2<u32> {\n  return u64_to_f64(i64_abs(a), a.y & 0x80000000u);\n}",
  i32_to_f64: "fn i32_to_f64(a: i32) -> vec2<u32> {\n  return i64_to_f64(i64_of(a));\n}",
  u32_to_f64: "fn u32_to_f64(a: u32) -> vec2<u32> {\n  return u64_to_f64(vec2<u32>(a, 0u), 0u);\n}",
  f32_to_f64: `fn f32_to_f64(a: f32) -> vec2<u32> {
  let bits = bitcast<u32>(a);
  let sign = bits & 0x80000000u;
  let magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) { return f64_nan; }
  if (magnitude == 0x7f800000u) { return vec2<u32>(0u, sign | 0x7ff00000u); }
  if (magnitude >= 0x800000u) { return vec2<u32>(magnitude << 29u, sign | ((magnitude >> 3u) + 0x38000000u)); }
  if (magnitude == 0u) { return vec2<u32>(0u, sign); }
  return f64_normalize(sign, 0x3a7, vec2<u32>(magnitude, 0u));
}`,
  f64_to_f32: `fn f64_to_f32(a: vec2<u32>) -> f32 {
  if (f64_is_nan(a)) { return nan(); }
  let sign = a.y & 0x80000000u;
  let exponent = f64_exponent(a);
  if (exponent == 0x7ff) { return bitcast<f32>(sign | 0x7f800000u | zero); }
  let whole = shr_jam(vec2<u32>(a.x, a.y & 0xfffffu), 22u).x;
  if (exponent == 0 && whole == 0u) { return bitcast<f32>(sign | zero); }
  return f32_round(sign, exponent - 0x381, whole | 0x40000000u);
}`,
  // Modulo 2^64.
  f64_magnitude: `fn f64_magnitude(a: vec2<u32>) -> vec2<u32> {
  let exponent = f64_exponent(a) - 0x3ff;
  if (exponent < 0 || exponent >= 116) { return vec2<u32>(0u, 0u); }
  let whole = f64_whole(a);
  if (exponent <= 52) { return u64_shr(whole, u32(52 - exponent)); }
  return u64_shl(whole, u32(exponent - 52));
}`,
  f64_wrap64: `fn f64_wrap64(a: vec2<u32>) -> vec2<u32> {
  let magnitude = f64_magnitude(a);
  return select(magnitude, u64_neg(magnitude), a.y >= 0x80000000u);
}`,
  f64_to_i32: `fn f64_to_i32(a: vec2<u32>) -> i32 {
  if (f64_is_nan(a)) { return 0; }
  if (f64_exponent(a) >= 0x41e) { return select(0x7fffffff, i32(-2147483648), a.y >= 0x80000000u); }
  return bitcast<i32>(f64_wrap64(a).x);
}`,
  f64_to_u32: `fn f64_to_u32(a: vec2<u32>) -> u32 {
  if (f64_is_nan(a) || a.y >= 0x80000000u) { return 0u; }
  if (f64_exponent(a) >= 0x41f) { return 0xffffffffu; }
  return f64_magnitude(a).x;
}`,
  f64_to_i64: `fn f64_to_i64(a: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a)) { return vec2<u32>(0u, 0u); }
  if (f64_exponent(a) >= 0x43e) { return select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), a.y >= 0x80000000u); }
  return f64_wrap64(a);
}`,
  f64_to_u64: `fn f64_to_u64(a: vec2<u32>) -> vec2<u32> {
  if (f64_is_nan(a) || a.y >= 0x80000000u) { return vec2<u32>(0u, 0u); }
  if (f64_exponent(a) >= 0x43f) { return vec2<u32>(0xffffffffu, 0xffffffffu); }
  return f64_magnitude(a);
}`,
  f64_index: "fn f64_index(a: vec2<u32>) -> i32 {\n  return select(f64_to_i32(a), -1, f64_is_nan(a));\n}",
} satisfies Readonly<Record<string, string>>;
