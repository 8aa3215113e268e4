// A function that is inlined twice: its accesses stand here once, unless they became different code.
import { Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const a = q.mallocShared(Float32Array, 64);
const places = q.mallocShared(Int32Array, 64);

const at = (i: number): number => a[i]! + 1;

q.parallelFor(n, (i) => {
  a[i] = at(i) + at(i + 1);
});

q.parallelFor(n, (i) => {
  a[i] = at(i) + at(places[i]!);
});
