// SHA-256 (FIPS 180-4), one message a work-item, its message schedule in a private array.

import { type FixedArray, fixedArray, type i32, type Queue, type u32 } from "lanewise";
import { ascii, digests, type Messages, pack } from "./messages.js";
import { type Answers, same } from "./program.js";

type State = [u32, u32, u32, u32, u32, u32, u32, u32];

const constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
] as const;

const rotated = (x: u32, by: i32): u32 => ((x >>> by) | (x << (32 - by))) >>> 0;

/** One of the four functions Σ0, Σ1, σ0, σ1: of two rotations, and a third or a shift. */
const mixed = (x: u32, a: i32, b: i32, third: u32): u32 => (rotated(x, a) ^ rotated(x, b) ^ third) >>> 0;

function compress(state: State, block: FixedArray<u32, 16>): void {
  const w: FixedArray<u32, 64> = fixedArray(64, 0);
  for (let t = 0; t < 16; t++) w[t] = block[t]!;
  for (let t = 16; t < 64; t++) {
    const s0 = mixed(w[t - 15]!, 7, 18, w[t - 15]! >>> 3);
    const s1 = mixed(w[t - 2]!, 17, 19, w[t - 2]! >>> 10);
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) >>> 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t1 = (h + mixed(e, 6, 11, rotated(e, 25)) + (choice >>> 0) + constants[t]! + w[t]!) >>> 0;
    const t2 = (mixed(a, 2, 13, rotated(a, 22)) + (majority >>> 0)) >>> 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) >>> 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) >>> 0;
  }
  state[0] = (state[0] + a) >>> 0;
  state[1] = (state[1] + b) >>> 0;
  state[2] = (state[2] + c) >>> 0;
  state[3] = (state[3] + d) >>> 0;
  state[4] = (state[4] + e) >>> 0;
  state[5] = (state[5] + f) >>> 0;
  state[6] = (state[6] + g) >>> 0;
  state[7] = (state[7] + h) >>> 0;
}

/** A byte of the padded message: the message, a one bit, zeros, and its length in bits as 64 bits. */
function paddedByte(bytes: Uint8Array, start: i32, length: i32, position: i32, paddedLength: i32): u32 {
  if (position < length) return bytes[start + position]!;
  if (position === length) return 0x80;
  const fromEnd = paddedLength - 1 - position;
  if (fromEnd < 4) return ((length << 3) >>> (8 * fromEnd)) & 0xff;
  return fromEnd === 4 ? length >>> 29 : 0;
}

async function sha256(q: Queue, { count, bytes, starts }: Messages): Promise<string[]> {
  const out = q.mallocShared(Uint32Array, 8 * count);
  await q.parallelFor(count, (i) => {
    const start = starts[i]!;
    const length = starts[i + 1]! - start;
    const paddedLength = ((length + 8) & ~63) + 64;
    const state: State = [
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    ];
    const block: FixedArray<u32, 16> = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let from = 0; from < paddedLength; from += 64) {
      for (let t = 0; t < 16; t++) {
        let word: u32 = 0;
        for (let k = 0; k < 4; k++) {
          word = ((word << 8) | paddedByte(bytes, start, length, from + 4 * t + k, paddedLength)) >>> 0;
        }
        block[t] = word;
      }
      compress(state, block);
    }
    let k = 0;
    for (const word of state) {
      out[8 * i + k] = word;
      k++;
    }
  });
  return digests(out, 8);
}

/** Published with the standard, and in RFC 6234. */
const published = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  ],
  ["a", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"],
] as const;

export async function digestsOfMessages(q: Queue): Promise<Answers> {
  const messages = [...published.map(([text]) => ascii(text)), new Uint8Array(1_000_000).fill(0x61)];
  const right = [
    ...published.map(([, digest]) => digest),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ];
  return { "published digests": same(await sha256(q, pack(q, messages)), right) };
}
