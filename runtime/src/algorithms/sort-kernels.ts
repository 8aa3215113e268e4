// The kernels of sort and sortByKey: radix sort by digits of 8 bits, the lowest first. Keys are unsigned integers, in pieces that one work-item each
// counts and moves. `from[pass]` tells which of two arrays has the keys before a pass. Launched without bounds checks: the keys are in private
// memory, so each kernel finds what the one before has counted, and all indices are in bounds.

import type { i32, Kernel0, Kernel1, Kernel2, u32 } from "../language/index.js";

/** One pass over keys in `a` or in `b`. */
export interface Pass<K> {
  readonly a: K;
  readonly b: K;
  /** For each piece and digit: the number of keys; later, the next index for one. */
  readonly table: Int32Array;
  /** For each pass, 0 if `a` has the keys before it. */
  readonly from: Int32Array;
  readonly pass: number;
  /** The digit's first bit: in its word, if keys have two. */
  readonly shift: number;
  readonly length: number;
  /** Keys of each piece. */
  readonly piece: number;
}

/** 64-bit keys, also as 32-bit words, and the word with the digit. */
export interface WidePass extends Pass<BigUint64Array> {
  readonly aWords: Uint32Array;
  readonly bWords: Uint32Array;
  readonly word: number;
}

/** Values that move with the keys. */
export interface Payload {
  readonly aValues: Uint32Array;
  readonly bValues: Uint32Array;
}

type Keys = Uint8Array | Uint16Array | Uint32Array;

export const DIGITS = 256;

function digitOf(key: u32, shift: i32): i32 {
  return ((key >>> shift) & 255) | 0;
}

/** Counts how many keys of a piece have each digit. `step`: words per key. */
function count<K extends Keys>(
  keys: K,
  table: Int32Array,
  shift: i32,
  begin: i32,
  end: i32,
  step: i32,
  row: i32,
): void {
  const counts = new Int32Array(DIGITS);
  for (let i = begin; i < end; i += step) counts[digitOf(keys[i]!, shift)]! += 1;
  for (let digit = 0; digit < DIGITS; digit++) table[row + digit] = counts[digit]!;
}

/** Moves each key of a piece to the next index for its digit. */
function move<K extends Keys>(keys: K, to: K, table: Int32Array, shift: i32, begin: i32, end: i32, row: i32): void {
  const next = new Int32Array(DIGITS);
  for (let digit = 0; digit < DIGITS; digit++) next[digit] = table[row + digit]!;
  for (let i = begin; i < end; i++) {
    const key = keys[i]!;
    const digit = digitOf(key, shift);
    const at = next[digit]!;
    next[digit] = at + 1;
    to[at] = key;
  }
}

function movePairs<K extends Keys>(
  keys: K,
  to: K,
  values: Uint32Array,
  toValues: Uint32Array,
  table: Int32Array,
  shift: i32,
  begin: i32,
  end: i32,
  row: i32,
): void {
  const next = new Int32Array(DIGITS);
  for (let digit = 0; digit < DIGITS; digit++) next[digit] = table[row + digit]!;
  for (let i = begin; i < end; i++) {
    const key = keys[i]!;
    const digit = digitOf(key, shift);
    const at = next[digit]!;
    next[digit] = at + 1;
    to[at] = key;
    toValues[at] = values[i]!;
  }
}

function moveWide(
  keys: BigUint64Array,
  words: Uint32Array,
  to: BigUint64Array,
  table: Int32Array,
  shift: i32,
  word: i32,
  begin: i32,
  end: i32,
  row: i32,
): void {
  const next = new Int32Array(DIGITS);
  for (let digit = 0; digit < DIGITS; digit++) next[digit] = table[row + digit]!;
  for (let i = begin; i < end; i++) {
    const digit = digitOf(words[2 * i + word]!, shift);
    const at = next[digit]!;
    next[digit] = at + 1;
    to[at] = keys[i]!;
  }
}

function moveWidePairs(
  keys: BigUint64Array,
  words: Uint32Array,
  to: BigUint64Array,
  values: Uint32Array,
  toValues: Uint32Array,
  table: Int32Array,
  shift: i32,
  word: i32,
  begin: i32,
  end: i32,
  row: i32,
): void {
  const next = new Int32Array(DIGITS);
  for (let digit = 0; digit < DIGITS; digit++) next[digit] = table[row + digit]!;
  for (let i = begin; i < end; i++) {
    const digit = digitOf(words[2 * i + word]!, shift);
    const at = next[digit]!;
    next[digit] = at + 1;
    to[at] = keys[i]!;
    toValues[at] = values[i]!;
  }
}

/** Computes the first index for each piece and digit, and which array has the keys after the pass: the same if all keys have one digit. */
export const placeDigits =
  (table: Int32Array, from: Int32Array, pass: number, length: number): Kernel0 =>
  () => {
    let sum = 0;
    let isOne = false;
    for (let digit = 0; digit < DIGITS; digit++) {
      const before = sum;
      for (let k = digit; k < table.length; k += DIGITS) {
        const here = table[k]!;
        table[k] = sum;
        sum += here;
      }
      isOne ||= sum - before === length;
    }
    from[pass + 1] = isOne ? from[pass]! : 1 - from[pass]!;
  };

/** What `placeDigits` computes, for many work-items: the counts in columns, digit by digit, which a scan then adds up. */
export interface Columns {
  readonly table: Int32Array;
  readonly columns: Int32Array;
  readonly pieces: i32;
}

export const toColumns =
  ({ table, columns, pieces }: Columns): Kernel2 =>
  (digit, p) => {
    columns[(Math.imul(digit, pieces) + p) | 0] = table[(Math.imul(p, DIGITS) + digit) | 0]!;
  };

export const fromColumns =
  ({ table, columns, pieces }: Columns): Kernel2 =>
  (p, digit) => {
    table[(Math.imul(p, DIGITS) + digit) | 0] = columns[(Math.imul(digit, pieces) + p) | 0]!;
  };

/** Tells which array has the keys after the pass. */
export const chooseArray =
  ({ columns, pieces }: Columns, from: Int32Array, pass: i32, length: i32): Kernel0 =>
  () => {
    let isOne = false;
    for (let digit = 0; digit < DIGITS; digit++) {
      const end: i32 = digit === DIGITS - 1 ? length : columns[Math.imul(digit + 1, pieces)]!;
      isOne ||= ((end - columns[Math.imul(digit, pieces)]!) | 0) === length;
    }
    from[pass + 1] = isOne ? from[pass]! : 1 - from[pass]!;
  };

// Compiled for each class of keys.

export function countDigits<K extends Keys>(of: Pass<K>): Kernel1 {
  const { table, from, pass, shift, length, piece } = of;
  const a: K = of.a;
  const b: K = of.b;
  return (p) => {
    const [begin, end] = [p * piece, Math.min((p + 1) * piece, length)];
    if (from[pass] === 0) count(a, table, shift, begin, end, 1, p * DIGITS);
    else count(b, table, shift, begin, end, 1, p * DIGITS);
  };
}

export function moveKeys<K extends Keys>(of: Pass<K>): Kernel1 {
  const { table, from, pass, shift, length, piece } = of;
  const a: K = of.a;
  const b: K = of.b;
  return (p) => {
    if (from[pass] === from[pass + 1]) return;
    const [begin, end] = [p * piece, Math.min((p + 1) * piece, length)];
    if (from[pass] === 0) move(a, b, table, shift, begin, end, p * DIGITS);
    else move(b, a, table, shift, begin, end, p * DIGITS);
  };
}

export function moveKeysAndValues<K extends Keys>(of: Pass<K> & Payload): Kernel1 {
  const { aValues, bValues, table, from, pass, shift, length, piece } = of;
  const a: K = of.a;
  const b: K = of.b;
  return (p) => {
    if (from[pass] === from[pass + 1]) return;
    const [begin, end] = [p * piece, Math.min((p + 1) * piece, length)];
    if (from[pass] === 0) movePairs(a, b, aValues, bValues, table, shift, begin, end, p * DIGITS);
    else movePairs(b, a, bValues, aValues, table, shift, begin, end, p * DIGITS);
  };
}

export const count64 =
  ({ aWords, bWords, word, table, from, pass, shift, length, piece }: WidePass): Kernel1 =>
  (p) => {
    const [begin, end] = [2 * p * piece + word, 2 * Math.min((p + 1) * piece, length)];
    if (from[pass] === 0) count(aWords, table, shift, begin, end, 2, p * DIGITS);
    else count(bWords, table, shift, begin, end, 2, p * DIGITS);
  };
export const move64 =
  ({ a, b, aWords, bWords, word, table, from, pass, shift, length, piece }: WidePass): Kernel1 =>
  (p) => {
    if (from[pass] === from[pass + 1]) return;
    const [begin, end] = [p * piece, Math.min((p + 1) * piece, length)];
    if (from[pass] === 0) moveWide(a, aWords, b, table, shift, word, begin, end, p * DIGITS);
    else moveWide(b, bWords, a, table, shift, word, begin, end, p * DIGITS);
  };
export const movePairs64 =
  ({
    a,
    b,
    aWords,
    bWords,
    word,
    aValues,
    bValues,
    table,
    from,
    pass,
    shift,
    length,
    piece,
  }: WidePass & Payload): Kernel1 =>
  (p) => {
    if (from[pass] === from[pass + 1]) return;
    const [begin, end] = [p * piece, Math.min((p + 1) * piece, length)];
    if (from[pass] === 0) moveWidePairs(a, aWords, b, aValues, bValues, table, shift, word, begin, end, p * DIGITS);
    else moveWidePairs(b, bWords, a, bValues, aValues, table, shift, word, begin, end, p * DIGITS);
  };
