// The kernels of histogram. With few bins, each element adds to its bin; otherwise a work-item counts a piece of the array in its own row of bins,
// and then the rows are added up, one bin per work-item. Launched without bounds checks: bins are compared with their number, and rows are in private
// memory.

import { atomicRef, type Kernel1 } from "../language/index.js";

export interface Counting<A> {
  readonly x: A;
  /** A row of bins for each piece. */
  readonly rows: Uint32Array;
  readonly bins: number;
  /** The least value counted, the first that is too large, and the number of bins for a difference of 1. */
  readonly min: number;
  readonly max: number;
  readonly scale: number;
  readonly piece: number;
  readonly length: number;
}

interface Elements {
  readonly length: number;
  [index: number]: number;
}

function countValues(c: Counting<Elements>, p: number): void {
  const end = Math.min((p + 1) * c.piece, c.length);
  for (let i = p * c.piece; i < end; i++) {
    const value = c.x[i]!;
    if (value >= c.min && value < c.max) {
      // Rounding may give the bin after the last.
      const bin = Math.min(Math.floor((value - c.min) * c.scale), c.bins - 1);
      c.rows[p * c.bins + bin]! += 1;
    }
  }
}

/** Counts integers, a bin for each from `min` on: differences wrap, so that bins of u32 are right in i32, too. */
function countKeys(c: Counting<Elements>, p: number): void {
  const end = Math.min((p + 1) * c.piece, c.length);
  const first = c.min | 0;
  for (let i = p * c.piece; i < end; i++) {
    const bin = (c.x[i]! - first) | 0;
    if (bin >= 0 && bin < c.bins) c.rows[p * c.bins + bin]! += 1;
  }
}

/** The most bins for which threads have private copies while they count. */
export const FEW = 4096;

/** Counts integers in few bins, element by element: atomically, with private copies in each thread. Values outside are counted after the last bin. */
function countFewKeys({ x, rows, bins, min }: Counting<Elements>, i: number): void {
  const bin = (x[i]! - (min | 0)) | 0;
  atomicRef(rows, bin >= 0 && bin < bins ? bin : bins).fetchAdd(1);
}

type Table<T> = { readonly [N in keyof T]: (c: Counting<T[N]>) => Kernel1 };
interface Integers {
  readonly Int8Array: Int8Array;
  readonly Uint8Array: Uint8Array;
  readonly Uint8ClampedArray: Uint8ClampedArray;
  readonly Int16Array: Int16Array;
  readonly Uint16Array: Uint16Array;
  readonly Int32Array: Int32Array;
}
interface Values extends Integers {
  readonly Uint32Array: Uint32Array;
  readonly Float32Array: Float32Array;
  readonly Float64Array: Float64Array;
}

export const valueKernels: Table<Values> = {
  Int8Array: (c) => (p) => countValues(c, p),
  Uint8Array: (c) => (p) => countValues(c, p),
  Uint8ClampedArray: (c) => (p) => countValues(c, p),
  Int16Array: (c) => (p) => countValues(c, p),
  Uint16Array: (c) => (p) => countValues(c, p),
  Int32Array: (c) => (p) => countValues(c, p),
  Uint32Array: (c) => (p) => countValues(c, p),
  Float32Array: (c) => (p) => countValues(c, p),
  Float64Array: (c) => (p) => countValues(c, p),
};

export const keyKernels: Table<Integers> = {
  Int8Array: (c) => (p) => countKeys(c, p),
  Uint8Array: (c) => (p) => countKeys(c, p),
  Uint8ClampedArray: (c) => (p) => countKeys(c, p),
  Int16Array: (c) => (p) => countKeys(c, p),
  Uint16Array: (c) => (p) => countKeys(c, p),
  Int32Array: (c) => (p) => countKeys(c, p),
};

export const sumRows =
  (rows: Uint32Array, out: Uint32Array, pieces: number): Kernel1 =>
  (bin) => {
    let sum = 0;
    for (let p = 0; p < pieces; p++) sum += rows[p * out.length + bin]!;
    out[bin] = sum;
  };

export const fewKeyKernels: Table<Integers> = {
  Int8Array: (c) => (i) => countFewKeys(c, i),
  Uint8Array: (c) => (i) => countFewKeys(c, i),
  Uint8ClampedArray: (c) => (i) => countFewKeys(c, i),
  Int16Array: (c) => (i) => countFewKeys(c, i),
  Uint16Array: (c) => (i) => countFewKeys(c, i),
  Int32Array: (c) => (i) => countFewKeys(c, i),
};
