// Neighbours, and elements at a distance.
import { Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);
const bytes = q.mallocShared(Uint8Array, 64);

q.parallelFor(n, (i) => {
  a[i] = a[i]! + 2 * b[n - 1 - i]!;
});

q.parallelFor([n, n], (y, x) => {
  a[x * n + y] = bytes[3 * x + y]! + b[y]!;
});

q.parallelFor([n, n], (y, x) => {
  a[8 * x + y] = b[8 * y + x]!;
});
