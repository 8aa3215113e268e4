// Kernels that are larger than an image may be, with all that they call.
import { Queue } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float64Array, 1000);

function last(i: number): number {
  const own = new Float64Array(5_000_000);
  own[i] = i;
  return own[i * 2]!;
}

q.parallelFor(1000, (i) => { x[i] = last(i); });
q.parallelFor(1000, (i) => { x[i] = last(i) + last(i + 1); }); // error LW1941: more than 67108864 bytes of private memory
