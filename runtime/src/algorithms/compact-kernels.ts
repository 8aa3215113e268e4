// The kernels of compact and partition. A work-item counts the flags of a piece, and later moves its elements: those with a flag behind those
// of the pieces before, the others, if they are wanted, behind all with one.

import type { Kernel0, Kernel1 } from "../language/kernel-function.js";

export interface Flagged<A> {
  readonly x: A;
  readonly flags: Uint8Array;
  readonly out: A;
  /** How many flags each piece has; then, how many there are before it. The last: all. */
  readonly counts: Int32Array;
  readonly piece: number;
  readonly pieces: number;
  readonly keepsOthers: boolean;
}

interface Elements<T> {
  readonly length: number;
  [index: number]: T;
}

export const countFlags =
  ({ flags, counts, piece }: Pick<Flagged<object>, "flags" | "counts" | "piece">): Kernel1 =>
  (p) => {
    const end = Math.min((p + 1) * piece, flags.length);
    let count = 0;
    for (let i = p * piece; i < end; i++) count += flags[i] === 0 ? 0 : 1;
    counts[p] = count;
  };

export const addCounts =
  (counts: Int32Array, pieces: number): Kernel0 =>
  () => {
    let sum = 0;
    for (let p = 0; p < pieces; p++) {
      const here = counts[p]!;
      counts[p] = sum;
      sum += here;
    }
    counts[pieces] = sum;
  };

function movePiece<T extends number | bigint>(f: Flagged<Elements<T>>, p: number): void {
  const end = Math.min((p + 1) * f.piece, f.flags.length);
  const others = f.counts[f.pieces]!;
  let at = f.counts[p]!;
  for (let i = p * f.piece; i < end; i++) {
    if (f.flags[i] !== 0) {
      f.out[at] = f.x[i]!;
      at += 1;
    } else if (f.keepsOthers) f.out[others + i - at] = f.x[i]!;
  }
}

/** By the size of an element: whatever its type is, it is moved as bits. */
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
