// Work-groups: nd-ranges, barriers and local memory.
import { atomicRef, type Dimensions, type f32, type FixedArray, type Group, type i32, localMemory, type NdItem, ndRange, type Queue, structOf } from "lanewise";
import { program } from "./harness.js";

const indices = (n: number, of: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => of(i));

export const ids = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 12 * 10);
  await q.parallelFor(ndRange(12, 4), (item: NdItem<1>) => {
    const at = item.globalLinearId * 10;
    const group = item.group;
    out[at] = item.globalId();
    out[at + 1] = item.localId();
    out[at + 2] = item.globalRange(0);
    out[at + 3] = item.localRange();
    out[at + 4] = item.localLinearId;
    out[at + 5] = group.id();
    out[at + 6] = group.range();
    out[at + 7] = group.localRange() * 100 + group.linearId * 10 + group.localId();
    out[at + 8] = group.isLeader ? 1 : 0;
    out[at + 9] = item.dimensions + group.dimensions + item.group.localLinearId;
  });
  return [...out];
}, indices(12, (i) => i).flatMap((i) => {
  const [g, l] = [Math.floor(i / 4), i % 4];
  return [i, l, 12, 4, l, g, 3, 400 + g * 10 + l, l === 0 ? 1 : 0, 2 + l];
}));

export const plane = program(async (q: Queue) => {
  const [h, w] = [6, 15];
  const out = q.mallocShared(Int32Array, h * w);
  await q.parallelFor(ndRange([h, w], [2, 5]), (item) => {
    out[item.globalLinearId] = item.localLinearId * 100 + item.group.linearId * 10 + (item.group.isLeader ? 1 : 0);
  });
  return [...out];
}, indices(90, (i) => {
  const [y, x] = [Math.floor(i / 15), i % 15];
  const local = (y % 2) * 5 + (x % 5);
  return local * 100 + (Math.floor(y / 2) * 3 + Math.floor(x / 5)) * 10 + (local === 0 ? 1 : 0);
}));

/** Places made of the group's and the work-item's own: the global index in other words, and what only looks like it. */
export const places = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 4 * 24);
  await q.parallelFor(ndRange(24, 6), (item: NdItem<1>) => {
    const own = item.localId();
    let base = item.group.id() * 6;
    const first = item.group.id() * item.localRange();
    out[4 * (first + own)] = 3 * item.group.id() * 6 - 2 + own * 3;
    out[4 * item.globalId() + 1] = item.group.id() * 5 + own;
    out[4 * (own + base) + 2] = item.group.id() * 6 - own;
    base += own;
    out[4 * (own + first) + 3] = base + own;
  });
  return [...out];
}, indices(24, (i) => i).flatMap((i) => {
  const [g, l] = [Math.floor(i / 6), i % 6];
  return [3 * i - 2, g * 5 + l, g * 6 - l, i + l];
}));

/** Rows that gangs fill, and rows that they do not; the last groups reach beyond the data. */
export const rows = program(async (q: Queue) => {
  const x = q.mallocShared(Int32Array, indices(24 * 24, (i) => (i * 37) % 101));
  const out = q.mallocShared(Int32Array, 24 * 24);
  const sums: number[] = [];
  for (const [h, w] of [[3, 5], [2, 6], [4, 4], [3, 8], [2, 12], [1, 7], [6, 1]] as const) {
    out.fill(-1);
    const [height, width] = [h * Math.ceil(23 / h), w * Math.ceil(23 / w)];
    await q.parallelFor(ndRange([height, width], [h, w]), (item: NdItem<2>) => {
      const tile = localMemory(Int32Array, 64);
      const [y, x_] = [item.globalId(0), item.globalId(1)];
      const own = item.localLinearId;
      tile[own] = y < 23 && x_ < 23 ? x[y * 24 + x_]! : 0;
      item.barrier();
      let sum = own;
      for (let k = 0; k < item.localRange(1); k++) sum += tile[item.localId(0) * item.localRange(1) + k]! * (k + 1);
      item.barrier();
      if (y < 23 && x_ < 23) out[y * 24 + x_] = sum;
    });
    sums.push(out.reduce((hash, value) => (Math.imul(hash, 31) + value) | 0, 7));
  }
  return sums;
}, [[3, 5], [2, 6], [4, 4], [3, 8], [2, 12], [1, 7], [6, 1]].map(([h = 1, w = 1]) => {
  const x = indices(24 * 24, (i) => (i * 37) % 101);
  const out = indices(24 * 24, () => -1);
  for (let i = 0; i < 23 * 23; i++) {
    const [y, x_] = [Math.floor(i / 23), i % 23];
    const first = x_ - (x_ % w);
    let sum = (y % h) * w + (x_ % w);
    for (let k = 0; k < w; k++) sum += (first + k < 23 ? x[y * 24 + first + k]! : 0) * (k + 1);
    out[y * 24 + x_] = sum;
  }
  return out.reduce((hash, value) => (Math.imul(hash, 31) + value) | 0, 7);
}));

export const reversed = program(async (q: Queue) => {
  const x = q.mallocShared(Float32Array, indices(21, (i) => i / 2));
  const out = q.mallocShared(Float32Array, 21);
  await q.parallelFor(ndRange(21, 7), (item: NdItem<1>) => {
    const tile: Float32Array = localMemory(Float32Array, 7);
    tile[item.localId()] = x[item.globalId()]!;
    item.barrier();
    out[item.globalId()] = tile[6 - item.localId()]!;
  });
  return [...out];
}, indices(21, (i) => (Math.floor(i / 7) * 7 + 6 - (i % 7)) / 2));

/** The group's sum, in tile[0]. */
function reduce(group: Group<1>, tile: Float32Array, value: f32): f32 {
  const id = group.localId();
  tile[id] = value;
  group.barrier();
  for (let half = group.localRange() >> 1; half > 0; half >>= 1) {
    if (id < half) tile[id]! += tile[id + half]!;
    group.barrier();
  }
  return tile[0]!;
}
export const reduction = program(async (q: Queue) => {
  const n = 100;
  const x = q.mallocShared(Float32Array, indices(n, (i) => i % 9));
  const sums = q.mallocShared(Float32Array, 8);
  await q.parallelFor(ndRange(128, 16), (item: NdItem<1>) => {
    const i = item.globalId();
    const tile = localMemory(Float32Array, 16);
    const sum = reduce(item.group, tile, i < n ? x[i]! : 0);
    if (item.group.isLeader) sums[item.group.id()] = sum;
  });
  return [...sums];
}, indices(8, (g) => indices(16, (l) => (g * 16 + l < 100 ? (g * 16 + l) % 9 : 0)).reduce((a, b) => a + b)));

export const ofHelpers = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 8);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    const i = item.localId();
    store(item, i * 10, out, 100);
    store(item, i * 7, out, 1);
  });
  return [...out];
}, indices(8, (i) => (3 - (i % 4)) * 1007));
/** Each call has memory of its own. */
function store(item: NdItem<1>, value: i32, out: Int32Array, factor: i32): void {
  const kept = localMemory(Int32Array, 4);
  kept[item.localId()] = value * factor;
  item.barrier();
  out[item.globalId()]! += kept[3 - item.localId()]!;
}

export const counts = program(async (q: Queue) => {
  const n = 64;
  const x = q.mallocShared(Uint8Array, indices(n, (i) => (i * 7) % 5));
  const out = q.mallocShared(Uint32Array, 5);
  await q.parallelFor(ndRange(n, 8), (item: NdItem<1>) => {
    const bins = localMemory(Uint32Array, 5);
    const l = item.localId();
    if (l < 5) bins[l] = 0;
    item.barrier();
    atomicRef(bins, x[item.globalId()]!).fetchAdd(1);
    item.group.barrier();
    if (l < bins.length) atomicRef(out, l).fetchAdd(bins[l]!);
  });
  return [...out];
}, indices(5, (bin) => indices(64, (i) => ((i * 7) % 5 === bin ? 1 : 0)).reduce((a, b) => a + b)));

interface Body { pos: FixedArray<f32, 2>; mass: f32 }
export const structs = program(async (q: Queue) => {
  const bodies = q.mallocShared(structOf<Body>(), indices(8, (i) => i).map((i) => ({ pos: [i, i * 2] as [number, number], mass: 1 + i })));
  const out = q.mallocShared(Float32Array, 8);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    const near = localMemory(structOf<Body>(), 4);
    near[item.localId()] = bodies[item.globalId()]!;
    item.barrier();
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      const other = near[k]!;
      sum += other.mass * other.pos[1]!;
    }
    out[item.globalId()] = sum;
  });
  return [...out];
}, indices(8, (i) => indices(4, (k) => { const j = Math.floor(i / 4) * 4 + k; return (1 + j) * j * 2; }).reduce((a, b) => a + b)));

export const products = program(async (q: Queue) => {
  const n = 12;
  const a = q.mallocShared(Float32Array, indices(n * n, (i) => i % 7));
  const b = q.mallocShared(Float32Array, indices(n * n, (i) => i % 5));
  const c = q.mallocShared(Float32Array, n * n);
  const direct = q.mallocShared(Float32Array, n * n);
  await q.parallelFor(ndRange([n, n], [4, 4]), (item: NdItem<2>) => {
    const tileA = localMemory(Float32Array, 16);
    const tileB = localMemory(Float32Array, 16);
    const [y, x] = [item.localId(0), item.localId(1)];
    let sum: f32 = 0;
    for (let t = 0; t < n; t += 4) {
      tileA[y * 4 + x] = a[item.globalId(0) * n + t + x]!;
      tileB[y * 4 + x] = b[(t + y) * n + item.globalId(1)]!;
      item.barrier();
      for (let k = 0; k < 4; k++) sum += tileA[y * 4 + k]! * tileB[k * 4 + x]!;
      item.barrier();
    }
    c[item.globalId(0) * n + item.globalId(1)] = sum;
  });
  await q.parallelFor([n, n], (y, x) => {
    let sum: f32 = 0;
    for (let k = 0; k < n; k++) sum += a[y * n + k]! * b[k * n + x]!;
    direct[y * n + x] = sum;
  });
  return [...c].filter((value, i) => value === direct[i]).length;
}, 144);

export const early = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 10);
  const n = 10;
  await q.parallelFor(ndRange(12, 4), (item: NdItem<1>) => {
    const i = item.globalId();
    if (i >= n) return;
    const tile = localMemory(Int32Array, 4);
    tile[item.localId()] = i;
    item.barrier();
    out[i] = tile[0]! + 1;
  });
  return [...out];
}, indices(10, (i) => Math.floor(i / 4) * 4 + 1));

export const destructured = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 6);
  await q.parallelFor(ndRange(6, 3), (item: NdItem<1>) => {
    const { group, globalLinearId: at, localLinearId } = item;
    const { linearId, isLeader } = group;
    let last = 0;
    ({ localLinearId: last } = item.group);
    out[at] = linearId * 100 + localLinearId * 10 + last + (isLeader ? 5 : 0);
  });
  return [...out];
}, [5, 11, 22, 105, 111, 122]);

/** Of any dimensions. */
function place<D extends Dimensions>(group: Group<D>, item: NdItem<D>): i32 {
  group.barrier();
  return group.linearId * 100 + group.localLinearId * 10 + group.dimensions + item.globalLinearId * 1000;
}
export const generic = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 16);
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => { out[item.globalId()] = place(item.group, item); });
  await q.parallelFor(ndRange([2, 4], [1, 2]), (item: NdItem<2>) => { out[8 + item.globalLinearId] = place(item.group, item); });
  return [...out];
}, [
  ...indices(8, (i) => Math.floor(i / 4) * 100 + (i % 4) * 10 + 1 + i * 1000),
  ...indices(8, (i) => (Math.floor(i / 4) * 2 + Math.floor((i % 4) / 2)) * 100 + (i % 2) * 10 + 2 + i * 1000),
]);

export const together = program(async (q: Queue) => {
  const x = q.mallocShared(Float32Array, indices(20, (i) => (i * 7) % 11));
  const out = q.mallocShared(Float32Array, 20);
  await q.parallelFor(ndRange(20, 5), (item: NdItem<1>) => {
    const { group } = item;
    const value = x[item.globalId()]!;
    const isFirst = value === group.reduce(value, "max");
    out[item.globalId()] = group.exclusiveScan(isFirst ? 1 : 0, "add") * 100 + group.broadcast(value, 1) * 0.5 + (group.any(value > 9) ? 0.25 : 0);
  });
  return [...out];
}, indices(20, (i) => {
  const first = i - (i % 5);
  const values = indices(5, (k) => ((first + k) * 7) % 11);
  const before = values.slice(0, i - first).filter((value) => value === Math.max(...values)).length;
  return before * 100 + (values[1] ?? 0) * 0.5 + (values.some((value) => value > 9) ? 0.25 : 0);
}));

export const compacted = program(async (q: Queue) => {
  const x = q.mallocShared(Int32Array, indices(48, (i) => (i * 5) % 9 - 3));
  const out = q.mallocShared(Int32Array, 48).fill(0);
  await q.parallelFor(ndRange([2, 24], [1, 12]), (item: NdItem<2>) => {
    const value = x[item.globalLinearId]!;
    const place = item.group.exclusiveScan(value > 0 ? 1 : 0, "add");
    const begin = item.group.broadcast(item.globalLinearId);
    if (value > 0) out[begin + place] = value;
  });
  return [...out];
}, indices(4, (g) => g).flatMap((g) => {
  const kept = indices(12, (k) => ((g * 12 + k) * 5) % 9 - 3).filter((value) => value > 0);
  return indices(12, (k) => kept[k] ?? 0);
}));
