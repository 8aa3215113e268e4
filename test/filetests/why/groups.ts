// Kernels of work-groups: one that only asks for local indices, and one that is divided at its barriers.
import { localMemory, type NdItem, ndRange, Queue } from "lanewise";

const q = new Queue();
const n = 16 * Number(process.argv.length);
const a = q.mallocShared(Float32Array, 4096);
const b = q.mallocShared(Float32Array, 4096);

q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
  a[item.globalId()] = b[item.localId()]! * item.group.id();
});

q.parallelFor(ndRange([n, n], [16, 16]), (item: NdItem<2>) => {
  const tile = localMemory(Float32Array, 256);
  const [y, x] = [item.localId(0), item.localId(1)];
  let sum = 0;
  for (let step = 0; step < n; step += 16) {
    tile[y * 16 + x] = a[item.globalId(0) * n + step + x]!;
    item.barrier();
    for (let k = 0; k < 16; k++) sum += tile[y * 16 + k]!;
    item.barrier();
  }
  b[item.globalId(0) * n + item.globalId(1)] = sum;
});

// Sums of a group's first index and of a place in it are global indices.
q.parallelFor(ndRange([n, n], [16, 16]), (item: NdItem<2>) => {
  const top = item.group.id(0) * item.localRange(0);
  const [y, x] = [item.localId(0), item.localId(1)];
  b[(top + y) * n + 16 * item.group.id(1) + x] = a[x + item.group.id(1) * 16]!;
});
