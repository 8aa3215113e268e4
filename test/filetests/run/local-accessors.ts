// Local memory of a length that is known at the launch: local accessors.
import { atomicRef, type f32, type Group, type i32, type LocalAccessor, localMemory, type NdItem, ndRange, type Queue, structOf } from "lanewise";
import { program } from "./harness.js";

const indices = (n: number, of: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => of(i));

const reversed = (n: number, size: number) => indices(n, (i) => (Math.floor(i / size) * size + size - 1 - (i % size)) / 2);

export const reverse = program(async (q: Queue) => {
  const found: number[] = [];
  for (const size of [7, 21, 1, 3]) {
    const x = q.mallocShared(Float32Array, indices(21, (i) => i / 2));
    const out = q.mallocShared(Float32Array, 21);
    await q.submit((h) => {
      const tile = h.localAccessor(Float32Array, size);
      h.parallelFor(ndRange(21, size), (item: NdItem<1>) => {
        tile[item.localId()] = x[item.globalId()]!;
        item.barrier();
        out[item.globalId()] = tile[tile.length - 1 - item.localId()]!;
      });
    });
    found.push(...out);
  }
  return found;
}, [7, 21, 1, 3].flatMap((size) => reversed(21, size)));

/** The group's sum, in values[0]. */
function sum(group: Group<1>, values: Float64Array, value: number): void {
  const own = group.localId();
  values[own] = value;
  group.barrier();
  for (let half = values.length >> 1; half > 0; half >>= 1) {
    if (own < half) values[own]! += values[own + half]!;
    group.barrier();
  }
}

// Several, of several types and sizes that leave gaps, beside local memory of constant size, in a function that takes arrays.
export const several = program(async (q: Queue) => {
  const [n, size] = [64, 16];
  const out = q.mallocShared(Float64Array, n / size);
  const marks = q.mallocShared(Uint8Array, n);
  const wide = q.mallocShared(BigInt64Array, n);
  await q.submit((h) => {
    const flags = h.localAccessor(Uint8Array, size + 1);
    const sums = h.localAccessor(Float64Array, size);
    const others = { big: h.localAccessor(BigInt64Array, size) };
    h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
      const own = item.localId();
      const fixed = localMemory(Int16Array, 16);
      const renamed: Uint8Array = flags;
      flags[own + 1] = own * 3;
      if (own === 0) flags[0] = 200;
      others.big[own] = BigInt(item.globalId()) * 10000000000n;
      fixed[own] = -own;
      sum(item.group, sums, item.globalId());
      marks[item.globalId()] = renamed[own]! + fixed[15 - own]!;
      wide[item.globalId()] = others.big[size - 1 - own]!;
      if (own === 0) out[item.group.id()] = sums[0]!;
    });
  });
  return [[...out], [...marks], [...wide].map((value) => Number(value / 10000000000n))];
}, [
  [120, 376, 632, 888],
  indices(64, (i) => ((i % 16 === 0 ? 200 : (i % 16 - 1) * 3) - (15 - i % 16) + 256) % 256),
  indices(64, (i) => Math.floor(i / 16) * 16 + 15 - (i % 16)),
]);

interface Body { x: f32; y: f32; mass: f32; id: i32 }

export const bodies = program(async (q: Queue) => {
  const [n, size] = [30, 5];
  const all = q.mallocShared(structOf<Body>(), n);
  for (let i = 0; i < n; i++) all[i] = { x: i, y: -i, mass: (i % 3) + 1, id: i };
  const out = q.mallocShared(Float32Array, n);
  const ids = q.mallocShared(Int32Array, n);
  await q.submit((h) => {
    const tile = h.localAccessor(structOf<Body>(), size);
    h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
      const i = item.globalId();
      let force: f32 = 0;
      for (let begin = 0; begin < n; begin += size) {
        tile[item.localId()] = all[begin + item.localId()]!;
        item.barrier();
        for (let k = 0; k < tile.length; k++) {
          const body = tile[k]!;
          force += body.mass * (body.x - all[i]!.x);
        }
        ids[i] = tile[size - 1 - item.localId()]!.id;
        item.barrier();
      }
      out[i] = force;
    });
  });
  return [[...out], [...ids]];
}, [
  indices(30, (i) => indices(30, (k) => ((k % 3) + 1) * (k - i)).reduce((a, b) => a + b)),
  indices(30, (i) => 29 - (i % 5)),
]);

// Two dimensions, a typed accessor that a function of the program is given, and none that is left over.
async function transposed(q: Queue, [h, w]: readonly [number, number], [y, x]: readonly [number, number]): Promise<number[]> {
  const input = q.mallocShared(Int32Array, indices(h * w, (i) => i));
  const out = q.mallocShared(Int32Array, h * w);
  await q.submit((handler) => {
    const tile: LocalAccessor<Int32Array> = handler.localAccessor(Int32Array, y * x);
    const nothing = handler.localAccessor(Float32Array, 0);
    handler.parallelFor(ndRange([h, w], [y, x]), (item: NdItem<2>) => {
      tile[item.localId(1) * y + item.localId(0)] = input[item.globalLinearId]!;
      item.barrier();
      out[item.globalLinearId] = tile[item.localLinearId]! + nothing.length;
    });
  });
  return [...out];
}
export const plane = program(async (q: Queue) => [await transposed(q, [4, 6], [2, 3]), await transposed(q, [3, 4], [3, 1])], [
  [0, 6, 1, 3, 9, 4, 7, 2, 8, 10, 5, 11, 12, 18, 13, 15, 21, 16, 19, 14, 20, 22, 17, 23],
  indices(12, (i) => i),
]);

// One histogram for each group, whose length is no constant; groups that do not wait, and only share.
export const histogram = program(async (q: Queue) => {
  const bins = (await Promise.resolve(5)) + 6;
  const x = q.mallocShared(Uint32Array, indices(60, (i) => (i * 7) % 11));
  const out = q.mallocShared(Int32Array, bins * 3);
  await q.submit((h) => {
    const counts = h.localAccessor(Int32Array, bins);
    h.parallelFor(ndRange(60, 20), (item: NdItem<1>) => {
      const own = item.localId();
      if (own < bins) counts[own] = 0;
      item.barrier();
      atomicRef(counts, x[item.globalId()]!).fetchAdd(1);
      item.barrier();
      if (own < counts.length) out[item.group.id() * bins + own] = counts[own]!;
    });
  });
  return [...out];
}, [0, 1, 2].flatMap((g) => indices(11, (bin) => indices(20, (k) => ((g * 20 + k) * 7) % 11).filter((v) => v === bin).length)));

// Without a handler: the length is computed from what the kernel sees outside.
export const captured = program(async (q: Queue) => {
  const found: number[] = [];
  const settings = { shape: [3, 2] as [number, number] };
  for (const size of [4, 6]) {
    const x = q.mallocShared(Float32Array, indices(24, (i) => i / 2));
    const out = q.mallocShared(Float32Array, 24);
    await q.parallelFor(ndRange(24, size), (item: NdItem<1>) => {
      const tile = localMemory(Float32Array, size);
      const others = localMemory(Uint8Array, x.length * 2 + settings.shape[1]!);
      const fixed = localMemory(Uint8Array, 4);
      fixed[item.localId() & 3] = 1;
      others[others.length - 1 - item.localId()] = 7;
      tile[item.localId()] = x[item.globalId()]!;
      item.barrier();
      const own = tile.length - 1 - item.localId();
      out[item.globalId()] = tile[own]! + (others[50 - 1 - own]! - 7) + (fixed[own & 3]! - 1);
    });
    found.push(...out);
  }
  return found;
}, [4, 6].flatMap((size) => reversed(24, size)));
