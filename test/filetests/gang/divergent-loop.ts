// Work-items leave the loop one by one; it goes on while there is one in it.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const a = q.mallocShared(Float32Array, 64);
const rounds = q.mallocShared(Int32Array, 64);

q.parallelFor(64, (i) => {
  let value = a[i]!;
  let count: i32 = 0;
  while (value < 4 && count < 50) {
    value = value * value + 1;
    count++;
  }
  rounds[i] = count;
});
