// `precision: "f32"` on a GPU: doubles are computed as f32, and whole numbers stay exact. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue, type QueueOptions } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import { type Queue, reduction } from "lanewise";

export function wave(q: Queue, out: Float64Array, scale: number, at: number) {
  return q.parallelFor(out.length, (i) => {
    out[i] = Math.sin(i * scale + at) / 3;
  });
}
export function sums(q: Queue, a: Int32Array, out: Float64Array) {
  return q.parallelFor(out.length, (i) => {
    let sum = 0;
    for (let k = 0; k < a.length; k++) sum += a[k]!;
    out[i] = sum + i;
  });
}
export function moved(q: Queue, from: Int32Array, to: Int32Array, by: number, less: number) {
  return q.parallelFor(to.length, (i) => {
    to[i] = from[i + by - less]!;
  });
}
export function hashed(q: Queue, to: Int32Array, seed: number) {
  return q.parallelFor(to.length, (i) => {
    to[i] = (i + seed) | 0;
  });
}
export function rows(q: Queue, from: Int32Array, to: Int32Array, width: number) {
  return q.parallelFor(to.length, (i) => {
    const row = Math.floor((i + 16777217) / width);
    to[i] = from[row - Math.floor(16777217 / width)]!;
  });
}
export function pixels(q: Queue, out: Uint8Array, gain: number, step: number) {
  return q.parallelFor(out.length, (i) => {
    let x = 0;
    let rounds = 0;
    while (rounds < 40 && x < 4) {
      x = x * x + i * step;
      rounds++;
    }
    out[i] = Math.floor(x * gain) + rounds;
  });
}
export function smallest(q: Queue, a: Float64Array, out: Float64Array) {
  return q.parallelFor(out.length, (i) => {
    let least = Infinity;
    for (let k = i; k < a.length; k++) least = Math.min(least, a[k]! * 0.1);
    out[i] = least;
  });
}
export function launched(q: Queue, out: Float64Array, scale: number) {
  return q.parallelFor(out.length, (i) => {
    out[i] = i * scale;
  }, { precision: "f32" });
}
export async function total(q: Queue, a: Float64Array) {
  const sum = new Float64Array(1);
  await q.parallelFor(a.length, reduction(sum, "add"), (i, sum) => sum.combine(a[i]! * 0.3));
  return sum[0]!;
}
`;

interface Kernels {
  wave(q: Queue, out: Float64Array, scale: number, at: number): Promise<void>;
  sums(q: Queue, a: Int32Array, out: Float64Array): Promise<void>;
  moved(q: Queue, from: Int32Array, to: Int32Array, by: number, less: number): Promise<void>;
  hashed(q: Queue, to: Int32Array, seed: number): Promise<void>;
  rows(q: Queue, from: Int32Array, to: Int32Array, width: number): Promise<void>;
  pixels(q: Queue, out: Uint8Array, gain: number, step: number): Promise<void>;
  smallest(q: Queue, a: Float64Array, out: Float64Array): Promise<void>;
  launched(q: Queue, out: Float64Array, scale: number): Promise<void>;
  total(q: Queue, a: Float64Array): Promise<number>;
}

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "precision.ts": text });
afterAll(program.dispose);

describe.skipIf(!isPromised)("precision on a GPU", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("precision.ts")) as unknown as Kernels; // as the text above has them
  await requestGpu({ software: true });
  const single = new Queue({ device: "gpu", precision: "f32" });
  const double = new Queue({ device: "gpu" });
  const areSingles = (values: Float64Array) => values.every((value) => Object.is(Math.fround(value), value));

  test("fractions are f32, near the doubles", async () => {
    const [found, expected] = [new Float64Array(300), new Float64Array(300)];
    await kernels.wave(single, found, 0.1, 0.7);
    await kernels.wave(new Queue({ device: "cpu", precision: "f32" }), expected, 0.1, 0.7);
    expect(areSingles(found)).toBe(true);
    expect(areSingles(expected)).toBe(false);
    for (const [i, value] of found.entries()) expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(1e-6);
  });

  test("a launch may ask, too", async () => {
    const out = new Float64Array(50);
    await kernels.launched(double, out, 0.1);
    expect(areSingles(out)).toBe(true);
    await kernels.smallest(
      double,
      Float64Array.from(out, (_, i) => 100 - i),
      out,
    );
    expect(areSingles(out)).toBe(false);
  });

  test("sums of integers are exact", async () => {
    const a = Int32Array.from({ length: 9 }, (_, i) => 2 ** 30 + i);
    const out = new Float64Array(20);
    await kernels.sums(single, a, out);
    expect([...out]).toEqual(Array.from({ length: 20 }, (_, i) => 9 * 2 ** 30 + 36 + i));
  });

  test("what an index is computed from is exact", async () => {
    const from = Int32Array.from({ length: 100 }, (_, i) => i);
    const to = new Int32Array(50);
    await kernels.moved(single, from, to, 2 ** 25 + 3, 2 ** 25);
    expect([...to]).toEqual(Array.from({ length: 50 }, (_, i) => i + 3));
    await kernels.rows(single, from, to, 3);
    const base = Math.floor(16777217 / 3);
    expect([...to]).toEqual(Array.from({ length: 50 }, (_, i) => Math.floor((i + 16777217) / 3) - base));
  });

  test("captured integers that become integers are exact", async () => {
    const to = new Int32Array(50);
    await kernels.hashed(single, to, 2 ** 33 + 2 ** 26 + 1);
    expect([...to]).toEqual(Array.from({ length: 50 }, (_, i) => 2 ** 26 + 1 + i));
  });

  test("loops, minima and reductions", async () => {
    const [pixels, expected] = [new Uint8Array(64), new Uint8Array(64)];
    await kernels.pixels(single, pixels, 3.25, 0.0078125);
    await kernels.pixels(double, expected, 3.25, 0.0078125);
    for (const [i, value] of pixels.entries()) expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThanOrEqual(1);
    const a = Float64Array.from({ length: 40 }, (_, i) => 5 + ((i * 7) % 40));
    const out = new Float64Array(30);
    await kernels.smallest(single, a, out);
    for (const [i, value] of out.entries()) expect(value).toBeCloseTo(Math.min(...a.subarray(i)) * 0.1, 5);
    expect(areSingles(out)).toBe(true);
    expect(await kernels.total(single, a)).toBeCloseTo(0.3 * a.reduce((sum, one) => sum + one, 0), 2);
  });

  test("other values are refused", () => {
    const options = { device: "gpu", precision: "f16" } as unknown as QueueOptions; // what the types forbid
    expect(() => new Queue(options)).toThrow('new Queue: precision is "f16"; expected "f64" or "f32".');
  });
});
