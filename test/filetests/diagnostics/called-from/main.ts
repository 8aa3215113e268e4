// Two helpers in two other modules: each note leads one call back, to the kernel.
import { Queue } from "lanewise";
import * as all from "./first.js";
import { first } from "./first.js";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
q.parallelFor(64, (i) => {
  out[i] = first(i); // note: called from the kernel
  out[i] = first(i);
});
q.parallelFor(64, (i) => {
  out[i] = all.hidden(i); // note: called from the kernel
});
