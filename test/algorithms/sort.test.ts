// sort and sortByKey against TypedArray.prototype.sort: every type, lengths around pieces, equal keys, special floats.

import fc from "fast-check";
import { LanewiseError, Queue } from "lanewise";
import { sort, sortByKey } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, expectSame, lengths, type NumberArrayType, randomArray } from "./random-array.js";

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });
  const some = device === "host" ? lengths.slice(0, 7) : lengths;

  test.each(arrayTypes)("%s", async (_, type) => {
    for (const length of some) {
      const x = randomArray(type, length);
      const [up, down] = [x.slice(), q.mallocShared(type, length)];
      down.set(x as never);
      await sort(q, up);
      await sort(q, down, { descending: true });
      const wanted = x.slice().sort();
      expectSame(up, wanted);
      expectSame(down, wanted.reverse());
      q.free(down);
    }
  });

  test.each([Uint8Array, Uint16Array, Float32Array, Float64Array, BigInt64Array])(
    "%o moves with keys of every size, and stays in order where they are equal",
    async (valueType) => {
      const length = valueType === Uint8Array ? 256 : device === "host" ? 500 : 20_000;
      const values = new valueType(length);
      for (let i = 0; i < length; i++) values[i] = (values instanceof BigInt64Array ? BigInt(i) : i) as never;
      for (const type of [Int8Array, Uint16Array, Float32Array, Float64Array]) {
        for (const descending of [false, true]) {
          const keys = Array.from({ length }, (_, i) => (i * 37) % 101);
          const [sortedKeys, sortedValues] = [type.from(keys), values.slice()];
          await sortByKey(q, sortedKeys, sortedValues, { descending });
          const places = Array.from({ length }, (_, i) => i);
          places.sort((a, b) => ((keys[a] ?? 0) - (keys[b] ?? 0)) * (descending ? -1 : 1));
          expectSame(Array.from(sortedValues, Number), places);
          expectSame(
            sortedKeys,
            places.map((place) => keys[place]),
          );
        }
      }
    },
  );
});

const specials = [0, -0, Number.NaN, Infinity, -Infinity, 1e-45, -1e-45, 5e-324, 3.4e38, -1];

test.each([Float32Array, Float64Array])("zeros, infinities and NaN in %o", async (type) => {
  const q = new Queue();
  const floats = fc.array(fc.oneof(fc.constantFrom(...specials), fc.double()), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(floats, async (values) => {
      const x = type.from(values);
      const wanted = x.slice().sort();
      await sort(q, x);
      expectSame(x, wanted);
    }),
    { numRuns: 40 },
  );
});

test("NaN with its sign set comes last, too", async () => {
  const bits = Uint32Array.of(0xffc00001, 0x3f800000, 0x7fc00002, 0xff800000);
  const x = new Float32Array(bits.buffer);
  await sort(new Queue(), x);
  expectSame(x, Float32Array.of(-Infinity, 1, Number.NaN, Number.NaN));
});

test("the same for any number of threads, with several queues at once", async () => {
  const keys = randomArray(Uint16Array as NumberArrayType, 200_000);
  const places = Uint32Array.from({ length: keys.length }, (_, i) => i);
  const results = await Promise.all(
    [1, 2, 3, 4].map(async (threads) => {
      const q = new Queue({ threads });
      const [k, v] = [keys.slice(), places.slice()];
      await sortByKey(q, k, v);
      return [k, v] as const;
    }),
  );
  const [first = [keys, places]] = results;
  for (const [k, v] of results) {
    expectSame(k, first[0]);
    expectSame(v, first[1]);
  }
  expectSame(first[0], keys.slice().sort());
});

test("keys that have digits in common, or are in order, are sorted as well", async () => {
  const q = new Queue();
  for (const make of [
    (i: number) => i,
    (i: number) => (i * 7919) % 251,
    (i: number) => ((i * 7919) % 251) << 8,
    () => 7,
  ]) {
    const x = Int32Array.from({ length: 30_000 }, (_, i) => make(i));
    const wanted = x.slice().sort();
    await sort(q, x);
    expectSame(x, wanted);
  }
});

test("it gives its memory back, also when an argument is wrong or a signal ends it", async () => {
  const q = new Queue();
  await sort(q, new Float32Array(10));
  const before = q.memoryUsage();
  const call = sortByKey as (...args: readonly unknown[]) => unknown;
  expect(() => call(q, new Float32Array(3), new Int8Array(2))).toThrow(
    /sortByKey: values is a Int8Array of length 2; expected 3/,
  );
  expect(() => call(q, [1], new Int8Array(2))).toThrow(/sortByKey: keys is an array of length 1; expected one of/);
  expect(() => call(q, new Int8Array(1), "a")).toThrow(LanewiseError);
  await expect(sort(q, new Float32Array(9), { signal: AbortSignal.abort("enough") }).wait()).rejects.toBe("enough");
  expect(q.memoryUsage()).toEqual(before);
});

test("commands of queues in explicit order come when it is done", async () => {
  const q = new Queue({ order: "explicit" });
  const x = q.mallocShared(Int32Array, [3, 1, 2]);
  const copy = new Int32Array(3);
  await q.copy(x, copy, { after: sort(q, x) });
  expect([...copy]).toEqual([1, 2, 3]);
});
