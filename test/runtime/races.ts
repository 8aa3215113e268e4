// Kernels with and without data races, for races.test.ts. A comment at the end of a line is what is found there: `// race K` where work-items
// touch K, `// unwritten K` where local memory is read that nobody has written. The last two accesses of a race are told, here the line of the later one.

export const kernels = `
import { addressOf, atomicRef, DeviceBuffer, deviceGlobal, type f32, type FixedArray, type i32, localMemory, type NdItem, ndRange, type Pointer, Queue, reduction, structOf, type u32, type u8 } from "lanewise";
export { checkRaces } from "lanewise/races";

export const bins = deviceGlobal<FixedArray<u32, 8>>();
export const total = deviceGlobal<i32>();
interface Body { x: f32; y: f32; kind: u8; level: u8 }

export const q = new Queue({ device: "cpu" });
const n = 64;
const words = q.mallocShared(Int32Array, n).map((_, i) => i % 8);
const bytes = q.mallocShared(Uint8Array, 4 * n);
const x = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float32Array, n);
const bodies = q.mallocShared(structOf<Body>(), n);
const columns = q.mallocShared(structOf<Body>(), n, { layout: "soa" });
const host = new Int32Array(8);
const buffer = new DeviceBuffer(Float32Array, n);
const head = deviceGlobal<Pointer<Body>>();
const clear = (): void => { out.fill(0); x.fill(1); };

export const programs = {
  // Counting.
  "histogram": () => q.parallelFor(n, (i) => {
    bins[words[i]!]! += 1; // race bins[0]
  }),
  "histogram with atomics": () => q.parallelFor(n, (i) => {
    atomicRef(bins, words[i]!).fetchAdd(1);
  }),
  "histogram by a reduction": () => q.parallelFor(n, reduction(x, "add"), (i, sums) => {
    sums.at(words[i]!).combine(1);
  }),
  "atomic and plain": () => q.parallelFor(n, (i) => {
    atomicRef(bins, 3).fetchAdd(1);
    if (i === 9) bins[3] = 0; // race bins[3]
  }),
  "plain reads of what is updated atomically": () => q.parallelFor(n, (i) => {
    atomicRef(bins, 3).fetchAdd(1); // race bins[3]
    x[i]! += bins[3]!;
  }),
  "a global without an index": () => q.parallelFor(n, (i) => {
    total.value += i; // race total
  }),
  "the same value": () => q.parallelFor(n, () => {
    total.value = 1; // race total
  }),
  "one of all": () => q.parallelFor(n, (i) => {
    if (i === 5) total.value = 1;
  }),

  // Neighbours.
  "blur in place": () => q.parallelFor(n - 1, (i) => {
    x[i] = (x[i]! + x[i + 1]!) / 2; // race x[1]
  }),
  "blur": () => q.parallelFor(n - 1, (i) => {
    out[i] = (x[i]! + x[i + 1]!) / 2;
  }),
  "neighbouring bytes": () => q.parallelFor(4 * n, (i) => {
    bytes[i] = bytes[i]! + 1;
  }),
  "overlapping pairs of bytes": () => q.parallelFor(n, (i) => {
    bytes[i] = 1; // race bytes[1]
    bytes[i + 1] = 2;
  }),
  "two dimensions": () => q.parallelFor([8, 8], (y, z) => {
    out[y * 8 + z] = 1;
  }),
  "two dimensions, transposed": () => q.parallelFor([8, 8], (y, z) => {
    x[z * 8 + y]! += x[y * 8 + z]!; // race x[8]
  }),
  "from an offset": () => q.parallelFor(8, (i) => {
    out[i >> 1] = i; // race out[4]
  }, { offset: 8 }),

  // Structs.
  "fields of one struct": () => q.parallelFor(2 * n, (i) => {
    if (i % 2 === 0) bodies[i >> 1]!.kind = 1;
    else bodies[i >> 1]!.level = 2;
  }),
  "one field of one struct": () => q.parallelFor(2 * n, (i) => {
    bodies[i >> 1]!.level = 1; // race bodies[0].level
  }),
  "one field in columns": () => q.parallelFor(2 * n, (i) => {
    columns[i >> 1]!.y = 1; // race columns.y[0]
  }),
  "whole structs": () => q.parallelFor(n, (i) => {
    bodies[i % 4] = bodies[8 + i % 4]!; // race bodies[0].x
  }),

  // By other ways.
  "in a function that the kernel calls": () => q.parallelFor(n, (i) => {
    const add = (array: Float32Array, at: i32): void => {
      array[at]! += 1; // race x[0]
    };
    add(x, i & 1);
  }),
  "an array of the host": () => q.parallelFor(n, (i) => {
    host[i & 7] = i; // race host[0]
  }),
  "by accessors": () => q.submit((h) => {
    const a = h.accessor(buffer);
    h.parallelFor(n - 1, (i) => {
      a[i + 1] = a[i]!; // race a[1]
    });
  }),
  "by pointers": async () => {
    await q.singleTask(() => {
      head.value = addressOf(bodies, 3);
    });
    await q.parallelFor(n, (i) => {
      head.value.get().level = 1; // race head.value
    });
  },
  "launches of a graph that become one": async () => {
    using graph = q.record(() => {
      q.parallelFor(n, (i) => { out[i] = x[i]! * 2; });
      q.parallelFor(n, (i) => { x[i] = out[i]! + 1; });
    });
    await graph.run();
  },
  "a launch of a graph": async () => {
    using graph = q.record(() => {
      q.parallelFor(n, (i) => {
        out[i >> 2] = x[i]!; // race out[0]
      });
    });
    await graph.run();
  },

  // Groups.
  "tile without a barrier": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 16);
    tile[item.localId()] = x[item.globalId()]!; // race tile[1]
    out[item.globalId()] = tile[(item.localId() + 1) % 16]!; // unwritten tile[1]
  }),
  "tile": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 16);
    tile[item.localId()] = x[item.globalId()]!;
    item.barrier();
    out[item.globalId()] = tile[(item.localId() + 1) % 16]!;
  }),
  "sum of a tile, a barrier missing": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 16);
    const own = item.localId();
    tile[own] = x[item.globalId()]!;
    item.barrier();
    for (let half = 8; half > 0; half >>= 1) {
      if (own < half) tile[own]! += tile[own + half]!; // race tile[1]
    }
    if (own === 0) out[item.group.id()] = tile[0]!;
  }),
  "sum of a tile": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 16);
    const own = item.localId();
    tile[own] = x[item.globalId()]!;
    item.barrier();
    for (let half = 8; half > 0; half >>= 1) {
      if (own < half) tile[own]! += tile[own + half]!;
      item.barrier();
    }
    if (own === 0) out[item.group.id()] = tile[0]!;
  }),
  "by way of memory, in a group": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    out[item.globalId()] = 1;
    item.barrier();
    if (item.localId() === 0) for (let k = 0; k < 16; k++) out[item.globalId() + k]! += 1;
  }),
  "by way of memory, between groups": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    out[item.globalId()] = 1; // race out[16]
    item.barrier();
    if (item.localId() === 0) out[(item.globalId() + 16) % 64]! += 1;
  }),
  "all together": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const sum = item.group.reduce(x[item.globalId()]!, "add");
    const before = item.group.exclusiveScan(x[item.globalId()]!, "add");
    const most = item.group.broadcast(sum + before, 15);
    if (item.group.any(most > sum)) out[item.globalId()] = most;
  }),
  "sub-groups": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const { subGroup } = item;
    const sum = subGroup.inclusiveScan(x[item.globalId()]!, "add");
    out[item.globalId()] = subGroup.shuffleXor(sum, 1);
    subGroup.barrier();
    if (subGroup.localId() === 0) for (let k = 0; k < 8; k++) out[item.globalId() + k]! += 1;
  }),
  "a barrier of sub-groups between two of them": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    out[item.globalId()] = 1;
    item.subGroup.barrier();
    if (item.localId() === 0) for (let k = 0; k < 16; k++) out[item.globalId() + k]! += 1; // race out[8]
  }),
  "atomics of a group": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    atomicRef(bins, 5).fetchAdd(1, "relaxed", "workGroup"); // race bins[5]
  }),
  "atomics of local memory": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const counts = localMemory(Uint32Array, 4);
    if (item.localId() < 4) counts[item.localId()] = 0;
    item.barrier();
    atomicRef(counts, item.globalId() & 3).fetchAdd(1, "relaxed", "workGroup");
    item.barrier();
    if (item.localId() < 4) atomicRef(bins, item.localId()).fetchAdd(counts[item.localId()]!);
  }),
  "counts that nobody set to zero": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const counts = localMemory(Uint32Array, 4);
    atomicRef(counts, item.globalId() & 3).fetchAdd(1, "relaxed", "workGroup"); // unwritten counts[0]
    item.barrier();
    if (item.localId() < 4) atomicRef(bins, item.localId()).fetchAdd(counts[item.localId()]!);
  }),
  "a local accessor": () => q.submit((h) => {
    const tile = h.localAccessor(Float32Array, 16);
    h.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
      tile[item.localId()] = x[item.globalId()]!; // race tile[8]
      out[item.globalId()] = tile[15 - item.localId()]!; // unwritten tile[15]
    });
  }),
  "a barrier in one branch": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    if (item.localId() < 8) {
      item.barrier();
    } else {
      item.barrier();
    }
  }),
  "some have returned": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    if (item.globalId() >= 40) return;
    out[item.globalId()] = item.group.reduce(1, "add");
  }),
  "some have returned before a barrier": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    if (item.globalId() >= 40) return;
    out[item.globalId()] = 1;
    item.barrier();
  }),
  "a sub-group's shuffle in one branch": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    if (item.localId() !== 3) out[item.globalId()] = item.subGroup.shuffleUp(1, 1);
  }),
  "out of bounds": () => q.parallelFor([8, 8], (y, z) => {
    out[y * 8 + z + 1] = 1;
  }),
  "reductions of groups": () => q.parallelFor(ndRange(n, 16), reduction(x.subarray(0, 1), "max"), (item: NdItem<1>, most) => {
    const sum = item.group.reduce(x[item.globalId()]!, "add");
    most.combine(sum);
  }),
  "a tile that the first group alone writes": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 16);
    if (item.globalId() < 16) tile[item.localId()] = 1;
    item.barrier();
    out[item.globalId()] = tile[15 - item.localId()]!; // unwritten tile[15]
  }),
} satisfies Readonly<Record<string, () => unknown>>;
export const run = async (name: keyof typeof programs): Promise<readonly number[]> => {
  clear();
  await programs[name]();
  return [...out, ...x, ...(await q.read(bins)), await q.read(total)];
};
`;
