// The kernels of scans. An array is cut into pieces, which sub-groups scan row by row. A row's start value is always combined in the same way from
// the start value of its piece and the piece's earlier rows, so that one sub-group may scan many pieces, or each scan one.
// The table has what must be known when a kernel is compiled, types and operation; the rest is in functions for all.

import {
  type Kernel0,
  type Kernel1,
  type NdItem,
  type NdItemKernel,
  type SubGroup,
  specialized,
} from "../language/index.js";

/** Elements that a sub-group scans at once: the size of the sub-group, and of its group. Larger sub-groups need more steps. */
export const ROW = 4;
/** Elements of a piece, in rows. */
export const PIECE = 512 * ROW;

export interface ScanLaunch<A> {
  readonly x: A;
  readonly out: A;
  /** One element: the identity. */
  readonly identity: A;
  /** The start value of each group. */
  readonly starts: A;
  /** One element: the start value of the rest. */
  readonly end: A;
  /** Pieces of each group. */
  readonly pieces: number;
  /** The first element after all pieces. */
  readonly rest: number;
  readonly isExclusive: boolean;
}

export interface ScanKernels<A> {
  /** Writes the total of each piece to `starts`: a group for each. */
  readonly totals: (s: ScanLaunch<A>) => NdItemKernel<1>;
  /** Turns these totals into the groups' start values. */
  readonly starts: (s: ScanLaunch<A>) => Kernel0;
  /** Scans the pieces of each group. */
  readonly scan: (s: ScanLaunch<A>) => NdItemKernel<1>;
  /** Scans the elements after the last piece. */
  readonly rest: (s: ScanLaunch<A>) => Kernel0;
}

/** How a scan combines elements. */
export type ScanOperation = "add" | "multiply" | "min" | "max";

type Scalar = number | bigint;
interface Elements<T> {
  readonly length: number;
  [index: number]: T;
}
type Combine<T> = (a: T, b: T) => T;
/** Combines a member's value with those of the members below. */
type ScanRow<T> = (subGroup: SubGroup, value: T) => T;

function sumPiece<T extends Scalar>(
  s: ScanLaunch<Elements<T>>,
  { group, subGroup }: NdItem<1>,
  combine: Combine<T>,
  scanRow: ScanRow<T>,
): void {
  const begin = group.id() * PIECE + subGroup.localId();
  let sum = s.identity[0]!;
  for (let i = 0; i < PIECE; i += ROW) {
    sum = combine(sum, lastOf(subGroup, scanRow(subGroup, s.x[begin + i]!)));
  }
  if (subGroup.isLeader) s.starts[group.id()] = sum;
}

function sumStarts<T extends Scalar>(s: ScanLaunch<Elements<T>>, combine: Combine<T>): void {
  let sum = s.identity[0]!;
  for (let p = 0; p < s.starts.length; p++) {
    const piece = s.starts[p]!;
    s.starts[p] = sum;
    sum = combine(sum, piece);
  }
}

function scanPieces<T extends Scalar>(
  s: ScanLaunch<Elements<T>>,
  { group, subGroup }: NdItem<1>,
  combine: Combine<T>,
  scanRow: ScanRow<T>,
): void {
  const begin = group.id() * s.pieces * PIECE + subGroup.localId();
  const isFirst = subGroup.isLeader;
  const isExclusive = specialized(s.isExclusive);
  let start = s.starts[group.id()]!;
  for (let p = 0; p < s.pieces; p++) {
    let sum = s.identity[0]!;
    for (let i = 0; i < PIECE; i += ROW) {
      const row = scanRow(subGroup, s.x[begin + p * PIECE + i]!);
      const before = combine(start, sum);
      const result = combine(before, row);
      if (isExclusive) {
        const previous = shiftUp(subGroup, result);
        s.out[begin + p * PIECE + i] = isFirst ? before : previous;
      } else s.out[begin + p * PIECE + i] = result;
      sum = combine(sum, lastOf(subGroup, row));
    }
    start = combine(start, sum);
  }
  if (group.id() === group.range() - 1 && isFirst) s.end[0] = start;
}

function scanRest<T extends Scalar>(s: ScanLaunch<Elements<T>>, combine: Combine<T>): void {
  let sum = s.end[0]!;
  for (let i = s.rest; i < s.x.length; i++) {
    const before = sum;
    sum = combine(before, s.x[i]!);
    s.out[i] = s.isExclusive ? before : sum;
  }
}

function shiftUp<T extends Scalar>(subGroup: SubGroup, value: T): T {
  // Works for numbers and bigints alike, which the overloads cannot express.
  return subGroup.shuffleUp(value as number, 1) as T;
}

function lastOf<T extends Scalar>(subGroup: SubGroup, row: T): T {
  // As above.
  return subGroup.broadcast(row as number, ROW - 1) as T;
}

const add = (a: number, b: number): number => a + b;
const multiply = (a: number, b: number): number => a * b;
// For integers: modulo 2^32, like scans in a sub-group. Sums of doubles would be the same modulo 2^32, but take several times as long.
const addSigned = (a: number, b: number): number => (a + b) | 0;
const addUnsigned = (a: number, b: number): number => (a + b) >>> 0;
const multiplySigned = (a: number, b: number): number => Math.imul(a, b);
const multiplyUnsigned = (a: number, b: number): number => Math.imul(a, b) >>> 0;
const less = (a: number, b: number): number => Math.min(a, b);
const more = (a: number, b: number): number => Math.max(a, b);
const addBig = (a: bigint, b: bigint): bigint => a + b;
const multiplyBig = (a: bigint, b: bigint): bigint => a * b;
const lessBig = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const moreBig = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const addRow = (subGroup: SubGroup, value: number): number => subGroup.inclusiveScan(value, "add");
const multiplyRow = (subGroup: SubGroup, value: number): number => subGroup.inclusiveScan(value, "multiply");
const lessRow = (subGroup: SubGroup, value: number): number => subGroup.inclusiveScan(value, "min");
const moreRow = (subGroup: SubGroup, value: number): number => subGroup.inclusiveScan(value, "max");
const addRowBig = (subGroup: SubGroup, value: bigint): bigint => subGroup.inclusiveScan(value, "add");
const multiplyRowBig = (subGroup: SubGroup, value: bigint): bigint => subGroup.inclusiveScan(value, "multiply");
const lessRowBig = (subGroup: SubGroup, value: bigint): bigint => subGroup.inclusiveScan(value, "min");
const moreRowBig = (subGroup: SubGroup, value: bigint): bigint => subGroup.inclusiveScan(value, "max");

type Table<A> = Readonly<Record<ScanOperation, ScanKernels<A>>>;

const float32: Table<Float32Array> = {
  add: {
    totals: (s) => (item) => sumPiece(s, item, add, addRow),
    starts: (s) => () => sumStarts(s, add),
    scan: (s) => (item) => scanPieces(s, item, add, addRow),
    rest: (s) => () => scanRest(s, add),
  },
  multiply: {
    totals: (s) => (item) => sumPiece(s, item, multiply, multiplyRow),
    starts: (s) => () => sumStarts(s, multiply),
    scan: (s) => (item) => scanPieces(s, item, multiply, multiplyRow),
    rest: (s) => () => scanRest(s, multiply),
  },
  min: {
    totals: (s) => (item) => sumPiece(s, item, less, lessRow),
    starts: (s) => () => sumStarts(s, less),
    scan: (s) => (item) => scanPieces(s, item, less, lessRow),
    rest: (s) => () => scanRest(s, less),
  },
  max: {
    totals: (s) => (item) => sumPiece(s, item, more, moreRow),
    starts: (s) => () => sumStarts(s, more),
    scan: (s) => (item) => scanPieces(s, item, more, moreRow),
    rest: (s) => () => scanRest(s, more),
  },
};
const float64: Table<Float64Array> = {
  add: {
    totals: (s) => (item) => sumPiece(s, item, add, addRow),
    starts: (s) => () => sumStarts(s, add),
    scan: (s) => (item) => scanPieces(s, item, add, addRow),
    rest: (s) => () => scanRest(s, add),
  },
  multiply: {
    totals: (s) => (item) => sumPiece(s, item, multiply, multiplyRow),
    starts: (s) => () => sumStarts(s, multiply),
    scan: (s) => (item) => scanPieces(s, item, multiply, multiplyRow),
    rest: (s) => () => scanRest(s, multiply),
  },
  min: {
    totals: (s) => (item) => sumPiece(s, item, less, lessRow),
    starts: (s) => () => sumStarts(s, less),
    scan: (s) => (item) => scanPieces(s, item, less, lessRow),
    rest: (s) => () => scanRest(s, less),
  },
  max: {
    totals: (s) => (item) => sumPiece(s, item, more, moreRow),
    starts: (s) => () => sumStarts(s, more),
    scan: (s) => (item) => scanPieces(s, item, more, moreRow),
    rest: (s) => () => scanRest(s, more),
  },
};
const int32: Table<Int32Array> = {
  add: {
    totals: (s) => (item) => sumPiece(s, item, addSigned, addRow),
    starts: (s) => () => sumStarts(s, addSigned),
    scan: (s) => (item) => scanPieces(s, item, addSigned, addRow),
    rest: (s) => () => scanRest(s, addSigned),
  },
  multiply: {
    totals: (s) => (item) => sumPiece(s, item, multiplySigned, multiplyRow),
    starts: (s) => () => sumStarts(s, multiplySigned),
    scan: (s) => (item) => scanPieces(s, item, multiplySigned, multiplyRow),
    rest: (s) => () => scanRest(s, multiplySigned),
  },
  min: {
    totals: (s) => (item) => sumPiece(s, item, less, lessRow),
    starts: (s) => () => sumStarts(s, less),
    scan: (s) => (item) => scanPieces(s, item, less, lessRow),
    rest: (s) => () => scanRest(s, less),
  },
  max: {
    totals: (s) => (item) => sumPiece(s, item, more, moreRow),
    starts: (s) => () => sumStarts(s, more),
    scan: (s) => (item) => scanPieces(s, item, more, moreRow),
    rest: (s) => () => scanRest(s, more),
  },
};
const uint32: Table<Uint32Array> = {
  add: {
    totals: (s) => (item) => sumPiece(s, item, addUnsigned, addRow),
    starts: (s) => () => sumStarts(s, addUnsigned),
    scan: (s) => (item) => scanPieces(s, item, addUnsigned, addRow),
    rest: (s) => () => scanRest(s, addUnsigned),
  },
  multiply: {
    totals: (s) => (item) => sumPiece(s, item, multiplyUnsigned, multiplyRow),
    starts: (s) => () => sumStarts(s, multiplyUnsigned),
    scan: (s) => (item) => scanPieces(s, item, multiplyUnsigned, multiplyRow),
    rest: (s) => () => scanRest(s, multiplyUnsigned),
  },
  min: {
    totals: (s) => (item) => sumPiece(s, item, less, lessRow),
    starts: (s) => () => sumStarts(s, less),
    scan: (s) => (item) => scanPieces(s, item, less, lessRow),
    rest: (s) => () => scanRest(s, less),
  },
  max: {
    totals: (s) => (item) => sumPiece(s, item, more, moreRow),
    starts: (s) => () => sumStarts(s, more),
    scan: (s) => (item) => scanPieces(s, item, more, moreRow),
    rest: (s) => () => scanRest(s, more),
  },
};
const bigInt64: Table<BigInt64Array> = {
  add: {
    totals: (s) => (item) => sumPiece(s, item, addBig, addRowBig),
    starts: (s) => () => sumStarts(s, addBig),
    scan: (s) => (item) => scanPieces(s, item, addBig, addRowBig),
    rest: (s) => () => scanRest(s, addBig),
  },
  multiply: {
    totals: (s) => (item) => sumPiece(s, item, multiplyBig, multiplyRowBig),
    starts: (s) => () => sumStarts(s, multiplyBig),
    scan: (s) => (item) => scanPieces(s, item, multiplyBig, multiplyRowBig),
    rest: (s) => () => scanRest(s, multiplyBig),
  },
  min: {
    totals: (s) => (item) => sumPiece(s, item, lessBig, lessRowBig),
    starts: (s) => () => sumStarts(s, lessBig),
    scan: (s) => (item) => scanPieces(s, item, lessBig, lessRowBig),
    rest: (s) => () => scanRest(s, lessBig),
  },
  max: {
    totals: (s) => (item) => sumPiece(s, item, moreBig, moreRowBig),
    starts: (s) => () => sumStarts(s, moreBig),
    scan: (s) => (item) => scanPieces(s, item, moreBig, moreRowBig),
    rest: (s) => () => scanRest(s, moreBig),
  },
};
const bigUint64: Table<BigUint64Array> = {
  add: {
    totals: (s) => (item) => sumPiece(s, item, addBig, addRowBig),
    starts: (s) => () => sumStarts(s, addBig),
    scan: (s) => (item) => scanPieces(s, item, addBig, addRowBig),
    rest: (s) => () => scanRest(s, addBig),
  },
  multiply: {
    totals: (s) => (item) => sumPiece(s, item, multiplyBig, multiplyRowBig),
    starts: (s) => () => sumStarts(s, multiplyBig),
    scan: (s) => (item) => scanPieces(s, item, multiplyBig, multiplyRowBig),
    rest: (s) => () => scanRest(s, multiplyBig),
  },
  min: {
    totals: (s) => (item) => sumPiece(s, item, lessBig, lessRowBig),
    starts: (s) => () => sumStarts(s, lessBig),
    scan: (s) => (item) => scanPieces(s, item, lessBig, lessRowBig),
    rest: (s) => () => scanRest(s, lessBig),
  },
  max: {
    totals: (s) => (item) => sumPiece(s, item, moreBig, moreRowBig),
    starts: (s) => () => sumStarts(s, moreBig),
    scan: (s) => (item) => scanPieces(s, item, moreBig, moreRowBig),
    rest: (s) => () => scanRest(s, moreBig),
  },
};

/** By the name of the result's array type. */
export const scanKernels = {
  Float32Array: float32,
  Float64Array: float64,
  Int32Array: int32,
  Uint32Array: uint32,
  BigInt64Array: bigInt64,
  BigUint64Array: bigUint64,
};

/** Elements that are scanned as i32, in the result's array. */
export type Narrow = Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array;

export function widen(x: Narrow, out: Int32Array): Kernel1 {
  return (i) => {
    out[i] = x[i]!;
  };
}
