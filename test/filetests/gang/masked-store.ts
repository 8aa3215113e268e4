// Only some work-items store: the others' elements stay as they are.
import { Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Int32Array, 64);

q.parallelFor(64, (i) => {
  if (a[i]! > 10) a[i] = 0;
});
