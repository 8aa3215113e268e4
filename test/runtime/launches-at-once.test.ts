// Several launches at the same time on the threads of one device: those that leave threads free, of one queue and of several.

import type { CommandOptions, KernelError, LaunchOptions, Queue, QueueEvent } from "lanewise";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { type i32, type LaunchOptions, type Queue } from "lanewise";
export const work = (q: Queue, o: LaunchOptions, x: Int32Array, rounds: i32) =>
  q.parallelFor(x.length, (i) => {
    x[i] = 1;
    let s = i;
    for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0;
    x[i] = s | 1;
  }, o);
export const fail = (q: Queue, o: LaunchOptions, x: Int32Array, rounds: i32, index: i32) =>
  q.parallelFor(x.length, (i) => {
    let s = i;
    for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0;
    x[index + (s & 0)] = s;
  }, o);
`,
});
afterAll(program.dispose);
const { Context, Queue: NewQueue } = program.lanewise;

/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly work: (q: Queue, o: LaunchOptions, x: Int32Array, rounds: number) => QueueEvent;
  readonly fail: (q: Queue, o: CommandOptions, x: Int32Array, rounds: number, index: number) => QueueEvent;
}
const main = (await program.load("main.ts")) as unknown as Main;

/** So many queues on four threads, in a context of their own. */
function queues(count: number): Queue[] {
  const before = process.env.LANEWISE_THREADS;
  process.env.LANEWISE_THREADS = "4";
  const context = new Context();
  const made = Array.from({ length: count }, () => new NewQueue({ device: "cpu", context, onError: () => undefined }));
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
  return made;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const SHORT = 2_000_000;
const LONG = 300_000_000;

/** Until workers have the programs, and their pace is known. */
async function warm(q: Queue): Promise<void> {
  const x = q.mallocShared(Int32Array, 1);
  for (let launch = 0; launch < 20; launch++) {
    await main.work(q, {}, x, SHORT);
    await main.fail(q, {}, x, SHORT, 0);
  }
}

/** Whether all arrays were written while none of the launches was done. */
async function areAtOnce(arrays: readonly Int32Array[], events: readonly QueueEvent[]): Promise<boolean> {
  while (events.every(({ profiling }) => profiling.end === undefined)) {
    if (arrays.every((array) => Atomics.load(array, 0) !== 0)) return true;
    await turn();
  }
  return false;
}

test("launches of one work-item on arrays of their own run at once; on one array they do not", async () => {
  const [q, other] = queues(2);
  if (!q || !other) throw new Error("there are two");
  await warm(q);
  const arrays = Array.from({ length: 3 }, () => q.mallocShared(Int32Array, 1));
  const events = arrays.map((x) => main.work(q, {}, x, LONG));
  expect(await areAtOnce(arrays, events)).toBe(true);
  await q.wait();
  const values = arrays.map((x) => x[0]);
  expect(new Set(values).size).toBe(1);

  const [x, y, z] = [2, 1, 1].map((length) => q.mallocShared(Int32Array, length));
  if (!x || !y || !z) throw new Error("there are three");
  const same = [main.work(q, {}, x.subarray(0, 1), LONG / 4), main.work(q, {}, x, LONG / 4)];
  expect(await areAtOnce([x.subarray(0, 1), x.subarray(1)], same)).toBe(false);
  await q.wait();

  const apart = [main.work(q, {}, y, LONG), main.work(other, {}, z, LONG)];
  expect(await areAtOnce([y, z], apart)).toBe(true);
  await Promise.all(apart);
}, 60_000);

test("waitSync lets other threads begin what is independent of the launch that it works on itself", async () => {
  const [q] = queues(1);
  if (!q) throw new Error("there is one");
  await warm(q);
  const arrays = Array.from({ length: 3 }, () => q.mallocShared(Int32Array, 1));
  const [x] = arrays;
  if (!x) throw new Error("there are three");
  const events = arrays.map((array) => main.work(q, {}, array, LONG / 10));
  const behind = main.work(q, {}, x, LONG / 10);
  const after = main.work(q, {}, q.mallocShared(Int32Array, 1), LONG / 10);
  behind.waitSync();
  const [first, second, third] = events.map(({ profiling: { start = 0, end = 0 } }) => ({ start, end }));
  expect([second, third].map((one) => (one?.start ?? 0) < (first?.end ?? 0))).toEqual([true, true]);
  expect(behind.profiling.start).toBeGreaterThanOrEqual(first?.end ?? Number.POSITIVE_INFINITY);
  expect([after.status, ...events.map(({ status }) => status)]).toEqual([
    "submitted",
    "complete",
    "complete",
    "complete",
  ]);
  q.waitSync();
  expect(new Set(arrays.map((array) => array[0])).size).toBe(1);
}, 60_000);

test("each has the error of its own", async () => {
  const [q] = queues(1);
  if (!q) throw new Error("there is one");
  await warm(q);
  for (let round = 0; round < 5; round++) {
    const events = Array.from({ length: 12 }, (_, k) =>
      main.fail(q, {}, q.mallocShared(Int32Array, 1 + (k % 3)), SHORT, k % 4 === 0 ? 0 : 10 + k),
    );
    const ends = await Promise.allSettled(events);
    const found = ends.map((end) => (end.status === "rejected" ? (end.reason as KernelError).index : undefined));
    expect(found).toEqual(events.map((_, k) => (k % 4 === 0 ? undefined : 10 + k)));
  }
}, 60_000);

test("a launch with a timeout is alone, so that no other is lost with it", async () => {
  const all = queues(3);
  const [q] = all;
  if (!q) throw new Error("there are three");
  await warm(q);
  const arrays = all.map(() => q.mallocShared(Int32Array, 1));
  const events = all.map((queue, k) => {
    const x = arrays[k] ?? new Int32Array();
    return main.work(queue, k === 1 ? { timeout: 20 } : {}, x, k === 1 ? 2 ** 31 - 1 : LONG / 3);
  });
  const ends = await Promise.allSettled(events);
  expect(ends.map((end) => (end.status === "rejected" ? (end.reason as { code: string }).code : "complete"))).toEqual([
    "complete",
    "timeout",
    "complete",
  ]);
  const last = arrays.map((x) => main.work(q, {}, x, SHORT));
  await q.wait();
  expect(last.every(({ status }) => status === "complete")).toBe(true);
}, 60_000);

test("waitSync gets through whatever others wait for", async () => {
  const all = queues(6);
  const [q] = all;
  if (!q) throw new Error("there are six");
  await warm(q);
  const arrays = all.map(() => q.mallocShared(Int32Array, 1));
  const events = all.map((queue, k) =>
    main.work(queue, k % 3 === 2 ? { timeout: 50_000 } : {}, arrays[k] ?? new Int32Array(), SHORT * 10),
  );
  // Some have begun, others wait for a slot or to be alone.
  await turn();
  await turn();
  for (const event of events.toReversed()) event.waitSync();
  expect(new Set(arrays.map((x) => x[0])).size).toBe(1);
}, 60_000);
