// Matrices of the references: arrays of rows, so that `A[i][j]` stands where it stands in C. Kernels have flat arrays.

export type Matrix = readonly Float64Array[];

/** `matrix(2, 3, (i, j) => i + j)`; zeros without the function. */
export function matrix(rows: number, columns: number, element: (i: number, j: number) => number = () => 0): Matrix {
  return Array.from({ length: rows }, (_, i) => Float64Array.from({ length: columns }, (_, j) => element(i, j)));
}

/** Row after row. */
export function flat(rows: Matrix): Float64Array {
  return Float64Array.from(rows.flatMap((row) => [...row]));
}

/** `vector(3, (i) => i / 2)`; zeros without the function. */
export function vector(length: number, element: (i: number) => number = () => 0): Float64Array {
  return Float64Array.from({ length }, (_, i) => element(i));
}
