// compact and partition against filter: every type, all and no flags, any number of threads.

import fc from "fast-check";
import { Queue } from "lanewise";
import { compact, type NumberArray, partition } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, expectSame, lengths, type NumberArrayType, randomArray } from "./random-array.js";

function select(x: NumberArray, isWanted: (i: number) => boolean): (number | bigint)[] {
  return [...x].filter((_, i) => isWanted(i));
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });

  test.each(arrayTypes)("%s", async (_, type) => {
    for (const length of device === "cpu" ? lengths : lengths.slice(0, 6)) {
      const x = randomArray(type, length);
      const flags = Uint8Array.from({ length }, (_, i) => (i % 3 === 0 || i % 7 === 2 ? i % 255 : 0));
      const [chosen, others] = [select(x, (i) => flags[i] !== 0), select(x, (i) => flags[i] === 0)];
      const out = x.slice();
      expect(await compact(q, x, flags, out)).toBe(chosen.length);
      expectSame(out, [...chosen, ...x.slice(chosen.length)]);
      expect(await partition(q, x, flags, out)).toBe(chosen.length);
      expectSame(out, [...chosen, ...others]);
    }
  });
});

test("any flags, on 1 to 4 threads", async () => {
  const queues = [1, 2, 4].map((threads) => new Queue({ threads }));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 256 }), async (length, limit) => {
      const x = randomArray(Uint32Array as NumberArrayType, length);
      const flags = Uint8Array.from([...randomArray(Uint8Array as NumberArrayType, length)], (value) =>
        Number(value < limit),
      );
      const wanted = select(x, (i) => flags[i] !== 0);
      for (const q of queues) {
        const out = x.slice();
        const count = compact(q, x, flags, out).waitSync();
        expectSame(out.slice(0, count), wanted);
      }
    }),
    { numRuns: 20 },
  );
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const before = q.memoryUsage();
  const call = partition as (...args: readonly unknown[]) => unknown;
  const x = new Float32Array(3);
  expect(() => call(q, x, new Int8Array(3), x)).toThrow(
    /partition: flags is a Int8Array of length 3; expected one of Uint8Array/,
  );
  expect(() => call(q, x, new Uint8Array(2), x)).toThrow(
    /flags is a Uint8Array of length 2; expected 3 elements, the length of x/,
  );
  expect(() => call(q, x, new Uint8Array(3), new Float32Array(2))).toThrow(
    /out is a Float32Array of length 2; expected at least 3/,
  );
  expect(() => call(q, x, new Uint8Array(3), new Float64Array(3))).toThrow(
    /out is a Float64Array of length 3; expected one of Float32Array/,
  );
  expect(q.memoryUsage()).toEqual(before);
});
