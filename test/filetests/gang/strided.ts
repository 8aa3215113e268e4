// Every third element, picked out of registers by shuffles.
import { Queue } from "lanewise";

const q = new Queue();
const colours = q.mallocShared(Float32Array, 192);
const greens = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  greens[i] = colours[i * 3 + 1]!;
});
