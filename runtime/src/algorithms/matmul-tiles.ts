// The kernel of matmul where each work-item has a thread of its own and the product is large. A group has a tile of the product, each work-item some rows
// and columns of it. In turn the group copies a part of both factors to its memory and adds the products of that part; meanwhile the next part is read.
// Launched without bounds checks: all indices are those of elements, or of the group's memory.

import { type i32, localMemory, type NdItem, type NdItemKernel, specialized } from "../language/index.js";
import type { Factors } from "./matmul-kernels.js";

/** Rows and columns of a tile. */
export const EDGE = 128;
/** Work-items of a group, along rows and along columns. */
export const SIDE = 16;
/** Columns of the left factor, and rows of the right one, in the group's memory at a time. */
const DEPTH = 8;
/** From one of them to the next, so that work-items which write lines reach different banks. */
const APART = EDGE + 4;
/** Elements of a factor that a work-item copies are so far apart. */
const LANES = SIDE * SIDE;

export interface TileFactors<A> extends Factors<A> {
  readonly transposeA: boolean;
  readonly transposeB: boolean;
}

interface Elements {
  readonly length: number;
  [index: number]: number;
}

/** Of a factor: the left one's are rows, the right one's are columns. */
interface Lines {
  readonly lines: i32;
  readonly depth: i32;
  /** From one line to the next, and along a line. */
  readonly across: i32;
  readonly along: i32;
  /** Whether neighbours in memory are those along a line. */
  readonly isAlong: boolean;
}

/** Of part `at` of EDGE lines from `line` on and DEPTH elements from `from` on; 0 beyond the line's end, and the last line is repeated. */
function read(x: Elements, { lines, depth, across, along, isAlong }: Lines, line: i32, from: i32, at: i32): number {
  const own: i32 = Math.min((line + lineOf(at, isAlong)) | 0, (lines - 1) | 0);
  const element: i32 = (from + depthOf(at, isAlong)) | 0;
  const value = x[(Math.imul(own, across) + Math.imul(Math.min(element, (depth - 1) | 0), along)) | 0]!;
  return element < depth ? value : 0;
}

function lineOf(at: i32, isAlong: boolean): i32 {
  return isAlong ? (at / DEPTH) | 0 : at % EDGE;
}

function depthOf(at: i32, isAlong: boolean): i32 {
  return isAlong ? at % DEPTH : (at / EDGE) | 0;
}

function placeOf(at: i32, isAlong: boolean): i32 {
  return (depthOf(at, isAlong) * APART + lineOf(at, isAlong)) | 0;
}

/** `right` has the columns of the work-item. */
function addRow(sums: Elements, value: number, right: Elements): void {
  sums[0] = sums[0]! + value * right[0]!;
  sums[1] = sums[1]! + value * right[1]!;
  sums[2] = sums[2]! + value * right[2]!;
  sums[3] = sums[3]! + value * right[3]!;
  sums[4] = sums[4]! + value * right[4]!;
  sums[5] = sums[5]! + value * right[5]!;
  sums[6] = sums[6]! + value * right[6]!;
  sums[7] = sums[7]! + value * right[7]!;
}

function storeRow({ out, m, n }: TileFactors<Elements>, sums: Elements, row: i32, column: i32): void {
  if (row >= m) return;
  const at: i32 = (Math.imul(row, n) + column) | 0;
  const left: i32 = (n - column) | 0;
  if (left > 0) out[at] = sums[0]!;
  if (left > SIDE) out[(at + SIDE) | 0] = sums[1]!;
  if (left > 2 * SIDE) out[(at + 2 * SIDE) | 0] = sums[2]!;
  if (left > 3 * SIDE) out[(at + 3 * SIDE) | 0] = sums[3]!;
  if (left > 4 * SIDE) out[(at + 4 * SIDE) | 0] = sums[4]!;
  if (left > 5 * SIDE) out[(at + 5 * SIDE) | 0] = sums[5]!;
  if (left > 6 * SIDE) out[(at + 6 * SIDE) | 0] = sums[6]!;
  if (left > 7 * SIDE) out[(at + 7 * SIDE) | 0] = sums[7]!;
}

function multiplyTile(f: TileFactors<Float32Array>, item: NdItem<2>, left: Float32Array, right: Float32Array): void {
  const { a, b, m, n, k, aRow, aColumn, bRow, bColumn } = f;
  const isAlongA = !specialized(f.transposeA);
  const isAlongB = specialized(f.transposeB);
  const rows: Lines = { lines: m, depth: k, across: aRow, along: aColumn, isAlong: isAlongA };
  const columns: Lines = { lines: n, depth: k, across: bColumn, along: bRow, isAlong: isAlongB };
  const own: i32 = item.localLinearId;
  const row = Math.imul(item.group.id(0), EDGE);
  const column = Math.imul(item.group.id(1), EDGE);
  const ownRow: i32 = (item.localId(0) * 8) | 0;
  const ownColumn: i32 = item.localId(1);
  const row0 = new Float32Array(8);
  const row1 = new Float32Array(8);
  const row2 = new Float32Array(8);
  const row3 = new Float32Array(8);
  const row4 = new Float32Array(8);
  const row5 = new Float32Array(8);
  const row6 = new Float32Array(8);
  const row7 = new Float32Array(8);
  const values = new Float32Array(8);
  // One round more: in the first there is nothing to add yet.
  for (let from: i32 = 0; from < k + DEPTH; from = (from + DEPTH) | 0) {
    const a0 = read(a, rows, row, from, own);
    const a1 = read(a, rows, row, from, (own + LANES) | 0);
    const a2 = read(a, rows, row, from, (own + 2 * LANES) | 0);
    const a3 = read(a, rows, row, from, (own + 3 * LANES) | 0);
    const b0 = read(b, columns, column, from, own);
    const b1 = read(b, columns, column, from, (own + LANES) | 0);
    const b2 = read(b, columns, column, from, (own + 2 * LANES) | 0);
    const b3 = read(b, columns, column, from, (own + 3 * LANES) | 0);
    if (from > 0) {
      for (let i = 0; i < DEPTH; i++) {
        const above = i * APART + ownRow;
        const beside = i * APART + ownColumn;
        values[0] = right[beside]!;
        values[1] = right[beside + SIDE]!;
        values[2] = right[beside + 2 * SIDE]!;
        values[3] = right[beside + 3 * SIDE]!;
        values[4] = right[beside + 4 * SIDE]!;
        values[5] = right[beside + 5 * SIDE]!;
        values[6] = right[beside + 6 * SIDE]!;
        values[7] = right[beside + 7 * SIDE]!;
        addRow(row0, left[above]!, values);
        addRow(row1, left[above + 1]!, values);
        addRow(row2, left[above + 2]!, values);
        addRow(row3, left[above + 3]!, values);
        addRow(row4, left[above + 4]!, values);
        addRow(row5, left[above + 5]!, values);
        addRow(row6, left[above + 6]!, values);
        addRow(row7, left[above + 7]!, values);
      }
    }
    item.barrier();
    left[placeOf(own, isAlongA)] = a0;
    left[placeOf((own + LANES) | 0, isAlongA)] = a1;
    left[placeOf((own + 2 * LANES) | 0, isAlongA)] = a2;
    left[placeOf((own + 3 * LANES) | 0, isAlongA)] = a3;
    right[placeOf(own, isAlongB)] = b0;
    right[placeOf((own + LANES) | 0, isAlongB)] = b1;
    right[placeOf((own + 2 * LANES) | 0, isAlongB)] = b2;
    right[placeOf((own + 3 * LANES) | 0, isAlongB)] = b3;
    item.barrier();
  }
  const first: i32 = (row + ownRow) | 0;
  const beside: i32 = (column + ownColumn) | 0;
  storeRow(f, row0, first, beside);
  storeRow(f, row1, (first + 1) | 0, beside);
  storeRow(f, row2, (first + 2) | 0, beside);
  storeRow(f, row3, (first + 3) | 0, beside);
  storeRow(f, row4, (first + 4) | 0, beside);
  storeRow(f, row5, (first + 5) | 0, beside);
  storeRow(f, row6, (first + 6) | 0, beside);
  storeRow(f, row7, (first + 7) | 0, beside);
}

/** Groups of SIDE x SIDE work-items, over tiles of EDGE x EDGE elements. At least one product for each element. */
export const multiplyTiles =
  (f: TileFactors<Float32Array>): NdItemKernel<2> =>
  (item) => {
    const left = localMemory(Float32Array, APART * DEPTH);
    const right = localMemory(Float32Array, APART * DEPTH);
    multiplyTile(f, item, left, right);
  };
