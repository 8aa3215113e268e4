// Ranges of two and three dimensions, the outermost index first.
import { same2, same3 } from "./harness.js";

export const plane = same2(
  (height, width) => [new Int32Array(height * width), new Int32Array(height * width), Int32Array.of(width)],
  (rows, columns, size) => (y, x) => {
    const i = y * size[0]! + x;
    rows[i] = y * 100 + x;
    columns[i] = i;
  },
);
export const transposed = same2(
  (height, width) => [Float32Array.from({ length: height * width }, (_, i) => i / 4), new Float32Array(height * width), Int32Array.of(height, width)],
  (a, out, size) => (y, x) => { out[x * size[0]! + y] = a[y * size[1]! + x]!; },
);
export const rowsOnly = same2((height) => [new Int32Array(height)], (out) => (y) => { out[y] = y * 3 + 1; });
export const space = same3(
  (count) => [new Int32Array(count * 0 + 512)],
  (out) => (z, y, x) => { out[(z * 8 + y) * 8 + x] = z * 100 + y * 10 + x + 1; },
);
