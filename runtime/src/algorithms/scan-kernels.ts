// The kernels of scans. An array is cut into pieces, which sub-groups scan row by row. A row's start value is always combined in the same way from
// the start value of its piece and the piece's earlier rows, so that one sub-group may scan many pieces, or each scan one.
// The operation is a specialization constant: the table has what must be known before, the types; the rest is in functions for all.

import {
  type i32,
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
  /** A number of `operations`. */
  readonly operation: i32;
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
type Combine<T> = (operation: i32, a: T, b: T) => T;
/** Combines a member's value with those of the members below. */
type ScanRow<T> = (operation: i32, subGroup: SubGroup, value: T) => T;

function sumPiece<T extends Scalar>(
  s: ScanLaunch<Elements<T>>,
  { group, subGroup }: NdItem<1>,
  combine: Combine<T>,
  scanRow: ScanRow<T>,
): void {
  const operation = specialized(s.operation);
  const begin = group.id() * PIECE + subGroup.localId();
  let sum = s.identity[0]!;
  for (let i = 0; i < PIECE; i += ROW) {
    sum = combine(operation, sum, lastOf(subGroup, scanRow(operation, subGroup, s.x[begin + i]!)));
  }
  if (subGroup.isLeader) s.starts[group.id()] = sum;
}

function sumStarts<T extends Scalar>(s: ScanLaunch<Elements<T>>, combine: Combine<T>): void {
  const operation = specialized(s.operation);
  let sum = s.identity[0]!;
  for (let p = 0; p < s.starts.length; p++) {
    const piece = s.starts[p]!;
    s.starts[p] = sum;
    sum = combine(operation, sum, piece);
  }
}

function scanPieces<T extends Scalar>(
  s: ScanLaunch<Elements<T>>,
  { group, subGroup }: NdItem<1>,
  combine: Combine<T>,
  scanRow: ScanRow<T>,
): void {
  const operation = specialized(s.operation);
  const begin = group.id() * s.pieces * PIECE + subGroup.localId();
  const isFirst = subGroup.isLeader;
  const isExclusive = specialized(s.isExclusive);
  let start = s.starts[group.id()]!;
  for (let p = 0; p < s.pieces; p++) {
    let sum = s.identity[0]!;
    for (let i = 0; i < PIECE; i += ROW) {
      const row = scanRow(operation, subGroup, s.x[begin + p * PIECE + i]!);
      const before = combine(operation, start, sum);
      const result = combine(operation, before, row);
      if (isExclusive) {
        const previous = shiftUp(subGroup, result);
        s.out[begin + p * PIECE + i] = isFirst ? before : previous;
      } else s.out[begin + p * PIECE + i] = result;
      sum = combine(operation, sum, lastOf(subGroup, row));
    }
    start = combine(operation, start, sum);
  }
  if (group.id() === group.range() - 1 && isFirst) s.end[0] = start;
}

function scanRest<T extends Scalar>(s: ScanLaunch<Elements<T>>, combine: Combine<T>): void {
  const operation = specialized(s.operation);
  let sum = s.end[0]!;
  for (let i = s.rest; i < s.x.length; i++) {
    const before = sum;
    sum = combine(operation, before, s.x[i]!);
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

/** The numbers by which kernels know the operations. */
export const operations = { add: 0, multiply: 1, min: 2, max: 3 } as const satisfies Record<ScanOperation, number>;

export function combineFloats(operation: i32, a: number, b: number): number {
  if (operation === 0) return a + b;
  if (operation === 1) return a * b;
  return operation === 2 ? Math.min(a, b) : Math.max(a, b);
}
// Integers are combined modulo 2^32, like scans in a sub-group. Sums of doubles would be the same modulo 2^32, but take several times as long.
export function combineSigned(operation: i32, a: number, b: number): number {
  if (operation === 0) return (a + b) | 0;
  if (operation === 1) return Math.imul(a, b);
  return operation === 2 ? Math.min(a, b) : Math.max(a, b);
}
export function combineUnsigned(operation: i32, a: number, b: number): number {
  if (operation === 0) return (a + b) >>> 0;
  if (operation === 1) return Math.imul(a, b) >>> 0;
  return operation === 2 ? Math.min(a, b) : Math.max(a, b);
}
function combineBig(operation: i32, a: bigint, b: bigint): bigint {
  if (operation === 0) return a + b;
  if (operation === 1) return a * b;
  if (operation === 2) return a < b ? a : b;
  return a > b ? a : b;
}

function scanRow(operation: i32, subGroup: SubGroup, value: number): number {
  if (operation === 0) return subGroup.inclusiveScan(value, "add");
  if (operation === 1) return subGroup.inclusiveScan(value, "multiply");
  if (operation === 2) return subGroup.inclusiveScan(value, "min");
  return subGroup.inclusiveScan(value, "max");
}
function scanBigRow(operation: i32, subGroup: SubGroup, value: bigint): bigint {
  if (operation === 0) return subGroup.inclusiveScan(value, "add");
  if (operation === 1) return subGroup.inclusiveScan(value, "multiply");
  if (operation === 2) return subGroup.inclusiveScan(value, "min");
  return subGroup.inclusiveScan(value, "max");
}

const float32: ScanKernels<Float32Array> = {
  totals: (s) => (item) => sumPiece(s, item, combineFloats, scanRow),
  starts: (s) => () => sumStarts(s, combineFloats),
  scan: (s) => (item) => scanPieces(s, item, combineFloats, scanRow),
  rest: (s) => () => scanRest(s, combineFloats),
};
const float64: ScanKernels<Float64Array> = {
  totals: (s) => (item) => sumPiece(s, item, combineFloats, scanRow),
  starts: (s) => () => sumStarts(s, combineFloats),
  scan: (s) => (item) => scanPieces(s, item, combineFloats, scanRow),
  rest: (s) => () => scanRest(s, combineFloats),
};
const int32: ScanKernels<Int32Array> = {
  totals: (s) => (item) => sumPiece(s, item, combineSigned, scanRow),
  starts: (s) => () => sumStarts(s, combineSigned),
  scan: (s) => (item) => scanPieces(s, item, combineSigned, scanRow),
  rest: (s) => () => scanRest(s, combineSigned),
};
const uint32: ScanKernels<Uint32Array> = {
  totals: (s) => (item) => sumPiece(s, item, combineUnsigned, scanRow),
  starts: (s) => () => sumStarts(s, combineUnsigned),
  scan: (s) => (item) => scanPieces(s, item, combineUnsigned, scanRow),
  rest: (s) => () => scanRest(s, combineUnsigned),
};
const bigInt64: ScanKernels<BigInt64Array> = {
  totals: (s) => (item) => sumPiece(s, item, combineBig, scanBigRow),
  starts: (s) => () => sumStarts(s, combineBig),
  scan: (s) => (item) => scanPieces(s, item, combineBig, scanBigRow),
  rest: (s) => () => scanRest(s, combineBig),
};
const bigUint64: ScanKernels<BigUint64Array> = {
  totals: (s) => (item) => sumPiece(s, item, combineBig, scanBigRow),
  starts: (s) => () => sumStarts(s, combineBig),
  scan: (s) => (item) => scanPieces(s, item, combineBig, scanBigRow),
  rest: (s) => () => scanRest(s, combineBig),
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
