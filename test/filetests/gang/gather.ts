// An index from memory: tested and loaded for each work-item.
import { Queue } from "lanewise";

const q = new Queue();
const index = q.mallocShared(Int32Array, 64);
const from = q.mallocShared(Float32Array, 64);
const to = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  to[i] = from[index[i]!]!;
});
