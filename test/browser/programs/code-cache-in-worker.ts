// A kernel that is waited for at once, so that its code is generated whatever is kept, and one that is awaited. Posts how many were generated.

import { codeCache, Queue } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
q.parallelFor(8, (i) => {
  x[i] = i / 2;
}).waitSync();
await q.parallelFor(8, (i) => {
  x[i] = x[i]! * 3;
});
if (x[7] !== 10.5) throw new Error(`the kernels gave ${x.join()}`);
await codeCache.list(); // what is under way is kept then
postMessage(codeCache.times.generated);
