// Neighbouring elements: whole registers, and one condition for all of them.
import { Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);
const scale = Math.fround(Math.random());

q.parallelFor(64, (i) => {
  b[i] = scale * a[i]! + b[i]!;
});
