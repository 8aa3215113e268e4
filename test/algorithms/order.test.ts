// argMin, argMax, topK, nthElement, merge and unique against TypedArray.prototype.sort: every type, lengths around blocks, equal elements, special
// floats, any number of threads.

import fc from "fast-check";
import { Queue } from "lanewise";
import { argMax, argMin, merge, type NumberArray, nthElement, topK, unique } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, expectSame, lengths, type NumberArrayType, randomArray } from "./random-array.js";

/** Few values, of which many elements are equal. */
function repeated(type: NumberArrayType, length: number): NumberArray {
  const x = randomArray(type, length);
  return x.map((_, i) => x[i % 7] as never) as NumberArray;
}

function placeOf(x: NumberArray, element: number | bigint | undefined): number {
  return [...x].findIndex((value) => Object.is(value, element));
}

async function check(q: Queue, x: NumberArray): Promise<void> {
  const sorted = x.slice().sort();
  const descending = sorted.slice().reverse();
  expect(await argMin(q, x)).toBe(placeOf(x, sorted[0]));
  expect(await argMax(q, x)).toBe(placeOf(x, descending[0]));
  for (const k of new Set([0, 1, 5, x.length >> 4, x.length])) {
    if (k > x.length) continue;
    const [out, least, indices] = [x.slice(0, k), x.slice(0, k), new Int32Array(k)];
    await topK(q, x, out as never, { indices });
    await topK(q, x, least as never, { smallest: true });
    expectSame(out, descending.slice(0, k));
    expectSame(least, sorted.slice(0, k));
    expectSame(
      [...indices].map((i) => x[i] ?? 0),
      out,
    );
    expect(new Set(indices).size).toBe(k);
  }
  for (const n of new Set([0, x.length >> 1, x.length - 1]))
    if (n >= 0 && n < x.length) expect(await nthElement(q, x, n)).toBe(sorted[n]);
  const out = x.slice();
  const count = await unique(q, sorted, out as never);
  expectSame(
    out.slice(0, count),
    sorted.filter((value, i) => i === 0 || !Object.is(value, sorted[i - 1])),
  );
  const [a, b] = [x.slice(0, x.length / 3).sort(), x.slice(x.length / 3).sort()];
  await merge(q, a, b as never, out as never);
  expectSame(out, sorted);
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });
  const some = device === "host" ? lengths.slice(0, 7) : lengths;

  test.each(arrayTypes)("%s", async (_, type) => {
    for (const length of some) {
      await check(q, randomArray(type, length));
      await check(q, repeated(type, length));
    }
  });
});

const specials = [0, -0, Number.NaN, Infinity, -Infinity, 1e-45, -1e-45, 5e-324, 3.4e38, -1];

test.each([Float32Array, Float64Array])("zeros, infinities and NaN in %o, on 1 to 4 threads", async (type) => {
  const queues = [1, 2, 4].map((threads) => new Queue({ threads }));
  const floats = fc.array(fc.oneof(fc.constantFrom(...specials), fc.double()), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(floats, async (values) => {
      for (const q of queues) await check(q, type.from(values));
    }),
    { numRuns: 15 },
  );
});

test("a NaN with a sign is the greatest, too", async () => {
  const x = Float32Array.of(1, 2, 3);
  new Uint32Array(x.buffer)[1] = 0xffc00001;
  const q = new Queue();
  expect(await argMax(q, x)).toBe(1);
  expect(await argMin(q, x)).toBe(0);
  expect(await nthElement(q, x, 2)).toBeNaN();
});

test("of no elements", async () => {
  const q = new Queue();
  const none = new Float64Array(0);
  expect([await argMin(q, none), await argMax(q, none), await unique(q, none, none.slice())]).toEqual([-1, -1, 0]);
  await topK(q, none, new Float64Array(0));
  await merge(q, none, none.slice(), new Float64Array(0));
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const before = q.memoryUsage();
  const call =
    (f: unknown, ...values: readonly unknown[]) =>
    () =>
      (f as (...all: unknown[]) => unknown)(q, ...values);
  const x = new Float32Array(3);
  expect(call(topK, x, new Float32Array(4))).toThrow(/topK: out is a Float32Array of length 4; expected at most 3/);
  expect(call(topK, x, new Float32Array(2), { indices: new Int32Array(3) })).toThrow(
    /topK: indices is a Int32Array of length 3; expected 2 elements, the length of out/,
  );
  expect(call(topK, x, new Float32Array(2), { indices: [1, 2] })).toThrow(/topK: indices is an array/);
  expect(call(nthElement, x, 3)).toThrow(
    /nthElement: n is 3; expected an integer of at least 0 and below 3, the length of x/,
  );
  expect(call(nthElement, x, 0.5)).toThrow(/n is 0.5/);
  expect(call(merge, x, x, new Float32Array(5))).toThrow(/merge: out is a Float32Array of length 5; expected 6/);
  expect(call(merge, x, new Float64Array(3), x)).toThrow(/merge: b is a Float64Array of length 3; expected one of Flo/);
  expect(call(argMin, [1])).toThrow(/argMin: x is an array/);
  expect(q.memoryUsage()).toEqual(before);
});
