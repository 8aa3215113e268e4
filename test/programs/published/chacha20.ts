// The stream cipher ChaCha20 (RFC 8439), one block of 64 bytes a work-item, its state in a private array.

import { type FixedArray, fixedArray, type i32, type Queue, type u32 } from "lanewise";
import { ascii, digests } from "./messages.js";
import { type Answers, same } from "./program.js";

const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

const rotated = (x: u32, by: i32): u32 => ((x << by) | (x >>> (32 - by))) >>> 0;

/** The key stream's words of block `counter`, into `out`. */
function keyStream(out: FixedArray<u32, 16>, key: Uint32Array, counter: u32, nonce: Uint32Array): void {
  const start: FixedArray<u32, 16> = fixedArray(16, 0);
  for (let i = 0; i < 4; i++) start[i] = constants[i]!;
  for (let i = 0; i < 8; i++) start[4 + i] = key[i]!;
  start[12] = counter;
  for (let i = 0; i < 3; i++) start[13 + i] = nonce[i]!;
  for (let i = 0; i < 16; i++) out[i] = start[i]!;

  const mix = (to: i32, from: i32, other: i32, by: i32): void => {
    out[to] = (out[to]! + out[from]!) >>> 0;
    out[other] = rotated((out[other]! ^ out[to]!) >>> 0, by);
  };
  const quarterRound = (a: i32, b: i32, c: i32, d: i32): void => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarterRound(column, 4 + column, 8 + column, 12 + column);
    for (let k = 0; k < 4; k++) quarterRound(k, 4 + ((k + 1) & 3), 8 + ((k + 2) & 3), 12 + ((k + 3) & 3));
  }
  for (let i = 0; i < 16; i++) out[i] = (out[i]! + start[i]!) >>> 0;
}

/** Words of the bytes 0 to 31, the lowest first: the key of the RFC's examples. */
const exampleKey = Uint32Array.from({ length: 8 }, (_, i) => 0x03020100 + i * 0x04040404);

export async function block(q: Queue): Promise<Answers> {
  const key = q.mallocShared(Uint32Array, exampleKey);
  const nonce = q.mallocShared(Uint32Array, [0x09000000, 0x4a000000, 0]);
  const out = q.mallocShared(Uint32Array, 16);
  await q.singleTask(() => {
    const words: FixedArray<u32, 16> = fixedArray(16, 0);
    keyStream(words, key, 1, nonce);
    for (let i = 0; i < words.length; i++) out[i] = words[i]!;
  });
  const published =
    "e4e7f11015593bd11fdd0f50c47120a3c7f4d1c70368c0339aaa22044e6cd4c3" +
    "466482d209aa9f0705d7c214a2028bd9d19c12b5b94e16dee883d0cb4e3c50a2";
  return { "section 2.3.2": same(digests(out, 16), [published]) };
}

export async function encryption(q: Queue): Promise<Answers> {
  const text = ascii(
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
  );
  const key = q.mallocShared(Uint32Array, exampleKey);
  const nonce = q.mallocShared(Uint32Array, [0, 0x4a000000, 0]);
  const bytes = q.mallocShared(Uint8Array, text);
  await q.parallelFor(Math.ceil(text.length / 64), (i) => {
    const words: FixedArray<u32, 16> = fixedArray(16, 0);
    keyStream(words, key, (i + 1) >>> 0, nonce);
    const end = Math.min(64, bytes.length - 64 * i);
    for (let k = 0; k < end; k++) bytes[64 * i + k]! ^= (words[k >> 2]! >>> (8 * (k & 3))) & 0xff;
  });
  const published =
    "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab" +
    "8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d";
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { "section 2.4.2": same([hex], [published]) };
}
