// 8-bit elements are widened when they are loaded and packed when they are stored.
import { Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Uint8Array, 64);

q.parallelFor(64, (i) => {
  a[i] = (a[i]! * 3) >> 2;
});
