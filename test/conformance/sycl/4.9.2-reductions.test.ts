// Conformance: SYCL 2020, 4.9.2 (reduction variables). On each device, on one and several threads, and as plain JavaScript.

import { type KernelError, type Queue, reduction } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../../support/load-program.js";

const sources = {
  "reductions.ts": `import { deviceGlobal, type f64, localMemory, type NdItem, ndRange, type Queue, reduction } from "lanewise";
export const largest = deviceGlobal<f64, { hostAccess: "read" }>(0);
export async function sum(q: Queue, values: readonly number[], before: number, initializeToIdentity: boolean): Promise<number> {
  const n = values.length;
  const x = q.mallocShared(Float32Array, values);
  const out = q.mallocShared(Float32Array, [before]);
  await q.parallelFor(n, reduction(out, "add", { initializeToIdentity }), (i, out) => out.combine(x[i]!));
  return out[0]!;
}
export async function several(q: Queue, [h, w]: readonly [number, number]): Promise<number[]> {
  const x = q.mallocShared(Int32Array, h * w);
  for (let i = 0; i < h * w; i++) x[i] = (i * 7919) % 1009;
  const [total, least, most] = [q.mallocShared(Int32Array, 1), q.mallocShared(Int32Array, [5000]), q.mallocShared(Int32Array, 1)];
  await q.parallelFor([h, w], reduction(total, "add"), reduction(least, "min"), reduction(most, "max"), (y, x_, total, least, most) => {
    const value = x[y * w + x_]!;
    total.combine(value);
    least.combine(value);
    most.combine(value);
  });
  return [total[0]!, least[0]!, most[0]!];
}
export async function twice(q: Queue, n: number): Promise<number> {
  const out = q.mallocShared(Int32Array, 1);
  await q.parallelFor(n, reduction(out, "add"), (i, out) => {
    out.combine(i);
    if (i % 2 === 0) return;
    out.combine(1);
  });
  return out[0]!;
}
export async function beyond(q: Queue, [h, w]: readonly [number, number], y0: number, x0: number): Promise<void> {
  const x = q.mallocShared(Float32Array, 8);
  const out = q.mallocShared(Float32Array, 1);
  await q.parallelFor([h, w], reduction(out, "add"), (y, x_, out) => {
    out.combine(x[y === y0 && x_ === x0 ? 8 : 0]!);
  }, { name: "beyond" });
}
export async function toGlobal(q: Queue): Promise<number> {
  await q.parallelFor(9, reduction(largest, "max"), (i, largest) => largest.combine(i));
  await q.parallelFor(9, reduction(largest, "max"), (i, largest) => largest.combine(i / 2));
  return q.read(largest);
}
export async function rows(q: Queue, values: readonly number[], length: number): Promise<number[]> {
  const n = values.length;
  const x = q.mallocShared(Float32Array, values);
  const out = q.mallocShared(Float32Array, length).fill(0.1);
  await q.parallelFor(n, reduction(out, "add"), (i, out) => {
    out.at(((i % 1000) * 7919) % length).combine(x[i]!);
    if (i % 3 === 0) out.at(i % length).combine(0.3);
  });
  return [...out];
}
export async function beyondArray(q: Queue, n: number, length: number): Promise<void> {
  const out = q.mallocShared(Float32Array, length);
  const counts = q.mallocShared(Int32Array, length);
  try {
    await q.parallelFor(n, reduction(out, "add"), reduction(counts, "add"), (i, out, counts) => {
      counts.at(0).combine(1);
      out.at(i).combine(1);
    });
  } finally {
    if (out.some((one) => one !== 0) || counts[0] !== 0) throw new Error("a target was written");
  }
}
export async function indexMissing(q: Queue): Promise<void> {
  const out = q.mallocShared(Int32Array, 3);
  await q.parallelFor(9, reduction(out, "add"), (i, out) => out.combine(i));
}
export async function byFunction(q: Queue, values: readonly number[], before: number): Promise<number> {
  const x = q.mallocShared(Float32Array, values);
  const out = q.mallocShared(Float32Array, [before]);
  await q.parallelFor(values.length, reduction(out, (a, b) => a + b + a * b * 0.001, { identity: 0 }), (i, out) => out.combine(x[i]! * 0.001));
  return out[0]!;
}
export async function wrongIdentity(q: Queue): Promise<void> {
  const out = q.mallocShared(Int32Array, 1);
  await q.parallelFor(9, reduction(out, (a, b) => a * b, { identity: 1.5 }), (i, out) => out.combine(i));
}
export async function ofGroups(q: Queue, values: readonly number[], size: number, failing: number): Promise<number[]> {
  const n = values.length;
  const x = q.mallocShared(Float32Array, values);
  const out = q.mallocShared(Float32Array, [0.1]);
  const rows = q.mallocShared(Float32Array, 3);
  try {
    await q.parallelFor(ndRange(n, size), reduction(out, "add"), reduction(rows, "add"), (item: NdItem<1>, out, rows) => {
      const tile = localMemory(Float32Array, 64);
      tile[item.localId()] = x[item.globalId()]!;
      item.barrier();
      const other = tile[item.localRange() - 1 - item.localId()]!;
      out.combine(other);
      rows.at(item.globalId() === failing ? 3 : item.localId() % 3).combine(other);
      if (other > 0) out.combine(x[item.globalId()]!);
      rows.at(item.localId() % 2).combine(0.3);
    });
  } finally {
    if (failing < n && out[0] !== Math.fround(0.1)) throw new Error("the target was written");
  }
  return [out[0]!, ...rows];
}
/** Of arrays of the host, two in one buffer; the kernel captures a third, and the second launch is submitted before the first one is complete. */
export async function ofHost(q: Queue): Promise<number[]> {
  const all = new Float64Array(3).fill(1);
  const [sum, bins] = [all.subarray(0, 1), all.subarray(1)];
  const values = Float32Array.from({ length: 9 }, (_, i) => i);
  void q.parallelFor(9, reduction(sum, "add"), (i, sum) => sum.combine(values[i]!));
  await q.parallelFor(9, reduction(sum, "max"), reduction(bins, "add"), (i, sum, bins) => {
    sum.combine(i);
    bins.at(i % 2).combine(1);
  });
  return [...all];
}
export async function ofHostFails(q: Queue, values: Int32Array, out: Int32Array): Promise<void> {
  await q.parallelFor(9, reduction(out, "add"), (i, out) => out.combine(values[i]!));
}
export async function oneOrOther(q: Queue): Promise<void> {
  const [a, b] = [q.mallocShared(Float32Array, 1), q.mallocShared(Float32Array, 1)];
  await q.parallelFor(9, reduction(a, "add"), reduction(b, "add"), (i, a, b) => {
    const one = i > 3 ? a : b;
    one.combine(i);
  });
}
export async function printed(q: Queue): Promise<(readonly number[])[]> {
  const items: (readonly number[])[] = [];
  const out = q.mallocShared(Float32Array, 1);
  q.onLog = ({ workItem }) => { items.push(workItem); };
  await q.parallelFor([3, 20], reduction(out, "add"), (y, x, out) => {
    if (x === 18) console.log("here");
    out.combine(1);
  });
  q.onLog = undefined;
  return items.sort((a, b) => a[0]! - b[0]!);
}
`,
};

type Functions = {
  sum(q: Queue, values: readonly number[], before: number, initializeToIdentity: boolean): Promise<number>;
  several(q: Queue, range: readonly [number, number]): Promise<number[]>;
  twice(q: Queue, n: number): Promise<number>;
  beyond(q: Queue, range: readonly [number, number], y: number, x: number): Promise<void>;
  toGlobal(q: Queue): Promise<number>;
  rows(q: Queue, values: readonly number[], length: number): Promise<number[]>;
  beyondArray(q: Queue, n: number, length: number): Promise<void>;
  indexMissing(q: Queue): Promise<void>;
  byFunction(q: Queue, values: readonly number[], before: number): Promise<number>;
  wrongIdentity(q: Queue): Promise<void>;
  ofGroups(q: Queue, values: readonly number[], size: number, failing: number): Promise<number[]>;
  ofHost(q: Queue): Promise<number[]>;
  ofHostFails(q: Queue, values: Int32Array, out: Int32Array): Promise<void>;
  oneOrOther(q: Queue): Promise<void>;
  printed(q: Queue): Promise<(readonly number[])[]>;
};

const compiled = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});
// The program exports these.
const functions = (await compiled.load("reductions.ts")) as unknown as Functions;
const plainFunctions = (await plain.load("reductions.ts")) as unknown as Functions;

/** Sums of these hang on the order. */
const uneven = (n: number): number[] => Array.from({ length: n }, (_, i) => Math.fround(Math.sin(i) * 10 ** (i % 7)));

describe.each([
  ["cpu", new compiled.lanewise.Queue({ device: "cpu" }), functions],
  ["cpu, one thread", new compiled.lanewise.Queue({ device: "cpu", threads: 1 }), functions],
  ["host", new compiled.lanewise.Queue({ device: "host" }), functions],
  ["plain JavaScript", new plain.lanewise.Queue(), plainFunctions],
] as const)("%s", (name, q, program) => {
  test("4.9.2.1: the value before takes part, unless initializeToIdentity says that it does not", async () => {
    expect(await program.sum(q, [1, 2, 3], 10, false)).toBe(16);
    expect(await program.sum(q, [1, 2, 3], 10, true)).toBe(6);
    expect(await program.sum(q, [], 10, false)).toBe(10);
    expect(await program.sum(q, [], 10, true)).toBe(0);
  });

  test("4.9.2.3: several reductions of one launch", async () => {
    const [h, w] = [37, 61];
    const values = Array.from({ length: h * w }, (_, i) => (i * 7919) % 1009);
    const total = values.reduce((a, b) => a + b);
    expect(await program.several(q, [h, w])).toEqual([total, Math.min(...values), Math.max(...values)]);
  });

  test("4.9.2.4: a work-item combines as often as it likes, also before it returns", async () => {
    expect(await program.twice(q, 1001)).toBe(500_500 + 500);
  });

  test("4.9.2.1: the target is a scalar device global", async () => {
    // The host may only read it; a reduction is no access of the host's.
    expect(await program.toGlobal(q)).toBe(8);
  });

  test.skipIf(name === "plain JavaScript")("a failure names the work-item of the range (X8)", async () => {
    for (const [y, x] of [
      [0, 0],
      [2, 33],
      [4, 69],
      [3, 16],
    ] as const) {
      const error = await program.beyond(q, [5, 70], y, x).catch((reason: KernelError) => reason);
      expect(error).toMatchObject({ code: "out_of_bounds", workItem: [y, x], index: 8, array: "x" });
    }
  });

  test("4.9.2.1: by a function, with its identity", async () => {
    const values = [5000, 0, 10_000, 1];
    expect(await program.byFunction(q, values, 2)).toBeCloseTo(17.0811, 3);
    expect(await program.byFunction(q, [], 2)).toBe(2);
  });

  test.skipIf(name === "plain JavaScript")("4.9.2.1: the identity is one of the target's type", async () => {
    await expect(program.wrongIdentity(q)).rejects.toThrow(/identity is 1.5; expected an integer \(i32\)/);
  });

  test.skipIf(name === "plain JavaScript")("4.9.2.3: an index beyond the target fails where it stands", async () => {
    const error = await program.beyondArray(q, 5000, 70).catch((reason: KernelError) => reason);
    expect(error).toMatchObject({ code: "out_of_bounds", array: "out", index: 70, length: 70, workItem: [70] });
  });

  test.skipIf(name === "plain JavaScript")(
    "4.9.2: over work-groups, a failure names the work-item and leaves the target",
    async () => {
      const error = await program.ofGroups(q, uneven(640), 16, 333).catch((reason: KernelError) => reason);
      expect(error).toMatchObject({ code: "out_of_bounds", array: "rows", index: 3, length: 3, workItem: [333] });
    },
  );

  test.skipIf(name === "plain JavaScript")("4.9.2.3: of an array, combine says which element", async () => {
    const error = await program.indexMissing(q).catch((reason: KernelError) => reason);
    expect(error).toMatchObject({ code: "assertion_failed", array: expect.stringContaining("out.at(index)") });
  });

  test.skipIf(name === "plain JavaScript")("messages name the work-item of the range", async () => {
    expect(await program.printed(q)).toEqual([
      [0, 18],
      [1, 18],
      [2, 18],
    ]);
  });

  test("RD2: targets that are not in the device's memory", async () => {
    expect(await program.ofHost(q)).toEqual([37, 6, 5]);
  });

  test.skipIf(name === "plain JavaScript")("RD2: a launch that fails leaves such a target as it is", async () => {
    const out = Int32Array.of(7);
    await expect(program.ofHostFails(q, new Int32Array(8), out)).rejects.toMatchObject({ code: "out_of_bounds" });
    expect([...out]).toEqual([7]);
  });
});

test("a variable that may be one reducer or another is refused, with its name (RD4)", async () => {
  const q = new compiled.lanewise.Queue({ device: "cpu" });
  await expect(functions.oneOrOther(q)).rejects.toMatchObject({
    code: "kernel_not_supported",
    message: expect.stringContaining("may be the reducer"),
  });
});

test("results are the same, bit by bit, on one and several threads, and each time", async () => {
  const { Queue: OwnQueue } = compiled.lanewise;
  const [one, four] = [new OwnQueue({ device: "cpu", threads: 1 }), new OwnQueue({ device: "cpu", threads: 4 })];
  for (const n of [100, 4000, 1_000_003]) {
    const values = uneven(n);
    const expected = await functions.sum(one, values, 0.1, false);
    for (let k = 0; k < 5; k++) expect(await functions.sum(four, values, 0.1, false)).toBe(expected);
  }
});

test("what functions combine is the same, bit by bit, on one to four threads", async () => {
  const { Queue: OwnQueue } = compiled.lanewise;
  const queues = [1, 2, 3, 4].map((threads) => new OwnQueue({ device: "cpu", threads, fp: "strict" }));
  for (const n of [100, 60_000, 500_003]) {
    const values = uneven(n);
    const expected = await functions.byFunction(new OwnQueue({ device: "host" }), values, 0.1);
    for (const q of queues) expect(await functions.byFunction(q, values, 0.1)).toBe(expected);
  }
});

test("sums of work-groups are the same, bit by bit, on one to four threads and each time", async () => {
  const { Queue: OwnQueue } = compiled.lanewise;
  const queues = [1, 2, 3, 4].map((threads) => new OwnQueue({ device: "cpu", threads }));
  const host = new OwnQueue({ device: "host" });
  for (const [n, size] of [
    [40, 8],
    [64 * 300, 64],
    [50_000, 5],
  ] as const) {
    const values = uneven(n);
    const expected = await functions.ofGroups(host, values, size, n);
    for (const q of queues) {
      for (let k = 0; k < 3; k++) expect(await functions.ofGroups(q, values, size, n)).toEqual(expected);
    }
  }
});

test("sums in arrays are the same, bit by bit, on one to four threads and each time", async () => {
  const { Queue: OwnQueue } = compiled.lanewise;
  const queues = [1, 2, 3, 4].map((threads) => new OwnQueue({ device: "cpu", threads }));
  const host = new OwnQueue({ device: "host" });
  for (const [n, length] of [
    [100, 3],
    [60_000, 7],
    [300_001, 256],
    [50_000, 40_000],
  ] as const) {
    const values = uneven(n);
    const expected = await functions.rows(host, values, length);
    for (const q of queues) expect(await functions.rows(q, values, length)).toEqual(expected);
  }
});

describe("what reduction() takes", () => {
  test("an operation that there is, of the target's type", () => {
    // What programs without types may pass.
    const wrong = reduction as unknown as (...args: unknown[]) => object;
    expect(() => wrong(new Float32Array(1), "mean")).toThrow(/"mean".*expected one of add, multiply/);
    expect(() => wrong(new Float32Array(1), "xor")).toThrow(/"xor" works on integers/);
    expect(() => wrong(new Float32Array(0), "add")).toThrow(/length 0; expected elements of/);
    expect(() => wrong(new Uint8Array(1), "add")).toThrow(/Uint8Array/);
    expect(() => wrong(new Float32Array(1), () => 1)).toThrow(/function's identity is undefined/);
    expect(() => wrong({}, "add")).toThrow(/expected a typed array or a device global/);
  });
});
