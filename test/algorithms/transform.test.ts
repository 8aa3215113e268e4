// transform where the program is not compiled, and its checks; compiled it is in test/filetests/run/transforms.ts.

import { Queue } from "lanewise";
import { transform } from "lanewise/algorithms";
import { expect, test } from "vitest";
import { arrayTypes, lengths, randomArray } from "./random-array.js";

test.each(arrayTypes)("plain functions over a %s", async (_, type) => {
  const q = new Queue();
  for (const length of lengths.slice(0, 6)) {
    const [x, expected] = [randomArray(type, length), randomArray(type, length)];
    for (let i = 0; i < length; i++) expected[i] = -(x[i] ?? 0);
    // Of whatever type: what it takes is what it gives.
    const call = transform as (...args: readonly unknown[]) => PromiseLike<void>;
    await call(q, x, x, (v: number) => -v);
    expect(x).toEqual(expected);
  }
});

test("commands before and after it are waited for", async () => {
  const q = new Queue({ order: "explicit" });
  const [x, y, out] = [new Float32Array(3), Float32Array.of(1, 2, 3), new Float64Array(3)];
  const filled = q.fill(x, 2);
  const added = transform(q, x, y, out, (a, b) => a + b, { after: filled });
  await transform(q, out, x, (v) => v * 10, { after: added });
  expect([...x]).toEqual([30, 40, 50]);
});

test("what a function throws says so", async () => {
  const x = new Float32Array(2);
  const fail = (): number => {
    throw new Error("no");
  };
  await expect(transform(new Queue(), x, x, fail)).rejects.toThrow(/Kernel transform threw in work-item \[0\]: no/);
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const before = q.memoryUsage();
  const call = transform as (...args: readonly unknown[]) => unknown;
  const [x, short, f] = [new Float32Array(3), new Int32Array(2), () => 0];
  expect(() => call(q, [1], x, f)).toThrow(/transform: x is .*; expected one of Float32Array, /);
  expect(() => call(q, x, f)).toThrow(/transform: out is a function/);
  expect(() => call(q, short, x, f)).toThrow(
    /transform: x is a Int32Array of length 2; expected 3 elements, the length of out/,
  );
  expect(() => call(q, x, short, x, f)).toThrow(/transform: y is a Int32Array of length 2; expected 3/);
  expect(() => call(q, x, x)).toThrow(/transform: f is undefined; expected a function/);
  expect(() => call(q, x, x, x, "f")).toThrow(/transform: f is "f"; expected a function/);
  expect(q.memoryUsage()).toEqual(before);
});
