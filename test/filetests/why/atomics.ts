// Atomics happen one work-item after the other; some update a copy of each thread.
import { atomicRef, deviceGlobal, Queue, type u32 } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
export const total = deviceGlobal<u32>();
const counts = q.mallocShared(Int32Array, 64);
const sums = q.mallocShared(Float32Array, 64);
const bytes = q.mallocShared(Uint8Array, 64);

q.parallelFor(n, (i) => {
  atomicRef(counts, bytes[i]!).fetchAdd(1);
  atomicRef(total).fetchAdd(1);
});

q.parallelFor(n, (i) => {
  atomicRef(sums, bytes[i]! & 7).fetchAdd(1);
});
