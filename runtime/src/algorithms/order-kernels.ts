// The kernels of algorithms that order elements without sorting them all: argMin and argMax, topK, nthElement, merge, unique. They read elements as
// keys, unsigned integers in the order of `sort` (sort-keys.ts): one kernel for each way to convert an element's bits to a key.

import type { i32, Kernel0, Kernel1, Kernel2, u32, u64 } from "../language/index.js";
import { DIGITS } from "./sort-kernels.js";
import { keyOfF32 } from "./sort-keys.js";

/** N is the type of keys: numbers of up to 32 bits, or bigints. */
export interface Keyed<A, N> {
  readonly x: A;
  /** The bits of keys to flip: the sign of integers, and all bits for descending order. */
  readonly flip: N;
  readonly length: number;
}

/** How many blocks are interleaved in memory, so that neighbouring work-items read neighbours. */
export const LANES = 16;

/** Block `row * LANES + lane` has the elements `(row * rounds + r) * LANES + lane` for all r below `rounds`; `length` elements are in blocks. */
export interface Blocks<A, N> extends Keyed<A, N> {
  /** The greatest key of each block. */
  readonly best: A;
  readonly rounds: number;
}

/** Finds the index of the first element with the greatest key in x. */
export interface Pick<A, N> extends Blocks<A, N> {
  readonly at: Int32Array;
}

/** Copies all elements of the first `chosen` blocks of `ranked`, and those from `length` on. */
export interface Candidates<A, N> extends Keyed<A, N> {
  readonly ranked: Uint32Array;
  readonly chosen: number;
  readonly rounds: number;
  readonly keys: A;
  readonly places: Uint32Array;
}

/** Counts how many keys of a piece, among those that agree with the known bits of `state`, have each digit. */
export interface Counting<A, N> extends Keyed<A, N> {
  readonly state: A;
  readonly table: Int32Array;
  readonly piece: number;
  /** The known bits of `state`. */
  readonly known: N;
  readonly shift: N;
}

/** Finds the digit of the key with rank `rank` among those counted. */
export interface Choosing<A, N> {
  readonly state: A;
  readonly rank: Int32Array;
  readonly table: Int32Array;
  readonly shift: N;
}

/** Merges two sorted arrays. */
export interface Merging<A, N> {
  readonly a: A;
  readonly b: A;
  readonly out: A;
  readonly flip: N;
  readonly piece: number;
}

/** Flags each element that differs from the one before it. */
export interface Changes<A, N> extends Keyed<A, N> {
  readonly flags: Uint8Array;
}

function keyOf(bits: u32, flip: u32): u32 {
  return (bits ^ flip) >>> 0;
}

function keyOf64(bits: u64, flip: u64): u64 {
  return bits ^ flip;
}

/** As keyOfF32, for 64 bits. */
function keyOfF64(bits: u64, flip: u64): u64 {
  const value: u64 = (bits & 0x7fff_ffff_ffff_ffffn) > 0x7ff0_0000_0000_0000n ? 0x7ff8_0000_0000_0000n : bits;
  return value ^ (value >> 63n === 1n ? 0xffff_ffff_ffff_ffffn : 0x8000_0000_0000_0000n) ^ flip;
}

function greatest<T extends number | bigint>(rounds: i32, keyAt: (r: i32) => T): T {
  let most = keyAt(0);
  for (let r = 1; r < rounds; r++) {
    const key = keyAt(r);
    most = key > most ? key : most;
  }
  return most;
}

function placeIn(block: i32, round: i32, rounds: i32): i32 {
  return (((block / LANES) | 0) * rounds + round) * LANES + (block % LANES);
}

/** The first index of the greatest key. Later blocks with that key only matter for their earlier elements. */
function firstPlace<T extends number | bigint>(
  k: { readonly length: number; readonly rounds: number; readonly x: { readonly length: number } },
  bestAt: (block: i32) => T,
  keyAt: (i: i32) => T,
): i32 {
  const end = k.x.length;
  const blocks = (k.length / k.rounds) | 0;
  let most = keyAt(end - 1);
  for (let b = 0; b < blocks; b++) {
    const key = bestAt(b);
    most = key > most ? key : most;
  }
  for (let i = k.length; i < end; i++) {
    const key = keyAt(i);
    most = key > most ? key : most;
  }
  let at = end;
  for (let b = 0; b < blocks; b++) {
    if (bestAt(b) !== most) continue;
    for (let i = placeIn(b, 0, k.rounds); i < at && i < k.length; i += LANES) {
      if (keyAt(i) !== most) continue;
      at = i;
    }
  }
  for (let i = k.length; i < at; i++) if (keyAt(i) === most) at = i;
  return at;
}

/** The index of a candidate: those in blocks come first, round by round, then those after all blocks. */
function candidateAt(c: i32, ranked: Uint32Array, chosen: i32, rounds: i32, length: i32): i32 {
  const behind = c - chosen * rounds;
  return behind < 0 ? placeIn(ranked[c % chosen]! | 0, (c / chosen) | 0, rounds) : length + behind;
}

/** How many elements of `a` are among the first `place` merged ones: equal elements of `a` come before those of `b`. */
function splitAt(place: i32, aLength: i32, bLength: i32, isBefore: (i: i32, j: i32) => boolean): i32 {
  let low = Math.max(0, place - bLength);
  let high = Math.min(place, aLength);
  while (low < high) {
    const i = (low + high) >> 1;
    if (isBefore(i, place - 1 - i)) low = i + 1;
    else high = i;
  }
  return low;
}

/** Selects the array by arithmetic, so that no branch depends on the keys: processors could not predict it. */
function mergePiece<A extends Uint8Array | Uint16Array | Uint32Array | BigUint64Array>(
  m: { readonly a: A; readonly b: A; readonly out: A; readonly piece: number },
  p: i32,
  isBefore: (i: i32, j: i32) => boolean,
): void {
  const [aLength, bLength] = [m.a.length, m.b.length];
  const begin = p * m.piece;
  const end = Math.min(begin + m.piece, aLength + bLength);
  let i = splitAt(begin, aLength, bLength, isBefore);
  let k = begin;
  for (; k < end && i < aLength && k - i < bLength; k++) {
    const isOfA = isBefore(i, k - i);
    m.out[k] = isOfA ? m.a[i]! : m.b[k - i]!;
    i += isOfA ? 1 : 0;
  }
  const [ofA, ofB] = [i - k, i];
  if (i < aLength) for (; k < end; k++) m.out[k] = m.a[k + ofA]!;
  else for (; k < end; k++) m.out[k] = m.b[k - ofB]!;
}

/** `digitAt` returns the digit of an element that counts, else -1. */
function countPiece(
  { table, piece, length }: { readonly table: Int32Array; readonly piece: number; readonly length: number },
  p: i32,
  digitAt: (i: i32) => i32,
): void {
  const counts = new Int32Array(DIGITS);
  const end = Math.min((p + 1) * piece, length);
  for (let i = p * piece; i < end; i++) {
    const digit = digitAt(i);
    if (digit >= 0) counts[digit]! += 1;
  }
  for (let digit = 0; digit < DIGITS; digit++) table[p * DIGITS + digit] = counts[digit]!;
}

/** The digit of the key with that rank; updates the rank to that among keys with the digit. */
function digitOfRank({ rank, table }: { readonly rank: Int32Array; readonly table: Int32Array }): i32 {
  let left = rank[0]!;
  let digit = 0;
  for (; digit < DIGITS - 1; digit++) {
    let here = 0;
    for (let k = digit; k < table.length; k += DIGITS) here += table[k]!;
    if (left < here) break;
    left -= here;
  }
  rank[0] = left;
  return digit;
}

export const numberAll =
  (places: Uint32Array): Kernel1 =>
  (j) => {
    places[j] = j;
  };

export const best8 =
  ({ x, best, flip, rounds }: Blocks<Uint8Array, u32>): Kernel2 =>
  (row, lane) => {
    best[row * LANES + lane] = greatest(rounds, (r) => keyOf(x[(row * rounds + r) * LANES + lane]!, flip));
  };
export const pick8 =
  (k: Pick<Uint8Array, u32>): Kernel0 =>
  () => {
    k.at[0] = firstPlace(
      k,
      (b) => k.best[b]!,
      (i) => keyOf(k.x[i]!, k.flip),
    );
  };
export const candidates8 =
  ({ x, flip, ranked, chosen, rounds, length, keys, places }: Candidates<Uint8Array, u32>): Kernel1 =>
  (c) => {
    const i = candidateAt(c, ranked, chosen, rounds, length);
    keys[c] = keyOf(x[i]!, flip);
    places[c] = i;
  };
export const count8 =
  (c: Counting<Uint8Array, u32>): Kernel1 =>
  (p) =>
    countPiece(c, p, (i) => {
      const key = keyOf(c.x[i]!, c.flip);
      return ((key ^ c.state[0]!) & c.known) === 0 ? (key >>> c.shift) & 255 : -1;
    });
export const choose8 =
  (c: Choosing<Uint8Array, u32>): Kernel0 =>
  () => {
    c.state[0] = c.state[0]! | (digitOfRank(c) << c.shift);
  };
export const merge8 =
  (m: Merging<Uint8Array, u32>): Kernel1 =>
  (p) =>
    mergePiece(m, p, (i, j) => keyOf(m.a[i]!, m.flip) <= keyOf(m.b[j]!, m.flip));
export const changes8 =
  ({ x, flip, flags }: Changes<Uint8Array, u32>): Kernel1 =>
  (i) => {
    flags[i] = i === 0 || keyOf(x[i]!, flip) !== keyOf(x[i - 1]!, flip) ? 1 : 0;
  };

export const best16 =
  ({ x, best, flip, rounds }: Blocks<Uint16Array, u32>): Kernel2 =>
  (row, lane) => {
    best[row * LANES + lane] = greatest(rounds, (r) => keyOf(x[(row * rounds + r) * LANES + lane]!, flip));
  };
export const pick16 =
  (k: Pick<Uint16Array, u32>): Kernel0 =>
  () => {
    k.at[0] = firstPlace(
      k,
      (b) => k.best[b]!,
      (i) => keyOf(k.x[i]!, k.flip),
    );
  };
export const candidates16 =
  ({ x, flip, ranked, chosen, rounds, length, keys, places }: Candidates<Uint16Array, u32>): Kernel1 =>
  (c) => {
    const i = candidateAt(c, ranked, chosen, rounds, length);
    keys[c] = keyOf(x[i]!, flip);
    places[c] = i;
  };
export const count16 =
  (c: Counting<Uint16Array, u32>): Kernel1 =>
  (p) =>
    countPiece(c, p, (i) => {
      const key = keyOf(c.x[i]!, c.flip);
      return ((key ^ c.state[0]!) & c.known) === 0 ? (key >>> c.shift) & 255 : -1;
    });
export const choose16 =
  (c: Choosing<Uint16Array, u32>): Kernel0 =>
  () => {
    c.state[0] = c.state[0]! | (digitOfRank(c) << c.shift);
  };
export const merge16 =
  (m: Merging<Uint16Array, u32>): Kernel1 =>
  (p) =>
    mergePiece(m, p, (i, j) => keyOf(m.a[i]!, m.flip) <= keyOf(m.b[j]!, m.flip));
export const changes16 =
  ({ x, flip, flags }: Changes<Uint16Array, u32>): Kernel1 =>
  (i) => {
    flags[i] = i === 0 || keyOf(x[i]!, flip) !== keyOf(x[i - 1]!, flip) ? 1 : 0;
  };

export const best32 =
  ({ x, best, flip, rounds }: Blocks<Uint32Array, u32>): Kernel2 =>
  (row, lane) => {
    best[row * LANES + lane] = greatest(rounds, (r) => keyOf(x[(row * rounds + r) * LANES + lane]!, flip));
  };
export const pick32 =
  (k: Pick<Uint32Array, u32>): Kernel0 =>
  () => {
    k.at[0] = firstPlace(
      k,
      (b) => k.best[b]!,
      (i) => keyOf(k.x[i]!, k.flip),
    );
  };
export const candidates32 =
  ({ x, flip, ranked, chosen, rounds, length, keys, places }: Candidates<Uint32Array, u32>): Kernel1 =>
  (c) => {
    const i = candidateAt(c, ranked, chosen, rounds, length);
    keys[c] = keyOf(x[i]!, flip);
    places[c] = i;
  };
export const count32 =
  (c: Counting<Uint32Array, u32>): Kernel1 =>
  (p) =>
    countPiece(c, p, (i) => {
      const key = keyOf(c.x[i]!, c.flip);
      return ((key ^ c.state[0]!) & c.known) === 0 ? (key >>> c.shift) & 255 : -1;
    });
export const choose32 =
  (c: Choosing<Uint32Array, u32>): Kernel0 =>
  () => {
    c.state[0] = c.state[0]! | (digitOfRank(c) << c.shift);
  };
export const merge32 =
  (m: Merging<Uint32Array, u32>): Kernel1 =>
  (p) =>
    mergePiece(m, p, (i, j) => keyOf(m.a[i]!, m.flip) <= keyOf(m.b[j]!, m.flip));
export const changes32 =
  ({ x, flip, flags }: Changes<Uint32Array, u32>): Kernel1 =>
  (i) => {
    flags[i] = i === 0 || keyOf(x[i]!, flip) !== keyOf(x[i - 1]!, flip) ? 1 : 0;
  };

export const bestF32 =
  ({ x, best, flip, rounds }: Blocks<Uint32Array, u32>): Kernel2 =>
  (row, lane) => {
    best[row * LANES + lane] = greatest(rounds, (r) => keyOfF32(x[(row * rounds + r) * LANES + lane]!, flip));
  };
export const pickF32 =
  (k: Pick<Uint32Array, u32>): Kernel0 =>
  () => {
    k.at[0] = firstPlace(
      k,
      (b) => k.best[b]!,
      (i) => keyOfF32(k.x[i]!, k.flip),
    );
  };
export const candidatesF32 =
  ({ x, flip, ranked, chosen, rounds, length, keys, places }: Candidates<Uint32Array, u32>): Kernel1 =>
  (c) => {
    const i = candidateAt(c, ranked, chosen, rounds, length);
    keys[c] = keyOfF32(x[i]!, flip);
    places[c] = i;
  };
export const countF32 =
  (c: Counting<Uint32Array, u32>): Kernel1 =>
  (p) =>
    countPiece(c, p, (i) => {
      const key = keyOfF32(c.x[i]!, c.flip);
      return ((key ^ c.state[0]!) & c.known) === 0 ? (key >>> c.shift) & 255 : -1;
    });
export const chooseF32 =
  (c: Choosing<Uint32Array, u32>): Kernel0 =>
  () => {
    c.state[0] = c.state[0]! | (digitOfRank(c) << c.shift);
  };
export const mergeF32 =
  (m: Merging<Uint32Array, u32>): Kernel1 =>
  (p) =>
    mergePiece(m, p, (i, j) => keyOfF32(m.a[i]!, m.flip) <= keyOfF32(m.b[j]!, m.flip));
export const changesF32 =
  ({ x, flip, flags }: Changes<Uint32Array, u32>): Kernel1 =>
  (i) => {
    flags[i] = i === 0 || keyOfF32(x[i]!, flip) !== keyOfF32(x[i - 1]!, flip) ? 1 : 0;
  };

export const best64 =
  ({ x, best, flip, rounds }: Blocks<BigUint64Array, u64>): Kernel2 =>
  (row, lane) => {
    best[row * LANES + lane] = greatest(rounds, (r) => keyOf64(x[(row * rounds + r) * LANES + lane]!, flip));
  };
export const pick64 =
  (k: Pick<BigUint64Array, u64>): Kernel0 =>
  () => {
    k.at[0] = firstPlace(
      k,
      (b) => k.best[b]!,
      (i) => keyOf64(k.x[i]!, k.flip),
    );
  };
export const candidates64 =
  ({ x, flip, ranked, chosen, rounds, length, keys, places }: Candidates<BigUint64Array, u64>): Kernel1 =>
  (c) => {
    const i = candidateAt(c, ranked, chosen, rounds, length);
    keys[c] = keyOf64(x[i]!, flip);
    places[c] = i;
  };
export const count64 =
  (c: Counting<BigUint64Array, u64>): Kernel1 =>
  (p) =>
    countPiece(c, p, (i) => {
      const key = keyOf64(c.x[i]!, c.flip);
      return ((key ^ c.state[0]!) & c.known) === 0n ? Number((key >> c.shift) & 255n) : -1;
    });
export const choose64 =
  (c: Choosing<BigUint64Array, u64>): Kernel0 =>
  () => {
    c.state[0] = c.state[0]! | (BigInt(digitOfRank(c)) << c.shift);
  };
export const merge64 =
  (m: Merging<BigUint64Array, u64>): Kernel1 =>
  (p) =>
    mergePiece(m, p, (i, j) => keyOf64(m.a[i]!, m.flip) <= keyOf64(m.b[j]!, m.flip));
export const changes64 =
  ({ x, flip, flags }: Changes<BigUint64Array, u64>): Kernel1 =>
  (i) => {
    flags[i] = i === 0 || keyOf64(x[i]!, flip) !== keyOf64(x[i - 1]!, flip) ? 1 : 0;
  };

export const bestF64 =
  ({ x, best, flip, rounds }: Blocks<BigUint64Array, u64>): Kernel2 =>
  (row, lane) => {
    best[row * LANES + lane] = greatest(rounds, (r) => keyOfF64(x[(row * rounds + r) * LANES + lane]!, flip));
  };
export const pickF64 =
  (k: Pick<BigUint64Array, u64>): Kernel0 =>
  () => {
    k.at[0] = firstPlace(
      k,
      (b) => k.best[b]!,
      (i) => keyOfF64(k.x[i]!, k.flip),
    );
  };
export const candidatesF64 =
  ({ x, flip, ranked, chosen, rounds, length, keys, places }: Candidates<BigUint64Array, u64>): Kernel1 =>
  (c) => {
    const i = candidateAt(c, ranked, chosen, rounds, length);
    keys[c] = keyOfF64(x[i]!, flip);
    places[c] = i;
  };
export const countF64 =
  (c: Counting<BigUint64Array, u64>): Kernel1 =>
  (p) =>
    countPiece(c, p, (i) => {
      const key = keyOfF64(c.x[i]!, c.flip);
      return ((key ^ c.state[0]!) & c.known) === 0n ? Number((key >> c.shift) & 255n) : -1;
    });
export const chooseF64 =
  (c: Choosing<BigUint64Array, u64>): Kernel0 =>
  () => {
    c.state[0] = c.state[0]! | (BigInt(digitOfRank(c)) << c.shift);
  };
export const mergeF64 =
  (m: Merging<BigUint64Array, u64>): Kernel1 =>
  (p) =>
    mergePiece(m, p, (i, j) => keyOfF64(m.a[i]!, m.flip) <= keyOfF64(m.b[j]!, m.flip));
export const changesF64 =
  ({ x, flip, flags }: Changes<BigUint64Array, u64>): Kernel1 =>
  (i) => {
    flags[i] = i === 0 || keyOfF64(x[i]!, flip) !== keyOfF64(x[i - 1]!, flip) ? 1 : 0;
  };
