// The type of arrays with a length known at compile time: in device globals and, as private memory, in kernels.
// A type only; a JavaScript array or tuple of that length is its value on the host.

/**
 * `N` elements of type `T` in a row. `N` is a literal; nest for more dimensions:
 * `FixedArray<FixedArray<f32, 4>, 4>` is a 4 x 4 matrix, row by row.
 */
export interface FixedArray<T, N extends number> extends Iterable<T> {
  [index: number]: T;
  readonly length: N;
}
