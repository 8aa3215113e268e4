// reduce against plain JavaScript: every type and operation, lengths around blocks, and the same bits for any number of threads.

import { LanewiseError, Queue } from "lanewise";
import { type NumberArray, reduce } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, lengths, randomArray } from "./random-array.js";

type Scalar = number | bigint;
const integerOperations = ["add", "multiply", "min", "max", "and", "or", "xor"] as const;
const floatOperations = ["add", "multiply", "min", "max"] as const;

const combine: Readonly<Record<(typeof integerOperations)[number], (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** As the accumulator holds it: 32 bits for what is smaller. */
function wrap(x: NumberArray, value: bigint): Scalar {
  if (x instanceof BigInt64Array) return BigInt.asIntN(64, value);
  if (x instanceof BigUint64Array) return BigInt.asUintN(64, value);
  return Number(x instanceof Uint32Array ? BigInt.asUintN(32, value) : BigInt.asIntN(32, value));
}

function expected(x: NumberArray, operation: (typeof integerOperations)[number]): Scalar {
  const [first = 0, ...rest] = x;
  return rest.reduce<Scalar>((sum, value) => wrap(x, combine[operation](BigInt(sum), BigInt(value))), first);
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });

  test.each(arrayTypes)("%s", async (_, type) => {
    for (const length of lengths.slice(1, device === "host" ? 7 : undefined)) {
      const x = randomArray(type, length);
      if (x instanceof Float32Array || x instanceof Float64Array) {
        expect(await reduce(q, x, "min")).toBe(Math.min(...x));
        expect(await reduce(q, x, "max")).toBe(Math.max(...x));
        const sum = Float64Array.from(x).reduce((a, b) => a + b, 0);
        expect(Math.abs((await reduce(q, x, "add")) - sum)).toBeLessThan(1e-4 * length);
        continue;
      }
      for (const operation of integerOperations) expect(await reduce(q, x, operation)).toBe(expected(x, operation));
    }
  });

  test("of no elements it is what changes nothing", async () => {
    expect(await reduce(q, new Float32Array(0), "min")).toBe(Number.POSITIVE_INFINITY);
    expect(await reduce(q, new Uint8Array(0), "add")).toBe(0);
    expect(await reduce(q, new BigInt64Array(0), "multiply")).toBe(1n);
  });
});

test("sums of floats are the same on 1 to 4 threads", async () => {
  const x = randomArray(Float32Array, 300_001);
  if (!(x instanceof Float32Array)) throw new TypeError("it is one");
  const sums: number[] = [];
  for (const threads of [1, 2, 3, 4]) {
    for (const operation of floatOperations) sums.push(await reduce(new Queue({ threads }), x, operation));
  }
  for (let k = 4; k < sums.length; k++) expect(sums[k]).toBe(sums[k % 4]);
});

test("it works on the device's memory, after what its event is given after, and leaves no memory behind", async () => {
  const q = new Queue({ order: "explicit" });
  using x = q.mallocShared(Float64Array, 1000);
  const before = q.memoryUsage();
  const filled = q.fill(x, 0.5);
  const sum = reduce(q, x, "add", { after: filled });
  const twice = q.fill(x, 0, { after: sum.event });
  expect(await sum).toBe(500);
  await twice;
  expect(reduce(q, x, "max").waitSync()).toBe(0);
  expect(q.memoryUsage()).toEqual(before);
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const call = reduce as unknown as (...args: readonly unknown[]) => unknown;
  expect(() => call(q, [1, 2], "add")).toThrow(/reduce: x is an array of length 2; expected one of Float32Array/);
  expect(() => call(q, new Float32Array(2), "xor")).toThrow(/the operation is "xor"; expected one of add, multiply/);
  expect(() => call(q, new Int32Array(2), "sum")).toThrow(LanewiseError);
});

test("it can be cancelled", async () => {
  const q = new Queue();
  const sum = reduce(q, new Int32Array(10), "add", { signal: AbortSignal.abort("enough") });
  await expect(sum.wait()).rejects.toBe("enough");
});
