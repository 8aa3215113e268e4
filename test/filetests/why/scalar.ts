// Kernels that do not run in gangs.
import { Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);

q.singleTask(() => {
  a[0] = 1;
});

const at = (array: Float32Array, i: number): number => array[i]!;
q.parallelFor(n, (i) => {
  a[i] = at(i > 3 ? a : b, i);
});
