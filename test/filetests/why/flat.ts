// options: { "shape": "flat" }
// Gangs that go over the ends of rows.
import { Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const a = q.mallocShared(Float32Array, 64);

q.parallelFor([n, 3], (y, x) => {
  a[y * 3 + x] = a[x * n + y]! + a[y]!;
});
