// Random numbers by index: number `n` of stream `index` under `seed`, independent of earlier ones. Suits work-items that need one or two numbers; for
// many, `Philox` takes a quarter of the work.

import type { f32, f64, u32 } from "../language/flavours.js";
import { toNormal, toUniform, toUniformF64 } from "./distributions.js";
import { philoxBlock } from "./philox.js";

/**
 * 32 random bits: the result of the `n`-th `nextU32()` of `new Philox(seed, index)`, counted from 0.
 *
 *     q.parallelFor(n, (i) => { keys[i] = randomU32(seed, i, 0); });
 */
export function randomU32(seed: u32, index: number, n: number): u32 {
  const block = philoxBlock(seed >>> 0, index >>> 0, n >>> 2);
  const place = n & 3;
  return place === 0 ? block.x : place === 1 ? block.y : place === 2 ? block.z : block.w;
}

/** A number in [0, 1) with 24 random bits: the result of the `n`-th `uniform()` of `new Philox(seed, index)` if only that is called. */
export function randomUniform(seed: u32, index: number, n: number): f32 {
  return toUniform(randomU32(seed, index, n));
}

/** A number in [0, 1) with 53 random bits: the result of the `n`-th `uniformF64()` if only that is called. */
export function randomUniformF64(seed: u32, index: number, n: number): f64 {
  const block = philoxBlock(seed >>> 0, index >>> 0, n >>> 1);
  const isFirst = (n & 1) === 0;
  return toUniformF64(isFirst ? block.x : block.z, isFirst ? block.y : block.w);
}

/** A normally distributed number, with mean 0 and variance 1: the result of the `n`-th `normal()` if only that is called. */
export function randomNormal(seed: u32, index: number, n: number): f32 {
  const block = philoxBlock(seed >>> 0, index >>> 0, n >>> 1);
  const isFirst = (n & 1) === 0;
  return toNormal(isFirst ? block.x : block.z, isFirst ? block.y : block.w);
}
