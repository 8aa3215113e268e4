// Kernels on arrays of the host that are not in a device's memory: what is moved, when, and who sees it. The threads are asked for by
// LANEWISE_THREADS, so that machines with fewer cores run the same tests.

import type { Queue, QueueEvent } from "lanewise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const before = process.env.LANEWISE_THREADS;
process.env.LANEWISE_THREADS = "3";
const program = await loadProgram({
  "main.ts": `import { addressOf, deviceGlobal, type f32, type FixedArray, type i32, type Pointer, type Queue, type QueueEvent } from "lanewise";
const target = deviceGlobal<Pointer<f32>>();
const table = deviceGlobal<FixedArray<f32, 4>>([1, 2, 3, 4]);
const options = (after: readonly QueueEvent[], signal?: AbortSignal) => (signal ? { after, signal } : { after });
export const double = (q: Queue, x: Float32Array, out: Float32Array, n = x.length, signal?: AbortSignal) =>
  q.parallelFor(n, (i) => { out[i] = x[i]! * 2; }, options([], signal));
export const add = (q: Queue, out: Float32Array, value: number, after: readonly QueueEvent[] = [], signal?: AbortSignal) =>
  q.parallelFor(out.length, (i) => { out[i]! += value; }, options(after, signal));
export const doubleFrom = (q: Queue, x: Float32Array, out: Float32Array, offset: number) =>
  q.parallelFor(out.length - offset, (i) => { out[i] = x[i]! * 2; }, { offset });
export const setEven = (q: Queue, out: Float32Array, value: number) =>
  q.parallelFor(out.length, (i) => { if (i % 2 === 0) out[i] = value; });
export const rows = (q: Queue, out: Int32Array, height: number, width: number) =>
  q.parallelFor([height, width], (y, x) => { out[y * width + x] = y * 100 + x; });
export const lengthOf = (q: Queue, x: Float32Array, out: Int32Array) => q.singleTask(() => { out[0] = x.length; });
export const shift = (q: Queue, from: Uint8Array, to: Uint8Array) =>
  q.singleTask(() => { for (let i = 0; i < to.length; i++) to[i] = from[i]! + 1; });
export const bytesOf = (q: Queue, x: Float32Array, bytes: Uint8Array) => q.singleTask(() => {
  x[1] = 2;
  bytes[3] = bytes[7]!;
  x[2] = x[0]! + 1;
});
export const failing = (q: Queue, out: Float32Array, x: Float32Array) =>
  q.singleTask(() => { out[0] = 77; out[1] = x[1000]!; });
export const all = (q: Queue, a: Int8Array, b: Uint8Array, c: Uint8ClampedArray, d: Int16Array, e: Uint16Array, f: Int32Array,
  g: Uint32Array, h: Float32Array, k: Float64Array, l: BigInt64Array, m: BigUint64Array) => q.parallelFor(3, (i) => {
    a[i]! -= 1; b[i]! += 1; c[i]! += 1; d[i]! -= 1; e[i]! += 1; f[i]! -= 1; g[i]! += 1; h[i]! += 0.5; k[i]! += 0.5; l[i]! -= 1n; m[i]! += 1n;
  });
export const spin = (q: Queue, out: Int32Array, rounds: number, timeout?: number) => q.parallelFor(out.length, (i) => {
  let value: i32 = i;
  for (let k = 0; k < rounds; k++) value = Math.imul(value, 1664525) + 1013904223;
  out[i] = value;
}, timeout === undefined ? {} : { timeout });
export const point = (q: Queue, x: Float32Array, at: number) => q.singleTask(() => { target.value = addressOf(x, at); });
export const follow = (q: Queue, value: number) => q.singleTask(() => { target.value.value = value; });
export const readTable = (q: Queue, to: Float32Array) => q.copy(table, to);
export const writeTable = (q: Queue, from: Float32Array) => q.copy(from, table);
`,
});
afterAll(() => {
  program.dispose();
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
});
const { Context, Queue: NewQueue } = program.lanewise;

/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly double: (q: Queue, x: Float32Array, out: Float32Array, n?: number, signal?: AbortSignal) => QueueEvent;
  readonly add: (
    q: Queue,
    out: Float32Array,
    value: number,
    after?: readonly QueueEvent[],
    signal?: AbortSignal,
  ) => QueueEvent;
  readonly doubleFrom: (q: Queue, x: Float32Array, out: Float32Array, offset: number) => QueueEvent;
  readonly setEven: (q: Queue, out: Float32Array, value: number) => QueueEvent;
  readonly rows: (q: Queue, out: Int32Array, height: number, width: number) => QueueEvent;
  readonly lengthOf: (q: Queue, x: Float32Array, out: Int32Array) => QueueEvent;
  readonly shift: (q: Queue, from: Uint8Array, to: Uint8Array) => QueueEvent;
  readonly bytesOf: (q: Queue, x: Float32Array, bytes: Uint8Array) => QueueEvent;
  readonly failing: (q: Queue, out: Float32Array, x: Float32Array) => QueueEvent;
  readonly all: (q: Queue, ...arrays: readonly unknown[]) => QueueEvent;
  readonly spin: (q: Queue, out: Int32Array, rounds: number, timeout?: number) => QueueEvent;
  readonly point: (q: Queue, x: Float32Array, at: number) => QueueEvent;
  readonly follow: (q: Queue, value: number) => QueueEvent;
  readonly readTable: (q: Queue, to: Float32Array) => QueueEvent;
  readonly writeTable: (q: Queue, from: Float32Array) => QueueEvent;
}
let main: Main;
beforeAll(async () => {
  main = (await program.load("main.ts")) as unknown as Main;
});

/** Takes the buffer away, as postMessage with a transfer list does. */
const transfer = (array: { readonly buffer: ArrayBufferLike }) =>
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });

const isShared = ({ buffer }: Uint8Array) => buffer instanceof SharedArrayBuffer;

/** The bytes of each move while `action` runs: every one is one `set` of bytes. */
async function movesOf(action: () => unknown): Promise<readonly number[]> {
  const prototype = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
  const original = prototype.set;
  const sizes: number[] = [];
  prototype.set = function (this: Uint8Array, ...args: Parameters<Uint8Array["set"]>) {
    const [source] = args;
    // Of device memory at one end; others belong to the compiler.
    const isMove = source instanceof Uint8Array && (isShared(source) || isShared(this));
    if (isMove) sizes.push(source.byteLength);
    return original.apply(this, args);
  };
  try {
    await action();
  } finally {
    prototype.set = original;
  }
  return sizes;
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}

const floats = (...values: number[]) => Float32Array.from(values);

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new NewQueue({ device });

  describe("what may be captured", () => {
    test("arrays of every type", async () => {
      const arrays = [
        [Int8Array, -128, 127],
        [Uint8Array, 255, 0],
        [Uint8ClampedArray, 255, 255],
        [Int16Array, -32768, 32767],
        [Uint16Array, 65535, 0],
        [Int32Array, -(2 ** 31), 2 ** 31 - 1],
        [Uint32Array, 2 ** 32 - 1, 0],
        [Float32Array, 1.5, 2],
        [Float64Array, 0.1, 0.6],
        [BigInt64Array, -(2n ** 63n), 2n ** 63n - 1n],
        [BigUint64Array, 2n ** 64n - 1n, 0n],
      ].map(([type, given, wanted]) => {
        // Each row holds a constructor and elements of its type.
        const array = Reflect.construct(type as unknown as Uint8ArrayConstructor, [3]) as Uint8Array;
        return { array: array.fill(given as never), wanted: Array.from(array).map(() => wanted) };
      });
      await main.all(q, ...arrays.map(({ array }) => array));
      for (const { array, wanted } of arrays) expect(Array.from(array)).toEqual(wanted);
    });

    test("Node's Buffers: the pool's other bytes do not move", async () => {
      const [left, middle, right] = [Buffer.from([1, 2, 3]), Buffer.from([4, 5, 6]), Buffer.from([7, 8, 9])];
      expect(middle.buffer).toBe(left.buffer);
      const sizes = await movesOf(async () => {
        const event = main.shift(q, left, right);
        middle.fill(50);
        await event;
      });
      expect([...left, ...middle, ...right]).toEqual([1, 2, 3, 50, 50, 50, 2, 3, 4]);
      expect(Math.max(...sizes)).toBe(3);
    });

    test("shared buffers of the user, resizable ones, and views of odd offsets", async () => {
      const shared = new Float32Array(new SharedArrayBuffer(16));
      await main.add(q, shared, 3);
      expect([...shared]).toEqual([3, 3, 3, 3]);
      // Node 20 has it; the library's types may not.
      const resizable = Reflect.construct(ArrayBuffer, [8, { maxByteLength: 64 }]) as ArrayBuffer & {
        resize(n: number): void;
      };
      const tracking = new Float32Array(resizable);
      resizable.resize(16);
      const event = main.add(q, tracking, 1);
      resizable.resize(32);
      tracking[5] = 9;
      await event;
      expect([...tracking]).toEqual([1, 1, 1, 1, 0, 9, 0, 0]);
      const bytes = Uint8Array.from({ length: 40 }, (_, k) => k);
      await main.shift(q, bytes.subarray(17, 20), bytes.subarray(33, 36));
      expect([...bytes.subarray(32, 37)]).toEqual([32, 18, 19, 20, 36]);
      expect([...bytes.subarray(16, 21)]).toEqual([16, 17, 18, 19, 20]);
    });

    test("arrays without elements, and those whose length alone is asked, move nothing", async () => {
      const out = new Int32Array(1);
      const sizes = await movesOf(() => main.lengthOf(q, new Float32Array(1000), out));
      expect([...out, ...sizes]).toEqual([1000, 4, 4]);
      expect(await movesOf(() => main.add(q, new Float32Array(0), 1))).toEqual([]);
      await main.lengthOf(q, new Float32Array(0), out);
      expect(out[0]).toBe(0);
    });

    test("together with arrays of the device", async () => {
      using x = q.mallocShared(Float32Array, [1, 2, 3]);
      const out = new Float32Array(3);
      await main.double(q, x, out);
      await main.double(q, out, x);
      expect([...out, ...x]).toEqual([2, 4, 6, 4, 8, 12]);
    });
  });

  describe("views of one buffer", () => {
    test("see each other's stores where they overlap", async () => {
      const bytes = new Uint8Array(64);
      const sizes = await movesOf(() => main.shift(q, bytes.subarray(3, 40), bytes.subarray(4, 41)));
      // Each store is what the next work reads.
      expect([...bytes]).toEqual(Array.from({ length: 64 }, (_, k) => (k > 3 && k < 41 ? k - 3 : 0)));
      expect(sizes).toEqual([38, 37]);
    });

    test("of other element types, too", async () => {
      const x = floats(1, 0, 0);
      await main.bytesOf(q, x, new Uint8Array(x.buffer));
      const wanted = floats(1, 2, 0);
      const bytes = new Uint8Array(wanted.buffer);
      bytes[3] = bytes[7] ?? 0;
      wanted[2] = (wanted[0] ?? 0) + 1;
      expect([...x]).toEqual([...wanted]);
    });

    test("move apart where they do not overlap", async () => {
      const x = floats(1, 2, 50, 0, 0);
      const sizes = await movesOf(async () => {
        const event = main.double(q, x.subarray(0, 2), x.subarray(3));
        x[2] = 60;
        await event;
      });
      expect([...x]).toEqual([1, 2, 60, 2, 4]);
      expect(sizes).toEqual([8, 8]);
    });
  });

  describe("when values are taken and brought back", () => {
    test("they are taken when the call runs, and back when the event is complete", async () => {
      const x = floats(1, 2);
      const out = floats(0, 0);
      const event = main.double(q, x, out);
      x.fill(100);
      expect([...out]).toEqual([0, 0]);
      await event;
      expect([...x, ...out]).toEqual([100, 100, 2, 4]);
      main.double(q, x, out).waitSync();
      expect([...out]).toEqual([200, 200]);
    });

    test("each event of a chain has its results, and nothing goes to the device in between", async () => {
      const [a, b, c] = [floats(1, 2, 3), floats(0, 0, 0), floats(0, 0, 0, 0)];
      const sizes = await movesOf(async () => {
        const first = main.double(q, a, b);
        const second = main.double(q, b, c, 3);
        const third = main.add(q, b, 1);
        first.waitSync();
        expect([...b]).toEqual([2, 4, 6]);
        await second;
        expect([...c]).toEqual([4, 8, 12, 0]);
        await third;
        expect([...b]).toEqual([3, 5, 7]);
      });
      // In: a, c (of which an element is not written); back: b, c, b.
      expect(sizes).toEqual([12, 16, 12, 16, 12]);
    });

    test("while a launch is unfinished, later ones have its copy, whatever the host writes", async () => {
      const [x, out, other] = [floats(1, 2), floats(0, 0), floats(0, 0)];
      main.double(q, x, out);
      x.fill(100);
      await main.double(q, x, other);
      expect([...other]).toEqual([2, 4]);
      await main.double(q, x, other);
      expect([...other]).toEqual([200, 200]);
    });

    test("swapped arrays, step by step", async () => {
      let [from, to] = [floats(1, 2, 3), new Float32Array(3)];
      for (let step = 0; step < 5; step++) {
        main.double(q, from, to);
        [from, to] = [to, from];
      }
      await q.wait();
      expect([...from, ...to]).toEqual([32, 64, 96, 16, 32, 48]);
    });

    test("elements that are not written keep the host's values", async () => {
      const out = floats(1, 2, 3, 4, 5);
      await main.setEven(q, out, 9);
      expect([...out]).toEqual([9, 2, 9, 4, 9]);
      const [x, longer] = [floats(1, 2), floats(5, 6, 7, 8)];
      await main.double(q, x, longer, 2);
      expect([...longer]).toEqual([2, 4, 7, 8]);
    });

    test("nothing is brought to the device of what is certainly overwritten, nothing back of what is read", async () => {
      const [x, out] = [floats(1, 2, 3), floats(7, 7, 7)];
      expect(await movesOf(() => main.double(q, x, out))).toEqual([12, 12]);
      expect([...out]).toEqual([2, 4, 6]);
      const picture = new Int32Array(6).fill(-1);
      expect(await movesOf(() => main.rows(q, picture, 2, 3))).toEqual([24]);
      expect([...picture]).toEqual([0, 1, 2, 100, 101, 102]);
      const partly = floats(7, 7, 7, 7);
      await main.doubleFrom(q, floats(1, 2, 3, 4), partly, 1);
      expect([...partly]).toEqual([7, 4, 6, 8]);
      const larger = new Int32Array(7).fill(-1);
      expect(await movesOf(() => main.rows(q, larger, 2, 3))).toEqual([28, 28]);
      expect([...larger]).toEqual([0, 1, 2, 100, 101, 102, -1]);
    });

    test("ranges that overlap the unfinished launch's in part", async () => {
      const x = floats(1, 1, 1, 1, 1, 1);
      main.add(q, x.subarray(0, 4), 10);
      main.add(q, x.subarray(2, 6), 100);
      const last = main.add(q, x, 1000);
      const part = main.add(q, x.subarray(1, 3), 0.5);
      await Promise.all([last, part]);
      expect([...x]).toEqual([1011, 1011.5, 1111.5, 1111, 1101, 1101]);
    });

    test("the device's memory is given back", async () => {
      const usage = q.memoryUsage().internal;
      const x = new Float32Array(100_000);
      const event = main.add(q, x, 1);
      main.add(q, x, 1);
      expect(q.memoryUsage().internal - usage).toBeGreaterThanOrEqual(x.byteLength);
      expect(q.memoryUsage().internal - usage).toBeLessThan(2 * x.byteLength);
      await event;
      await q.wait();
      // Argument blocks stay for the next launches.
      expect(q.memoryUsage().internal - usage).toBeLessThan(1000);
    });
  });

  describe("failures", () => {
    test("of a launch that fails nothing comes back, and later launches do not see what it stored", async () => {
      const [out, x, other] = [floats(1, 2), floats(0), floats(0, 0)];
      const failed = main.failing(q, out, x);
      const next = main.double(q, out, other);
      await expect(failed.wait()).rejects.toMatchObject({ code: "out_of_bounds", array: "x" });
      await next;
      expect([...out, ...other]).toEqual([1, 2, 2, 4]);
    });

    test("a buffer that was transferred is refused, by the capture's name", () => {
      const x = floats(1, 2);
      transfer(x);
      const error = errorOf(() => main.add(q, x, 1));
      expect(error.code).toBe("invalid");
      expect(error.message).toContain('captured "out" is a Float32Array without memory: its buffer was transferred');
      const resizable = Reflect.construct(ArrayBuffer, [32, { maxByteLength: 64 }]) as ArrayBuffer & {
        resize(n: number): void;
      };
      const part = new Float32Array(resizable, 16, 4);
      resizable.resize(16);
      expect(errorOf(() => main.add(q, part, 1)).message).toContain("or is smaller now");
    });

    test("one that goes while the launch is unfinished fails the event", async () => {
      const [x, out] = [floats(1, 2), floats(0, 0)];
      const event = main.double(q, x, out);
      // What is only read is not needed any more.
      transfer(x);
      transfer(out);
      await expect(event.wait()).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining(
          'captured "out" (Float32Array of length 2): its buffer was transferred or made smaller while the launch was unfinished',
        ),
      });
      const resizable = Reflect.construct(ArrayBuffer, [32, { maxByteLength: 64 }]) as ArrayBuffer & {
        resize(n: number): void;
      };
      const shrunk = main.add(q, new Float32Array(resizable), 1);
      const after = main.add(q, new Float32Array(resizable, 0, 2), 1);
      resizable.resize(16);
      await expect(shrunk.wait()).rejects.toMatchObject({ code: "invalid" });
      await after;
      expect([...new Float32Array(resizable)]).toEqual([1, 1, 0, 0]);
    });

    test("arrays of no fitting type are refused before anything moves", async () => {
      const sizes = await movesOf(() => {
        expect(errorOf(() => main.double(q, floats(1), new Float64Array(1) as never, 1)).code).toBe("invalid");
      });
      expect(sizes).toEqual([]);
    });
  });

  describe("other commands on the same array", () => {
    test("copies and fills are in order with launches", async () => {
      const x = floats(1, 2, 3, 4);
      const [first, second, third] = [floats(0, 0, 0, 0), floats(0, 0, 0, 0), floats(0, 0, 0, 0)];
      main.add(q, x, 10);
      q.copy(x, first);
      q.fill(x, 5);
      main.add(q, x, 1);
      q.memcpy(second, x);
      q.copy(floats(7, 8), x.subarray(1));
      main.double(q, x, third);
      main.writeTable(q, x);
      const last = floats(0, 0, 0, 0);
      main.readTable(q, last);
      await main.add(q, last, 0.5);
      expect([...first]).toEqual([11, 12, 13, 14]);
      expect([...second]).toEqual([6, 6, 6, 6]);
      expect([...third]).toEqual([12, 14, 16, 12]);
      expect([...last]).toEqual([6.5, 7.5, 8.5, 6.5]);
    });

    test("toHost has what launches before it have written", () => {
      const x = floats(1, 2);
      main.add(q, x, 1);
      expect([...q.toHost(x)]).toEqual([2, 3]);
    });

    test("a command that was submitted first runs first, in whichever queue", async () => {
      const others = [new NewQueue({ device }), new NewQueue({ device: device === "cpu" ? "host" : "cpu" })];
      for (const other of others) {
        const [x, copy] = [floats(1, 2), floats(0, 0)];
        main.add(q, x, 10);
        main.double(other, x, x);
        main.add(q, x, 1);
        other.copy(x, copy);
        q.fill(x, 3);
        await main.add(other, x, 0.5);
        expect([...copy, ...x]).toEqual([23, 25, 3.5, 3.5]);
      }
    });

    test("reading at the same time waits for nobody", async () => {
      const other = new NewQueue({ device });
      const [x, one, two] = [floats(1, 2), floats(0, 0), floats(0, 0)];
      const { promise, resolve } = withResolvers();
      const held = q.submit((h) => h.hostTask(() => promise));
      try {
        main.double(q, x, one);
        await main.double(other, x, two);
        expect([...two]).toEqual([2, 4]);
        expect(held.status).not.toBe("complete");
      } finally {
        resolve();
      }
      await q.wait();
      expect([...one]).toEqual([2, 4]);
    });

    test("in queues of explicit order, too", async () => {
      const other = new NewQueue({ device, order: "explicit" });
      const x = floats(1, 2);
      for (let step = 0; step < 10; step++) {
        main.add(other, x, 1);
        main.double(other, x, x);
      }
      await other.wait();
      expect([...x]).toEqual([3070, 4094]);
    });

    test("one that is cancelled changes nothing for those before and after it", async () => {
      const other = new NewQueue({ device, order: "explicit" });
      const [x, out] = [floats(1, 2), floats(7, 7)];
      const { promise, resolve } = withResolvers();
      const held = other.submit((h) => h.hostTask(() => promise));
      try {
        const abort = new AbortController();
        main.add(other, x, 10, [held]);
        const cancelled = [
          main.add(other, x, 100, [], abort.signal),
          other.fill(x, 0, { signal: abort.signal }),
          main.double(other, x, out, 2, abort.signal),
        ];
        const last = main.add(other, out, 1);
        abort.abort();
        for (const event of cancelled) await expect(event.wait()).rejects.toBeDefined();
        await last;
        expect([...out]).toEqual([8, 8]);
      } finally {
        resolve();
      }
      await other.wait();
      expect([...x]).toEqual([11, 12]);
    });
  });

  describe("arrays of another device or context", () => {
    test("are moved when the launch runs, and come back", async () => {
      await using context = new Context({ name: "tenant" });
      const elsewhere = [
        new NewQueue({ device, context }),
        new NewQueue({ device: device === "cpu" ? "host" : "cpu" }),
      ];
      for (const other of elsewhere) {
        const x = other.mallocShared(Float32Array, [1, 2, 3]);
        const written = main.add(other, x, 10);
        await main.add(q, x.subarray(1), 100, [written]);
        expect([...x]).toEqual([11, 112, 113]);
        const event = main.add(q, x, 1);
        other.free(x);
        expect([...other.mallocShared(Float32Array, 3)]).toEqual([0, 0, 0]);
        await event;
        expect(errorOf(() => main.add(q, x, 1)).code).toBe("freed");
      }
    });
  });

  test("pointers to elements lead there until the launches on the array are final", async () => {
    const x = floats(1, 2, 3);
    main.point(q, x, 1);
    main.add(q, x, 10);
    await main.follow(q, 50);
    expect([...x]).toEqual([11, 50, 13]);
    await expect(main.follow(q, 60).wait()).rejects.toMatchObject({ code: "invalid_reference" });
    expect([...x]).toEqual([11, 50, 13]);
  });

  test("large arrays, with threads where there are any", async () => {
    const n = 300_007;
    const [x, out, numbers] = [
      Float32Array.from({ length: n }, (_, k) => k),
      new Float32Array(n + 1),
      new Int32Array(n),
    ];
    await main.double(q, x, out.subarray(1));
    expect(out.every((value, k) => value === (k === 0 ? 0 : (k - 1) * 2))).toBe(true);
    for (const rounds of device === "cpu" ? [30, 300] : [3]) {
      await main.spin(q, numbers, rounds);
      const wanted = new Int32Array(n);
      wanted.forEach((_, k) => {
        let value = k;
        for (let round = 0; round < rounds; round++) value = (Math.imul(value, 1664525) + 1013904223) | 0;
        wanted[k] = value;
      });
      expect(numbers.every((value, k) => value === wanted[k])).toBe(true);
    }
  });

  test("disposing of a context brings back what was submitted", () => {
    const x = floats(1, 2);
    {
      using context = new Context();
      main.add(new NewQueue({ device, context }), x, 1);
    }
    expect([...x]).toEqual([2, 3]);
  });
});

test("a launch that is given up leaves the array as it was, and its copy to nobody before its threads have ended", async () => {
  await using context = new Context();
  const q = new NewQueue({ device: "cpu", context });
  const out = new Int32Array(1000).fill(-1);
  await expect(main.spin(q, out, 2 ** 31 - 1, 50).wait()).rejects.toMatchObject({ code: "timeout" });
  expect(q.memoryUsage().internal).toBeGreaterThan(out.byteLength);
  const next = new Int32Array(1000);
  await main.spin(q, next, 0);
  expect(out.every((value) => value === -1)).toBe(true);
  expect(next.every((value, index) => value === index)).toBe(true);
});
