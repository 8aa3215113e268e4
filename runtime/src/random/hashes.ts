// Hashes of 32-bit numbers: bits that look random, for noise and for tables. Faster than Philox, but weaker: use Philox where statistics matter. All
// are the same in kernels and in plain JavaScript, and take numbers modulo 2^32.

import type { u32 } from "../language/flavours.js";
import { Vec2, Vec3 } from "../vec/index.js";
import { multiplyLow } from "./multiply.js";

/**
 * PCG RXS-M-XS, one step: the hash that Jarzynski and Olano recommend for one number ("Hash Functions for GPU Rendering",
 * Journal of Computer Graphics Techniques 9, 2020; the generator is O'Neill's, 2014).
 *
 *     const noise = pcgHash(i) / 2 ** 32; // in [0, 1)
 */
export function pcgHash(x: number): u32 {
  const state: u32 = (multiplyLow(x >>> 0, 747796405) + 2891336453) >>> 0;
  const mixed = multiplyLow(((state >>> ((state >>> 28) + 4)) ^ state) >>> 0, 277803737);
  return ((mixed >>> 22) ^ mixed) >>> 0;
}

/**
 * Two hashes of two numbers: pcg2d of Jarzynski and Olano 2020.
 *
 *     const { x, y } = pcg2d(vec2u(column, row));
 */
export function pcg2d(v: Vec2<u32>): Vec2<u32> {
  let x: u32 = advance(v.x);
  let y: u32 = advance(v.y);
  x = (x + multiplyLow(y, 1664525)) >>> 0;
  y = (y + multiplyLow(x, 1664525)) >>> 0;
  x = (x ^ (x >>> 16)) >>> 0;
  y = (y ^ (y >>> 16)) >>> 0;
  x = (x + multiplyLow(y, 1664525)) >>> 0;
  y = (y + multiplyLow(x, 1664525)) >>> 0;
  return new Vec2<u32>((x ^ (x >>> 16)) >>> 0, (y ^ (y >>> 16)) >>> 0);
}

/**
 * Three hashes of three numbers: pcg3d of Jarzynski and Olano 2020.
 *
 *     const { x, y, z } = pcg3d(vec3u(column, row, frame));
 */
export function pcg3d(v: Vec3<u32>): Vec3<u32> {
  let x: u32 = advance(v.x);
  let y: u32 = advance(v.y);
  let z: u32 = advance(v.z);
  x = (x + multiplyLow(y, z)) >>> 0;
  y = (y + multiplyLow(z, x)) >>> 0;
  z = (z + multiplyLow(x, y)) >>> 0;
  x = (x ^ (x >>> 16)) >>> 0;
  y = (y ^ (y >>> 16)) >>> 0;
  z = (z ^ (z >>> 16)) >>> 0;
  x = (x + multiplyLow(y, z)) >>> 0;
  y = (y + multiplyLow(z, x)) >>> 0;
  z = (z + multiplyLow(x, y)) >>> 0;
  return new Vec3<u32>(x, y, z);
}

/** The step of the linear congruential generator with which pcg2d and pcg3d begin: Numerical Recipes' quick one. */
function advance(x: u32): u32 {
  return (multiplyLow(x, 1664525) + 1013904223) >>> 0;
}

/**
 * A hash of two numbers: the first result of `pcg2d`.
 *
 *     const grain = hash2(column, row) / 2 ** 32;
 */
export function hash2(x: number, y: number): u32 {
  return pcg2d(new Vec2<u32>(x >>> 0, y >>> 0)).x;
}

/**
 * A hash of three numbers: the first result of `pcg3d`.
 *
 *     const grain = hash3(column, row, frame) / 2 ** 32;
 */
export function hash3(x: number, y: number, z: number): u32 {
  return pcg3d(new Vec3<u32>(x >>> 0, y >>> 0, z >>> 0)).x;
}

/**
 * The last step of MurmurHash3 for 32 bits, fmix32: Appleby 2011. Maps 0 to 0.
 *
 *     const bucket = murmur3Mix(key) % buckets;
 */
export function murmur3Mix(x: number): u32 {
  let h: u32 = x >>> 0;
  h = multiplyLow((h ^ (h >>> 16)) >>> 0, 0x85ebca6b);
  h = multiplyLow((h ^ (h >>> 13)) >>> 0, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * One step of a 32-bit SplitMix generator (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). It adds the golden
 * ratio, then mixes with the constants that TheIronBorn found with Wellons' hash-prospector.
 *
 *     const seed = splitmix32(i);
 */
export function splitmix32(x: number): u32 {
  let z: u32 = ((x >>> 0) + 0x9e3779b9) >>> 0;
  z = multiplyLow((z ^ (z >>> 16)) >>> 0, 0x21f0aaad);
  z = multiplyLow((z ^ (z >>> 15)) >>> 0, 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/**
 * Thomas Wang's 32-bit hash (2007), in the version that multiplies once.
 *
 *     const seed = wangHash(i);
 */
export function wangHash(x: number): u32 {
  let h: u32 = x >>> 0;
  h = (h ^ 61 ^ (h >>> 16)) >>> 0;
  h = multiplyLow(h, 9);
  h = (h ^ (h >>> 4)) >>> 0;
  h = multiplyLow(h, 0x27d4eb2d);
  return (h ^ (h >>> 15)) >>> 0;
}
