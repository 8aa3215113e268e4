// The public types, checked by tsc in types.test.ts: what must type-check and, by @ts-expect-error, what must not.

import {
  type AbortSignalLike,
  atomicRef,
  type DeviceGlobal,
  deviceGlobal,
  type FixedArray,
  f32,
  type HostArray,
  type Item,
  i32,
  i64,
  type KernelFunction,
  localMemory,
  type NdItem,
  type NdRange,
  ndRange,
  type Properties,
  Queue,
  type QueueEvent,
  specConstant,
  specialized,
  structOf,
  type u8,
  type u32,
} from "lanewise";

interface Particle {
  pos: FixedArray<f32, 3>;
  mass: f32;
  alive: boolean;
}
export const histogram = deviceGlobal<FixedArray<u32, 256>>();
export const counter = deviceGlobal<i32>(3);
export const readOnly = deviceGlobal<FixedArray<i32, 4>, { deviceImageScope: true; hostAccess: "read" }>([1, 2, 3, 4]);
export const writeOnly = deviceGlobal<i32, { hostAccess: "write" }>();
export const untouched = deviceGlobal<i32, { hostAccess: "none" }>();
export const grid = deviceGlobal<FixedArray<FixedArray<i32, 2>, 3>>([
  [3, 4],
  [5, 6],
  [7, 8],
]);
export const particle = deviceGlobal<Particle>({ mass: 2, alive: true });
export const copyOf = deviceGlobal<f32>(counter);
export const flags = deviceGlobal<FixedArray<boolean, 3>>([true, false, true]);
export const big = deviceGlobal<i64>(3n);

using q = new Queue({ device: "cpu", threads: 1, name: "types" });
const x = q.mallocShared(Float32Array, 10);
const ys = q.mallocDevice(BigInt64Array, [1n, 2n]);
const bytes = q.mallocHost(Uint8ClampedArray, new Set([1, 2]));
const particles = q.mallocShared(structOf<Particle>(), 4);
const a = 2;

// Kernels: literals and arithmetic need no casts.
const launched: QueueEvent = q.parallelFor(10, (i) => {
  const k: i32 = i;
  x[i] = a * k;
  histogram[i] = 1;
  counter.value += 1;
  particle.get().pos[1] = 3;
  atomicRef(histogram, k).fetchAdd(1);
  atomicRef(counter).fetchMax(k);
  atomicRef(big).fetchAdd(i64(k));
  atomicRef(x, i).fetchAdd(1);
});
q.parallelFor([4], (i) => {
  x[i] = 1;
});
q.parallelFor(
  [4, 5],
  (y, z) => {
    x[y * 5 + z] = y;
  },
  { name: "rows", after: launched },
);
q.parallelFor([4, 5, 6], (z, y, w) => {
  x[z] = y + w;
});
q.singleTask(() => {
  counter.set(4);
});
q.parallelFor(10, (item: Item) => {
  x[item.id()] = item.range(0) + item.offset() + item.linearId + item.dimensions;
});
q.parallelFor([4, 5], (item: Item<2>) => q.fill(x, item.id(0) + item.id(1)), { offset: [1, 2], after: launched });
q.parallelFor([4, 5, 6], (item: Item<3>) => q.fill(x, item.id(2)), { offset: [1, 2, 3] });
q.parallelFor(10, (i) => q.fill(x, i), { offset: 3 });
q.parallelFor(ndRange(16, 4), (item) => {
  const tile: Float32Array = localMemory(Float32Array, 4);
  const { group } = item;
  tile[item.localId()] = item.globalId(0) + group.id() + group.linearId;
  item.barrier();
  group.barrier();
  if (group.isLeader) x[item.globalLinearId] = item.localRange() + item.globalRange() + group.range();
});
q.parallelFor(ndRange([4, 6], [2, 3]), (item: NdItem<2>) => q.fill(x, item.localId(1)), { after: launched });
const inGroups: NdRange<3> = ndRange([4, 6, 8], [2, 3, 1]);
q.parallelFor(inGroups, (item: NdItem<3>) => q.fill(x, item.group.localId(2)));

// Copies.
q.copy(histogram, new Uint32Array(256));
q.copy(new Int32Array(1), counter, 1, 0);
q.copy(new Int32Array(2), grid, 2, 4, [launched]);
q.copy(readOnly, new Int32Array(4), { count: 2, startIndex: 1, after: launched });
q.copy(flags, new Uint8Array(3));
q.copy(ys, new BigInt64Array(2));
q.copy(new Float32Array(4), x, 4, launched);
q.copy(new Float32Array(4), x, { count: 4 });
q.memcpy(particle, new ArrayBuffer(20), 20, 0);
q.memcpy(new Uint8Array(4), counter, 4);
q.memcpy(x, new DataView(new ArrayBuffer(8)), 8);
q.memcpy(counter, new Uint8Array(4), { numBytes: 4, after: [launched] });
q.copy(particle, particles);
q.copy(particles, particle, { count: 1 });
export const readParticle: Promise<{ pos: f32[]; mass: f32; alive: boolean }> = q.read(particle);
export const readCounter: Promise<i32> = q.read(counter);
export const readBins: Promise<Uint32Array> = q.read(histogram);
q.write(particle, { pos: [1, 2, 3], mass: 1, alive: true });
q.write(particle, particles.toArray()[0] ?? { pos: new Float32Array(3), mass: 2, alive: false });
export const grouped: QueueEvent = q.submit((h) => {
  h.dependsOn([launched]);
  h.parallelFor([4, 5], (y, z) => {
    x[y * 5 + z] = 1;
  });
});
q.submit((h) => h.copy(histogram, new Uint32Array(256), { count: 3, startIndex: 1 }));
q.submit((h) => h.memcpy(counter, new Uint8Array(4), 4, 0));
q.submit((h) => {
  h.singleTask(() => {
    counter.set(4);
  });
});
// AbortSignal, where the program has its types.
const signal: AbortSignalLike = {
  aborted: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
q.submit((h) => h.fill(x, 1), { signal });
q.submit((h) => h.hostTask(async () => 3, { after: launched }));
q.fill(x, 1);
q.fill(ys, 1n);
q.fill(x, 1, launched);
q.fill(x, 1, { after: [launched], signal: [signal] });
export const waitList: readonly QueueEvent[] = launched.waitList;
q.onProgress = ({ kernel, done, total }) => [kernel, done / total];
export const explicit = new Queue({ order: "explicit" });

// Arrays are the real typed arrays, shared and disposable.
export const view: Float32Array<SharedArrayBuffer> & Disposable = x;
export const out: Float32Array<ArrayBuffer> = q.toHost(x);
export const clamped: Uint8ClampedArray<SharedArrayBuffer> = bytes;
export const host: HostArray<FixedArray<u8, 4>> = new Uint8Array(4);
export const some: Promise<void> = q.wait();
export const event: Promise<void> = launched.wait();
await launched;

// Properties are known to the checker.
export const yes: true = readOnly.hasProperty("hostAccess");
export const no: false = counter.hasProperty("hostAccess");
export const read: "read" = readOnly.getProperty("hostAccess");

// Wrappers keep the brand.
function each(queue: Queue, n: number, body: KernelFunction<(i: i32) => void>): QueueEvent {
  return queue.parallelFor(n, body);
}
each(q, 3, (i) => {
  x[i] = 1;
});
export function show<T, P extends Properties>(global: DeviceGlobal<T, P>): T {
  return global.get();
}

// @ts-expect-error host_access read forbids copying to it
q.copy(new Int32Array(4), readOnly);
// @ts-expect-error wrong element type
q.copy(histogram, new Float32Array(256));
// @ts-expect-error host_access read forbids copying to it
q.memcpy(readOnly, new Int32Array(4));
// @ts-expect-error host_access read forbids writing it
q.write(readOnly, new Int32Array(4));
// @ts-expect-error host_access read forbids copying to it, also in a group
q.submit((h) => h.copy(new Int32Array(4), readOnly));
// @ts-expect-error host_access write forbids copying from it
q.copy(writeOnly, new Int32Array(1));
// @ts-expect-error host_access write forbids copying from it
q.memcpy(new Int32Array(1), writeOnly);
// @ts-expect-error host_access write forbids reading it
q.read(writeOnly);
// @ts-expect-error host_access none forbids copying to it
q.copy(new Int32Array(1), untouched);
// @ts-expect-error host_access none forbids copying from it
q.copy(untouched, new Int32Array(1));
declare const anyOfTwo: typeof counter | typeof writeOnly;
declare const either: DeviceGlobal<i32, { hostAccess: "read" | "write" }>;
declare const readOnlyScalar: DeviceGlobal<i32, { hostAccess: "read" }>;
q.copy(new Int32Array(1), anyOfTwo);
export const withoutScope = (): DeviceGlobal<FixedArray<i32, 4>, { hostAccess: "read" }> => readOnly;
// @ts-expect-error one of the two is not read
q.read(anyOfTwo);
// @ts-expect-error one of the two is not read
q.copy(anyOfTwo, new Int32Array(1));
// @ts-expect-error one of the two is not read
q.memcpy(new Int32Array(1), anyOfTwo);
// @ts-expect-error a type without the property would forget it
export const widened: DeviceGlobal<i32> = readOnlyScalar;
// @ts-expect-error a type without the property would forget it
export const touchable = (): DeviceGlobal<i32> => untouched;
// @ts-expect-error the host may do more with what is "read_write"
export const narrowed: DeviceGlobal<i32, { hostAccess?: "read" }> = readOnlyScalar;
// @ts-expect-error either may forbid it
q.copy(either, new Int32Array(1));
// @ts-expect-error either may forbid it
q.write(either, 3);
// @ts-expect-error structs are copied with an array of them
q.copy(particle, new Float32Array(5));
// @ts-expect-error a field is missing
q.write(particle, { pos: [1, 2, 3], mass: 1 });
// @ts-expect-error wrong element type, to the global
q.copy(new Uint32Array(1), counter);
// @ts-expect-error arrays of different types
q.copy(x, new Float64Array(10));
// @ts-expect-error property not there
counter.getProperty("hostAccess");
// @ts-expect-error no property of that name
counter.hasProperty("size");
// @ts-expect-error scalars are not indexed
counter[0] = 1;
// @ts-expect-error f32 is no i32
export const bad: i32 = f32(1);
// @ts-expect-error an image-scope global cannot be copy-constructed
export const c2 = deviceGlobal<f32, { deviceImageScope: true }>(counter);
// @ts-expect-error a scalar does not start with an array
export const c3 = deviceGlobal<f32>([1]);
// @ts-expect-error x is a Float32Array
export const wrong: Int32Array = x;
// @ts-expect-error 64-bit integers are bigint
q.fill(ys, 1);
// @ts-expect-error values of a BigInt64Array are bigint
q.mallocShared(BigInt64Array, [1, 2]);
// @ts-expect-error two indices need a range of two dimensions
q.parallelFor(10, (i: i32, j: i32) => q.fill(x, i + j));
// @ts-expect-error an item of two dimensions needs a range of two
q.parallelFor(10, (item: Item<2>) => q.fill(x, item.id(0)));
// @ts-expect-error the offset has as many dimensions as the range
q.parallelFor([4, 5], (y) => q.fill(x, y), { offset: 1 });
// @ts-expect-error of two dimensions it must be said which
q.parallelFor([4, 5], (item: Item<2>) => q.fill(x, item.id()));
// @ts-expect-error there is no third
q.parallelFor([4, 5], (item: Item<2>) => q.fill(x, item.id(2)));
// @ts-expect-error a single task has no range
q.singleTask(() => q.fill(x, 1), { offset: 1 });
// @ts-expect-error as many local sizes as global ones
ndRange([4, 4], [2]);
// @ts-expect-error an item of two dimensions needs a range of two
q.parallelFor(ndRange(4, 2), (item: NdItem<2>) => q.fill(x, item.localId(0)));
// @ts-expect-error groups need an nd-range
q.parallelFor(4, (item: NdItem<1>) => q.fill(x, item.localId(0)));
// @ts-expect-error an nd-range wants an NdItem
q.parallelFor(ndRange(4, 2), (item: Item<1>) => q.fill(x, item.id(0)));
// @ts-expect-error an nd-range begins at 0
q.parallelFor(ndRange(4, 2), (item) => q.fill(x, item.localId()), { offset: 1 });
// @ts-expect-error no such device
new Queue({ device: "tpu" });
// @ts-expect-error a scalar global is no array
atomicRef(counter, 1);
const taps = specConstant<FixedArray<f32, 3>>([1, 2]);
const radius = specConstant<i32>(3);
q.submit((h) => {
  h.setSpecializationConstant(radius, 5);
  h.setSpecializationConstant(taps, new Float32Array(3));
  const set: i32 = h.getSpecializationConstant(radius);
  const list: f32[] = h.getSpecializationConstant(taps);
  h.singleTask(() => q.fill(x, radius.value + radius.get() + taps.value.length + specialized(set) + list.length));
  // @ts-expect-error a boolean is no i32
  h.setSpecializationConstant(radius, true);
  // @ts-expect-error radius is no specialization constant
  h.setSpecializationConstant(5, 5);
  // @ts-expect-error constants are not assigned
  radius.value = 4;
});
// @ts-expect-error only numbers, bigints and booleans
specialized("3");
export const five: i32 = i32(5.5);
