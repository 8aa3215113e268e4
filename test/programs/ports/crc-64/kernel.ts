// CRC-64/XZ of many messages, a byte at a time, by a table.

import type { Queue } from "lanewise";

const POLYNOMIAL = 0xc96c5795d7870f42n; // reflected
const ALL_ONES = 0xffffffffffffffffn;
const COUNT = 150;

function makeTable(): BigUint64Array {
  const table = new BigUint64Array(256);
  for (let n = 0; n < 256; n++) {
    let crc = BigInt(n);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ POLYNOMIAL : crc >> 1n;
    table[n] = crc;
  }
  return table;
}

const table = makeTable();

function crc64(bytes: Uint8Array): bigint {
  let crc = ALL_ONES;
  for (const byte of bytes) crc = (crc >> 8n) ^ table[Number((crc ^ BigInt(byte)) & 0xffn)]!;
  return crc ^ ALL_ONES;
}

// Message m is what lies between ends[m] and ends[m + 1]. The first has the check value of the standard.
const ends = Uint32Array.from({ length: COUNT + 1 }, (_, m) =>
  m === 0 ? 0 : 9 + (m - 1) * 700 + ((m ** 2 - 1) % 600),
);
const bytes = Uint8Array.from({ length: ends[COUNT]! }, (_, k) => k * k * 31 + (k >> 3));
bytes.set(new TextEncoder().encode("123456789"));

export async function run(q: Queue): Promise<BigUint64Array> {
  const checksums = new BigUint64Array(COUNT);
  await q.parallelFor(COUNT, (m) => {
    checksums[m] = crc64(bytes.subarray(ends[m]!, ends[m + 1]!));
  });
  return checksums;
}
