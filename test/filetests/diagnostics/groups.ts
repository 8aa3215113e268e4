// Work-groups: local memory, and kernels of work-groups over other ranges.
import { addressOf, type LocalAccessor, localMemory, type Item, type NdItem, ndRange, Queue, structOf } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 64);
const step = Math.sqrt(60);

function passed(item: NdItem<1>, length: number): number {
  const own = localMemory(Int32Array, length); // error LW1520
  return own[0]!;
}
function tile(item: NdItem<1>): number {
  const own = localMemory(Int32Array, 8);
  own[item.localId()] = 1;
  return own[0]!;
}
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  const size = item.localRange();
  const never = localMemory(Int32Array, size); // error LW1520
  const none = localMemory(Int32Array, 0); // error LW1127
  const called = localMemory(Int32Array, Math.max(out.length, 4)); // error LW1520
  const given = passed(item, 4); // note: called from
  if (step > 3) {
    const some = localMemory(Int32Array, 4); // error LW1507
    out[0] = some[0]!;
  }
  for (let k = 0; k < 2; k++) {
    out[k] = tile(item); // error LW1507
  }
  const both = step > 3 && tile(item) > 0; // error LW1507
  const whole = localMemory(Int32Array, 8);
  const p = addressOf(whole, 1); // error LW1701
  const held = [item]; // error LW1107
  out[0] = item.group.id() + (both ? whole[0]! : 0);
});
q.parallelFor(64, (item: Item<1>) => {
  const alone = localMemory(Int32Array, 4); // error LW1508
  out[item.id()] = alone[0]!;
});
q.parallelFor(64, (i) => {
  out[i] = localMemory(Int32Array, 4)[0]!; // error LW1508
});
q.parallelFor(ndRange([8, 8], [2, 2]), (item: NdItem<1>) => { // error TS2769
  out[item.globalId()] = 1;
});
q.parallelFor(64, (item: NdItem<1>) => { // error TS2769
  out[item.globalId()] = 1;
});
q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
  if (item === item) out[0] = 1; // error LW1311 // error LW1311
  out[1] = item ? 1 : 0; // error LW1311
});

interface Pair { readonly a: number; readonly b: number }
const place = (pairs: LocalAccessor<Float64Array>) => addressOf(pairs, 0); // error LW1701
q.submit((h) => {
  const accessor = h.localAccessor(Float64Array, 8);
  const pairs = h.localAccessor(structOf<Pair>(), 8);
  h.parallelFor(64, (i) => {
    out[i] = accessor[i]! > 1 ? 1 : 0; // error LW1508
  });
  h.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
    const p = addressOf(accessor, 1); // error LW1701
    const r = addressOf(pairs[0]!); // error LW1701
    accessor[0] = item.globalId();
    out[item.globalId()] = place(accessor).isNull ? 1 : pairs.length; // note: called from
  });
  const text: string = h.localAccessor(Float64Array, 8); // error TS2322
});
