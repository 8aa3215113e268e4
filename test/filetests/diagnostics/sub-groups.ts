// Functions that all of a sub-group call together.
import { type GroupOperation, type NdItem, ndRange, Queue, type SubGroup } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const counts = q.mallocShared(Int32Array, 64);
const operation = "max";
const chosen: GroupOperation = Math.sqrt(out.length) > 3 ? "min" : "max";
const sum = (subGroup: SubGroup, value: number) => subGroup.reduce(value, "add");

q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const { subGroup } = item;
  const i = item.globalId();
  const x = out[i]!;
  if (subGroup.id() > 0) counts[i] = subGroup.shuffleXor(i, 1 << 1);
  out[i] = subGroup.reduce(x, operation) + subGroup.broadcast(0.5) + sum(item.subGroup, x) + subGroup.shuffle(x, counts[i]!);
}, { subGroupSize: 16 });
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const x = out[item.globalId()]!; // error LW1301
  counts[item.globalId()] = item.subGroup.reduce(x, "and"); // note: "and" combines integers
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  out[item.globalId()] = item.subGroup.inclusiveScan(out[item.globalId()]!, chosen); // error LW1314: inclusiveScan
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const lane = out[item.globalId()]! / 3; // error LW1301
  counts[item.globalId()] = item.subGroup.shuffle(1, lane); // note: used as a lane here
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  let subGroup = item.subGroup;
  subGroup = item.subGroup; // error LW1313: subGroup
  out[item.globalId()] = subGroup.localId();
});
