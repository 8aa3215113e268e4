// What has cheaper instructions: an integer times eight, the lesser and the greater of two numbers, a half.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const words = q.mallocShared(Int32Array, 64);
const a = q.mallocShared(Float32Array, 64);
const b = q.mallocShared(Float32Array, 64);

q.parallelFor(64, (i) => {
  const eight: i32 = words[i]! * 8;
  words[i] = eight;
  b[i] = Math.max(Math.min(a[i]!, b[i]!), 0.5) / 2;
});
