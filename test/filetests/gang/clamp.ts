// A neighbour to the left, but for the first: away from the border the clamp is left out.
import { Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  b[i] = a[Math.max(i - 1, 0)]!;
});
