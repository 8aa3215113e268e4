// Contexts on both devices: values, arrays and threads of their own, copies between them, what happens to what is left when one is
// disposed of. The threads are asked for by LANEWISE_THREADS, so that machines with fewer cores run the same tests.

import { existsSync, readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Context, Queue } from "lanewise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const before = process.env.LANEWISE_THREADS;
process.env.LANEWISE_THREADS = "3";
const program = await loadProgram({
  "main.ts": `import { deviceGlobal, type FixedArray, i32, Queue, type StructArray, structOf } from "lanewise";
interface Point { x: i32; y: i32 }
export const counter = deviceGlobal<i32>(5);
export const table = deviceGlobal<FixedArray<i32, 2>>();
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>(7);
export const read = (q: Queue) => q.read(counter);
export const write = (q: Queue, value: number) => q.write(counter, value);
export const copyTable = (q: Queue, to: Int32Array) => q.copy(table, to);
export const fillTable = (q: Queue, from: Int32Array) => q.copy(from, table);
export const readScoped = (q: Queue) => q.read(scoped);
export const increment = (q: Queue) => q.singleTask(() => { counter.value += 1; scoped.value += 1; table[1]! += 1; });
export const double = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i]! *= 2; });
export const spin = (q: Queue, out: Int32Array, n: number, rounds: number) => q.parallelFor(n, (i) => {
  let value: i32 = i32(i);
  for (let k = 0; k < rounds; k++) value = Math.imul(value, 1664525) + 1013904223;
  out[i] = value;
});
export const points = (q: Queue) => q.mallocShared(structOf<Point>(), [{ x: 1, y: 2 }, { x: 3, y: 4 }]);
export const swap = (q: Queue, ps: StructArray<Point>) => q.parallelFor(ps.length, (i) => { const p = ps[i]!; const x = p.x; p.x = p.y; p.y = x; });
`,
});
afterAll(() => {
  program.dispose();
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
});
const { Context: NewContext, getDevices, Queue: NewQueue } = program.lanewise;

/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly read: (q: Queue) => Promise<number>;
  readonly readScoped: (q: Queue) => Promise<number>;
  readonly write: (q: Queue, value: number) => PromiseLike<void>;
  readonly copyTable: (q: Queue, to: Int32Array) => PromiseLike<void>;
  readonly fillTable: (q: Queue, from: Int32Array) => PromiseLike<void>;
  readonly increment: (q: Queue) => PromiseLike<void>;
  readonly double: (q: Queue, out: Int32Array) => PromiseLike<void>;
  readonly spin: (q: Queue, out: Int32Array, n: number, rounds: number) => ReturnType<Queue["parallelFor"]>;
  readonly points: (q: Queue) => { toArray(): { x: number; y: number }[]; [index: number]: { x: number; y: number } };
  readonly swap: (q: Queue, ps: object) => PromiseLike<void>;
}
let main: Main;
beforeAll(async () => {
  main = (await program.load("main.ts")) as unknown as Main;
});

setFlagsFromString("--expose-gc");
// The flag gives new realms the function.
const collectGarbage = runInNewContext("gc") as () => void;

function spun(item: number, rounds: number): number {
  let value = item;
  for (let k = 0; k < rounds; k++) value = (Math.imul(value, 1664525) + 1013904223) | 0;
  return value;
}

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const queueIn = (context?: Context) => new NewQueue(context ? { device, context } : { device });

  test("V1: device globals have a value in each context, which its queues share", async () => {
    await using one = new NewContext();
    await using two = new NewContext();
    const [a, b, c] = [queueIn(one), queueIn(two), queueIn()];
    await main.write(a, 100);
    for (const q of [a, queueIn(one), b, c]) await main.increment(q);
    expect([await main.read(a), await main.read(b), await main.read(c)]).toEqual([102, 6, 6]);
    expect([await main.readScoped(a), await main.readScoped(b)]).toEqual([9, 8]);
    await main.fillTable(b, Int32Array.of(8, 9));
    const [fromA, fromB] = [new Int32Array(2), new Int32Array(2)];
    await main.copyTable(a, fromA);
    await main.copyTable(b, fromB);
    expect([...fromA, ...fromB]).toEqual([0, 2, 8, 9]);
    await main.write(c, 5);
  });

  test("each device of a context has values of its own", async () => {
    await using context = new NewContext();
    const [cpu, host] = [new NewQueue({ device: "cpu", context }), new NewQueue({ device: "host", context })];
    await main.write(cpu, 1);
    await main.write(host, 2);
    expect([await main.read(cpu), await main.read(host)]).toEqual([1, 2]);
  });

  test("queues say what they are in; those without share one", () => {
    using context = new NewContext({ name: "requests" });
    expect(queueIn(context).context).toBe(context);
    expect(queueIn().context).toBe(new NewQueue().context);
    expect(queueIn().context).not.toBe(context);
    expect([context.name, queueIn().context.name]).toEqual(["requests", "default"]);
    expect(context.devices.map(({ kind }) => kind)).toEqual(getDevices().map(({ kind }) => kind));
  });

  test("copies go between contexts, in steps and in both directions", async () => {
    await using context = new NewContext();
    const [there, here] = [queueIn(context), queueIn()];
    const count = 1_000_000;
    const source = there.mallocShared(
      Int32Array,
      Int32Array.from({ length: count }, (_, index) => index),
    );
    // At the place of the source, but in another memory.
    const target = here.mallocShared(Int32Array, count);
    await here.copy(source, target);
    expect(target.every((value, index) => value === index)).toBe(true);
    target.fill(3);
    await there.copy(target, source);
    expect(source.every((value) => value === 3)).toBe(true);
    here.free(target);
    const [theirs, ours] = [main.points(there), main.points(here)];
    await main.swap(there, theirs);
    await here.copy(theirs as never, ours as never);
    expect(ours.toArray()).toEqual([
      { x: 2, y: 1 },
      { x: 4, y: 3 },
    ]);
  });

  test("kernels do not take arrays of structs of another context, and move other arrays", async () => {
    await using context = new NewContext({ name: "tenant" });
    const [there, here] = [queueIn(context), queueIn()];
    const array = there.mallocShared(Int32Array, [1, 2, 3, 4]);
    // At the same address, so that only the memory tells.
    const ours = here.mallocShared(Int32Array, 4);
    await main.double(here, array);
    expect([...array, ...ours]).toEqual([2, 4, 6, 8, 0, 0, 0, 0]);
    const structs = errorOf(() => main.swap(here, main.points(there)));
    expect(structs).toMatchObject({ code: "not_usm" });
    expect(structs.message).toContain('belongs to the context "tenant"; this queue\'s context is "default"');
    expect(errorOf(() => here.free(array)).code).toBe("not_usm");
    await main.double(there, array);
    expect([...array]).toEqual([4, 8, 12, 16]);
  });

  test("Symbol.dispose runs what was submitted, then arrays and queues throw", async () => {
    const context = new NewContext({ name: "short" });
    const [q, second] = [queueIn(context), queueIn(context)];
    const array = q.mallocShared(Int32Array, [1, 2, 3, 4]);
    const structs = main.points(q);
    const result = new Int32Array(4);
    main.double(q, array);
    q.copy(array, result);
    const single = new Int32Array(1);
    const last = second.copy(Int32Array.of(9), single);
    context[Symbol.dispose]();
    expect([last.status, ...single, ...result]).toEqual(["complete", 9, 2, 4, 6, 8]);
    const uses: readonly (() => unknown)[] = [
      () => queueIn(context),
      () => q.mallocShared(Int32Array, 1),
      () => q.free(array),
      () => q.toHost(array),
      () => q.memoryUsage(),
      () => q.copy(result, result),
      () => main.write(q, 1),
      () => main.double(q, array),
      () => second.fill(result, 0),
    ];
    for (const use of uses) {
      expect(errorOf(use)).toMatchObject({ code: "invalid" });
      expect(errorOf(use).message).toContain('Context "short" was disposed of');
    }
    await expect(main.read(q)).rejects.toMatchObject({ code: "invalid" });
    const other = queueIn();
    expect(errorOf(() => other.copy(array, result)).code).toBe("freed");
    expect(errorOf(() => other.copy(structs as never, structs as never)).code).toBe("freed");
    expect(errorOf(() => main.double(other, array)).code).toBe("freed");
    expect(errorOf(() => main.swap(other, structs)).code).toBe("freed");
    // Nothing happens.
    array[Symbol.dispose]();
    context[Symbol.dispose]();
    await q.wait();
    q[Symbol.dispose]();
  });

  test("Symbol.asyncDispose waits for all queues, and for copies of other contexts", async () => {
    const context = new NewContext();
    const q = queueIn(context);
    const [array, result] = [q.mallocShared(Int32Array, 300_000).fill(2), new Int32Array(300_000)];
    const spun = main.spin(q, q.mallocShared(Int32Array, 1000), 1000, 1000);
    const copy = queueIn().copy(array, result);
    const isDisposed = context[Symbol.asyncDispose]();
    expect(errorOf(() => q.mallocShared(Int32Array, 1)).code).toBe("invalid");
    await isDisposed;
    expect(spun.status).toBe("complete");
    await copy;
    expect(result.every((value) => value === 2)).toBe(true);
  });

  test.each([true, false])(
    "what nothing leads to any more is forgotten, also its memory; disposed of: %s",
    async (isDisposed) => {
      const use = async () => {
        const context = new NewContext();
        const q = queueIn(context);
        const array = q.mallocShared(Int32Array, 1_000_000);
        await main.increment(q);
        await main.spin(q, array, 1000, 10);
        expect([await main.read(q), array[7]]).toEqual([6, spun(7, 10)]);
        if (isDisposed) await context[Symbol.asyncDispose]();
        return [new WeakRef(context), new WeakRef(array.buffer)];
      };
      const left: WeakRef<object>[] = [];
      for (let round = 0; round < 5; round++) left.push(...(await use()));
      for (let attempt = 0; attempt < 20 && left.some((reference) => reference.deref()); attempt++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        collectGarbage();
      }
      expect(left.filter((reference) => reference.deref())).toEqual([]);
    },
  );
});

describe("threads", () => {
  const items = 20_000;
  const rounds = 2000;

  test("each context has its own, for devices and their parts; all work at the same time", async () => {
    await using one = new NewContext();
    await using two = new NewContext();
    const [cpu] = getDevices();
    const parts = cpu?.partitionByCounts([1, 2]) ?? [];
    const queues = [one, two].flatMap((context) =>
      [cpu, ...parts].map((device) => new NewQueue({ device: device ?? "cpu", context })),
    );
    expect(queues.map(({ threads }) => threads)).toEqual([3, 1, 2, 3, 1, 2]);
    const outs = queues.map((q) => q.mallocShared(Int32Array, items));
    for (let launch = 0; launch < 6; launch++) {
      const now = rounds + launch;
      await Promise.all(queues.map((q, at) => main.spin(q, outs[at] ?? new Int32Array(), items, now)));
      for (const out of outs) expect(out.every((value, index) => value === spun(index, now))).toBe(true);
    }
  });

  const tasks = "/proc/self/task";
  test.skipIf(!existsSync(tasks))(
    "they end when a context is disposed of (where the system shows the process's threads)",
    async () => {
      const count = () => readdirSync(tasks).length;
      const context = new NewContext();
      const q = new NewQueue({ device: "cpu", context });
      const out = q.mallocShared(Int32Array, items);
      await main.spin(q, out, items, rounds);
      const during = count();
      await context[Symbol.asyncDispose]();
      expect(during - count()).toBeGreaterThanOrEqual(3);
    },
  );

  test("a context that is disposed of while its launch is shared ends it first", async () => {
    for (const isBlocking of [false, true]) {
      const context = new NewContext();
      const q = new NewQueue({ device: "cpu", context });
      const out = q.mallocShared(Int32Array, items);
      await main.spin(q, out, items, rounds);
      const event = main.spin(q, out, items, rounds + 1);
      if (isBlocking) context[Symbol.dispose]();
      else await context[Symbol.asyncDispose]();
      expect(event.status).toBe("complete");
      expect(out.every((value, index) => value === spun(index, rounds + 1))).toBe(true);
    }
    const q = new NewQueue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, items);
    await main.spin(q, out, items, rounds);
    expect([out[7], q.device.threads]).toEqual([spun(7, rounds), 3]);
  });
});

test("the default context stays, and what is no context is said", () => {
  const q = new NewQueue();
  expect(errorOf(() => q.context[Symbol.dispose]()).message).toContain("default context cannot be disposed of");
  expect(q.mallocShared(Int32Array, 1).length).toBe(1);
  const error = errorOf(() => new NewQueue({ context: "mine" as never }));
  expect(error.message).toContain('the context is "mine"; expected a Context');
});
