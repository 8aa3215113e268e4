// Reductions by functions of the program's.
import { deviceGlobal, type f32, type i32, type Queue, type Reducer, reduction } from "lanewise";
import { program } from "./harness.js";

const modulus = 1009;
const limit = deviceGlobal<i32>(50);
const last = deviceGlobal<f32>(0);
const times = (a: number, b: number): number => (a * b) % modulus;
const lengths = [0, 1, 15, 300, 5000, 70_001];

export const products = program(async (q: Queue) => {
  const wrong: number[] = [];
  for (const n of lengths) {
    using product = q.mallocShared(Int32Array, [3]);
    await q.parallelFor(n, reduction(product, (a, b) => (a * b) % modulus, { identity: 1 }), (i, product) => {
      product.combine((i % 1000) + 1);
    });
    let expected = 3;
    for (let i = 0; i < n; i++) expected = (expected * ((i % 1000) + 1)) % modulus;
    if (product[0] !== expected) wrong.push(n);
  }
  return wrong;
}, []);

function give(product: Reducer<i32, "function">, value: i32): void {
  if (value > 0) product.combine(value);
}

export const named = program(async (q: Queue) => {
  const product = q.mallocShared(Int32Array, [500]);
  const byConst = reduction(product, times, { identity: 1, initializeToIdentity: true });
  await q.parallelFor([20, 30], byConst, (y, x, product) => give(product, (y + x) % 7));
  let expected = 1;
  for (let y = 0; y < 20; y++) for (let x = 0; x < 30; x++) expected = (expected * ((y + x) % 7 || 1)) % modulus;
  return product[0] === expected;
}, true);

export const arrays = program(async (q: Queue) => {
  const n = 20_000;
  const rows = q.mallocShared(Float32Array, 10);
  const longest = q.mallocShared(BigUint64Array, [7n]);
  await q.parallelFor(n, reduction(rows, (a, b) => (Math.abs(a) > Math.abs(b) ? a : b), { identity: 0 }), reduction(longest, (a, b) => (a > b ? a : b), { identity: 0n }), (i, rows, longest) => {
    rows.at(i % 10).combine(i % 20 < 10 ? -i : i);
    longest.combine(BigInt(i) << 33n);
  });
  return [...rows, longest[0]];
}, [...Array.from({ length: 10 }, (_, k) => 19_990 + k), 19_999n << 33n]);

/** The smallest value and where it is, as one number. */
export const argmin = program(async (q: Queue) => {
  const n = 3000;
  const x = q.mallocShared(Uint32Array, n);
  for (let i = 0; i < n; i++) x[i] = 5000 - ((i * 37) % 2999);
  const best = q.mallocShared(BigUint64Array, [0xffffffffffffffffn]);
  await q.parallelFor(n, reduction(best, "min"), (i, best) => best.combine((BigInt(x[i]!) << 32n) | BigInt(i)));
  const [least = 0n] = best;
  return [Number(least >> 32n), x[Number(least & 0xffffffffn)]];
}, [2002, 2002]);

export const withGlobals = program(async (q: Queue) => {
  const capped = (a: number, b: number): number => Math.min(a + b, limit.value);
  await q.parallelFor(30, reduction(last, capped, { identity: 0 }), (i, last) => last.combine(i / 2));
  const first = await q.read(last);
  await q.write(limit, 1000);
  await q.parallelFor(30, reduction(last, capped, { identity: 0, initializeToIdentity: true }), (i, last) => last.combine(i / 2));
  return [first, await q.read(last)];
}, [50, 217.5]);
