// The kernels of scans. An array is cut into lanes. Of each, every PARTS-th element is in one of PARTS sums, which work-items compute together;
// these give what each lane begins with; then a work-item scans LANES of them at once, step by step, so that no addition waits for the one before.
// The table has what a kernel must know when it is compiled, types and operation; the rest is in functions for all.

import { fixedArray } from "../language/fixed-array.js";
import type { Kernel0, Kernel1, Kernel2 } from "../language/kernel-function.js";

/** Lanes that a work-item scans. */
export const LANES = 8;
/** Sums of each lane. */
export const PARTS = 16;

/** Lanes that follow each other. */
export interface Stretch<A> {
  readonly x: A;
  readonly out: A;
  /** One element: what changes nothing. */
  readonly identity: A;
  readonly parts: A;
  /** What each lane begins with; the last is what the whole stretch begins with, and then what the next one does. */
  readonly carries: A;
  /** The first element. */
  readonly first: number;
  readonly lanes: number;
  /** Elements of each lane. */
  readonly lane: number;
  readonly length: number;
  readonly isExclusive: boolean;
}

export interface ScanKernels<A> {
  readonly parts: (stretch: Stretch<A>) => Kernel2;
  readonly carries: (stretch: Stretch<A>) => Kernel0;
  readonly scan: (stretch: Stretch<A>) => Kernel1;
}

export type ScanOperation = "add" | "multiply" | "min" | "max";

type Scalar = number | bigint;
interface Elements<T> {
  readonly length: number;
  [index: number]: T;
}
type Combine<T> = (a: T, b: T) => T;

function sumPart<T extends Scalar>(s: Stretch<Elements<T>>, l: number, part: number, combine: Combine<T>): void {
  const begin = s.first + l * s.lane;
  const end = Math.min(begin + s.lane, s.length);
  let sum = s.identity[0]!;
  for (let i = begin + part; i < end; i += PARTS) sum = combine(sum, s.x[i]!);
  s.parts[l * PARTS + part] = sum;
}

function carryOver<T extends Scalar>(s: Stretch<Elements<T>>, combine: Combine<T>): void {
  const last = s.carries.length - 1;
  let carry = s.carries[last]!;
  for (let l = 0; l < s.lanes; l++) {
    s.carries[l] = carry;
    const sums = fixedArray(4, s.identity[0]!);
    for (let k = l * PARTS; k < (l + 1) * PARTS; k += 4) {
      for (let j = 0; j < 4; j++) sums[j] = combine(sums[j]!, s.parts[k + j]!);
    }
    carry = combine(carry, combine(combine(sums[0]!, sums[1]!), combine(sums[2]!, sums[3]!)));
  }
  s.carries[last] = carry;
}

function scanLanes<T extends Scalar>(s: Stretch<Elements<T>>, p: number, combine: Combine<T>): void {
  const begin = s.first + p * LANES * s.lane;
  if (begin + LANES * s.lane > s.length) scanLast(s, p, begin, combine);
  else {
    const sums = fixedArray(LANES, s.identity[0]!);
    for (let k = 0; k < LANES; k++) sums[k] = s.carries[p * LANES + k]!;
    if (s.isExclusive) {
      for (let i = begin; i < begin + s.lane; i++) {
        for (let k = 0; k < LANES; k++) {
          const value = s.x[i + k * s.lane]!;
          s.out[i + k * s.lane] = sums[k]!;
          sums[k] = combine(sums[k]!, value);
        }
      }
    } else {
      for (let i = begin; i < begin + s.lane; i++) {
        for (let k = 0; k < LANES; k++) {
          sums[k] = combine(sums[k]!, s.x[i + k * s.lane]!);
          s.out[i + k * s.lane] = sums[k]!;
        }
      }
    }
  }
}

/** Where the array ends within a lane. */
function scanLast<T extends Scalar>(s: Stretch<Elements<T>>, p: number, begin: number, combine: Combine<T>): void {
  for (let k = 0; k < LANES && begin + k * s.lane < s.length; k++) {
    let sum = s.carries[p * LANES + k]!;
    for (let i = begin + k * s.lane; i < Math.min(begin + (k + 1) * s.lane, s.length); i++) {
      const value = s.x[i]!;
      const after = combine(sum, value);
      s.out[i] = s.isExclusive ? sum : after;
      sum = after;
    }
  }
}

const add = (a: number, b: number): number => a + b;
const multiply = (a: number, b: number): number => a * b;
const less = (a: number, b: number): number => Math.min(a, b);
const more = (a: number, b: number): number => Math.max(a, b);
const addBig = (a: bigint, b: bigint): bigint => a + b;
const multiplyBig = (a: bigint, b: bigint): bigint => a * b;
const lessBig = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const moreBig = (a: bigint, b: bigint): bigint => (a > b ? a : b);

type Table<A> = Readonly<Record<ScanOperation, ScanKernels<A>>>;

const float32: Table<Float32Array> = {
  add: {
    parts: (s) => (l, part) => sumPart(s, l, part, add),
    carries: (s) => () => carryOver(s, add),
    scan: (s) => (p) => scanLanes(s, p, add),
  },
  multiply: {
    parts: (s) => (l, part) => sumPart(s, l, part, multiply),
    carries: (s) => () => carryOver(s, multiply),
    scan: (s) => (p) => scanLanes(s, p, multiply),
  },
  min: {
    parts: (s) => (l, part) => sumPart(s, l, part, less),
    carries: (s) => () => carryOver(s, less),
    scan: (s) => (p) => scanLanes(s, p, less),
  },
  max: {
    parts: (s) => (l, part) => sumPart(s, l, part, more),
    carries: (s) => () => carryOver(s, more),
    scan: (s) => (p) => scanLanes(s, p, more),
  },
};
const float64: Table<Float64Array> = {
  add: {
    parts: (s) => (l, part) => sumPart(s, l, part, add),
    carries: (s) => () => carryOver(s, add),
    scan: (s) => (p) => scanLanes(s, p, add),
  },
  multiply: {
    parts: (s) => (l, part) => sumPart(s, l, part, multiply),
    carries: (s) => () => carryOver(s, multiply),
    scan: (s) => (p) => scanLanes(s, p, multiply),
  },
  min: {
    parts: (s) => (l, part) => sumPart(s, l, part, less),
    carries: (s) => () => carryOver(s, less),
    scan: (s) => (p) => scanLanes(s, p, less),
  },
  max: {
    parts: (s) => (l, part) => sumPart(s, l, part, more),
    carries: (s) => () => carryOver(s, more),
    scan: (s) => (p) => scanLanes(s, p, more),
  },
};
const int32: Table<Int32Array> = {
  add: {
    parts: (s) => (l, part) => sumPart(s, l, part, add),
    carries: (s) => () => carryOver(s, add),
    scan: (s) => (p) => scanLanes(s, p, add),
  },
  multiply: {
    parts: (s) => (l, part) => sumPart(s, l, part, multiply),
    carries: (s) => () => carryOver(s, multiply),
    scan: (s) => (p) => scanLanes(s, p, multiply),
  },
  min: {
    parts: (s) => (l, part) => sumPart(s, l, part, less),
    carries: (s) => () => carryOver(s, less),
    scan: (s) => (p) => scanLanes(s, p, less),
  },
  max: {
    parts: (s) => (l, part) => sumPart(s, l, part, more),
    carries: (s) => () => carryOver(s, more),
    scan: (s) => (p) => scanLanes(s, p, more),
  },
};
const uint32: Table<Uint32Array> = {
  add: {
    parts: (s) => (l, part) => sumPart(s, l, part, add),
    carries: (s) => () => carryOver(s, add),
    scan: (s) => (p) => scanLanes(s, p, add),
  },
  multiply: {
    parts: (s) => (l, part) => sumPart(s, l, part, multiply),
    carries: (s) => () => carryOver(s, multiply),
    scan: (s) => (p) => scanLanes(s, p, multiply),
  },
  min: {
    parts: (s) => (l, part) => sumPart(s, l, part, less),
    carries: (s) => () => carryOver(s, less),
    scan: (s) => (p) => scanLanes(s, p, less),
  },
  max: {
    parts: (s) => (l, part) => sumPart(s, l, part, more),
    carries: (s) => () => carryOver(s, more),
    scan: (s) => (p) => scanLanes(s, p, more),
  },
};
const bigInt64: Table<BigInt64Array> = {
  add: {
    parts: (s) => (l, part) => sumPart(s, l, part, addBig),
    carries: (s) => () => carryOver(s, addBig),
    scan: (s) => (p) => scanLanes(s, p, addBig),
  },
  multiply: {
    parts: (s) => (l, part) => sumPart(s, l, part, multiplyBig),
    carries: (s) => () => carryOver(s, multiplyBig),
    scan: (s) => (p) => scanLanes(s, p, multiplyBig),
  },
  min: {
    parts: (s) => (l, part) => sumPart(s, l, part, lessBig),
    carries: (s) => () => carryOver(s, lessBig),
    scan: (s) => (p) => scanLanes(s, p, lessBig),
  },
  max: {
    parts: (s) => (l, part) => sumPart(s, l, part, moreBig),
    carries: (s) => () => carryOver(s, moreBig),
    scan: (s) => (p) => scanLanes(s, p, moreBig),
  },
};
const bigUint64: Table<BigUint64Array> = {
  add: {
    parts: (s) => (l, part) => sumPart(s, l, part, addBig),
    carries: (s) => () => carryOver(s, addBig),
    scan: (s) => (p) => scanLanes(s, p, addBig),
  },
  multiply: {
    parts: (s) => (l, part) => sumPart(s, l, part, multiplyBig),
    carries: (s) => () => carryOver(s, multiplyBig),
    scan: (s) => (p) => scanLanes(s, p, multiplyBig),
  },
  min: {
    parts: (s) => (l, part) => sumPart(s, l, part, lessBig),
    carries: (s) => () => carryOver(s, lessBig),
    scan: (s) => (p) => scanLanes(s, p, lessBig),
  },
  max: {
    parts: (s) => (l, part) => sumPart(s, l, part, moreBig),
    carries: (s) => () => carryOver(s, moreBig),
    scan: (s) => (p) => scanLanes(s, p, moreBig),
  },
};

/** By the name of the array that results go to. */
export const scanKernels = {
  Float32Array: float32,
  Float64Array: float64,
  Int32Array: int32,
  Uint32Array: uint32,
  BigInt64Array: bigInt64,
  BigUint64Array: bigUint64,
};

/** Elements of 8 and 16 bits are scanned as i32, in the array that the results go to. */
export const widen = {
  Int8Array:
    (x: Int8Array, out: Int32Array): Kernel1 =>
    (i) => {
      out[i] = x[i]!;
    },
  Uint8Array:
    (x: Uint8Array, out: Int32Array): Kernel1 =>
    (i) => {
      out[i] = x[i]!;
    },
  Uint8ClampedArray:
    (x: Uint8ClampedArray, out: Int32Array): Kernel1 =>
    (i) => {
      out[i] = x[i]!;
    },
  Int16Array:
    (x: Int16Array, out: Int32Array): Kernel1 =>
    (i) => {
      out[i] = x[i]!;
    },
  Uint16Array:
    (x: Uint16Array, out: Int32Array): Kernel1 =>
    (i) => {
      out[i] = x[i]!;
    },
};
