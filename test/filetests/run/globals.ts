// Device globals: scalars, arrays, rows; kernels and copies in both directions; atomics; of another module.
import { atomicRef, deviceGlobal, type f32, type f64, type FixedArray, type i16, type i32, Queue, type u8, type u32 } from "lanewise";
import { counter as imported, same as theirs } from "./globals/elsewhere.js";
import { program } from "./harness.js";

const scalar = deviceGlobal<i32>(5);
const single = deviceGlobal<f32>(0.1);
const isSet = deviceGlobal<boolean>();
const table = deviceGlobal<FixedArray<f64, 5>>([1.5, 2.5]);
const grid = deviceGlobal<FixedArray<FixedArray<i32, 4>, 3>>([[1, 2, 3, 4], [5], [9, 10]]);
const bytes = deviceGlobal<FixedArray<u8, 4>>([1, 2, 3, 4]);
const shorts = deviceGlobal<FixedArray<i16, 3>>([-1, -2, -3]);
const histogram = deviceGlobal<FixedArray<u32, 8>>();
const total = deviceGlobal<f64>();
const same = deviceGlobal<i32>(8);

export const scalars = program(async (q: Queue) => {
  q.write(scalar, 6);
  q.singleTask(() => {
    scalar.value *= 7;
    scalar.set(scalar.get() + 1);
    single.value += 1;
    isSet.value = !isSet.value;
    imported.value -= 1;
  });
  return [await q.read(scalar), await q.read(single), await q.read(isSet), await q.read(imported)];
}, [43, Math.fround(Math.fround(0.1) + 1), true, 999]);

export const arrays = program(async (q: Queue) => {
  await q.copy(Float64Array.of(10, 20), table, 2, 3);
  await q.parallelFor(5, (i) => { table[i] = table[i]! * 2; });
  const out = new Float64Array(5);
  await q.copy(table, out);
  return [...out];
}, [3, 5, 0, 20, 40]);

export const rows = program(async (q: Queue) => {
  await q.parallelFor([3, 4], (y, x) => { grid[y]![x]! += y * 100 + x; });
  const out = new Int32Array(12);
  await q.copy(grid, out);
  await q.copy(Int32Array.of(-1, -2), grid, { count: 2, startIndex: 6 });
  const part = new Int32Array(3);
  await q.copy(grid, part, 3, 5);
  return [[...out], [...part]];
}, [[1, 3, 5, 7, 105, 101, 102, 103, 209, 211, 202, 203], [101, -1, -2]]);

export const small = program(async (q: Queue) => {
  await q.singleTask(() => {
    bytes[0]! += 300;
    bytes[1] = -1;
    shorts[2]! *= 20000;
  });
  return [[...(await q.read(bytes))], [...(await q.read(shorts))]];
}, [[45, 255, 3, 4], [-1, -2, 5536]]);

export const atomics = program(async (q: Queue) => {
  const before = q.mallocShared(Uint32Array, 33);
  const sums = q.mallocShared(Int32Array, 2);
  q.parallelFor(33, (i) => {
    before[i] = atomicRef(histogram, i % 8).fetchAdd(1);
    atomicRef(total).fetchAdd(i / 2);
    atomicRef(sums, i & 1).fetchAdd(i);
  });
  const counts = new Uint32Array(8);
  await q.copy(histogram, counts);
  return [[...counts], await q.read(total), [...sums], [...before].sort()];
}, [
  [5, 4, 4, 4, 4, 4, 4, 4], 264, [272, 256],
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4],
]);

export const namesakes = program(async (q: Queue) => {
  await q.singleTask(() => {
    same.value += 1;
    theirs.value += 2;
  });
  return [await q.read(same), await q.read(theirs)];
}, [9, 9]);
