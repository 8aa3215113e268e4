// Work-items as objects, and ranges that do not begin at 0.
import { type f32, type i32, type Item, type Queue } from "lanewise";
import { program } from "./harness.js";

const indices = (n: number, of: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => of(i));

export const oneDimension = program(async (q: Queue) => {
  const n = 37;
  const out = q.mallocShared(Int32Array, n * 4);
  await q.parallelFor(n, (item: Item<1>) => {
    const i = item.id();
    out[i * 4] = item.id(0) + item.offset();
    out[i * 4 + 1] = item.range();
    out[i * 4 + 2] = item.linearId;
    out[i * 4 + 3] = item.dimensions;
  });
  return [...out];
}, indices(37, (i) => i).flatMap((i) => [i, 37, i, 1]));

export const twoDimensions = program(async (q: Queue) => {
  const [h, w] = [5, 9];
  const out = q.mallocShared(Int32Array, h * w);
  await q.parallelFor([h, w], (item: Item<2>) => {
    out[item.linearId] = item.id(0) * 1000 + item.id(1) * 10 + (item.range(0) - item.range(1)) + item.dimensions;
  });
  return [...out];
}, indices(45, (i) => Math.floor(i / 9) * 1000 + (i % 9) * 10 - 2));

export const threeDimensions = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 2 * 3 * 7);
  await q.parallelFor([2, 3, 7], (item: Item<3>) => {
    const middle = 1;
    out[item.linearId] = item.id(0) * 100 + item.id(middle) * 10 + item.id(2) + item.range(2);
  });
  return [...out];
}, indices(42, (i) => Math.floor(i / 21) * 100 + (Math.floor(i / 7) % 3) * 10 + (i % 7) + 7));

export const offsets = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 60);
  await q.parallelFor(20, (i) => { out[i] = i + 1; }, { offset: 30 });
  await q.parallelFor([3], (i) => { out[i]! += 1000; }, { offset: [30] });
  await q.parallelFor(3, (i) => { out[i] = -1; }, { offset: 0 });
  return [...out];
}, indices(60, (i) => (i < 3 ? -1 : i < 30 || i >= 50 ? 0 : i + 1 + (i < 33 ? 1000 : 0))));

export const offsetsOfItems = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 4 * 5 * 6);
  const places = q.mallocShared(Int32Array, 2 * 3 * 4);
  await q.parallelFor([2, 3, 4], (item: Item<3>) => {
    const at = (item.id(0) * 5 + item.id(1)) * 6 + item.id(2);
    out[at] = item.offset(0) * 100 + item.offset(1) * 10 + item.offset(2);
    places[item.linearId] = item.id(0) * 100 + item.id(1) * 10 + item.id(2);
  }, { offset: [1, 2, 2] });
  return [out.filter((value) => value === 122).length, out[1 * 30 + 2 * 6 + 2], out[0], ...places];
}, [24, 122, 0, ...indices(24, (i) => (Math.floor(i / 12) + 1) * 100 + ((Math.floor(i / 4) % 3) + 2) * 10 + (i % 4) + 2)]);

function weight(item: Item<2>, scale: f32): f32 {
  return item.id(0) * scale + item.id(1);
}
function place(item: Item<2>): i32 {
  return item.linearId;
}
export const passed = program(async (q: Queue) => {
  const out = q.mallocShared(Float32Array, 12);
  await q.parallelFor([3, 4], (item: Item<2>) => {
    const same = item;
    const inner = (by: f32) => weight(same, by);
    out[place(item)] = inner(0.5);
  });
  return [...out];
}, indices(12, (i) => Math.floor(i / 4) * 0.5 + (i % 4)));

export const namedKernel = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 8);
  const kernel = (item: Item) => { out[item.id()] = item.linearId * 3; };
  await q.parallelFor(4, kernel);
  await q.parallelFor(4, kernel, { offset: 4 });
  return [...out];
}, [0, 3, 6, 9, 0, 3, 6, 9]);
export const handlers = program(async (q: Queue) => {
  const out = q.mallocShared(Int32Array, 6);
  await q.submit((h) => { h.parallelFor([2], (item: Item<1>) => { out[item.id()] = 7; }, { offset: [4] }); });
  return [...out];
}, [0, 0, 0, 0, 7, 7]);
