// CRC-32 (ISO 3309, as in zip and PNG), one message a work-item: by a captured table of 256 words, which a kernel has made,
// and by a table of 16 that is a constant of the module.

import type { Queue, u32 } from "lanewise";
import { ascii, digests, type Messages, pack } from "./messages.js";
import { type Answers, same } from "./program.js";

const polynomial = 0xedb88320;

function crcTable(q: Queue): Uint32Array {
  const table = q.mallocShared(Uint32Array, 256);
  q.parallelFor(256, (i) => {
    let rest: u32 = i >>> 0;
    for (let bit = 0; bit < 8; bit++) rest = ((rest & 1) !== 0 ? (rest >>> 1) ^ polynomial : rest >>> 1) >>> 0;
    table[i] = rest;
  });
  return table;
}

async function crcByBytes(q: Queue, { count, bytes, starts }: Messages): Promise<string[]> {
  const table = crcTable(q);
  const out = q.mallocShared(Uint32Array, count);
  await q.parallelFor(count, (i) => {
    let crc: u32 = 0xffffffff;
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      crc = ((crc >>> 8) ^ table[(crc ^ bytes[k]!) & 0xff]!) >>> 0;
    }
    out[i] = ~crc;
  });
  return digests(out, 1);
}

const nibbles = [
  0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c, 0xedb88320,
  0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
] as const;

async function crcByNibbles(q: Queue, { count, bytes, starts }: Messages): Promise<string[]> {
  const out = q.mallocShared(Uint32Array, count);
  await q.parallelFor(count, (i) => {
    let crc: u32 = 0xffffffff;
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      crc = (crc ^ bytes[k]!) >>> 0;
      crc = ((crc >>> 4) ^ nibbles[crc & 0xf]!) >>> 0;
      crc = ((crc >>> 4) ^ nibbles[crc & 0xf]!) >>> 0;
    }
    out[i] = ~crc;
  });
  return digests(out, 1);
}

const published = [
  ["123456789", "cbf43926"],
  ["", "00000000"],
  ["a", "e8b7be43"],
  ["abc", "352441c2"],
  ["The quick brown fox jumps over the lazy dog", "414fa339"],
] as const;

export async function checksums(q: Queue): Promise<Answers> {
  const messages = [...published.map(([text]) => ascii(text)), new Uint8Array(1_000_000).fill(0x61)];
  const right = [...published.map(([, checksum]) => checksum), "dc25bfbc"];
  const packed = pack(q, messages);
  return {
    "by bytes": same(await crcByBytes(q, packed), right),
    "by nibbles": same(await crcByNibbles(q, packed), right),
  };
}
