// Conformance: buffers and accessors of SYCL 2020. Titles begin with the section. Each function of the program runs on each device and as
// plain JavaScript, over sizes that do not divide evenly, in one to three dimensions.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test, vi } from "vitest";
import { loadProgram } from "../../support/load-program.js";

const types = {
  Int8Array: -3,
  Uint8Array: 250,
  Uint8ClampedArray: 250,
  Int16Array: -300,
  Uint16Array: 65000,
  Int32Array: -70000,
  Uint32Array: 4000000000,
  Float32Array: 0.5,
  Float64Array: 0.1,
  BigInt64Array: -5n,
  BigUint64Array: 5n,
} as const;
type Name = keyof typeof types;

/** Of each type: what was read, plus one, from a part of a buffer to a part of another. */
const copies = Object.keys(types)
  .map((name) => {
    const one = name.startsWith("Big") ? "1n" : "1";
    return `export async function copy${name}(q: Queue, values: ${name}, offset: number, n: number): Promise<${name}> {
  const out = new ${name}(values.length);
  await using from = new DeviceBuffer(values);
  await using to = new DeviceBuffer(out);
  q.submit((h) => {
    const [x, y] = [h.accessor(from, "read", { offset, range: n }), h.accessor(to, "write", { range: n })];
    h.parallelFor(n, (i) => { y[i] = x[i]! + ${one}; });
  });
  await to.disposeAsync();
  return out;
}`;
  })
  .join("\n");

const sources = {
  "types.ts": `import { DeviceBuffer, type Queue } from "lanewise";\n${copies}`,
  "main.ts": `import { type Accessor2, atomicRef, DeviceBuffer, type i32, type Queue, type ReadAccessor } from "lanewise";
type Two = readonly [number, number];
type Three = readonly [number, number, number];
type Event = ReturnType<Queue["submit"]>;
/** What each element of a part of two dimensions is in the part, in the buffer. */
export async function two(q: Queue, [h, w]: Two, offset: Two, range: Two): Promise<number[]> {
  using buffer = new DeviceBuffer(Int32Array, [h, w], { name: "image" });
  q.submit((g) => {
    const a = g.accessor(buffer, "write", { offset, range });
    g.parallelFor(range, (y, x) => { a[y]![x] = y * 1000 + x + 1; });
  });
  q.submit((g) => {
    const a = g.accessor(buffer, "read_write", { offset, range });
    g.parallelFor(range, (y, x) => { a[y]![x]! += a.length * 1000000 + a[y]!.length * 100000; });
  });
  using all = await buffer.hostAccessor("read");
  return [...all].flatMap((row) => [...row]);
}
export async function three(q: Queue, [d, h, w]: Three, offset: Three, range: Three): Promise<number[]> {
  using buffer = new DeviceBuffer(Float64Array, [d, h, w]);
  q.submit((g) => {
    const a = g.accessor(buffer, "write", { offset, range });
    g.parallelFor(range, (z, y, x) => { a[z]![y]![x] = (z * 100 + y) * 100 + x + 0.5; });
  });
  using all = await buffer.hostAccessor("read");
  return [...all].flatMap((plane) => [...plane].flatMap((row) => [...row]));
}
const around = (a: Accessor2<ReadAccessor<Float32Array>>, y: i32, x: i32): number => {
  let sum = 0;
  for (let k = Math.max(y - 1, 0); k <= Math.min(y + 1, a.height - 1); k++) {
    for (let j = Math.max(x - 1, 0); j <= Math.min(x + 1, a.width - 1); j++) sum += a[k]![j]!;
  }
  return sum;
};
/** Sums of neighbours, twice, between two buffers. */
export async function blur(q: Queue, values: Float32Array, size: Two): Promise<Float32Array> {
  await using one = new DeviceBuffer(values, size);
  await using other = new DeviceBuffer(Float32Array, size);
  for (const [from, to] of [[one, other], [other, one]] as const) {
    q.submit((g) => {
      const [x, y] = [g.accessor(from, "read"), g.accessor(to, "write", { noInit: true })];
      g.parallelFor(size, (i, j) => { y[i]![j] = around(x, i, j); });
    });
  }
  await one.disposeAsync();
  return values;
}
/** Queues of several kinds, one after the other by the data alone. */
export async function chain(queues: readonly Queue[], n: number, rounds: number): Promise<number[]> {
  const values = new Int32Array(n).fill(1);
  {
    await using x = new DeviceBuffer(values);
    for (let round = 0; round < rounds; round++) {
      for (const q of queues) {
        q.submit((h) => {
          const a = h.accessor(x);
          h.parallelFor(n, (i) => { a[i] = (a[i]! * 3 + i) % 1000; });
        });
      }
    }
  }
  return [...values];
}
export async function histogram(q: Queue, n: number): Promise<number[]> {
  using counts = new DeviceBuffer(Int32Array, [2, 3]);
  q.submit((h) => {
    const c = h.accessor(counts);
    h.parallelFor(n, (i) => { atomicRef(c[i % 2]!, i % 3).fetchAdd(1); });
  });
  using c = await counts.hostAccessor("read");
  return [...c[0]!, ...c[1]!];
}
export const over = (q: Queue, buffer: DeviceBuffer<Float32Array, 1>, n: number): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer, "write", { offset: 1, range: 3 });
    h.parallelFor(n, (i) => { a[i] = i; });
  });
export const overRow = (q: Queue, buffer: DeviceBuffer<Float32Array, 2>): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer, "write");
    h.parallelFor(9, (x) => { a[0]![x] = x; });
  });
export const overColumn = (q: Queue, buffer: DeviceBuffer<Float32Array, 3>): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer, "read_write");
    h.parallelFor(9, (y) => { a[0]![y]![0]! += 1; });
  });
export const add = (q: Queue, buffer: DeviceBuffer<Int32Array, 1>, value: number): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer);
    h.parallelFor(a.length, (i) => { a[i]! += value; });
  });
export const fails = (q: Queue, buffer: DeviceBuffer<Int32Array, 1>): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer);
    h.parallelFor(a.length + 1, (i) => { a[i] = 99; });
  });
export const set = (q: Queue, buffer: DeviceBuffer<Int32Array, 1>, value: number): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer, "write", { noInit: true });
    h.parallelFor(a.length, (i) => { a[i] = value; });
  });
export const byCast = (q: Queue, buffer: DeviceBuffer<Int32Array, 1>): Event =>
  q.submit((h) => {
    const a = h.accessor(buffer, "read") as Int32Array;
    h.parallelFor(a.length, (i) => { a[i] = 1; });
  });
export function outside(q: Queue, buffer: DeviceBuffer<Int32Array, 1>): Event {
  let kept: Int32Array | undefined;
  q.submit((h) => { kept = h.accessor(buffer); h.hostTask(() => undefined); });
  const a = kept!;
  return q.parallelFor(a.length, (i) => { a[i] = 1; });
}
`,
};
const compiled = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});

type Run = (...args: readonly unknown[]) => Promise<unknown>;
type Runs = Readonly<Record<string, Run>>;
/** The functions of both files; they are of the sources above. */
const functionsOf = async (from: typeof compiled) =>
  ({ ...(await from.load("types.ts")), ...(await from.load("main.ts")) }) as Runs;
const functions = new Map([
  [compiled, await functionsOf(compiled)],
  [plain, await functionsOf(plain)],
]);
const ways = [
  { title: "cpu, one thread", from: compiled, options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", from: compiled, options: { device: "cpu", threads: 3 } },
  { title: "host", from: compiled, options: { device: "host" } },
  { title: "not compiled", from: plain, options: {} },
] as const;
/** What `two` gives: the part's elements at their places. */
function expectedPart(
  sizes: readonly number[],
  offset: readonly number[],
  range: readonly number[],
  at: (...indices: number[]) => number,
) {
  const out = new Array<number>(sizes.reduce((a, b) => a * b)).fill(0);
  const visit = (indices: number[]): void => {
    const dimension = indices.length;
    if (dimension < sizes.length) {
      for (let i = 0; i < (range[dimension] ?? 0); i++) visit([...indices, i]);
      return;
    }
    const place = indices.reduce((sum, one, k) => sum * (sizes[k] ?? 0) + one + (offset[k] ?? 0), 0);
    out[place] = at(...indices);
  };
  visit([]);
  return out;
}

describe.each(ways)("$title", ({ title, from, options }) => {
  const { DeviceBuffer, Queue } = from.lanewise;
  const q = new Queue(options);
  const isCompiled = title !== "not compiled";
  const run = (name: string, ...args: readonly unknown[]) => functions.get(from)?.[name]?.(...args);
  const add = (queue: Queue, buffer: object, value: number) => run("add", queue, buffer, value);

  test.each(Object.keys(types) as Name[])("4.7.6 accessors: parts of buffers of one dimension, %s", async (name) => {
    const values = new globalThis[name](37) as { [index: number]: number | bigint };
    for (let i = 0; i < 37; i++) values[i] = name.startsWith("Big") ? BigInt(i) : i;
    values[36] = types[name];
    const out = (await run(`copy${name}`, q, values, 6, 31)) as ArrayLike<unknown>;
    const expected = new globalThis[name](37) as { [index: number]: number | bigint };
    for (let i = 0; i < 31; i++) {
      const value = values[i + 6] ?? 0;
      expected[i] = typeof value === "bigint" ? value + 1n : value + 1;
    }
    expect(out).toEqual(expected);
  });
  test.each([
    [
      [7, 13],
      [0, 0],
      [7, 13],
    ],
    [
      [7, 13],
      [2, 3],
      [4, 9],
    ],
    [
      [5, 101],
      [1, 0],
      [3, 101],
    ],
    [
      [3, 33],
      [2, 32],
      [1, 1],
    ],
    [
      [4, 4],
      [4, 1],
      [0, 3],
    ],
  ])("4.7.6.6 ranged accessors: of %j elements, from %j on, %j", async (sizes, offset, range) => {
    const [height = 0, width = 0] = range;
    const expected = expectedPart(
      sizes,
      offset,
      range,
      (y = 0, x = 0) => y * 1000 + x + 1 + height * 1000000 + width * 100000,
    );
    expect(await run("two", q, sizes, offset, range)).toEqual(expected);
  });
  test.each([
    [
      [3, 5, 7],
      [0, 0, 0],
      [3, 5, 7],
    ],
    [
      [3, 5, 37],
      [1, 2, 3],
      [2, 3, 33],
    ],
  ])("4.7.6.6 ranged accessors: of %j elements, from %j on, %j, three dimensions", async (sizes, offset, range) => {
    const expected = expectedPart(sizes, offset, range, (z = 0, y = 0, x = 0) => (z * 100 + y) * 100 + x + 0.5);
    expect(await run("three", q, sizes, offset, range)).toEqual(expected);
  });
  test("4.7.6 accessors: read and write ones of two dimensions, passed to functions", async () => {
    const [h, w] = [11, 37];
    const step = (x: Float32Array) =>
      x.map((_, place) => {
        const [y, column] = [Math.floor(place / w), place % w];
        let sum = 0;
        for (let k = Math.max(y - 1, 0); k <= Math.min(y + 1, h - 1); k++)
          for (let j = Math.max(column - 1, 0); j <= Math.min(column + 1, w - 1); j++) sum += x[k * w + j] ?? 0;
        return sum;
      });
    const values = Float32Array.from({ length: h * w }, (_, i) => i % 7);
    expect(await run("blur", q, values.slice(), [h, w])).toEqual(step(step(values)));
  });
  test("4.7.6.6 accessors: atomic operations on elements of rows", async () => {
    if (isCompiled) expect(await run("histogram", q, 602)).toEqual([101, 100, 100, 100, 101, 100]);
  });

  test("3.8.1.2 memory model: commands of several queues and contexts run in the order that their accessors give", async () => {
    using other = new from.lanewise.Context();
    const options1 = { ...options, order: "explicit" } as const;
    const queues = [
      q,
      new Queue(options1),
      new Queue({ ...options1, context: other }),
      new Queue(isCompiled ? { device: "host" } : {}),
    ];
    const expected = Int32Array.from({ length: 1003 }, () => 1);
    for (let round = 0; round < 20; round++)
      expected.forEach((value, i) => {
        expected[i] = (value * 3 + i) % 1000;
      });
    expect(await run("chain", queues, 1003, 5)).toEqual([...expected]);
  });
  test("4.7.2 buffers: an array has the contents after dispose, and not before", async () => {
    const values = Int32Array.of(1, 2, 3);
    const buffer = new DeviceBuffer(values);
    await add(q, buffer, 10);
    expect([...values]).toEqual([1, 2, 3]);
    buffer.dispose();
    expect([...values]).toEqual([11, 12, 13]);
    await expect(buffer.hostAccessor()).rejects.toMatchObject({ code: "freed" });
  });
  test("4.7.2.3 buffers: setFinalData and setWriteBack", async () => {
    const [values, final] = [Int32Array.of(1, 2, 3), new Int32Array(3)];
    const buffer = new DeviceBuffer(values);
    await add(q, buffer, 10);
    buffer.setFinalData(final);
    await buffer.disposeAsync();
    expect([...values, ...final]).toEqual([1, 2, 3, 11, 12, 13]);
    const silent = new DeviceBuffer(values);
    await add(q, silent, 10);
    silent.setWriteBack(false);
    silent.dispose();
    const nowhere = new DeviceBuffer(values);
    await add(q, nowhere, 10);
    nowhere.setFinalData(null);
    nowhere.dispose();
    expect([...values]).toEqual([1, 2, 3]);
  });
  test("4.7.2 sub-buffers: share memory, and order commands by the bytes that they use", async () => {
    const buffer = new DeviceBuffer(Int32Array, 10);
    const [low, high] = [buffer.subBuffer(0, 4), buffer.subBuffer(3, 7)];
    const other = new Queue({ ...options, order: "explicit" });
    void run("set", other, low, 1);
    void add(other, high, 5);
    void add(q, buffer, 100);
    void add(other, low, 1000);
    using all = await buffer.hostAccessor("read");
    expect([...all]).toEqual([1101, 1101, 1101, 1106, 105, 105, 105, 105, 105, 105]);
    expect(() => low.subBuffer(0, 2)).toThrow(/this is a sub-buffer/);
    using plane = new DeviceBuffer(Int32Array, [4, 4]);
    expect(() => plane.subBuffer([0, 1], [2, 2])).toThrow(/not contiguous/);
    expect(plane.subBuffer([1, 0], [2, 4]).range).toEqual([2, 4]);
  });
  test("4.7.6.10 host accessors: wait for writers; what conflicts waits for them", async () => {
    const buffer = new DeviceBuffer(Int32Array, 3);
    void add(q, buffer, 1);
    const a = buffer.hostAccessorSync();
    a[1] = 50;
    const event = add(q, buffer, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([...a]).toEqual([1, 50, 1]);
    a.dispose();
    await event;
    using b = await buffer.hostAccessor("read");
    expect([...b]).toEqual([2, 51, 2]);
  });

  test("4.7.6.4 no_init: what was there is not brought, and a failure before is overwritten", async () => {
    const buffer = new DeviceBuffer(Int32Array, 4);
    const silent = new Queue({ ...options, onError: () => undefined });
    const failed = silent.submit((h) => {
      h.accessor(buffer, "write");
      h.hostTask(() => {
        throw new Error("first");
      });
    });
    const after = add(q, buffer, 1);
    await expect(after).rejects.toMatchObject({ code: "dependency_failed", cause: new Error("first") });
    await expect(failed).rejects.toThrow("first");
    await expect(buffer.hostAccessor("read")).rejects.toMatchObject({ code: "dependency_failed" });
    await run("set", q, buffer, 7);
    using all = await buffer.hostAccessor("read");
    expect([...all]).toEqual([7, 7, 7, 7]);
  });
  test("4.7.2 buffers: what comes behind a command that never ran waits for what that was to wait for", async () => {
    using buffer = new DeviceBuffer(Int32Array, 4);
    const other = new Queue({ ...options, order: "explicit" });
    const all = { offset: 0, range: 4 };
    const last = { offset: 2, range: 2 };
    const failed = q.submit((h) => {
      h.accessor(buffer, "read_write", last);
      h.hostTask(() => {
        throw new Error("first");
      });
    });
    const slow = q.submit((h) => {
      const x = h.accessor(buffer, "write", { offset: 0, range: 3, noInit: true });
      h.hostTask(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        x.fill(1);
      });
    });
    // It fails at once, while what it shares an element with has not begun.
    const never = add(q, buffer, 1);
    const after = other.submit((h) => h.fill(h.accessor(buffer, "write", { ...all, noInit: true }), 2));
    await expect(failed).rejects.toThrow("first");
    await expect(never).rejects.toMatchObject({ code: "dependency_failed" });
    await Promise.all([slow, after]);
    using found = await buffer.hostAccessor("read");
    expect([...found]).toEqual([2, 2, 2, 2]);
  });
  test("4.7.2 buffers: nothing is written back after a failure", async () => {
    const values = Int32Array.of(1, 2);
    const errors: unknown[] = [];
    const silent = new Queue({ ...options, onError: (error) => errors.push(error) });
    {
      await using buffer = new DeviceBuffer(values);
      void add(q, buffer, 1);
      silent.submit((h) => {
        h.accessor(buffer);
        h.hostTask(() => {
          throw new Error("first");
        });
      });
    }
    await vi.waitFor(() => expect(errors.length).toBe(1));
    expect([...values]).toEqual([1, 2]);
  });
  test("4.7.6.9 host tasks, copies and fills: accessors on the host", async () => {
    using buffer = new DeviceBuffer(Float64Array, [3, 4]);
    const out = new Float64Array(6);
    q.submit((h) => h.fill(h.accessor(buffer, "write"), 2.5));
    q.submit((h) =>
      h.copy(Float64Array.of(1, 2, 3, 4), h.accessor(buffer, "write", { offset: [1, 1], range: [2, 2] })),
    );
    q.submit((h) => {
      const a = h.accessor(buffer);
      h.hostTask(() => {
        const row = a[2];
        if (row) row[3] = (a[1]?.[2] ?? 0) * 10;
      });
    });
    await q.submit((h) => h.copy(h.accessor(buffer, "read", { offset: [0, 2], range: [3, 2] }), out));
    expect([...out]).toEqual([2.5, 2.5, 2, 2.5, 4, 20]);
  });
  test("4.7.6 accessors: one that no kernel uses orders its command, too", async () => {
    using buffer = new DeviceBuffer(Int32Array, 2);
    const explicit = new Queue({ ...options, order: "explicit" });
    const order: string[] = [];
    const note = (name: string, mode: "read" | "write", wait: number) =>
      explicit.submit((h) => {
        h.accessor(buffer, mode);
        h.hostTask(async () => {
          await new Promise((resolve) => setTimeout(resolve, wait));
          order.push(name);
        });
      });
    note("write", "write", 9);
    note("slow read", "read", 9);
    note("fast read", "read", 1);
    note("write again", "write", 0);
    await explicit.wait();
    expect(order).toEqual(["write", "fast read", "slow read", "write again"]);
  });
  test("4.7.6.10 host accessors: what waits for one cannot be waited for by blocking", () => {
    const buffer = new DeviceBuffer(Int32Array, 2);
    const a = buffer.hostAccessorSync("read");
    const event = q.submit((h) => {
      h.accessor(buffer, "write");
      h.hostTask(() => undefined);
    });
    const read = q.submit((h) => {
      h.accessor(buffer, "read");
      h.hostTask(() => undefined);
    });
    expect(() => event.waitSync()).toThrow(/A host accessor of DeviceBuffer was not released/);
    expect(() => buffer.dispose()).toThrow(/A host accessor of DeviceBuffer/);
    a.dispose();
    read.waitSync();
    buffer.dispose();
  });
  test.skipIf(!isCompiled)("4.7.6 accessors: elements outside fail with names and lengths", async () => {
    using line = new DeviceBuffer(Float32Array, 5);
    using plane = new DeviceBuffer(Float32Array, [2, 8]);
    using volume = new DeviceBuffer(Float32Array, [2, 3, 4]);
    await expect(run("over", q, line, 4)).rejects.toMatchObject({
      code: "out_of_bounds",
      array: "a",
      index: 3,
      length: 3,
    });
    await expect(run("overRow", q, plane)).rejects.toMatchObject({ code: "out_of_bounds", index: 8, length: 8 });
    await expect(run("overColumn", q, volume)).rejects.toMatchObject({ code: "out_of_bounds", index: 3, length: 3 });
  });
  test.skipIf(!isCompiled)(
    "4.7.6.6 accessors: a write through one for reading, and a use outside of its group, throw before anything runs",
    () => {
      using buffer = new DeviceBuffer(Int32Array, 5, { name: "counts" });
      expect(() => run("byCast", q, buffer)).toThrow(
        /captured "a" .* is a read accessor of DeviceBuffer counts, but the kernel writes it/,
      );
      expect(() => run("outside", q, buffer)).toThrow(
        /captured "a" .* is memory of DeviceBuffer counts, but not an accessor of this command group/,
      );
    },
  );
  test.skipIf(!isCompiled)("4.7.2 buffers: contents that a disposed context had are an error", async () => {
    using buffer = new DeviceBuffer(Int32Array, 2);
    const context = new from.lanewise.Context();
    await add(new Queue({ ...options, context }), buffer, 1);
    context[Symbol.dispose]();
    await expect(add(q, buffer, 1)).rejects.toMatchObject({ code: "freed" });
    await run("set", q, buffer, 3);
    using all = await buffer.hostAccessor("read");
    expect([...all]).toEqual([3, 3]);
  });
  test("4.7.2, 4.7.6 errors: arguments that do not fit", () => {
    using buffer = new DeviceBuffer(Int32Array, [3, 4], { name: "image" });
    const accessor = (...args: readonly unknown[]) =>
      q.submit((h) => {
        (h.accessor as (...args: readonly unknown[]) => unknown)(buffer, ...args);
        h.hostTask(() => undefined);
      });
    expect(() => accessor("readWrite")).toThrow(/the mode is "readWrite"/);
    expect(() => accessor("read", { noInit: true })).toThrow(/noInit is true with the mode "read"/);
    expect(() => accessor("read", { offset: 2 })).toThrow(/the offset is 1-dimensional, the buffer 2-dimensional/);
    expect(() => accessor("read", { offset: [2, 2], range: [2, 1] })).toThrow(
      /the range \[2, 1\] at the offset \[2, 2\] is not inside \[3, 4\]/,
    );
    expect(() => new DeviceBuffer(new Int32Array(5), [2, 3])).toThrow(
      /the range \[2, 3\] has 6 elements, and the array is a Int32Array of length 5/,
    );
    expect(() => buffer.setFinalData(new Int32Array(5))).toThrow(/expected Int32Array of length 12/);
    expect(() => q.submit((h) => h.accessor({} as never))).toThrow(/expected a DeviceBuffer/);
    let late: ((buffer: never) => unknown) | undefined;
    q.submit((h) => {
      late = (one) => h.accessor(one);
      h.hostTask(() => undefined);
    });
    expect(() => late?.(buffer as never)).toThrow(/after its function had returned/);
  });
});
