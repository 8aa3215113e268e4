// Kernels with pointers are scalar code.
import { addressOf, deviceGlobal, type i32, type Pointer, Queue } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Int32Array, 64);
const place = deviceGlobal<Pointer<i32>>();

q.parallelFor(64, (i) => {
  if (i === 5) place.value = addressOf(x, i);
});
q.parallelFor(64, (i) => {
  x[i] = place.value.value;
});
