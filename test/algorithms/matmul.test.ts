// matmul against three loops: sizes that no block divides, transposed factors, both types, any number of threads.

import fc from "fast-check";
import { Queue } from "lanewise";
import { type MatmulOptions, matmul } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";

/** Small whole numbers, whose products are exact. */
function factor(type: typeof Float32Array | typeof Float64Array, length: number, seed: number) {
  return new type(length).map((_, i) => ((i * 7 + seed) % 11) - 5);
}

function loops(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { m, n, k, transposeA, transposeB }: MatmulOptions,
): number[] {
  return Array.from({ length: m * n }, (_, place) => {
    const [row, column] = [Math.floor(place / n), place % n];
    let sum = 0;
    for (let i = 0; i < k; i++) {
      const left = a[transposeA ? i * m + row : row * k + i] ?? Number.NaN;
      sum += left * (b[transposeB ? column * k + i : i * n + column] ?? Number.NaN);
    }
    return sum;
  });
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });
  const most = device === "cpu" ? 90 : 9;

  test.each([Float32Array, Float64Array])("%o", async (type) => {
    const size = fc.integer({ min: 0, max: most });
    const sizes = fc.record({ m: size, n: size, k: size, transposeA: fc.boolean(), transposeB: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(sizes, async (options) => {
        const { m, n, k } = options;
        const [a, b, out] = [factor(type, m * k, 1), factor(type, k * n, 2), new type(m * n).fill(7)];
        await matmul(q, a, b, out, options);
        expect([...out].map((value) => value + 0)).toEqual(loops(a, b, options).map((value) => value + 0));
      }),
      { numRuns: 25, examples: [[{ m: 5, n: most + 60, k: 3, transposeA: false, transposeB: true }]] },
    );
  });
});

test("the same bits on 1 to 4 threads", async () => {
  const [m, n, k] = [70, 130, 50];
  const [a, b] = [new Float32Array(m * k), new Float32Array(k * n)].map((x) => x.map((_, i) => Math.sin(i)));
  const products = await Promise.all(
    [1, 2, 3, 4].map(async (threads) => {
      const out = new Float32Array(m * n);
      await matmul(new Queue({ threads }), a ?? out, b ?? out, out, { m, n, k });
      return Buffer.from(out.buffer);
    }),
  );
  for (const product of products) expect(products[0]?.equals(product)).toBe(true);
});

test("sizes and arrays that do not fit are errors that name them", () => {
  const q = new Queue();
  const before = q.memoryUsage();
  const call = matmul as (...args: readonly unknown[]) => unknown;
  const x = new Float32Array(6);
  expect(() => call(q, x, x, x, { m: 2, n: 2, k: 3 })).toThrow(
    /out is a Float32Array of length 6; expected 4 elements, because of m, n and k/,
  );
  expect(() => call(q, x, x, x, { m: 2, n: 2.5, k: 3 })).toThrow(/matmul: n is 2.5; expected an integer of at least 0/);
  expect(() => call(q, x, new Float64Array(6), x, { m: 2, n: 2, k: 3 })).toThrow(
    /b is a Float64Array of length 6; expected one of Float32Array/,
  );
  expect(() => call(q, new Int32Array(6), x, x, { m: 2, n: 2, k: 3 })).toThrow(/matmul: a is a Int32Array/);
  expect(q.memoryUsage()).toEqual(before);
});
