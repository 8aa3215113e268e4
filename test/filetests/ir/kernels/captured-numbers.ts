// A captured number is a float unless it flows through + - * % into an index, a bound, a bit operation or an integer
// annotation; all its uses then share that kind.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const wide = q.mallocShared(Float64Array, 64);
export let stride = 1, offset = 2, bound = 3, mask = 4, annotated = 5, gain = 6, gainWide = 7, both = 8, threshold = 9;

q.parallelFor(64, (i) => {
  out[(i * stride + offset) % 64] = gain;
  for (let k = 0; k < bound; k++) out[i]! += k & mask;
  const pinned: i32 = annotated + 1;
  wide[i] = gainWide + pinned;
  out[i + both] = both;
  let k = 0;
  while (k < 64 && out[k]! > threshold) k++;
});
