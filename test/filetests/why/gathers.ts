// What makes an index no sum of products.
import { atomicRef, f32, Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const places = q.mallocShared(Int32Array, 64);
const a = q.mallocShared(Float32Array, 64);

q.parallelFor(n, (i) => {
  a[places[i]!] = a[i * i]!;
});

q.parallelFor(n, (i) => {
  a[i] = a[Math.floor(i / 2)]! + a[i >> 1]! + a[i & 7]!;
  a[i] += a[Math.floor(f32(i) * 0.5)]!;
});

q.parallelFor(n, (i) => {
  let k = i;
  if (a[i]! > 0) k = 2 * i;
  a[k] = 1;
});

// Parentheses stand where they change what it means.
q.parallelFor(n, (i) => {
  a[i] = a[((i + 1) * places[i]!) % 8]! + a[8 - (places[i]! - 3)]! + a[places[i]! - 1 - 3]!;
});

q.parallelFor(n, (i) => {
  const slot = atomicRef(places, 0).fetchAdd(1);
  a[slot] = f32(i);
});

// A small table is in a register: sixteen indices are known to be inside.
const edges: readonly number[] = [0, 1, 2, 1, -1, 3, 2, 1, 1, 1, 4, 1, 1, 1, 1, 0];
q.parallelFor(n, (i) => {
  places[i] = edges[(a[i]! > 0 ? 1 : 0) | (a[i]! > 1 ? 2 : 0) | (a[i]! > 2 ? 4 : 0) | (a[i]! > 3 ? 8 : 0)]!;
});
