// Functions of Math that the host computes for each work-item: always, or for some arguments; and those of vectors, which are not said.
import { Queue } from "lanewise";

const q = new Queue();
const n = process.argv.length;
const a = q.mallocShared(Float64Array, 64);
const b = q.mallocShared(Float64Array, 64);
const x = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  const angle = a[i]! * 2;
  b[i] = Math.exp(Math.log(angle)) + Math.sinh(b[i]!);
});

q.parallelFor(64, (i) => {
  const s = Math.sin(a[i]! + 1);
  if (s > 0) b[i] = s ** b[i]! % 2;
  x[i] = Math.cos(x[i]!) + Math.pow(x[i]!, 3.5);
  // The same for all work-items.
  x[i] = x[i]! + Math.acosh(n) + Math.round(x[i]!);
});

q.singleTask(() => {
  a[0] = Math.log(a[1]!) % 3 + Math.round(a[2]!);
});
