// Barriers that not all work-items of a group reach.
import { localMemory, type NdItem, ndRange, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 64);
const n = 60;
const step = Math.sqrt(n);

function wait(item: NdItem<1>): void {
  item.barrier(); // warning LW1506
}
function skip(item: NdItem<1>): void {
  if (item.localId() > 3) return;
  item.group.barrier(); // warning LW1506
}
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const l = item.localId();
  if (item.globalId() >= n) return; // those that have returned count as having arrived
  item.barrier();
  if (l < 4) wait(item); // note: called from the kernel
  skip(item); // note: called from the kernel
  for (let k = 0; k < l; k++) item.barrier(); // warning LW1506
  for (;;) {
    if (l === 2) break;
    item.barrier(); // warning LW1506
  }
  l > 1 && item.barrier(); // warning LW1506
  // The same for all of a group, or known when the kernel runs alone.
  if (item.group.id() > 2) item.barrier();
  if (step > 3) item.barrier();
  if (out[l]! > 3) item.barrier();
  const own = localMemory(Int32Array, 8);
  if (own[l]! > 3) item.barrier();
  for (let half = item.localRange() >> 1; half > 0; half >>= 1) {
    if (l < half) out[item.globalId()]! += half;
    item.barrier();
  }
  // Each function of the group waits.
  if (l > 5) out[item.globalId()] = item.group.reduce(1, "add"); // warning LW1506
  if (item.group.any(out[l]! > 3)) out[item.globalId()] = item.group.exclusiveScan(1, "add");
  out[item.globalId()] = l;
});
