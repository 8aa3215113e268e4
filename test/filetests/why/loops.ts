// Loops that a gang's work-items go round together, and others.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const stride = process.argv.length as i32;
const ends = q.mallocShared(Int32Array, 64);
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);

q.parallelFor([n, n], (y, x) => {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += a[y * n + k]! * b[k * n + x]!;
  a[y * n + x] = sum;
});

q.parallelFor(n, (i) => {
  let z = a[i]!;
  let count = 0;
  while (count < n) {
    if (z * z > 4) break;
    z = z * z - 1;
    count++;
  }
  b[i] = count;
});

q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < ends[i]!; k++) sum += Math.sqrt(sum * sum + sum + 1) * (sum + 3) * (sum - 7) + a[k]!;
  b[i] = sum;
});

q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < ends[0]!; k++) sum += a[k]!;
  b[i] = sum;
});

q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < n; k += stride) sum += a[k]!;
  b[i] = sum;
});

q.parallelFor(n, (i) => {
  let sum = 0;
  let step: i32 = stride;
  for (let k = 0; k < n; k += step) {
    sum += a[k]!;
    step = 1;
  }
  b[i] = sum;
});

// Each begins where its work-item is: only in the last rounds some have left.
q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = i; k < n; k += 64) sum += a[k]!;
  b[i] = sum;
});
