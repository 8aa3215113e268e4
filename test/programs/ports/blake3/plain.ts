// BLAKE3 hashes of many messages, as the specification has it: chunks of 1024 bytes, and a tree above them that a stack keeps.

const BLOCK_BYTES = 64;
const CHUNK_BYTES = 1024;
const MAX_DEPTH = 54;

const CHUNK_START = 1 << 0;
const CHUNK_END = 1 << 1;
const PARENT = 1 << 2;
const ROOT = 1 << 3;

const IV = new Uint32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8] as const;

const rotateRight = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function mix(state: Uint32Array, a: number, b: number, c: number, d: number, x: number, y: number): void {
  state[a] = state[a]! + state[b]! + x;
  state[d] = rotateRight(state[d]! ^ state[a]!, 16);
  state[c] = state[c]! + state[d]!;
  state[b] = rotateRight(state[b]! ^ state[c]!, 12);
  state[a] = state[a]! + state[b]! + y;
  state[d] = rotateRight(state[d]! ^ state[a]!, 8);
  state[c] = state[c]! + state[d]!;
  state[b] = rotateRight(state[b]! ^ state[c]!, 7);
}

function round(state: Uint32Array, m: Uint32Array): void {
  mix(state, 0, 4, 8, 12, m[0]!, m[1]!);
  mix(state, 1, 5, 9, 13, m[2]!, m[3]!);
  mix(state, 2, 6, 10, 14, m[4]!, m[5]!);
  mix(state, 3, 7, 11, 15, m[6]!, m[7]!);
  mix(state, 0, 5, 10, 15, m[8]!, m[9]!);
  mix(state, 1, 6, 11, 12, m[10]!, m[11]!);
  mix(state, 2, 7, 8, 13, m[12]!, m[13]!);
  mix(state, 3, 4, 9, 14, m[14]!, m[15]!);
}

function permute(m: Uint32Array): void {
  m.set(PERMUTATION.map((from) => m[from]!));
}

/** Replaces the chaining value by that after the block, whose words it moves. */
function compress(cv: Uint32Array, block: Uint32Array, counter: number, length: number, flags: number): void {
  const state = new Uint32Array(16);
  state.set(cv);
  state.set(IV.subarray(0, 4), 8);
  state[12] = counter;
  state[13] = counter / 2 ** 32;
  state[14] = length;
  state[15] = flags;
  round(state, block);
  for (let k = 1; k < 7; k++) {
    permute(block);
    round(state, block);
  }
  for (let k = 0; k < 8; k++) cv[k] = state[k]! ^ state[k + 8]!;
}

/** The words of a block, the last of which may be shorter than the others. */
function readBlock(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const block = new Uint32Array(BLOCK_BYTES / 4);
  for (let at = start; at < end; at++) block[(at - start) >> 2]! |= bytes[at]! << (8 * ((at - start) & 3));
  return block;
}

/** The chaining value of one chunk. */
function hashChunk(bytes: Uint8Array, index: number, isRoot: boolean): Uint32Array {
  const cv = IV.slice();
  const start = index * CHUNK_BYTES;
  const end = Math.min(start + CHUNK_BYTES, bytes.length);
  let at = start;
  do {
    const next = Math.min(at + BLOCK_BYTES, end);
    let flags = 0;
    if (at === start) flags |= CHUNK_START;
    if (next === end) flags |= isRoot ? CHUNK_END | ROOT : CHUNK_END;
    compress(cv, readBlock(bytes, at, next), index, next - at, flags);
    at = next;
  } while (at < end);
  return cv;
}

/** Chaining values of subtrees that wait for their right neighbours. */
class Stack {
  private readonly words = new Uint32Array(MAX_DEPTH * 8);
  private depth = 0;

  push(cv: Uint32Array): void {
    this.words.set(cv, this.depth * 8);
    this.depth++;
  }

  /** Puts the parent of the upper two in their place. */
  merge(isRoot: boolean): void {
    this.depth -= 2;
    const children = this.words.slice(this.depth * 8, this.depth * 8 + 16);
    const cv = IV.slice();
    compress(cv, children, 0, BLOCK_BYTES, isRoot ? PARENT | ROOT : PARENT);
    this.push(cv);
  }

  get size(): number {
    return this.depth;
  }

  get top(): Uint32Array {
    return this.words.slice((this.depth - 1) * 8, this.depth * 8);
  }
}

function blake3(bytes: Uint8Array): Uint32Array {
  const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  const stack = new Stack();
  for (let chunk = 0; chunk < chunks; chunk++) {
    stack.push(hashChunk(bytes, chunk, chunks === 1));
    if (chunk === chunks - 1) break;
    for (let done = chunk + 1; done % 2 === 0; done /= 2) stack.merge(false);
  }
  while (stack.size > 1) stack.merge(stack.size === 2);
  return stack.top;
}

// The test vectors' lengths and bytes: each message begins with 0, 1, 2 …
const lengths = [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 3073, 5121, 8193, 31744];
const COUNT = lengths.length;
const ends = new Uint32Array(COUNT + 1);
for (const [m, length] of lengths.entries()) ends[m + 1] = ends[m]! + length;
const messages = new Uint8Array(ends[COUNT]!);
for (let m = 0; m < COUNT; m++) {
  for (let k = 0; k < lengths[m]!; k++) messages[ends[m]! + k] = k % 251;
}

export function run(): Uint32Array {
  const digests = new Uint32Array(COUNT * 8);
  for (let m = 0; m < COUNT; m++) {
    digests.set(blake3(messages.subarray(ends[m]!, ends[m + 1]!)), m * 8);
  }
  return digests;
}
