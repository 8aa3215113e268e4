// Philox-4x32-10, a stateless random generator: a block cipher that makes four words from a counter and a key, so that every work-item computes its
// own numbers, in any order. Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11; it passes TestU01's BigCrush. The
// numbers are those of Random123's philox4x32_R(10, …).

import type { u32 } from "../language/flavours.js";
import { Vec2, Vec4 } from "../vec/index.js";
import { multiplyHigh, multiplyLow } from "./multiply.js";

const rounds = 10;
/** The multipliers of the first and third word. */
const m0: u32 = 0xd2511f53;
const m1: u32 = 0xcd9e8d57;
/** The increments of the key after each round: the golden ratio and √3 - 1, in 32 bits. */
const w0: u32 = 0x9e3779b9;
const w1: u32 = 0xbb67ae85;

/**
 * Four random 32-bit words; the same for the same counter and key.
 *
 *     philox4x32(vec4u(0, 0, 0, 0), vec2u(0, 0)); // 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8
 */
export function philox4x32(counter: Vec4<u32>, key: Vec2<u32>): Vec4<u32> {
  let x: u32 = counter.x;
  let y: u32 = counter.y;
  let z: u32 = counter.z;
  let w: u32 = counter.w;
  let k0: u32 = key.x;
  let k1: u32 = key.y;
  for (let round = 0; round < rounds; round++) {
    const high0 = multiplyHigh(m0, x);
    const high1 = multiplyHigh(m1, z);
    const low0 = multiplyLow(m0, x);
    const low1 = multiplyLow(m1, z);
    x = (high1 ^ y ^ k0) >>> 0;
    y = low1;
    z = (high0 ^ w ^ k1) >>> 0;
    w = low0;
    k0 = (k0 + w0) >>> 0;
    k1 = (k1 + w1) >>> 0;
  }
  return new Vec4<u32>(x, y, z, w);
}

/** Block `block` of the stream `stream` under `seed`: the words 4 block … 4 block + 3. The counter is laid out as cuRAND's. */
export function philoxBlock(seed: u32, stream: u32, block: u32): Vec4<u32> {
  return philox4x32(new Vec4<u32>(block, 0, stream, 0), new Vec2<u32>(seed, 0));
}
