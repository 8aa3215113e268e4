// What sub-groups compute together: one statement each; what is asked of them: queries.
import { type NdItem, ndRange, Queue, type SubGroup } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const wide = q.mallocShared(BigInt64Array, 64);

const last = (subGroup: SubGroup, value: number) => subGroup.broadcast(value, subGroup.localRange() - 1);

q.parallelFor(ndRange([8, 8], [2, 8]), (item: NdItem<2>) => {
  const { subGroup } = item;
  const i = item.globalLinearId;
  const own = subGroup.inclusiveScan(out[i]!, "add");
  if (subGroup.any(own > 3)) wide[i] = subGroup.reduce(wide[i]!, "max");
  subGroup.barrier();
  out[i] = subGroup.shuffleUp(own, 1) + last(subGroup, own) + (subGroup.none(own < 2) ? subGroup.id() : subGroup.range());
  if (subGroup.isLeader) out[0] = subGroup.maxLocalRange();
});
