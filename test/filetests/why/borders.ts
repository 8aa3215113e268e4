// Neighbours that are clamped to the array, on both sides: away from the borders they are vectors.
import { Queue } from "lanewise";

const q = new Queue();
const [width, height] = [64, 48];
const a = q.mallocShared(Float32Array, width * height);
const b = q.mallocShared(Float32Array, width * height);

let columns = 0; // known at the launch
columns += width;

q.parallelFor([height, width], (y, x) => {
  const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
  const [up, down] = [Math.max(y - 1, 0), Math.min(y + 1, height - 1)];
  b[y * width + x] = a[y * width + left]! + a[y * width + right]! + a[up * width + x]! + a[down * width + x]!;
});
q.parallelFor([height, columns], (y, x) => {
  const right = x + 2 < columns ? x + 2 : columns - 1;
  b[y * columns + x] = a[y * columns + Math.max(0, x - 2)]! + a[y * columns + right]!;
});
// And where the borders meet.
q.parallelFor([height, columns], (y, x) => {
  const row = y * columns;
  b[row + x] = a[row + ((x + 1) % columns)]! + a[row + ((x + columns - 1) % columns)]!;
});
q.parallelFor([height, width], (y, x) => {
  let sum = 0;
  for (let dx = -1; dx <= 1; dx++) sum += a[y * width + ((x + dx + width) % width)]!;
  b[y * width + x] = sum + a[y * width + ((x - 1) & (width - 1))]!;
});
// A pattern of 16 is gone through again and again.
q.parallelFor([height, width], (y, x) => {
  b[y * width + x] = a[(x + 1) % 16]!;
});
