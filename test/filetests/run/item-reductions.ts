// Reductions of kernels that take their work-item as an object, over ranges and over work-groups.
import { type f32, type i32, type Item, localMemory, type NdItem, ndRange, type Queue, type Reducer, reduction } from "lanewise";
import { program } from "./harness.js";

export const items = program(async (q: Queue) => {
  const [one, two] = [q.mallocShared(Int32Array, 1), q.mallocShared(Float32Array, 1)];
  await q.parallelFor(500, reduction(one, "add"), (item: Item, one) => one.combine(item.id() + item.range()), { offset: 10 });
  await q.parallelFor([30, 40], reduction(two, "max"), (item: Item<2>, most: Reducer<f32, "max">) => most.combine(item.linearId / 2));
  return [one[0], two[0]];
}, [500 * 510 + (500 * 499) / 2, 599.5]);

/** Groups of which the work-items do not know: as over any range. */
export const places = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 2);
  const part = (k: number) => out.subarray(k, k + 1);
  await q.parallelFor(ndRange(960, 32), reduction(part(0), "add"), (item: NdItem<1>, sum) => sum.combine(item.globalId()));
  await q.parallelFor(ndRange([12, 20], [3, 5]), reduction(part(1), "add"), (item: NdItem<2>, sum) => {
    sum.combine(item.localId(0) * 1000 + item.localId(1) + item.group.id(1) * 10);
  });
  return [...out];
}, [(960 * 959) / 2, 240 * 1000 + 240 * 2 + 240 * 15]);

export const waiting = program(async (q: Queue) => {
  const results: number[][] = [];
  for (const [groups, size] of [[1, 1], [3, 8], [70, 16], [1030, 5], [0, 4]] as const) {
    const n = groups * size;
    using sum = q.mallocShared(Float64Array, [0.5]);
    using most = q.mallocShared(Int32Array, [-7]);
    using bins = q.mallocShared(Uint32Array, 4);
    await q.parallelFor(ndRange(n, size), reduction(sum, "add"), reduction(most, "max"), reduction(bins, "add"), (item: NdItem<1>, sum, most, bins) => {
      const tile = localMemory(Int32Array, 16);
      const l = item.localId();
      tile[l] = item.globalId();
      item.barrier();
      const other = tile[item.localRange() - 1 - l]!;
      if (l === 0 && item.group.id() === 1) return;
      sum.combine(other);
      item.barrier();
      sum.combine(1);
      most.combine(tile[l]!);
      bins.at(l & 3).combine(1);
    });
    let expected = 0.5;
    const counts = [0, 0, 0, 0];
    for (let g = 0; g < groups; g++) {
      for (let l = 0; l < size; l++) {
        if (l === 0 && g === 1) continue;
        expected += g * size + size - 1 - l + 1;
        counts[l & 3]!++;
      }
    }
    results.push([(sum[0] ?? 0) - expected, (most[0] ?? 0) - (groups === 0 ? -7 : n - 1), bins.join() === counts.join() ? 0 : 1]);
  }
  return results;
}, Array.from({ length: 5 }, () => [0, 0, 0]));

function give(sums: Reducer<f32, "add">, item: NdItem<2>, value: i32): void {
  sums.at(item.localId(1)).combine(value);
}

export const arraysOfGroups = program(async (q: Queue) => {
  const sums = q.mallocShared(Float32Array, 6);
  const product = q.mallocShared(Int32Array, [1]);
  q.submit((h) =>
    h.parallelFor(ndRange([40, 60], [4, 6]), reduction(sums, "add"), reduction(product, (a, b) => (a * b) % 101, { identity: 1 }), (item: NdItem<2>, sums, product) => {
      const value = item.group.reduce(item.localId(0), "add");
      give(sums, item, value);
      if (item.group.isLeader) product.combine((item.group.linearId % 50) + 1);
    }),
  );
  await q.wait();
  let expected = 1;
  for (let g = 0; g < 100; g++) expected = (expected * ((g % 50) + 1)) % 101;
  return [...sums, product[0] === expected];
}, [...Array.from({ length: 6 }, () => 400 * 36), true]);
