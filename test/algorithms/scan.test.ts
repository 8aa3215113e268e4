// Scans against loops: every type and operation, lengths around pieces, in place, and the same bits for any number of threads.

import { Queue } from "lanewise";
import { exclusiveScan, inclusiveScan, type NumberArray, type ScanOperation } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, expectSame, type NumberArrayType, randomArray } from "./random-array.js";

const operations = ["add", "multiply", "min", "max"] as const;
const lengths = [0, 1, 2, 15, 2047, 2048, 2051, 4096, 9000, 40_000];

/** Integers: floats are given small whole numbers, whose sums are exact. */
const combine: Readonly<Record<ScanOperation, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
};

function resultFor(x: NumberArray): NumberArray {
  return x.BYTES_PER_ELEMENT < 4 ? new Int32Array(x.length) : randomArray(x.constructor as NumberArrayType, x.length);
}

/** `first` stands for what the scan begins with. */
function loop(x: NumberArray, operation: ScanOperation, isExclusive: boolean, first: number | bigint): NumberArray {
  const out = resultFor(x);
  let sum: number | bigint | undefined;
  for (let i = 0; i < x.length; i++) {
    const value = x[i] ?? 0;
    const before = sum ?? first;
    const after = sum === undefined ? value : combine[operation](BigInt(sum), BigInt(value));
    out[i] = (
      out instanceof BigInt64Array || out instanceof BigUint64Array
        ? BigInt(after)
        : Number(BigInt.asIntN(64, BigInt(after)))
    ) as never;
    sum = out[i];
    if (isExclusive) out[i] = before as never;
  }
  return out;
}

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });

  test.each(arrayTypes)("%s", async (_, type) => {
    for (const length of device === "cpu" ? lengths : lengths.slice(0, 7)) {
      const x = randomArray(type, length);
      const isFloat = x instanceof Float32Array || x instanceof Float64Array;
      if (isFloat)
        x.forEach((value, i) => {
          x[i] = Math.sign(Math.round(value)) || 1;
        });
      for (const operation of operations) {
        if (operation === "multiply" && !isFloat && x.BYTES_PER_ELEMENT < 8) continue;
        const out = resultFor(x);
        await inclusiveScan(q, x, out as never, operation);
        expectSame(out, loop(x, operation, false, 0));
        await exclusiveScan(q, x, out as never, operation);
        expectSame(out, loop(x, operation, true, out[0] ?? 0));
      }
    }
  });
});

test("an exclusive scan begins with what changes nothing", async () => {
  const q = new Queue();
  for (const [operation, first] of [
    ["add", 0],
    ["multiply", 1],
    ["min", Infinity],
    ["max", -Infinity],
  ] as const) {
    const out = new Float32Array(3);
    await exclusiveScan(q, Float32Array.of(2, 3, 4), out, operation);
    expect(out[0]).toBe(first);
  }
});

test("ALG4: in place, with the same bits on 1 to 4 threads", async () => {
  const x = randomArray(Float32Array, 1_200_001);
  const results = await Promise.all(
    [1, 2, 4].map(async (threads) => {
      const q = new Queue({ threads });
      const y = q.mallocShared(Float32Array, x.length);
      y.set(x as Float32Array);
      await inclusiveScan(q, y, y);
      return Buffer.from(y.buffer, y.byteOffset, y.byteLength);
    }),
  );
  const [first = Buffer.of()] = results;
  for (const result of results) expect(first.equals(result)).toBe(true);
  const last = new Float32Array(first.buffer, first.byteOffset, x.length).at(-1) ?? 0;
  const sum = Float64Array.from(x as Float32Array).reduce((a, b) => a + b, 0);
  expect(Math.abs(last - sum)).toBeLessThan(20);
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const before = q.memoryUsage();
  const call = exclusiveScan as (...args: readonly unknown[]) => unknown;
  expect(() => call(q, new Uint8Array(2), new Uint8Array(2))).toThrow(
    /exclusiveScan: out is a Uint8Array of length 2; expected one of Int32Array/,
  );
  expect(() => call(q, new Float32Array(2), new Float32Array(3))).toThrow(
    /out is a Float32Array of length 3; expected 2 elements, the length of x/,
  );
  expect(() => call(q, new Float32Array(2), new Float32Array(2), "xor")).toThrow(
    /the operation is "xor"; expected one of add/,
  );
  expect(q.memoryUsage()).toEqual(before);
});
