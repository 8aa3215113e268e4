// options: { "bounds": "unchecked", "features": "simd128+relaxed", "gang": 8 }
import { atomicRef, Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const counts = q.mallocShared(Int32Array, 64);
const bytes = q.mallocShared(Uint8Array, 64);

q.parallelFor(n, (i) => {
  atomicRef(counts, bytes[i]!).fetchAdd(1);
});
