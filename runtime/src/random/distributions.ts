// Converts random words to floats. Each result is a function of the words alone, so the generator class and the stateless functions give the same
// numbers.

import { f32, f64, type u32 } from "../language/flavours.js";

/** A number in [0, 1): the upper 24 bits, which a single float holds exactly. */
export function toUniform(word: u32): f32 {
  return f32((word >>> 8) * 2 ** -24);
}

/** A number in [0, 1) with 53 bits: 27 of `high`, 26 of `low`. */
export function toUniformF64(high: u32, low: u32): f64 {
  return (f64(high >>> 5) * 2 ** 26 + f64(low >>> 6)) * 2 ** -53;
}

/**
 * A normally distributed number, with mean 0 and variance 1. Box and Muller 1958: √(-2 ln u) cos(2 π v), for u in (0, 1] and v in [0, 1). The cosine is
 * computed as sin(π (2 |v - 1/2| - 1/2)), whose argument is small where the result is near 0, so that single floats lose nothing. In kernels it is
 * computed in f32, so its last bits may differ from the host's. Its magnitude is below 5.8.
 */
export function toNormal(first: u32, second: u32): f32 {
  const u = 1 - toUniform(first);
  const v = toUniform(second);
  const turn = 2 * Math.abs(v - 0.5) - 0.5;
  return f32(Math.sqrt(-2 * Math.log(u)) * Math.sin(Math.PI * turn));
}
