// histogram against a loop: every type, bins by value and by key, values outside.

import { Queue } from "lanewise";
import { type Histogrammed, type HistogramOptions, histogram } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, randomArray } from "./random-array.js";

const types = arrayTypes.filter(([name]) => !name.startsWith("Big"));

/** With the arithmetic of the array's type, which decides between two bins. */
function loop(x: Histogrammed, count: number, { min = 0, max = min + count }: HistogramOptions): number[] {
  const bins = new Array<number>(count).fill(0);
  const round = x instanceof Float32Array ? Math.fround : Number;
  const scale = round(count / (max - min));
  for (const value of x) {
    if (!(value >= round(min) && value < round(max))) continue;
    const bin = Math.min(Math.floor(round(round(value - round(min)) * scale)), count - 1);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });

  test.each(types)("%s", async (_, type) => {
    for (const length of device === "cpu" ? [0, 1, 100, 70_001] : [0, 1, 100]) {
      // Without those of bigint, which the types of the table are not.
      const x = randomArray(type, length) as Histogrammed;
      for (const [count, options] of [
        [256, {}],
        [10, { min: -100, max: 100 }],
        [7, { min: 3 }],
        [1000, { min: -5.5, max: 77.25 }],
        [1, { min: 0, max: 0 }],
        [16, { min: 4_294_967_000 }],
      ] as const) {
        const bins = new Uint32Array(count).fill(9);
        await histogram(q, x, bins, options);
        expect([...bins]).toEqual(loop(x, count, options));
      }
    }
  });
});

test("NaN and infinities count nowhere", async () => {
  const bins = new Uint32Array(2);
  await histogram(new Queue(), Float64Array.of(Number.NaN, Infinity, -Infinity, 0, 1.5), bins);
  expect([...bins]).toEqual([1, 1]);
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const call = histogram as (...args: readonly unknown[]) => unknown;
  const bins = new Uint32Array(4);
  expect(() => call(q, new BigInt64Array(1), bins)).toThrow(/histogram: x is a BigInt64Array of length 1/);
  expect(() => call(q, new Int8Array(1), new Int32Array(4))).toThrow(
    /bins is a Int32Array of length 4; expected one of Uint32Array/,
  );
  expect(() => call(q, new Int8Array(1), bins, { min: 2, max: 1 })).toThrow(
    /min is 2, max is 1; expected finite numbers/,
  );
});
