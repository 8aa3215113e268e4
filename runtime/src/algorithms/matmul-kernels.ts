// The kernels of matmul. The right factor is first copied into the order in which it is read, in panels of some columns, padded with zeros. Then a
// work-item sums ROWS elements of one column, a panel's work-items together, so that each element read is used in several sums. Where each work-item has a
// thread of its own, it sums the elements of some rows and columns, which it reads from where they are. All sum in the same order.

import type { i32, Kernel2, Kernel3 } from "../language/index.js";

export const ROWS = 4;
/** Narrower ranges share gangs between their rows, which costs more than the padding. */
export const COLUMNS = 64;

export interface Product<A> {
  readonly a: A;
  readonly b: A;
  readonly out: A;
  /** The right factor, panel by panel, row by row. */
  readonly panels: A;
  /** Columns of a panel. */
  readonly width: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** In the left factor: the distance from one row to the next, and from one column to the next. */
  readonly aRow: number;
  readonly aColumn: number;
}

/** The matrices where they are. The numbers are i32, because GPUs compute doubles in software. */
export interface Factors<A> {
  readonly a: A;
  readonly b: A;
  readonly out: A;
  readonly m: i32;
  readonly n: i32;
  readonly k: i32;
  readonly aRow: i32;
  readonly aColumn: i32;
  /** As in the left factor. */
  readonly bRow: i32;
  readonly bColumn: i32;
  /** From one of a work-item's columns to the next. */
  readonly apart: i32;
}

interface Elements {
  readonly length: number;
  [index: number]: number;
}

export interface MatmulKernels<A> {
  /** Over panels, rows of the right factor, columns of a panel. */
  readonly copyRows: (product: Product<A>) => Kernel3;
  /** The same for a transposed factor. */
  readonly copyColumns: (product: Product<A>) => Kernel3;
  /** Over panels, ROWS rows each, columns of a panel. */
  readonly multiply: (product: Product<A>) => Kernel3;
  /** Rows and columns of a work-item of `multiplyApart`. */
  readonly tile: number;
  /** Over tiles of rows, tiles of columns. A tile's columns are as far apart as there are tiles: neighbours read neighbours. */
  readonly multiplyApart: (factors: Factors<A>) => Kernel2;
}

function copyRow(p: Product<Elements>, panel: number, row: number, c: number): void {
  const column = panel * p.width + c;
  p.panels[(panel * p.k + row) * p.width + c] = column < p.n ? p.b[row * p.n + column]! : 0;
}

function copyColumn(p: Product<Elements>, panel: number, row: number, c: number): void {
  const column = panel * p.width + c;
  p.panels[(panel * p.k + row) * p.width + c] = column < p.n ? p.b[column * p.k + row]! : 0;
}

function multiplyRows(p: Product<Elements>, panel: number, block: number, c: number): void {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  // Past the end, the last row is repeated.
  const row = block * ROWS;
  const row0 = row * p.aRow;
  const row1 = Math.min(row + 1, p.m - 1) * p.aRow;
  const row2 = Math.min(row + 2, p.m - 1) * p.aRow;
  const row3 = Math.min(row + 3, p.m - 1) * p.aRow;
  const right = panel * p.k * p.width + c;
  for (let i = 0; i < p.k; i++) {
    const value = p.panels[right + i * p.width]!;
    sum0 += p.a[row0 + i * p.aColumn]! * value;
    sum1 += p.a[row1 + i * p.aColumn]! * value;
    sum2 += p.a[row2 + i * p.aColumn]! * value;
    sum3 += p.a[row3 + i * p.aColumn]! * value;
  }
  const column = panel * p.width + c;
  if (column >= p.n) return;
  p.out[row * p.n + column] = sum0;
  if (row + 1 < p.m) p.out[(row + 1) * p.n + column] = sum1;
  if (row + 2 < p.m) p.out[(row + 2) * p.n + column] = sum2;
  if (row + 3 < p.m) p.out[(row + 3) * p.n + column] = sum3;
}

/** All indices are those of elements, so none wraps. */
function multiplyTile(p: Factors<Elements>, block: number, first: number): void {
  let sum00 = 0;
  let sum01 = 0;
  let sum02 = 0;
  let sum03 = 0;
  let sum10 = 0;
  let sum11 = 0;
  let sum12 = 0;
  let sum13 = 0;
  let sum20 = 0;
  let sum21 = 0;
  let sum22 = 0;
  let sum23 = 0;
  let sum30 = 0;
  let sum31 = 0;
  let sum32 = 0;
  let sum33 = 0;
  const row = block * ROWS;
  // Past the end, the last row and column are repeated.
  const lastRow: i32 = (p.m - 1) | 0;
  const lastColumn: i32 = (p.n - 1) | 0;
  const row0 = Math.imul(row, p.aRow);
  const row1 = Math.imul(Math.min((row + 1) | 0, lastRow), p.aRow);
  const row2 = Math.imul(Math.min((row + 2) | 0, lastRow), p.aRow);
  const row3 = Math.imul(Math.min((row + 3) | 0, lastRow), p.aRow);
  const column0 = Math.imul(first, p.bColumn);
  const column1 = Math.imul(Math.min((first + Math.imul(1, p.apart)) | 0, lastColumn), p.bColumn);
  const column2 = Math.imul(Math.min((first + Math.imul(2, p.apart)) | 0, lastColumn), p.bColumn);
  const column3 = Math.imul(Math.min((first + Math.imul(3, p.apart)) | 0, lastColumn), p.bColumn);
  let left: i32 = 0;
  let right: i32 = 0;
  for (let i = 0; i < p.k; i++) {
    const a0 = p.a[(row0 + left) | 0]!;
    const a1 = p.a[(row1 + left) | 0]!;
    const a2 = p.a[(row2 + left) | 0]!;
    const a3 = p.a[(row3 + left) | 0]!;
    const b0 = p.b[(column0 + right) | 0]!;
    const b1 = p.b[(column1 + right) | 0]!;
    const b2 = p.b[(column2 + right) | 0]!;
    const b3 = p.b[(column3 + right) | 0]!;
    sum00 += a0 * b0;
    sum01 += a0 * b1;
    sum02 += a0 * b2;
    sum03 += a0 * b3;
    sum10 += a1 * b0;
    sum11 += a1 * b1;
    sum12 += a1 * b2;
    sum13 += a1 * b3;
    sum20 += a2 * b0;
    sum21 += a2 * b1;
    sum22 += a2 * b2;
    sum23 += a2 * b3;
    sum30 += a3 * b0;
    sum31 += a3 * b1;
    sum32 += a3 * b2;
    sum33 += a3 * b3;
    left = (left + p.aColumn) | 0;
    right = (right + p.bRow) | 0;
  }
  storeRow(p, row, first, sum00, sum01, sum02, sum03);
  storeRow(p, row + 1, first, sum10, sum11, sum12, sum13);
  storeRow(p, row + 2, first, sum20, sum21, sum22, sum23);
  storeRow(p, row + 3, first, sum30, sum31, sum32, sum33);
}

/** Of numbers that are computed in software, more than one would be too much code. */
function multiplyElement(
  { a, b, out, n, k, aRow, aColumn, bRow, bColumn }: Factors<Elements>,
  row: number,
  column: number,
): void {
  let sum = 0;
  let left: i32 = Math.imul(row, aRow);
  let right: i32 = Math.imul(column, bColumn);
  for (let i = 0; i < k; i++) {
    sum += a[left]! * b[right]!;
    left = (left + aColumn) | 0;
    right = (right + bRow) | 0;
  }
  out[(Math.imul(row, n) + column) | 0] = sum;
}

function storeRow(
  { out, m, n, apart }: Factors<Elements>,
  row: number,
  first: number,
  sum0: number,
  sum1: number,
  sum2: number,
  sum3: number,
): void {
  if (row >= m) return;
  const begin = Math.imul(row, n);
  const column1: i32 = (first + apart) | 0;
  const column2: i32 = (column1 + apart) | 0;
  const column3: i32 = (column2 + apart) | 0;
  out[(begin + first) | 0] = sum0;
  if (column1 < n) out[(begin + column1) | 0] = sum1;
  if (column2 < n) out[(begin + column2) | 0] = sum2;
  if (column3 < n) out[(begin + column3) | 0] = sum3;
}

const float32: MatmulKernels<Float32Array> = {
  copyRows: (p) => (panel, row, c) => copyRow(p, panel, row, c),
  copyColumns: (p) => (panel, row, c) => copyColumn(p, panel, row, c),
  multiply: (p) => (panel, block, c) => multiplyRows(p, panel, block, c),
  tile: 4,
  multiplyApart: (p) => (block, column) => multiplyTile(p, block, column),
};
const float64: MatmulKernels<Float64Array> = {
  copyRows: (p) => (panel, row, c) => copyRow(p, panel, row, c),
  copyColumns: (p) => (panel, row, c) => copyColumn(p, panel, row, c),
  multiply: (p) => (panel, block, c) => multiplyRows(p, panel, block, c),
  tile: 1,
  multiplyApart: (p) => (row, column) => multiplyElement(p, row, column),
};

export const matmulKernels = { Float32Array: float32, Float64Array: float64 };
