// Kernels on arrays of the host: what is left in them, for results, parts, views of one buffer, and chains of commands.
import { addressOf, atomicRef, i32, type Queue } from "lanewise";
import { program } from "./harness.js";

export const results = program(async (q: Queue) => {
  const x = Float32Array.from([1, 2, 3, 4]);
  const out = new Float64Array(5).fill(-1);
  await q.parallelFor(4, (i) => { out[i] = x[i]! ** 2; });
  return [...out];
}, [1, 4, 9, 16, -1]);

export const swapped = program(async (q: Queue) => {
  let from = Int32Array.from([1, 2, 3, 4]);
  let to = new Int32Array(4);
  for (let step = 0; step < 3; step++) {
    q.parallelFor(4, (i) => { to[i] = from[i]! * 2; });
    [from, to] = [to, from];
  }
  await q.wait();
  return [...from, ...to];
}, [8, 16, 24, 32, 4, 8, 12, 16]);

export const overlapping = program(async (q: Queue) => {
  const all = new Int32Array(8).fill(1);
  const [low, high] = [all.subarray(0, 6), all.subarray(1)];
  await q.singleTask(() => { for (let i = 0; i < low.length; i++) high[i] = low[i]! + high[i]!; });
  return [...all];
}, [1, 2, 3, 4, 5, 6, 7, 1]);

export const otherElements = program(async (q: Queue) => {
  const x = Float32Array.from([1.5, -2.5, 0]);
  const [bits, bytes] = [new Uint32Array(x.buffer), new Uint8Array(x.buffer)];
  await q.parallelFor(3, (i) => { bits[i] = bits[i]! ^ 0x80000000; });
  await q.singleTask(() => { bytes[11] = bytes[3]!; });
  return [...x.subarray(0, 2), bytes[11]];
}, [-1.5, 2.5, 0xbf]);

export const atomics = program(async (q: Queue) => {
  const bins = new Uint32Array(3);
  const keys = Uint8Array.from({ length: 1000 }, (_, k) => k % 3);
  q.parallelFor(1000, (i) => { atomicRef(bins, keys[i]!).fetchAdd(1); });
  await q.parallelFor(500, (i) => { Atomics.add(bins, keys[i]!, 1); });
  return [...bins];
}, [501, 500, 499]);

export const inOrder = program(async (q: Queue) => {
  const x = BigInt64Array.of(1n, 2n);
  const [before, after] = [new BigInt64Array(2), new BigInt64Array(2)];
  q.parallelFor(2, (i) => { x[i]! += 10n; });
  q.copy(x, before);
  q.fill(x, 5n);
  q.parallelFor(2, (i) => { x[i]! *= 3n; });
  await q.copy(x, after);
  return [...before, ...after, ...x].map(Number);
}, [11, 12, 15, 15, 15, 15]);

export const withDeviceArrays = program(async (q: Queue) => {
  using there = q.mallocShared(Int16Array, [1, 2, 3]);
  const here = Int16Array.of(10, 20, 30).subarray(1);
  await q.parallelFor(2, (i) => { const sum = there[i]! + here[i]!; there[i] = sum; here[i] = sum * 2; });
  return [...there, ...here];
}, [21, 32, 3, 42, 64]);

export const pointers = program(async (q: Queue) => {
  const x = Int32Array.of(1, 2, 3, 4);
  await q.parallelFor(4, (i) => {
    const p = addressOf(x, 3 - i);
    atomicRef(p).fetchAdd((i32(i) + 1) * 10);
  });
  return [...x];
}, [41, 32, 23, 14]);
