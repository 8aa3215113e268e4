// Helpers of generated WGSL for angles of f64, by name: |x| = n pi / 2 + high + low, as fdlibm has it (e_rem_pio2.c, k_rem_pio2.c), to the bit. On
// CPUs, what is large or next to a multiple of pi / 2 is left to the host (math/f64/trigonometric.ts), which a GPU cannot ask.
//
// fdlibm's notice is: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc. business.
// Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.

import { constantText } from "./types.js";

const f64 = (value: number): string => constantText("f64", value);

/** pi / 2 less the parts before, of 33 bits, and what is left after each. */
const HALF_PI = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21];
const HALF_PI_RESTS = [6.077100506506192e-11, 2.0222662487959506e-21, 8.4784276603689e-32];
/** pi / 2 in digits of 24 bits. */
const HALF_PI_DIGITS = [
  1.570796251296997, 7.549789415861596e-8, 5.390302529957765e-15, 3.282003415807913e-22, 1.270655753080676e-29,
];

const listOf = (values: readonly number[]): string =>
  `array<vec2<u32>, ${values.length}>(${values.map(f64).join(", ")})`;

export const wideAngles = {
  // n is 0 where x is small, else any number with the same remainder by 4. Each step takes 33 more bits of pi / 2 from x, where the one before
  // has left too little: 16 bits less than x has, or 49.
  f64_turn: `struct F64Turn { n: vec2<u32>, high: vec2<u32>, low: vec2<u32> }
const half_pi = ${listOf(HALF_PI)};
const half_pi_rests = ${listOf(HALF_PI_RESTS)};
fn f64_turn(x: vec2<u32>) -> F64Turn {
  if (x.y < 0x3fe921fcu) { return F64Turn(vec2<u32>(0u, 0u), x, vec2<u32>(0u, 0u)); }
  if (x.y >= 0x7ff00000u) { return F64Turn(f64_one, f64_nan, f64_nan); }
  if (x.y >= 0x413921fcu) { return f64_large_turn(x); }
  let n = f64_floor(f64_add(f64_mul(x, ${f64(2 / Math.PI)}), ${f64(0.5)}));
  let isCompared = n.y >= 0x40400000u || f64_mul(n, ${f64(Math.PI / 2)}).y == x.y;
  var rest = x;
  var turn = F64Turn(n, x, x);
  for (var step = 0; step < 3; step++) {
    let product = f64_mul(n, half_pi[step]);
    let next = f64_sub(rest, product);
    // What the difference has lost; nothing, in the first step.
    let lost = f64_sub(f64_sub(rest, next), product);
    let less = f64_sub(f64_mul(n, half_pi_rests[step]), lost);
    rest = next;
    turn.high = f64_sub(rest, less);
    turn.low = f64_sub(f64_sub(rest, turn.high), less);
    let left = f64_exponent(x) - f64_exponent(turn.high);
    if (!isCompared || left <= select(16, 49, step == 1)) { break; }
    if (step == 1 && n.y <= 0x3ff00000u) { break; }
  }
  return turn;
}`,
  // x 2 / pi in digits of 24 bits, the lowest first, of which the top one is in units of 2^exponent. Then what is left of it, times pi / 2.
  f64_large_turn: `const two_over_pi_digits = array<u32, 56>(
  0xa2f983u, 0x6e4e44u, 0x1529fcu, 0x2757d1u, 0xf534ddu, 0xc0db62u, 0x95993cu, 0x439041u, 0xfe5163u, 0xabdebbu, 0xc561b7u,
  0x246e3au, 0x424dd2u, 0xe00649u, 0x2eea09u, 0xd1921cu, 0xfe1debu, 0x1cb129u, 0xa73ee8u, 0x8235f5u, 0x2ebb44u, 0x84e99cu,
  0x7026b4u, 0x5f7e41u, 0x3991d6u, 0x398353u, 0x39f49cu, 0x845f8bu, 0xbdf928u, 0x3b1ff8u, 0x97ffdeu, 0x05980fu, 0xef2f11u,
  0x8b5a0au, 0x6d1f6du, 0x367ecfu, 0x27cb09u, 0xb74f46u, 0x3f669eu, 0x5fea2du, 0x7527bau, 0xc7ebe5u, 0xf17b3du, 0x0739f7u,
  0x8a5292u, 0xea6bfbu, 0x5fb11fu, 0x8d5d08u, 0x560330u, 0x46fc7bu, 0x6babf0u, 0xcfbc20u, 0x9af436u, 0x1da9e3u, 0x91615eu, 0xe61b08u
);
const half_pi_digits = ${listOf(HALF_PI_DIGITS)};
fn f64_large_turn(x: vec2<u32>) -> F64Turn {
  let whole = f64_whole(x);
  let x0 = (whole.y << 3u) | (whole.x >> 29u);
  let x1 = (whole.x >> 5u) & 0xffffffu;
  let x2 = (whole.x & 31u) << 19u;
  let first = max((i32(x.y >> 20u) - 1049) / 24, 0);
  let place = i32(x.y >> 20u) - 1046 - 24 * (first + 1);
  var digits: array<u32, 16>;
  var top = 4;
  var n = 0u;
  var left = 0u;
  var isUp = false;
  for (var round = 0; round < 4; round++) {
    var sum = vec2<u32>(0u, 0u);
    for (var at = top; at >= 0; at--) {
      let digit = first + at;
      sum = u64_shr(sum, 24u);
      let d0 = two_over_pi_digits[digit];
      let d1 = select(two_over_pi_digits[max(digit - 1, 0)], 0u, digit < 1);
      let d2 = select(two_over_pi_digits[max(digit - 2, 0)], 0u, digit < 2);
      sum = u64_add(sum, vec2<u32>(x0 * d0, mul_high(x0, d0)));
      sum = u64_add(sum, vec2<u32>(x1 * d1, mul_high(x1, d1)));
      sum = u64_add(sum, vec2<u32>(x2 * d2, mul_high(x2, d2)));
      digits[top - at] = sum.x & 0xffffffu;
    }
    // The sum is the top one, which may have more than 24 bits. Bits above the point are those of n.
    left = 0u;
    if (place >= 0) {
      n = sum.x << u32(place);
      let above = digits[top - 1] >> u32(24 - place);
      n += above;
      digits[top - 1] -= above << u32(24 - place);
      isUp = (digits[top - 1] >> u32(23 - place)) != 0u;
    } else {
      n = u64_shr(sum, u32(-place)).x;
      left = sum.x & ((1u << u32(-place)) - 1u);
      isUp = (left >> u32(-place - 1)) != 0u;
    }
    if (isUp) {
      n++;
      var carry = 0u;
      for (var at = 0; at < top; at++) {
        let digit = digits[at];
        digits[at] = select(select(0u, 0x1000000u - digit, digit != 0u), 0xffffffu - digit, carry != 0u);
        carry |= digit;
      }
      if (place > 0) { digits[top - 1] &= (1u << u32(24 - place)) - 1u; }
      if (place < 0) { left = (1u << u32(-place)) - left - select(0u, 1u, carry != 0u); }
    }
    if (left != 0u) { break; }
    // More digits, where too few are left.
    var others = 0u;
    for (var at = top - 1; at >= 4; at--) { others |= digits[at]; }
    if (others != 0u) { break; }
    var more = 1;
    while (more < 4 && digits[4 - more] == 0u) { more++; }
    top = min(top + more, 12);
  }
  var exponent = place;
  digits[top] = left & 0xffffffu;
  if (left > 0xffffffu) {
    top++;
    digits[top] = left >> 24u;
    exponent += 24;
  }
  while (top > 0 && digits[top] == 0u) {
    top--;
    exponent -= 24;
  }
  var parts: array<vec2<u32>, 16>;
  var high = vec2<u32>(0u, 0u);
  for (var at = 0; at <= top; at++) {
    var part = vec2<u32>(0u, 0u);
    for (var k = 0; k <= min(4, top - at); k++) {
      var digit = u32_to_f64(digits[at + k]);
      if (digit.y != 0u) { digit.y += bitcast<u32>((exponent - 24 * (top - at - k)) << 20u); }
      part = f64_add(part, f64_mul(half_pi_digits[k], digit));
    }
    parts[top - at] = part;
    high = f64_add(high, part);
  }
  var low = f64_sub(parts[0], high);
  for (var at = 1; at <= top; at++) { low = f64_add(low, parts[at]); }
  let sign = select(0u, 0x80000000u, isUp);
  high.y ^= sign;
  low.y ^= sign;
  return F64Turn(u32_to_f64((n & 3u) + 4u), high, low);
}`,
} satisfies Readonly<Record<string, string>>;
