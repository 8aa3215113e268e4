// transform of `lanewise/algorithms`: functions of elements, with captures, of every kind of array.
import { deviceGlobal, type f32, KernelError, type Queue, specialized, type u8 } from "lanewise";
import { compact, type ElementFunction1, type ElementPredicate, partition, transform } from "lanewise/algorithms";
import { program } from "./harness.js";

const lengths = [0, 1, 15, 16, 17, 1000, 70_001];
const offsets = deviceGlobal<f32>(0.5);

export const captured = program(async (q: Queue) => {
  const results: boolean[] = [];
  for (const gain of [2, 0.25]) {
    const table = Float32Array.of(1, 2, 4);
    for (const n of lengths) {
      const x = Float32Array.from({ length: n }, (_, i) => i / 4);
      const out = new Float32Array(n);
      await transform(q, x, out, (v) => v * gain + table[2]! + offsets.value);
      results.push(out.every((value, i) => value === x[i]! * gain + 4.5));
    }
  }
  return results;
}, [...lengths, ...lengths].map(() => true));

export const two = program(async (q: Queue) => {
  const results: boolean[] = [];
  for (const n of lengths) {
    const x = q.mallocShared(Float32Array, n);
    const y = q.mallocShared(Int32Array, n);
    for (let i = 0; i < n; i++) [x[i], y[i]] = [i / 4, i - 5];
    const out = new Float64Array(n);
    await transform(q, x, y, out, (a, b) => a * b);
    results.push(out.every((value, i) => value === (i / 4) * (i - 5)));
  }
  return results;
}, lengths.map(() => true));

const halved = (v: number) => (v < 0 ? -v : v / 2);

export const inPlace = program(async (q: Queue) => {
  const x = q.mallocShared(Float32Array, [-3, 3, 5, -0.5]);
  await transform(q, x, x, halved);
  const y = Float32Array.of(8, 16);
  await transform(q, y, y, halved);
  await transform(q, x.subarray(0, 2), y, x.subarray(2), (a, b) => a + b);
  return [...x, ...y];
}, [3, 1.5, 7, 9.5, 4, 8]);

export const types = program(async (q: Queue) => {
  const bytes = Uint8Array.of(0, 1, 100, 255);
  const [clamped, wrapped, signed] = [new Uint8ClampedArray(4), new Uint8Array(4), new Int16Array(4)];
  await transform(q, bytes, clamped, (v) => v * 3 - 2);
  await transform(q, bytes, wrapped, (v) => v * 3 - 2);
  await transform(q, bytes, signed, (v: u8) => v * 300.5);
  const big = BigInt64Array.of(-1n, 5n);
  const unsigned = new BigUint64Array(2);
  await transform(q, big, unsigned, (v) => v * 3n);
  const counts = new Float32Array(2);
  await transform(q, big, counts, (v) => Number(v));
  const ones = new Uint32Array(3);
  await transform(q, ones, ones, () => 4294967295);
  return [[...clamped], [...wrapped], [...signed], [...unsigned], [...counts], [...ones]];
}, [
  [0, 1, 255, 255],
  [254, 1, 42, 251],
  [0, 300, 30050, 11091],
  [18446744073709551613n, 15n],
  [-1, 5],
  [4294967295, 4294967295, 4294967295],
]);

/** Several returns, loops, and parameters that are assigned. */
export const bodies = program(async (q: Queue) => {
  const x = Int32Array.of(0, 1, 6, 7, 27, -4);
  const steps = new Int32Array(x.length);
  await transform(q, x, steps, (v) => {
    if (v <= 0) return -1;
    let count = 0;
    while (v !== 1) {
      v = v % 2 === 0 ? v >> 1 : 3 * v + 1;
      count++;
    }
    return count;
  });
  return [...steps];
}, [-1, 0, 8, 16, 111, -1]);

const each = (q: Queue, x: Float32Array, f: ElementFunction1<Float32Array, Float32Array>) => transform(q, x, x, f);

export const wrapped = program(async (q: Queue) => {
  const x = Float32Array.of(1, 2, 3);
  const captures = { gain: 3 };
  await each(q, x, (v) => v * captures.gain);
  const event = transform(q, x, x, (v) => v + 1, { name: "increase" });
  await transform(q, x, x, (v) => v * v, { after: event });
  return [...x];
}, [16, 49, 100]);

class Scaled {
  readonly factor = 3;
  scale(q: Queue, x: Float32Array) {
    return transform(q, x, x, (v) => v * this.factor);
  }
}

export const members = program(async (q: Queue) => {
  const x = Float32Array.of(1, 2);
  const power = x.length + 1;
  await new Scaled().scale(q, x);
  await transform(q, x, x, (v) => {
    let product = 1;
    for (let i = 0; i < specialized(power); i++) product *= v;
    return product;
  });
  return [...x];
}, [27, 216]);

export const failures = program(async (q: Queue) => {
  const [x, table] = [Int32Array.of(0, 1, 2), Int32Array.of(5, 6)];
  const failed = await transform(q, x, x, (k) => table[k]!).then(undefined, (error: unknown) => error);
  return failed instanceof KernelError && [failed.code, failed.array, failed.index, failed.workItem];
}, ["out_of_bounds", "table", 2, [2]]);

const isEven = (v: number) => v % 2 === 0;
const positive: ElementPredicate<BigInt64Array> = (v) => v > 0n;

export const predicates = program(async (q: Queue) => {
  const [x, out, limit] = [Float32Array.of(1, 5, NaN, 2, 8, -0), new Float32Array(6), 1.5];
  const large = await compact(q, x, (v) => v > limit, out);
  const ints = Uint8Array.of(3, 4, 6, 7, 8);
  const sorted = new Uint8Array(5);
  const even = await partition(q, ints, isEven, sorted);
  const odd = await compact(q, ints, (v) => v % 2, new Uint8Array(5));
  const wide = new BigInt64Array(3);
  const above = await compact(q, BigInt64Array.of(1n, -5n, 7n), positive, wide);
  // A number is a flag as a Uint8Array keeps it: 256 is 0.
  const kept = await compact(q, Int32Array.of(255, 256, 257), (v) => v, new Int32Array(3));
  return [large, ...out.subarray(0, large), even, ...sorted, odd, above, String(wide[1]), kept];
}, [3, 5, 2, 8, 3, 4, 6, 8, 3, 7, 2, 2, "7", 2]);
