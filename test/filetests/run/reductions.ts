// Reductions: what all work-items of a launch combine.
import { deviceGlobal, type f32, type Queue, type Reducer, reduction, u32 } from "lanewise";
import { program } from "./harness.js";

const total = deviceGlobal<u32>();
const hits = deviceGlobal<f32>(2.5);

/** Values of which every sum is exact. */
const at = (i: number): number => ((i * 37) % 101) - 50;
const sumTo = (n: number, of: (i: number) => number): number => {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += of(i);
  return sum;
};
const lengths = [0, 1, 15, 16, 17, 255, 256, 257, 1000, 70_001, 300_007];

export const sums = program(async (q: Queue) => {
  const results: number[] = [];
  for (const n of lengths) {
    using x = q.mallocShared(Float32Array, Math.max(1, n));
    for (let i = 0; i < n; i++) x[i] = at(i);
    using sum = q.mallocShared(Float32Array, 1);
    await q.parallelFor(n, reduction(sum, "add"), (i, sum) => { sum.combine(x[i]!); });
    results.push(sum[0] ?? 0);
  }
  return results;
}, lengths.map((n) => sumTo(n, at)));

export const operations = program(async (q: Queue) => {
  const n = 1234;
  const x = q.mallocShared(Int32Array, n);
  for (let i = 0; i < n; i++) x[i] = Math.imul(i + 1, 0x9e3779b1);
  const out = q.mallocShared(Int32Array, 7);
  const part = (k: number) => out.subarray(k, k + 1);
  const fresh = { initializeToIdentity: true };
  await q.parallelFor(n, reduction(part(0), "add", fresh), (i, r) => r.combine(x[i]!));
  await q.parallelFor(n, reduction(part(1), "multiply", fresh), (i, r) => r.combine(x[i]! | 1));
  await q.parallelFor(n, reduction(part(2), "min", fresh), (i, r) => r.combine(x[i]!));
  await q.parallelFor(n, reduction(part(3), "max", fresh), (i, r) => r.combine(x[i]!));
  await q.parallelFor(n, reduction(part(4), "and", fresh), (i, r) => r.combine(x[i]! | 0x1234));
  await q.parallelFor(n, reduction(part(5), "or", fresh), (i, r) => r.combine(x[i]! & 0xff00ff));
  await q.parallelFor(n, reduction(part(6), "xor", fresh), (i, r) => r.combine(x[i]!));
  const all = Array.from({ length: n }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  const expected = [
    all.reduce((a, b) => (a + b) | 0, 0),
    all.reduce((a, b) => Math.imul(a, b | 1), 1),
    Math.min(...all),
    Math.max(...all),
    all.reduce((a, b) => a & (b | 0x1234), -1),
    all.reduce((a, b) => a | (b & 0xff00ff), 0),
    all.reduce((a, b) => a ^ b, 0),
  ];
  return [...out].map((value, k) => value === expected[k] || `${k}: ${value} is not ${expected[k]}`);
}, [true, true, true, true, true, true, true]);

export const types = program(async (q: Queue) => {
  const n = 777;
  const [f, d] = [q.mallocShared(Float32Array, [0.5]), q.mallocShared(Float64Array, [0.25])];
  const [u, l] = [q.mallocShared(Uint32Array, [0xffffffff]), q.mallocShared(BigInt64Array, [-5n])];
  const m = q.mallocShared(BigUint64Array, [7n]);
  await q.parallelFor(n, reduction(f, "add"), reduction(d, "min"), reduction(u, "add"), (i, f, d, u) => {
    f.combine(i);
    d.combine(-i / 2);
    u.combine(u32(i));
  });
  await q.parallelFor(n, reduction(l, "min"), reduction(m, "max"), (i, l, m) => {
    l.combine(BigInt(i) * -3n);
    m.combine(BigInt(i) << 40n);
  });
  return [f[0], d[0], u[0], l[0], m[0]];
}, [0.5 + (777 * 776) / 2, -388, (777 * 776) / 2 - 1, -2328n, 776n << 40n]);

export const dimensions = program(async (q: Queue) => {
  const results: number[][] = [];
  for (const [d, h, w] of [[1, 1, 1], [3, 5, 7], [2, 33, 50], [4, 1, 1000], [1, 40, 17], [70, 9, 3], [0, 4, 4]] as const) {
    const out = q.mallocShared(Float64Array, 2);
    const cells = q.mallocShared(Int32Array, Math.max(1, d * h * w));
    await q.parallelFor([d * h, w], reduction(out.subarray(0, 1), "add"), (y, x, sum) => {
      sum.combine(y * 1000 + x);
      cells[y * w + x]! += 1;
    });
    await q.parallelFor([d, h, w], reduction(out.subarray(1, 2), "add"), (z, y, x, sum) => {
      sum.combine(z * 10_000 + y * 100 + x);
      cells[(z * h + y) * w + x]! += 2;
    });
    let [two, three] = [0, 0];
    for (let y = 0; y < d * h; y++) for (let x = 0; x < w; x++) two += y * 1000 + x;
    for (let z = 0; z < d; z++) for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) three += z * 10_000 + y * 100 + x;
    results.push([(out[0] ?? 0) - two, (out[1] ?? 0) - three, cells.subarray(0, d * h * w).every((c) => c === 3) ? 0 : 1]);
  }
  return results;
}, Array.from({ length: 7 }, () => [0, 0, 0]));

function addSmall(sum: Reducer<f32, "add">, value: f32): void {
  if (value < 10) sum.combine(value);
}

export const helpersAndControl = program(async (q: Queue) => {
  const n = 501;
  const sum = q.mallocShared(Float32Array, [100]);
  const most = q.mallocShared(Int32Array, 1);
  await q.parallelFor(n, reduction(sum, "add"), reduction(most, "max"), (i, sum, most) => {
    if (i % 3 === 0) return;
    const add = (value: number) => addSmall(sum, value);
    for (let k = 0; k < i % 5; k++) {
      if (k === 3) break;
      add(k + 1);
    }
    if (i > 400) return;
    most.combine(i);
  });
  let expected = 100;
  for (let i = 0; i < n; i++) for (let k = 0; i % 3 !== 0 && k < Math.min(3, i % 5); k++) expected += k + 1;
  return [(sum[0] ?? 0) - expected, most[0]];
}, [0, 400]);

export const globals = program(async (q: Queue) => {
  await q.write(total, 5);
  await q.write(hits, 2.5);
  await q.parallelFor(100, reduction(total, "add"), reduction(hits, "max"), (i, sum, most) => {
    sum.combine(u32(i));
    most.combine(i / 2);
  });
  const first = [await q.read(total), await q.read(hits)];
  await q.parallelFor(3, reduction(total, "add", { initializeToIdentity: true }), (_, sum) => sum.combine(7));
  return [...first, await q.read(total)];
}, [4955, 49.5, 21]);

export const offsets = program(async (q: Queue) => {
  const sum = q.mallocShared(Int32Array, 2);
  await q.parallelFor(10, reduction(sum.subarray(0, 1), "add"), (i, sum) => sum.combine(i), { offset: 100 });
  q.submit((h) => h.parallelFor([2, 3], reduction(sum.subarray(1, 2), "add"), (y, x, sum) => sum.combine(y * 10 + x), { offset: [4, 5] }));
  await q.wait();
  return [...sum];
}, [1045, 6 * 45 + 36]);
