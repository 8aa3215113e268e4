// The kernels of matmul. The right factor is first copied into the order in which it is read, in panels of some columns, padded with zeros. Then a
// work-item sums ROWS elements of one column, a panel's work-items together, so that each element read is used in several sums.

import type { Kernel3 } from "../language/index.js";

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

const float32: MatmulKernels<Float32Array> = {
  copyRows: (p) => (panel, row, c) => copyRow(p, panel, row, c),
  copyColumns: (p) => (panel, row, c) => copyColumn(p, panel, row, c),
  multiply: (p) => (panel, block, c) => multiplyRows(p, panel, block, c),
};
const float64: MatmulKernels<Float64Array> = {
  copyRows: (p) => (panel, row, c) => copyRow(p, panel, row, c),
  copyColumns: (p) => (panel, row, c) => copyColumn(p, panel, row, c),
  multiply: (p) => (panel, block, c) => multiplyRows(p, panel, block, c),
};

export const matmulKernels = { Float32Array: float32, Float64Array: float64 };
