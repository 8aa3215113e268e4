// Kernels that never end, on each way that a launch may take: the event rejects, and what was there before is there afterwards (FAULT2).

import type { Queue, QueueEvent } from "lanewise";
import { afterAll, expect, test, vi } from "vitest";
import { loadProgram } from "../support/load-program.js";

const before = process.env.LANEWISE_THREADS;
process.env.LANEWISE_THREADS = "3";
const program = await loadProgram({
  "main.ts": `import { atomicRef, deviceGlobal, type i32, ndRange, type Queue, reduction } from "lanewise";
export const total = deviceGlobal<i32>(7);
const spun = (seed: i32, rounds: i32): i32 => {
  let value: i32 = seed;
  for (let k = 0; k < rounds; k++) value = Math.imul(value, 1664525) + 1013904223;
  return value;
};
export const plain = (q: Queue, out: Int32Array, rounds: number, timeout?: number) =>
  q.parallelFor(out.length, (i) => { out[i] = spun(i, rounds); }, timeout === undefined ? {} : { timeout });
export const single = (q: Queue, out: Int32Array, rounds: number, timeout = 60_000) =>
  q.singleTask(() => { out[0] = spun(1, rounds); }, { timeout });
export const grouped = (q: Queue, out: Int32Array, rounds: number, timeout = 60_000) =>
  q.parallelFor(ndRange(out.length, 8), (item) => {
    const i = item.globalLinearId;
    const value = spun(i, rounds);
    item.barrier();
    out[i] = value;
  }, { timeout });
export const reducing = (q: Queue, out: Int32Array, rounds: number, timeout = 60_000) => {
  const n = out.length;
  return q.parallelFor(n, reduction(out.subarray(0, 1), "add"), (i, sum) => { sum.combine(spun(i, rounds)); }, { timeout });
};
export const atomic = (q: Queue, out: Int32Array, rounds: number, timeout = 60_000) =>
  q.parallelFor(out.length, (i) => { atomicRef(out, i & 7).fetchAdd(spun(i, rounds)); }, { timeout });
export const graph = (q: Queue, out: Int32Array, rounds: number, timeout = 60_000) => {
  const recorded = q.record(() => {
    q.parallelFor(out.length, (i) => { out[i] = i; });
    q.parallelFor(out.length, (i) => { out[i] = spun(out[i]!, rounds); }, { timeout });
  });
  return recorded.run();
};
export const group = (q: Queue, out: Int32Array, rounds: number, timeout = 60_000) => q.submit((h) => {
  h.parallelFor(out.length, (i) => { out[i] = spun(i, rounds); }, { timeout });
});
`,
});
afterAll(() => {
  program.dispose();
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
});
const { Context, Queue: NewQueue } = program.lanewise;
type Launch = (q: Queue, out: Int32Array, rounds: number, timeout?: number) => QueueEvent;
// What main.ts exports; its types are checked where it is compiled.
const main = (await program.load("main.ts")) as Readonly<Record<string, Launch>>;
const { total } = main as unknown as { readonly total: Parameters<Queue["read"]>[0] };

const forever = 2 ** 31 - 1;
const launchOf = (name: string): Launch => {
  const launch = main[name];
  if (!launch) throw new Error(`main.ts has ${name}`);
  return launch;
};

const paths = {
  "a launch": ["plain", {}],
  "a launch of one thread": ["plain", { threads: 1 }],
  "a single task": ["single", {}],
  "a kernel of work-groups": ["grouped", {}],
  "a reduction": ["reducing", {}],
  "a kernel with atomics": ["atomic", {}],
  "a launch of a graph": ["graph", {}],
  "a launch of a command group": ["group", {}],
} as const;
const cases = Object.entries(paths).flatMap(([path, [name, options]]) =>
  (["await", "waitSync"] as const).map((way) => ({ path, name, options, way })),
);

test.each(cases)("the timeout of $path, by $way", { timeout: 120_000 }, async ({ name, options, way }) => {
  await using context = new Context();
  const q = new NewQueue({ device: "cpu", context, ...options });
  const other = new NewQueue({ device: "cpu", context });
  const kept = q.mallocShared(Int32Array, [1, 2, 3]);
  const out = q.mallocShared(Int32Array, 4096);
  await q.write(total as never, 11 as never);
  const launch = launchOf(name);
  const { threads } = q;
  for (const timeout of [40, 90]) {
    const event = launch(q, out, forever, timeout);
    const error: unknown = await (way === "await"
      ? event.wait().catch((reason: unknown) => reason)
      : Promise.resolve().then(() => {
          try {
            event.waitSync();
          } catch (reason) {
            return reason;
          }
        }));
    expect(error).toMatchObject({ name: "KernelError", code: "timeout", number: "LW4019", line: expect.any(Number) });
    expect((error as Error).message).toContain(`took longer than its timeout of ${timeout} ms (`);
    expect(event.status).toBe("failed");
  }
  expect([...kept]).toEqual([1, 2, 3]);
  expect(await q.read(total)).toBe(11);
  for (const queue of [q, other]) {
    out.fill(0);
    await launch(queue, out, 0);
    launchOf("plain")(queue, out, 1).waitSync();
    expect(out.every((value, i) => value === ((Math.imul(i, 1664525) + 1013904223) | 0))).toBe(true);
  }
  expect([q.threads, q.device.threadsReason]).toEqual([threads, undefined]);
});

test("a queue's timeout is that of its launches; theirs count before it", { timeout: 120_000 }, async () => {
  const q = new NewQueue({ device: "cpu", timeout: 40 });
  const out = q.mallocShared(Int32Array, 64);
  await expect(launchOf("plain")(q, out, forever).wait()).rejects.toMatchObject({ code: "timeout" });
  await launchOf("plain")(q, out, 20_000, 60_000);
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31, 1e12])("a timeout of %d ms is not over at once", async (timeout) => {
  const q = new NewQueue({ device: "cpu", threads: 2 });
  const out = q.mallocShared(Int32Array, 20_000);
  await launchOf("plain")(q, out, 2000, timeout);
  launchOf("plain")(q, out, 2000, timeout).waitSync();
});

test("a launch that is done in time counts as that, though the event loop stands still longer", async () => {
  const q = new NewQueue({ device: "cpu" });
  const out = q.mallocShared(Int32Array, 64);
  await launchOf("plain")(q, out, 1, 60_000);
  const event = launchOf("plain")(q, out, 10, 2000);
  // Until it is given to the threads.
  while (event.status === "submitted") await new Promise((resolve) => setTimeout(resolve, 1));
  const end = performance.now() + 2500;
  while (performance.now() < end);
  await event;
});

test("on the host device it is checked between pieces of the range, and a warning says so once", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const q = new NewQueue({ device: "host", timeout: 20 });
  const out = q.mallocShared(Int32Array, 100_000);
  for (let launch = 0; launch < 2; launch++) {
    await expect(launchOf("plain")(q, out, 20_000).wait()).rejects.toMatchObject({ code: "timeout" });
  }
  await launchOf("plain")(q, out.subarray(0, 8), 1, 60_000);
  expect(warn.mock.calls).toEqual([[expect.stringContaining("a timeout cannot interrupt a kernel here")]]);
  expect(warn.mock.calls[0]?.[0]).toContain("the host device has one thread");
  warn.mockRestore();
});
