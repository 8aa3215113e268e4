// xxHash in 32 and 64 bits, one message a work-item: u32 by Math.imul, u64 as bigint.

import { type i32, type Queue, type u32, u64 } from "lanewise";
import { ascii, digests, type Messages, pack } from "./messages.js";
import { type Answers, same } from "./program.js";

/** Four bytes, the lowest first. */
function word32(bytes: Uint8Array, at: i32): u32 {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
function word64(bytes: Uint8Array, at: i32): u64 {
  return u64(word32(bytes, at)) | (BigInt(word32(bytes, at + 4)) << 32n);
}

const prime32 = { p1: 0x9e3779b1, p2: 0x85ebca77, p3: 0xc2b2ae3d, p4: 0x27d4eb2f, p5: 0x165667b1 } as const;

const times32 = (x: u32, y: u32): u32 => Math.imul(x, y) >>> 0;
const rotated32 = (x: u32, by: i32): u32 => ((x << by) | (x >>> (32 - by))) >>> 0;
const round32 = (lane: u32, input: u32): u32 =>
  times32(rotated32((lane + times32(input, prime32.p2)) >>> 0, 13), prime32.p1);

function xxh32(bytes: Uint8Array, start: i32, end: i32, seed: u32): u32 {
  let at = start;
  let hash: u32 = (seed + prime32.p5) >>> 0;
  if (end - start >= 16) {
    let a: u32 = (seed + prime32.p1 + prime32.p2) >>> 0;
    let b: u32 = (seed + prime32.p2) >>> 0;
    let c: u32 = seed;
    let d: u32 = (seed - prime32.p1) >>> 0;
    for (; at <= end - 16; at += 16) {
      a = round32(a, word32(bytes, at));
      b = round32(b, word32(bytes, at + 4));
      c = round32(c, word32(bytes, at + 8));
      d = round32(d, word32(bytes, at + 12));
    }
    hash = (rotated32(a, 1) + rotated32(b, 7) + rotated32(c, 12) + rotated32(d, 18)) >>> 0;
  }
  hash = (hash + ((end - start) >>> 0)) >>> 0;
  for (; at <= end - 4; at += 4) {
    hash = times32(rotated32((hash + times32(word32(bytes, at), prime32.p3)) >>> 0, 17), prime32.p4);
  }
  for (; at < end; at++) {
    hash = times32(rotated32((hash + times32(bytes[at]!, prime32.p5)) >>> 0, 11), prime32.p1);
  }
  hash = times32((hash ^ (hash >>> 15)) >>> 0, prime32.p2);
  hash = times32((hash ^ (hash >>> 13)) >>> 0, prime32.p3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const p1: u64 = 0x9e3779b185ebca87n;
const p2: u64 = 0xc2b2ae3d27d4eb4fn;
const p3: u64 = 0x165667b19e3779f9n;
const p4: u64 = 0x85ebca77c2b2ae63n;
const p5: u64 = 0x27d4eb2f165667c5n;

const wrapped = (x: bigint): u64 => BigInt.asUintN(64, x);
const rotated64 = (x: u64, by: u64): u64 => wrapped((x << by) | (x >> (64n - by)));
const round64 = (lane: u64, input: u64): u64 => wrapped(rotated64(wrapped(lane + wrapped(input * p2)), 31n) * p1);
const merged64 = (hash: u64, lane: u64): u64 => wrapped((hash ^ round64(0n, lane)) * p1 + p4);

function xxh64(bytes: Uint8Array, start: i32, end: i32, seed: u64): u64 {
  let at = start;
  let hash: u64 = wrapped(seed + p5);
  if (end - start >= 32) {
    let a: u64 = wrapped(seed + p1 + p2);
    let b: u64 = wrapped(seed + p2);
    let c: u64 = seed;
    let d: u64 = wrapped(seed - p1);
    do {
      a = round64(a, word64(bytes, at));
      b = round64(b, word64(bytes, at + 8));
      c = round64(c, word64(bytes, at + 16));
      d = round64(d, word64(bytes, at + 24));
      at += 32;
    } while (at <= end - 32);
    hash = wrapped(rotated64(a, 1n) + rotated64(b, 7n) + rotated64(c, 12n) + rotated64(d, 18n));
    hash = merged64(merged64(merged64(merged64(hash, a), b), c), d);
  }
  hash = wrapped(hash + u64(end - start));
  for (; at <= end - 8; at += 8) {
    hash = wrapped(rotated64(hash ^ round64(0n, word64(bytes, at)), 27n) * p1 + p4);
  }
  if (at <= end - 4) {
    hash = wrapped(rotated64(hash ^ wrapped(u64(word32(bytes, at)) * p1), 23n) * p2 + p3);
    at += 4;
  }
  for (; at < end; at++) hash = wrapped(rotated64(hash ^ wrapped(u64(bytes[at]!) * p5), 11n) * p1);
  hash = wrapped((hash ^ (hash >> 33n)) * p2);
  hash = wrapped((hash ^ (hash >> 29n)) * p3);
  return hash ^ (hash >> 32n);
}

async function hashes32(q: Queue, { count, bytes, starts }: Messages, seed: u32): Promise<string[]> {
  const out = q.mallocShared(Uint32Array, count);
  await q.parallelFor(count, (i) => {
    out[i] = xxh32(bytes, starts[i]!, starts[i + 1]!, seed);
  });
  return digests(out, 1);
}

async function hashes64(q: Queue, { count, bytes, starts }: Messages, seed: u64): Promise<string[]> {
  const out = q.mallocShared(BigUint64Array, count);
  await q.parallelFor(count, (i) => {
    out[i] = xxh64(bytes, starts[i]!, starts[i + 1]!, seed);
  });
  return Array.from(out, (hash) => hash.toString(16).padStart(16, "0"));
}

/** From the documentation of the reference implementation and of its bindings: message, XXH32, XXH64, both with seed 0. */
const published = [
  ["", "02cc5d05", "ef46db3751d8e999"],
  ["a", "550d7456", "d24ec4f1a98c6e5b"],
  ["abc", "32d153ff", "44bc2cf5ad770999"],
  ["Nobody inspects the spammish repetition", "e2293b2f", "fbcea83c8a378bf1"],
] as const;

export async function ofMessages(q: Queue): Promise<Answers> {
  const packed = pack(
    q,
    published.map(([text]) => ascii(text)),
  );
  return {
    xxh32: same(
      await hashes32(q, packed, 0),
      published.map(([, hash]) => hash),
    ),
    xxh64: same(
      await hashes64(q, packed, 0n),
      published.map(([, , hash]) => hash),
    ),
  };
}

export async function seeded(q: Queue): Promise<Answers> {
  const packed = pack(q, [ascii("xxhash")]);
  return { xxh64: same(await hashes64(q, packed, 20_141_025n), ["b559b98d844e0635"]) };
}

/** Every length that takes another way through the tails, against the same function on the host. */
export async function ofAllLengths(q: Queue): Promise<Answers> {
  const messages = Array.from({ length: 80 }, (_, length) =>
    Uint8Array.from({ length }, (_, i) => (i * 167 + 59) & 0xff),
  );
  const packed = pack(q, messages);
  const { bytes, starts } = packed;
  const bounds = messages.map((_, i) => [starts[i] ?? 0, starts[i + 1] ?? 0] as const);
  const right32 = bounds.map(([start, end]) => xxh32(bytes, start, end, 7).toString(16).padStart(8, "0"));
  const right64 = bounds.map(([start, end]) => xxh64(bytes, start, end, 7n).toString(16).padStart(16, "0"));
  return {
    xxh32: same(await hashes32(q, packed, 7), right32),
    xxh64: same(await hashes64(q, packed, 7n), right64),
  };
}
