// Work-items that go along rows of their own: four elements of each are loaded and stored together, but where a store may be seen too late.
import { Queue } from "lanewise";

const q = new Queue();
const rows = 64;
const columns = Math.floor(Math.sqrt(rows * rows + 1));
const x = q.mallocShared(Float32Array, rows * columns);
const y = q.mallocShared(Float32Array, rows * columns);
const sums = q.mallocShared(Float32Array, rows);

export function sum(columns: number) {
  return q.parallelFor(rows, (row) => {
    let sum = 0;
    for (let c = 0; c < columns; c++) sum += x[row * columns + c]!;
    sums[row] = sum;
  });
}

export function prefix(columns: number) {
  return q.parallelFor(rows, (row) => {
    let sum = 0;
    for (let c = 0; c < columns; c++) {
      sum += x[row * columns + c]!;
      y[row * columns + c] = sum;
    }
  });
}

// Each round reads what the one before has stored.
export function recurrence(columns: number) {
  return q.parallelFor(rows, (row) => {
    for (let c = 1; c < columns; c++) y[row * columns + c] = y[row * columns + c - 1]! * 0.5 + x[row * columns + c]!;
  });
}

export const more = columns;
