// Scans on the gpu device, by tiles of work-groups, against loops: lengths around tiles, each operation, in place, the same bits each time.
// LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import { exclusiveScan, inclusiveScan, type ScanOperation } from "lanewise/algorithms";
import { beforeAll, describe, expect, test } from "vitest";

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const isAll = process.env.LANEWISE_TEST_GPU === "all";
const lengths = [0, 1, 255, 2048, 2049, 9000];
const types = { Float32Array, Int32Array, Uint32Array, Int8Array } as const;
const all = ["add", "multiply", "min", "max"] as const;
/** An emulated GPU takes seconds for each kernel: there each type has one operation, and LANEWISE_TEST_GPU=all has all of them. */
const few = { Float32Array: ["add"], Int32Array: ["min"], Uint32Array: ["max"], Int8Array: ["multiply"] } as const;

const combine: Readonly<Record<ScanOperation, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
};
type Scanned = Float32Array | Int32Array | Uint32Array;

/** Floats are small whole numbers, whose sums are exact. */
function arrayOf(name: keyof typeof types, length: number): Scanned {
  const values = Int32Array.from({ length }, (_, i) => Math.imul(i + 1, 2654435761));
  if (name === "Float32Array") return Float32Array.from(values, (value) => (value >> 29) | 1);
  // The elements of 8 bits are scanned as i32.
  return types[name].from(values) as Scanned;
}

function loop(
  x: Scanned,
  out: Scanned,
  operation: ScanOperation,
  first: number,
): { inclusive: Scanned; exclusive: Scanned } {
  const [inclusive, exclusive] = [out.slice(), out.slice()];
  let sum: number | undefined;
  for (let i = 0; i < x.length; i++) {
    const value = x[i] ?? 0;
    exclusive[i] = sum ?? first;
    inclusive[i] =
      sum === undefined ? value : Number(BigInt.asIntN(64, combine[operation](BigInt(sum), BigInt(value))));
    sum = inclusive[i];
  }
  return { inclusive, exclusive };
}

const identities = {
  Float32Array: { add: 0, multiply: 1, min: Infinity, max: -Infinity },
  Int32Array: { add: 0, multiply: 1, min: 2 ** 31 - 1, max: -(2 ** 31) },
  Uint32Array: { add: 0, multiply: 1, min: 2 ** 32 - 1, max: 0 },
} as const;

describe.skipIf(!isPromised)("scans", () => {
  let q: Queue;
  beforeAll(async () => {
    const { requestGpu } = await import("lanewise/gpu");
    const device = await requestGpu({ software: true });
    if (!device) throw new Error("LANEWISE_TEST_GPU promises a GPU");
    q = new Queue({ device });
  });

  test.each(Object.keys(types) as (keyof typeof types)[])("of %s", async (name) => {
    const wide = name === "Int8Array" ? "Int32Array" : name;
    for (const length of lengths) {
      const x = arrayOf(name, length);
      for (const operation of isAll ? all : few[name]) {
        // Products of numbers of more than 26 bits are not exact here.
        if (operation === "multiply" && name !== "Int8Array" && name !== "Float32Array") continue;
        // Signs alone, whose products are exact.
        if (operation === "multiply") for (const [i, value] of x.entries()) x[i] = Math.sign(value) || 1;
        const out = new types[wide](length);
        const expected = loop(x, out, operation, identities[wide][operation]);
        await inclusiveScan(q, x, out as never, operation);
        expect(out, `${operation} of ${length}`).toEqual(expected.inclusive);
        await exclusiveScan(q, x, out as never, operation);
        expect(out, `exclusive ${operation} of ${length}`).toEqual(expected.exclusive);
      }
    }
  });

  test("in place, and sums of floats have the same bits each time", async () => {
    const x = Float32Array.from({ length: 9000 }, (_, i) => Math.sin(i));
    const results = [0, 1, 2].map(() => q.mallocShared(Float32Array, x));
    for (const y of results) await inclusiveScan(q, y, y);
    const [first, ...others] = results.map((y) => [...y]);
    for (const other of others) expect(other).toEqual(first);
    let sum = 0;
    x.forEach((value, i) => {
      sum += value;
      expect(Math.abs((first?.[i] ?? NaN) - sum)).toBeLessThan(1e-4);
    });
  });
});
