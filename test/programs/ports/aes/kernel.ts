// AES-128 of many blocks (FIPS 197): the box of substitutions and the round keys are tables.

import type { Queue } from "lanewise";

const BLOCKS = 18;
const key = Uint8Array.from({ length: 16 }, (_, k) => k);
const plainText = Uint8Array.from({ length: BLOCKS * 16 }, (_, k) => (k < 16 ? k * 17 : (k * 7919) & 255));

const double = (x: number) => ((x << 1) ^ (x & 128 ? 0x11b : 0)) & 255;
const box = makeBox();
const roundKeys = expand();

function makeBox(): Uint8Array {
  const made = new Uint8Array(256);
  let [p, q] = [1, 1];
  do {
    p = (p ^ double(p)) & 255;
    q ^= q << 1;
    q ^= q << 2;
    q = (q ^ (q << 4)) & 255;
    if (q & 128) q ^= 9;
    const rotated = (shift: number) => ((q << shift) | (q >> (8 - shift))) & 255;
    made[p] = q ^ rotated(1) ^ rotated(2) ^ rotated(3) ^ rotated(4) ^ 99;
  } while (p !== 1);
  made[0] = 99;
  return made;
}

function expand(): Uint8Array {
  const keys = new Uint8Array(176);
  keys.set(key);
  let constant = 1;
  for (let k = 16; k < 176; k++) {
    const isFirst = k % 16 < 4;
    const from = isFirst && k % 16 === 3 ? k - 7 : isFirst ? k - 3 : k - 4;
    const byte = isFirst ? box[keys[from]!]! : keys[from]!;
    keys[k] = keys[k - 16]! ^ byte ^ (k % 16 === 0 ? constant : 0);
    if (k % 16 === 15) constant = double(constant);
  }
  return keys;
}

export async function run(q: Queue): Promise<Uint8Array> {
  const cipher = new Uint8Array(BLOCKS * 16);
  await q.parallelFor(BLOCKS, (block) => {
    const state = new Uint8Array(16);
    const moved = new Uint8Array(16);
    for (let k = 0; k < 16; k++) state[k] = plainText[block * 16 + k]! ^ roundKeys[k]!;
    for (let round = 1; round <= 10; round++) {
      for (let k = 0; k < 16; k++) moved[k] = box[state[(k + 4 * (k & 3)) & 15]!]!;
      for (let k = 0; k < 16; k++) {
        const [column, row] = [k & 12, k & 3];
        const [a, b] = [moved[k]!, moved[column + ((row + 1) & 3)]!];
        const [c, d] = [moved[column + ((row + 2) & 3)]!, moved[column + ((row + 3) & 3)]!];
        const mixed = round === 10 ? a : double(a) ^ double(b) ^ b ^ c ^ d;
        state[k] = mixed ^ roundKeys[round * 16 + k]!;
      }
    }
    for (let k = 0; k < 16; k++) cipher[block * 16 + k] = state[k]!;
  });
  return cipher;
}
