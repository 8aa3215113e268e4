// A local takes the join of what is assigned to it: only integers, i32; any float, float.
import { Queue } from "lanewise";

const q = new Queue();
const bytes = q.mallocShared(Uint8Array, 64);
const out = q.mallocShared(Float32Array, 64);
const wide = q.mallocShared(Float64Array, 64);

q.parallelFor(64, (i) => {
  let integers = 0;
  integers += bytes[i]!;
  let single = 0;
  single += out[i]!;
  let double = 0;
  double += out[i]! * wide[i]!;
  let float = 1;
  float = i / 3;
  let sentinel = 1e30;
  if (out[i]! < sentinel) sentinel = out[i]!;
  const chosen = i > 3 ? integers : float;
  wide[i] = integers + single + double + float + sentinel + chosen;
});
