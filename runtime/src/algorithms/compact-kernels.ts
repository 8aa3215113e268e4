// The kernels of compact and partition. A work-item counts the flags of a piece, and later moves its elements: flagged ones behind those of the
// pieces before, the others, if wanted, behind all flagged ones. Where each work-item has a thread of its own, a scan counts the flags, and a work-item
// moves one element.

import type { i32, Kernel0, Kernel1, Kernel2 } from "../language/index.js";

export interface Flagged<A> {
  readonly x: A;
  readonly flags: Uint8Array;
  readonly out: A;
  /** The number of flags before each piece; last, the total. */
  readonly counts: Int32Array;
  readonly piece: number;
  readonly pieces: number;
  readonly keepsOthers: boolean;
}

interface Elements<T> {
  readonly length: number;
  [index: number]: T;
}

/** How many work-items count a piece: each takes every PARTS-th flag, so that they read neighbours. */
export const PARTS = 16;

export const countFlags =
  ({ flags, parts, piece }: { flags: Uint8Array; parts: Int32Array; piece: number }): Kernel2 =>
  (p, part) => {
    const end = Math.min((p + 1) * piece, flags.length);
    let count = 0;
    for (let i = p * piece + part; i < end; i += PARTS) count += flags[i] === 0 ? 0 : 1;
    parts[p * PARTS + part] = count;
  };

export const addCounts =
  (parts: Int32Array, counts: Int32Array, pieces: number): Kernel0 =>
  () => {
    let sum = 0;
    for (let p = 0; p < pieces; p++) {
      counts[p] = sum;
      for (let k = p * PARTS; k < (p + 1) * PARTS; k++) sum += parts[k]!;
    }
    counts[pieces] = sum;
  };

/**
 * Moves a piece's elements. An unwanted element is overwritten by the next wanted one; nothing is written after the last wanted one. So no branch
 * depends on a flag, which processors could not predict.
 */
function movePiece<T extends number | bigint>(f: Flagged<Elements<T>>, p: number): void {
  const begin = p * f.piece;
  const end = Math.min(begin + f.piece, f.flags.length);
  const [first, last] = [f.counts[p]!, f.counts[p + 1]!];
  let at = first;
  for (let i = begin; i < end && at < last; i++) {
    f.out[at] = f.x[i]!;
    at += f.flags[i] === 0 ? 0 : 1;
  }
  if (!f.keepsOthers) return;
  const all = f.counts[f.pieces]!;
  const lastOther = all + end - last;
  let other = all + begin - first;
  for (let i = begin; i < end && other < lastOther; i++) {
    f.out[other] = f.x[i]!;
    other += f.flags[i] === 0 ? 1 : 0;
  }
}

/** By element size: elements of any type are moved as bits. */
export const move8 =
  (f: Flagged<Uint8Array>): Kernel1 =>
  (p) =>
    movePiece(f, p);
export const move16 =
  (f: Flagged<Uint16Array>): Kernel1 =>
  (p) =>
    movePiece(f, p);
export const move32 =
  (f: Flagged<Uint32Array>): Kernel1 =>
  (p) =>
    movePiece(f, p);
export const move64 =
  (f: Flagged<BigUint64Array>): Kernel1 =>
  (p) =>
    movePiece(f, p);

/** Elements to be moved one by one. `places`: how many flags there are up to each element and with it. */
export interface Placed<A> extends Pick<Flagged<A>, "x" | "flags" | "out" | "keepsOthers"> {
  readonly places: Int32Array;
}

export const markFlags =
  ({ flags, places }: { flags: Uint8Array; places: Int32Array }): Kernel1 =>
  (i) => {
    places[i] = flags[i] === 0 ? 0 : 1;
  };

function placeElement<T extends number | bigint>(f: Placed<Elements<T>>, i: i32): void {
  const place: i32 = f.places[i]!;
  if (f.flags[i] !== 0) f.out[(place - 1) | 0] = f.x[i]!;
  else if (f.keepsOthers) {
    const all: i32 = f.places[(f.places.length - 1) | 0]!;
    f.out[(all + i - place) | 0] = f.x[i]!;
  }
}

export const place8 =
  (f: Placed<Uint8Array>): Kernel1 =>
  (i) =>
    placeElement(f, i);
export const place16 =
  (f: Placed<Uint16Array>): Kernel1 =>
  (i) =>
    placeElement(f, i);
export const place32 =
  (f: Placed<Uint32Array>): Kernel1 =>
  (i) =>
    placeElement(f, i);
export const place64 =
  (f: Placed<BigUint64Array>): Kernel1 =>
  (i) =>
    placeElement(f, i);
