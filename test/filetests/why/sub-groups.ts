// Sub-groups that are gangs: a kernel in which only they meet is not divided, and its rows are vectors.
import { localMemory, type NdItem, ndRange, Queue } from "lanewise";

const q = new Queue();
const width = 16 * Number(process.argv.length);
const a = q.mallocShared(Float32Array, 4096);
const b = q.mallocShared(Float32Array, 4096);

q.parallelFor(ndRange(64 * 8, 8), (item: NdItem<1>) => {
  const { group, subGroup } = item;
  const first = group.id() * width + subGroup.localId();
  let before = 0;
  for (let i = 0; i < width; i += 8) {
    const sum = subGroup.inclusiveScan(a[first + i]!, "add") + before;
    before = subGroup.broadcast(sum, 7);
    b[first + i] = sum;
  }
});

q.parallelFor(ndRange(4096, 64), (item: NdItem<1>) => {
  const sums = localMemory(Float32Array, 8);
  const { subGroup } = item;
  const sum = subGroup.reduce(a[item.globalId()]!, "add");
  if (subGroup.isLeader) sums[subGroup.id()] = sum;
  item.barrier();
  b[item.globalId()] = sums[subGroup.id()]!;
});
