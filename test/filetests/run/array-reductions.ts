// Reductions into arrays: each combined value says which element it goes to.
import { deviceGlobal, type FixedArray, type i32, type Queue, type Reducer, reduction, type u32 } from "lanewise";
import { program } from "./harness.js";

const counts = deviceGlobal<FixedArray<u32, 8>>();
const lengths = [0, 1, 17, 300, 5000, 70_001];
const binOf = (i: i32): i32 => Math.imul(i, 0x9e3779b1) >>> 28;

export const histogram = program(async (q: Queue) => {
  const wrong: number[] = [];
  for (const n of lengths) {
    using bins = q.mallocShared(Uint32Array, 16).fill(3);
    await q.parallelFor(n, reduction(bins, "add"), (i, bins) => {
      bins.at(binOf(i)).combine(1);
    });
    const expected = new Array<number>(16).fill(3);
    for (let i = 0; i < n; i++) expected[binOf(i)]!++;
    if (bins.join() !== expected.join()) wrong.push(n);
  }
  return wrong;
}, []);

export const types = program(async (q: Queue) => {
  const n = 1000;
  const f = q.mallocShared(Float32Array, 3);
  const d = q.mallocShared(Float64Array, [10, 10, 10, 10]);
  const l = q.mallocShared(BigInt64Array, 2);
  await q.parallelFor(n, reduction(f, "add"), reduction(d, "min"), reduction(l, "max", { initializeToIdentity: true }), (i, f, d, l) => {
    f.at(i % 3).combine(i / 2);
    d.at(i % 3).combine(-i);
    l.at(1).combine(BigInt(i) << 40n);
  });
  return [...f, ...d, ...l];
}, [83416.5, 83083.5, 83250, -999, -997, -998, 10, -(2n ** 63n), 999n << 40n]);

export const withValues = program(async (q: Queue) => {
  const n = 5000;
  const rows = q.mallocShared(Float32Array, 10);
  const total = q.mallocShared(Int32Array, 1);
  const columns = q.mallocShared(Int32Array, 7);
  await q.parallelFor([n / 10, 10], reduction(rows, "add"), reduction(total, "add"), reduction(columns, "add"), (y, x, rows, total, columns) => {
    rows.at(x).combine(y & 7);
    total.combine(x);
    columns.at(y % 7).combine(x);
  });
  const expected = new Array<number>(10).fill(0);
  for (let y = 0; y < n / 10; y++) for (let x = 0; x < 10; x++) expected[x]! += y & 7;
  return [rows.join() === expected.join(), total[0], columns.reduce((a, b) => a + b)];
}, [true, 45 * 500, 45 * 500]);

function count(bins: Reducer<u32, "add">, value: i32): void {
  if (value % 2 === 1) bins.at(value & 7).combine(2);
}

export const toGlobal = program(async (q: Queue) => {
  await q.write(counts, new Uint32Array(8));
  await q.parallelFor(80, reduction(counts, "add"), (i, bins) => count(bins, i), { offset: 1 });
  return [...(await q.read(counts))];
}, [0, 20, 0, 20, 0, 20, 0, 20]);

/** Of one element, an index is checked all the same. */
export const oneElement = program(async (q: Queue) => {
  const sum = q.mallocShared(Float32Array, [0.5]);
  await q.parallelFor(100, reduction(sum, "add"), (i, sum) => sum.at(i >> 20).combine(i));
  return sum[0];
}, 4950.5);
