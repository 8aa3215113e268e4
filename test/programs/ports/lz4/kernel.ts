// LZ4: many independent blocks, each of which is compressed and decompressed again.

import type { Queue } from "lanewise";

const MIN_MATCH = 4;
const LAST_LITERALS = 5; // a block ends with as many bytes that are no match
const MATCH_LIMIT = 12; // no match begins nearer to the end
const MAX_DISTANCE = 65535;
const HASH_BITS = 12;

const BLOCK = 4096;
const BOUND = BLOCK + Math.ceil(BLOCK / 255) + 16;
const COUNT = 37;

const read32 = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

const hash = (sequence: number): number => Math.imul(sequence, 2654435761) >>> (32 - HASH_BITS);

class Writer {
  length = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(value: number): void {
    this.bytes[this.length++] = value;
  }

  /** What does not fit into the token's four bits. */
  rest(count: number): void {
    let left = count - 15;
    if (left < 0) return;
    for (; left >= 255; left -= 255) this.byte(255);
    this.byte(left);
  }

  /** Literals, with the length of the match that follows them, which is 0 at the end. */
  literals(source: Uint8Array, start: number, end: number, match: number): void {
    const count = end - start;
    this.byte((Math.min(count, 15) << 4) | Math.min(match, 15));
    this.rest(count);
    for (let at = start; at < end; at++) this.byte(source[at]!);
  }
}

/** Returns how many bytes it has written. */
export function compress(source: Uint8Array, target: Uint8Array): number {
  const writer = new Writer(target);
  const latest = new Int32Array(1 << HASH_BITS).fill(-1); // where each hash was last seen
  let anchor = 0;
  let at = 0;
  while (at <= source.length - MATCH_LIMIT) {
    const sequence = read32(source, at);
    const slot = hash(sequence);
    const candidate = latest[slot]!;
    latest[slot] = at;
    if (candidate < 0 || at - candidate > MAX_DISTANCE || read32(source, candidate) !== sequence) {
      at++;
      continue;
    }
    let length = MIN_MATCH;
    const longest = source.length - LAST_LITERALS - at;
    while (length < longest && source[candidate + length] === source[at + length]) length++;
    writer.literals(source, anchor, at, length - MIN_MATCH);
    const distance = at - candidate;
    writer.byte(distance & 255);
    writer.byte(distance >> 8);
    writer.rest(length - MIN_MATCH);
    at += length;
    anchor = at;
  }
  writer.literals(source, anchor, source.length, 0);
  return writer.length;
}

class Reader {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    return this.bytes[this.at++]!;
  }

  /** A length whose beginning is in the token's four bits. */
  count(nibble: number): number {
    let count = nibble;
    if (nibble < 15) return count;
    let more: number;
    do {
      more = this.byte();
      count += more;
    } while (more === 255);
    return count;
  }
}

/** Returns how many bytes it has written. */
export function decompress(source: Uint8Array, target: Uint8Array): number {
  const reader = new Reader(source);
  let length = 0;
  while (true) {
    const token = reader.byte();
    for (let left = reader.count(token >> 4); left > 0; left--) target[length++] = reader.byte();
    if (reader.isAtEnd) return length;
    const distance = reader.byte() | (reader.byte() << 8);
    for (let left = reader.count(token & 15) + MIN_MATCH; left > 0; left--, length++) {
      target[length] = target[length - distance]!;
    }
  }
}

/** Some blocks repeat much, others little, and a few nothing. */
function makeInput(): Uint8Array {
  const input = new Uint8Array(COUNT * BLOCK);
  let state = 12345;
  for (let k = 0; k < input.length; k++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const block = Math.floor(k / BLOCK);
    const isNew = k % BLOCK < 8 || (state >>> 16) % 24 < block % 25;
    input[k] = isNew ? state >>> 24 : input[k - 1 - (block % 7)]!;
  }
  return input;
}

export const input = makeInput();

/** Each block compressed, and beside it what that decompresses to. */
export async function run(q: Queue): Promise<Uint8Array> {
  const stride = BOUND + BLOCK;
  const output = new Uint8Array(COUNT * stride);
  await q.parallelFor(COUNT, (i) => {
    const packed = output.subarray(i * stride, i * stride + BOUND);
    const size = compress(input.subarray(i * BLOCK, (i + 1) * BLOCK), packed);
    decompress(packed.subarray(0, size), output.subarray(i * stride + BOUND, (i + 1) * stride));
  });
  return output;
}
