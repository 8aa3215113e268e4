// Functions that all of a group call together.
import { type GroupOperation, type NdItem, ndRange, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const counts = q.mallocShared(Int32Array, 64);
const operation = "max";
const chosen: GroupOperation = Math.sqrt(out.length) > 3 ? "min" : "max";

q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const { group } = item;
  const x = out[item.globalId()]!;
  out[item.globalId()] = group.reduce(x, operation) + group.broadcast(0.5);
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const x = out[item.globalId()]!; // error LW1301
  counts[item.globalId()] = item.group.reduce(x, "and"); // note: "and" combines integers
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  out[item.globalId()] = item.group.inclusiveScan(out[item.globalId()]!, chosen); // error LW1314: inclusiveScan
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  counts[item.globalId()] = item.group.broadcast(1, out[item.globalId()]!); // error LW1301
});
