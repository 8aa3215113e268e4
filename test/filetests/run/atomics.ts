// Atomics: every operation of atomicRef and of JavaScript's Atomics, on arrays, private ones too, and on device globals.
import { atomicRef, deviceGlobal, type f32, type f64, type FixedArray, fixedArray, type i32, type i64, Queue, type u32, type u64 } from "lanewise";
import { program, same } from "./harness.js";

const signed = deviceGlobal<FixedArray<i32, 12>>([5, 100, -1, 0, 0, 50, -50, 3, 0, 9]);
const large = deviceGlobal<FixedArray<i64, 8>>([0n, 10n, -1n, 0n, 0n, 40n, -40n, 1n]);
const unsigned = deviceGlobal<u32>(4_000_000_000);
const huge = deviceGlobal<u64>(18_446_744_073_709_551_600n);
const single = deviceGlobal<FixedArray<f32, 4>>([1, 1, 8, -8]);
const double = deviceGlobal<FixedArray<f64, 4>>([1, 1, 8, -8]);

/** Results that do not hang on the order of the work-items. */
export const integers = program(async (q: Queue) => {
  await q.parallelFor(20, (i) => {
    atomicRef(signed, 0).fetchAdd(i);
    atomicRef(signed, 1).fetchSub(2);
    atomicRef(signed, 2).fetchAnd(~(1 << i));
    atomicRef(signed, 3).fetchOr(1 << i);
    atomicRef(signed, 4).fetchXor(i);
    atomicRef(signed, 5).fetchMin(i - 3);
    atomicRef(signed, 6).fetchMax(i * 2);
    atomicRef(signed, 7).exchange(77);
    atomicRef(signed, 8).store(66);
    atomicRef(signed, 9).compareExchange(9, 10);
    atomicRef(unsigned).fetchMax(3);
    atomicRef(unsigned).fetchAdd(1);
    atomicRef(huge).fetchAdd(1n);
    atomicRef(large, 0).fetchAdd(BigInt(i));
    atomicRef(large, 1).fetchSub(3n);
    atomicRef(large, 2).fetchAnd(~(1n << BigInt(i)));
    atomicRef(large, 3).fetchOr(1n << BigInt(i + 20));
    atomicRef(large, 4).fetchXor(BigInt(i));
    atomicRef(large, 5).fetchMin(BigInt(i) - 3n);
    atomicRef(large, 6).fetchMax(BigInt(i) * 2n);
    atomicRef(large, 7).compareExchange(1n, -5n);
  });
  return [[...(await q.read(signed))], [...(await q.read(large))], await q.read(unsigned), await q.read(huge)];
}, [
  [195, 60, ~0xfffff, 0xfffff, 0, -3, 38, 77, 66, 10, 0, 0],
  [190n, -50n, ~0xfffffn, 0xfffffn << 20n, 0n, -3n, 38n, -5n],
  4_000_000_020,
  4n,
]);

export const floats = program(async (q: Queue) => {
  await q.parallelFor(8, (i) => {
    atomicRef(single, 0).fetchAdd(0.5);
    atomicRef(single, 1).fetchSub(0.25);
    atomicRef(single, 2).fetchMin(i - 1.5);
    atomicRef(single, 3).fetchMax(i * 0.5);
    atomicRef(double, 0).fetchAdd(0.5);
    atomicRef(double, 1).fetchSub(0.25);
    atomicRef(double, 2).fetchMin(i - 1.5);
    atomicRef(double, 3).fetchMax(i * 0.5);
  });
  return [[...(await q.read(single))], [...(await q.read(double))]];
}, [[5, -1, -1.5, 3.5], [5, -1, -1.5, 3.5]]);

/** Each work-item has its own element, so that what was there before is known. */
export const before = same(
  (n: number) => [new Int32Array(n).fill(12), new Int32Array(n * 11), new Float64Array(n).fill(1.5), new Float64Array(n * 4)] as const,
  (x: Int32Array, out: Int32Array, y: Float64Array, more: Float64Array) => (i) => {
    const at = i * 11;
    out[at] = atomicRef(x, i).load();
    out[at + 1] = atomicRef(x, i).fetchAdd(i);
    out[at + 2] = atomicRef(x, i).fetchSub(3);
    out[at + 3] = atomicRef(x, i).fetchAnd(0xff);
    out[at + 4] = atomicRef(x, i).fetchOr(0x100);
    out[at + 5] = atomicRef(x, i).fetchXor(0x11);
    out[at + 6] = atomicRef(x, i).fetchMin(400);
    out[at + 7] = atomicRef(x, i).fetchMax(300);
    out[at + 8] = atomicRef(x, i).exchange(i + 5);
    out[at + 9] = atomicRef(x, i).compareExchange(7, 70);
    atomicRef(x, i).store(atomicRef(x, i).load() * 2);
    out[at + 10] = x[i]!;
    more[i * 4] = atomicRef(y, i).fetchAdd(0.25);
    more[i * 4 + 1] = atomicRef(y, i).exchange(i);
    more[i * 4 + 2] = atomicRef(y, i).compareExchange(3, 30);
    more[i * 4 + 3] = atomicRef(y, i).load();
  },
);

export const javascript = same(
  (n: number) => [new Int32Array(n).fill(12), new BigInt64Array(n).fill(7n), new Int32Array(n * 9), new BigInt64Array(n * 3)] as const,
  (x: Int32Array, y: BigInt64Array, out: Int32Array, more: BigInt64Array) => (i) => {
    const at = i * 9;
    out[at] = Atomics.add(x, i, i);
    out[at + 1] = Atomics.sub(x, i, 2);
    out[at + 2] = Atomics.and(x, i, 0x3f);
    out[at + 3] = Atomics.or(x, i, 0x40);
    out[at + 4] = Atomics.xor(x, i, 0x21);
    out[at + 5] = Atomics.exchange(x, i, i);
    out[at + 6] = Atomics.compareExchange(x, i, 4, 40);
    out[at + 7] = Atomics.store(x, i, Atomics.load(x, i) + 100) + 1;
    out[at + 8] = Atomics.load(x, i);
    more[i * 3] = Atomics.add(y, i, 3n);
    more[i * 3 + 1] = Atomics.compareExchange(y, i, 10n, -1n);
    more[i * 3 + 2] = Atomics.load(y, i);
  },
);

/** Operands are evaluated in order, after the place; a place of the work-item's own is no other's. */
export const order = same(
  (n: number) => [new Int32Array(n), new Int32Array(n * 3)] as const,
  (x: Int32Array, out: Int32Array) => (i) => {
    let k = i;
    const own: FixedArray<i32, 4> = fixedArray(4, 0);
    atomicRef(x, k).fetchAdd((k = 0) + 5);
    atomicRef(own, k++).fetchAdd(k);
    out[i * 3] = atomicRef(own, 0).compareExchange(k++, k++);
    out[i * 3 + 1] = own[0]!;
    out[i * 3 + 2] = k;
  },
);
