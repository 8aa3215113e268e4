// A program whose kernels run on a cluster, for tests over the local pool and over NATS: each function runs one job, and gives what came of it and
// what plain JavaScript gives.

import { loadProgram } from "../support/load-program.js";

const source = `import type { ClusterLaunchOptions, ClusterQueue } from "@lanewise/cluster";
import { atomicRef, DeviceBuffer, deviceGlobal, type f32, type FixedArray, Queue, reduction, structOf, targetIs, type u8, type u32 } from "lanewise";

const counter = deviceGlobal<u32>();
const ramp = (n: number) => Float32Array.from({ length: n }, (_, k) => k);

export async function maps(q: ClusterQueue, n: number, options: ClusterLaunchOptions = {}) {
  const [x, out, table] = [ramp(n), new Float32Array(n).fill(-1), Float64Array.of(1, 2, 3)];
  let gain = Math.min(3, n);
  await q.parallelFor(n, (i) => { if (i % 7 !== 3) out[i] = x[i]! * gain + table[i % table.length]!; }, { ...options, reads: { x: "oneToOne" }, writes: { out: "oneToOne" } });
  const plain = Float32Array.from(x, (v, i) => (i % 7 !== 3 ? v * gain + table[i % 3]! : -1));
  return [out, plain];
}
const third = (a: Float32Array, i: number) => a[3 * i]! + a[3 * i + 2]! + a.length;
export async function slices(q: ClusterQueue, n: number, rowsPerChunk: number) {
  const [rows, fixed, out] = [ramp(3 * n), Int32Array.of(9, 8, 7, 6), new Float64Array(2 * n)];
  await q.parallelFor(n, (i) => {
    const row = rows;
    out[2 * i] = third(row, i) + fixed[2]!;
    out[2 * i + 1] = third(rows, i) - fixed.length;
  }, { rowsPerChunk, reads: { rows: "slice", fixed: { fixed: [1, 3] } }, writes: { out: "slice" } });
  const plain = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    plain[2 * i] = third(rows, i) + 7;
    plain[2 * i + 1] = third(rows, i) - 4;
  }
  return [out, plain];
}
export async function grid(q: ClusterQueue) {
  const [x, out] = [ramp(7 * 5 * 3), new Uint8ClampedArray(7 * 5 * 3)];
  await q.parallelFor([7, 5, 3], (z, y, w) => { out[(z * 5 + y) * 3 + w] = x[(z * 5 + y) * 3 + w]! * 4 + z; }, { rowsPerChunk: 2, reads: { x: "oneToOne" }, writes: { out: "oneToOne" } });
  return [out, Uint8ClampedArray.from(x, (v, k) => v * 4 + Math.floor(k / 15))];
}
interface Body { mass: f32; kind: u8; at: FixedArray<f32, 3>; }
const heavier = (b: Body, by: number) => b.mass * by + b.at[2]!;
export async function structs(q: ClusterQueue, n: number, layout: "aos" | "soa") {
  using memory = new Queue();
  const values = Array.from({ length: n }, (_, k): Body => ({ mass: k / 2, kind: k, at: [k, -k, k / 4] }));
  const bodies = memory.mallocShared(structOf<Body>(), values, { layout });
  const tables = memory.mallocShared(structOf<Body>(), values.slice(0, 3), { layout });
  const factors = { gain: 2, deep: { shift: 0.5 } };
  await q.parallelFor(n, (i) => {
    const body = bodies[i]!;
    body.mass = heavier(body, factors.gain) + tables[i % tables.length]!.at[1]! + bodies.length;
    body.at[0]! += factors.deep.shift;
    if (i % 3 === 0) body.kind = 200;
  }, { rowsPerChunk: 7, writes: { bodies: "oneToOne" } });
  const plain = values.map((v, k) => ({
    mass: Math.fround(Math.fround(v.mass * 2 + v.at[2]!) + -(k % 3) + n),
    kind: k % 3 === 0 ? 200 : k & 255,
    at: [v.at[0]! + 0.5, v.at[1], v.at[2]],
  }));
  return [bodies.toArray().map((b) => ({ mass: b.mass, kind: b.kind, at: [...b.at] })), plain];
}
export async function otherStructs(q: ClusterQueue, layout: "aos" | "soa" = "aos") {
  using memory = new Queue();
  const bodies = memory.mallocShared(structOf<Body>(), 50, { layout });
  const out = new Float32Array(50);
  await q.parallelFor(50, (i) => { out[i] = bodies[i + 1]!.mass; }, { rowsPerChunk: 10, reads: { bodies: "slice" }, writes: { out: "oneToOne" } });
}
export async function halves(q: ClusterQueue, x: Float16Array) {
  const out = new Float16Array(x.length);
  let by = 3;
  await q.parallelFor(x.length, (i) => { out[i] = x[i]! / by; }, { reads: { x: "oneToOne" }, writes: { out: "oneToOne" } });
  return [[...out], [...x.map((v) => v / by)]];
}
export async function sharedColumn(q: ClusterQueue) {
  using memory = new Queue();
  const bodies = memory.mallocShared(structOf<Body>(), 50, { layout: "soa" });
  const masses = bodies.column("mass");
  await q.parallelFor(50, (i) => { bodies[i]!.mass = masses[i]! + 1; }, { writes: { bodies: "oneToOne" } });
}
/** The host has a buffer's elements while it has an accessor of them: a typed array, or rows over one. */
export async function accessors(q: ClusterQueue, rowsPerChunk: number) {
  const [h, w] = [23, 7];
  using line = new DeviceBuffer(Float32Array, h);
  using plane = new DeviceBuffer(ramp(h * w), [h, w]);
  {
    using a = await line.hostAccessor("write");
    using b = await plane.hostAccessor();
    const pixels = b.data;
    await q.parallelFor(h, (y) => { a[y] = pixels[y * w + w - 1]! + a.length; }, { rowsPerChunk, reads: { pixels: "slice" }, writes: { a: "oneToOne" } });
    await q.parallelFor([h, w], (y, x) => { pixels[y * w + x]! += 0.5; }, { rowsPerChunk, writes: { pixels: "oneToOne" } });
  }
  const mine = new Queue();
  await mine.submit((g) => {
    const b = g.accessor(plane);
    g.parallelFor([h, w], (y, x) => { b[y]![x]! += 0.25; });
  });
  using a = await line.hostAccessor("read");
  using b = await plane.hostAccessor("read");
  const plain = [Array.from({ length: h }, (_, y) => y * w + w - 1 + h), Array.from({ length: h * w }, (_, k) => k + 0.75)];
  return [[[...a], [...b.data]], plain];
}
export async function lengths(q: ClusterQueue) {
  const [long, out] = [new Float64Array(2 ** 20), new Uint32Array(10)];
  const part = (a: Float64Array, i: number) => a.length + i;
  await q.parallelFor(10, (i) => { out[i] = part(long, i); }, { writes: { out: "oneToOne" } });
  return [[...out], Array.from(out, (_, k) => 2 ** 20 + k)];
}
export async function sums(q: ClusterQueue, n: number, rowsPerChunk: number) {
  const [x, sum, bins, most] = [Float32Array.from({ length: n }, (_, k) => Math.sin(k)), Float32Array.of(1), new Uint32Array(4), Int32Array.of(-5)];
  await q.parallelFor(n, reduction(sum, "add"), reduction(bins, "add"), reduction(most, "max"), (i, s, b, m) => {
    s.combine(x[i]!);
    b.at(i & 3).combine(1);
    m.combine(i);
  }, { rowsPerChunk, reads: { x: "oneToOne" } });
  return { sum: sum[0], bins: [...bins], most: most[0], exact: x.reduce((a, b) => a + b, 1) };
}
const modular = (a: number, b: number) => (a * b) % 1009;
/** What comes of kernels that combine by functions, and of plain loops. */
export async function functions(q: ClusterQueue, n: number, rowsPerChunk: number) {
  const x = Uint32Array.from({ length: n }, (_, k) => ((k * 7919) % 1009) || 1);
  const [product, longest, nearest] = [Uint32Array.of(5), BigInt64Array.of(-3n), new Float64Array(4).fill(77)];
  await q.parallelFor(n, reduction(product, modular, { identity: 1 }),
    reduction(longest, (a, b) => (a > b ? a : b), { identity: -(2n ** 63n), initializeToIdentity: true }),
    reduction(nearest, (a, b) => (Math.abs(a - 50) <= Math.abs(b - 50) ? a : b), { identity: Infinity }), (i, p, l, m) => {
      p.combine(x[i]!);
      l.combine(BigInt(x[i]!) * 1000n - BigInt(i));
      m.at(i & 3).combine(x[i]! / 8);
    }, { rowsPerChunk, reads: { x: "oneToOne" } });
  const plain = { product: 5, longest: -(2n ** 63n), nearest: [77, 77, 77, 77] };
  for (let i = 0; i < n; i++) {
    const [v, value] = [x[i]!, BigInt(x[i]!) * 1000n - BigInt(i)];
    plain.product = modular(plain.product, v);
    if (value > plain.longest) plain.longest = value;
    const before = plain.nearest[i & 3]!;
    plain.nearest[i & 3] = Math.abs(before - 50) <= Math.abs(v / 8 - 50) ? before : v / 8;
  }
  return [{ product: product[0], longest: longest[0], nearest: [...nearest] }, plain];
}
export async function modularProduct(q: ClusterQueue, n: number, rowsPerChunk: number) {
  const x = Uint32Array.from({ length: n }, (_, k) => ((k * 7919) % 1009) || 1);
  const product = Uint32Array.of(5);
  await q.parallelFor(n, reduction(product, modular, { identity: 1 }), (i, p) => { p.combine(x[i]!); }, { rowsPerChunk });
  return [product[0], x.reduce(modular, 5)];
}
export async function targets(q: ClusterQueue) {
  const out = new Uint8Array(2);
  await q.parallelFor(2, (i) => { out[i] = targetIs("gpu") ? 1 : 2; }, { rowsPerChunk: 1, writes: { out: "oneToOne" } });
  return Array.from(out, (kind) => (kind === 1 ? "gpu" : "cpu"));
}
export async function doubles(q: ClusterQueue) {
  const out = new Float64Array(4);
  await q.parallelFor(4, (i) => { out[i] = Math.sin(i); }, { writes: { out: "oneToOne" } });
  return [...out];
}
const total = deviceGlobal<f32>(0);
export async function intoGlobal(q: ClusterQueue) {
  await q.parallelFor(N, reduction(total, "add"), (i, t) => { t.combine(i); });
}
export async function scalars(q: ClusterQueue) {
  const out = new Float64Array(4);
  const big = new BigInt64Array(4);
  let [a, b, c, d, flag] = [Number.NaN, -0, Infinity, 123456789012345678901n % 1000n, true];
  await q.parallelFor(4, (i) => { out[i] = i === 0 ? a : i === 1 ? b : i === 2 ? c : flag ? 1 : 0; big[i] = d; }, { writes: { out: "oneToOne", big: "oneToOne" } });
  return [...out, ...big];
}
const N = 10000;
export async function neighbours(q: ClusterQueue) {
  const [x, out] = [ramp(N), new Float32Array(N)];
  await q.parallelFor(N, (i) => { out[i] = x[i + 1]!; }, { reads: { x: "oneToOne" }, writes: { out: "oneToOne" } });
}
export async function pastTheEnd(q: ClusterQueue) {
  const [x, out] = [ramp(N), new Float32Array(N)];
  await q.parallelFor(N, (i) => { out[i] = x[i + 1]!; }, { writes: { out: "oneToOne" } });
}
export async function through(q: ClusterQueue) {
  const [x, out] = [ramp(N), new Float32Array(N)];
  await q.parallelFor(N, (i) => { out[i] = third(x, i); }, { reads: { x: "oneToOne" }, writes: { out: "oneToOne" } });
}
export async function atomics(q: ClusterQueue) {
  const count = new Int32Array(N);
  await q.parallelFor(N, (i) => { atomicRef(count, i).fetchAdd(1); }, { writes: { count: "oneToOne" } });
}
export async function globals(q: ClusterQueue) {
  const out = new Uint32Array(N);
  await q.parallelFor(N, (i) => { out[i] = counter.get(); }, { writes: { out: "oneToOne" } });
}
export async function prints(q: ClusterQueue) {
  const out = new Uint32Array(N);
  await q.parallelFor(N, (i) => { out[i] = i; console.log("work-item", i); }, { writes: { out: "oneToOne" } });
}
export async function overlapping(q: ClusterQueue) {
  const out = new Float32Array(N);
  const view = out.subarray(1);
  await q.parallelFor(N, (i) => { out[i] = view[i]!; }, { writes: { out: "oneToOne" } });
}
export async function unmapped(q: ClusterQueue) {
  const out = new Float32Array(N);
  await q.parallelFor(N, (i) => { out[i] = i; });
}
export async function misnamed(q: ClusterQueue) {
  const out = new Float32Array(N);
  await q.parallelFor(N, (i) => { out[i] = i; }, { reads: { outt: "all" }, writes: { out: "oneToOne" } });
}
export async function slow(q: ClusterQueue, n: number, work: number, options: ClusterLaunchOptions = {}) {
  const out = new Float64Array(n);
  let steps = work;
  await q.parallelFor(n, (i) => {
    let value = i;
    for (let k = 0; k < steps; k++) value = (value * 1.000001 + 1) % 1000;
    out[i] = value;
  }, { rowsPerChunk: 1, ...options, writes: { out: "oneToOne" } });
  return [...out];
}
`;

type Job = (...args: readonly unknown[]) => Promise<unknown>;

export async function clusterProgram(): Promise<{
  readonly jobs: Readonly<Record<string, Job>>;
  readonly cluster: typeof import("@lanewise/cluster");
  readonly dispose: () => void;
}> {
  const { load, dispose } = await loadProgram(
    { "main.ts": source, "cluster.ts": 'export * from "@lanewise/cluster";' },
    { types: ["node"] },
  );
  // It exports such functions alone.
  const jobs = (await load("main.ts")) as Readonly<Record<string, Job>>;
  // The file exports all of the package.
  const cluster = (await load("cluster.ts")) as unknown as typeof import("@lanewise/cluster");
  return { jobs, cluster, dispose };
}
