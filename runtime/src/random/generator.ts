// The generator with state: iterates over a stream of Philox words (philox.ts), four at a time.

import type { f32, f64, u32 } from "../language/flavours.js";
import type { Vec4 } from "../vec/index.js";
import { toNormal, toUniform, toUniformF64 } from "./distributions.js";
import { philoxBlock } from "./philox.js";

/**
 * Random numbers for one work-item. Streams under one seed are independent: give each work-item its index as stream. The numbers are the same on
 * every device and for any number of threads. Seed and stream are taken modulo 2^32.
 *
 *     q.parallelFor(n, (i) => {
 *       const random = new Philox(42, i);
 *       points[i] = random.uniform() + random.uniform();
 *     });
 */
export class Philox {
  readonly seed: u32;
  readonly stream: u32;
  /** How many words have been taken; after 2^32 the stream repeats. */
  taken: u32;
  /** The current block, once one of its words has been taken. */
  private x: u32;
  private y: u32;
  private z: u32;
  private w: u32;

  constructor(seed: u32, stream: number) {
    this.seed = seed >>> 0;
    this.stream = stream >>> 0;
    this.taken = 0;
    this.x = 0;
    this.y = 0;
    this.z = 0;
    this.w = 0;
  }

  /** The next 32 random bits: 0 … 2^32 - 1. */
  nextU32(): u32 {
    const place = this.taken & 3;
    if (place === 0) this.fill(philoxBlock(this.seed, this.stream, this.taken >>> 2));
    this.taken = (this.taken + 1) >>> 0;
    return place === 0 ? this.x : place === 1 ? this.y : place === 2 ? this.z : this.w;
  }

  /** A number in [0, 1) with 24 random bits. */
  uniform(): f32 {
    return toUniform(this.nextU32());
  }

  /** A number in [0, 1) with 53 random bits: takes two words. */
  uniformF64(): f64 {
    const high = this.nextU32();
    return toUniformF64(high, this.nextU32());
  }

  /** A normally distributed number, with mean 0 and variance 1: takes two words. */
  normal(): f32 {
    const first = this.nextU32();
    return toNormal(first, this.nextU32());
  }

  private fill(block: Vec4<u32>): void {
    this.x = block.x;
    this.y = block.y;
    this.z = block.z;
    this.w = block.w;
  }
}
