// Conformance: queues in order of SYCL 2020, 4.6.5 (property::queue::in_order), events of 4.6.6 and their profiling of 4.6.6.1, host tasks of
// 4.10. What runs beside something else must not show but by its times. (M2, M15, M21)

import type { Queue, QueueEvent } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { type i32, type Queue } from "lanewise";
export const add = (q: Queue, x: Int32Array, value: i32) => q.parallelFor(x.length, (i) => { x[i]! += value; });
export const double = (q: Queue, x: Int32Array, y: Int32Array) => q.parallelFor(y.length, (i) => { y[i] = x[i]! * 2; });
export const overrun = (q: Queue, x: Int32Array) => q.parallelFor(x.length + 1, (i) => { x[i] = 1; });
`,
});
afterAll(program.dispose);
const { Queue: NewQueue } = program.lanewise;

/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly add: (q: Queue, x: Int32Array, value: number) => QueueEvent;
  readonly double: (q: Queue, x: Int32Array, y: Int32Array) => QueueEvent;
  readonly overrun: (q: Queue, x: Int32Array) => QueueEvent;
}
const main = (await program.load("main.ts")) as unknown as Main;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const make = () => new NewQueue({ device, order: "in_order", onError: () => undefined });

  test("4.6.5: each command begins when those before it that it shares memory with are complete", async () => {
    const q = make();
    const [x, y] = [q.mallocShared(Int32Array, 100), q.mallocShared(Int32Array, 100)];
    const chain = Array.from({ length: 20 }, (_, k) => [main.add(q, x, k), main.double(q, x, y)]).flat();
    await chain.at(-1);
    expect(chain.every(({ status }) => status === "complete")).toBe(true);
    for (const [k, event] of chain.entries()) {
      expect(event.profiling.start ?? 0).toBeGreaterThanOrEqual(chain[k - 1]?.profiling.end ?? 0);
    }
    expect([...new Set(x), ...new Set(y)]).toEqual([190, 380]);
  });

  test("4.6.5: a queue in order is told from one that is not, and both leave the same where events order them", async () => {
    const [ordered, explicit] = [make(), new NewQueue({ device, order: "explicit" })];
    expect([ordered.order, explicit.order]).toEqual(["in_order", "explicit"]);
    const [x, y] = [ordered, explicit].map((q) => q.mallocShared(Int32Array, 10));
    if (!x || !y) throw new Error("there are two");
    let last: QueueEvent | undefined;
    for (let k = 0; k < 10; k++) {
      main.add(ordered, x, k);
      const value = k;
      last = explicit.submit((h) => h.hostTask(() => void y.set(y.map((old) => old + value))), { after: last ?? [] });
    }
    await Promise.all([ordered.wait(), explicit.wait()]);
    expect([...y]).toEqual([...x]);
  });

  test("4.6.6: waiting for an event waits for all commands before it, whatever memory they use", async () => {
    const q = make();
    const [x, y] = [q.mallocShared(Int32Array, 4), q.mallocShared(Int32Array, 4)];
    let isDone = false;
    const slow = async () => {
      await turn();
      await turn();
      isDone = true;
    };
    const first = q.submit((h) => h.hostTask(slow, { writes: [x] }));
    await main.add(q, y, 3);
    expect([isDone, first.status, y[0]]).toEqual([true, "complete", 3]);
    main.add(q, x, 1);
    main.add(q, y, 1).waitSync();
    expect([x[0], y[0]]).toEqual([1, 4]);
  });

  test("4.6.6.1: the times of a command are its own, in the order submit, start, end", async () => {
    const q = make();
    const [x, y] = [q.mallocShared(Int32Array, 4), q.mallocShared(Int32Array, 4)];
    const slow = q.submit((h) => h.hostTask(turn, { writes: [x] }));
    const beside = main.add(q, y, 1);
    const behind = main.add(q, x, 1);
    await behind;
    const times = [slow, beside, behind].map(({ profiling: { submit, start = 0, end = 0 } }) => ({
      submit,
      start,
      end,
    }));
    for (const { submit, start, end } of times)
      expect([submit, start, end]).toEqual([submit, start, end].sort((a, b) => a - b));
    const [a, b, c] = times;
    expect(b?.start).toBeLessThan(a?.end ?? 0);
    expect(c?.start).toBeGreaterThanOrEqual(a?.end ?? Number.POSITIVE_INFINITY);
  });

  test("4.6.5: an asynchronous error does not stop the commands behind it, and errors come in order", async () => {
    const told: unknown[] = [];
    const q = new NewQueue({ device, onError: (_, event) => told.push(event) });
    const [x, y] = [q.mallocShared(Int32Array, 4), q.mallocShared(Int32Array, 4)];
    const slow = q.submit((h) =>
      h.hostTask(
        async () => {
          await turn();
          throw new Error("no");
        },
        { reads: [x] },
      ),
    );
    const broken = main.overrun(q, y);
    const last = main.add(q, y, 0);
    await last;
    await turn();
    expect(told).toEqual([slow, broken]);
    expect([slow, broken, last].map(({ status }) => status)).toEqual(["failed", "failed", "complete"]);
  });

  test("4.10: a host task runs on the main thread, in order with what uses the same memory", async () => {
    const q = make();
    const x = q.mallocShared(Int32Array, 4);
    const seen: (number | undefined)[] = [];
    const look = () => seen.push(x[3]);
    for (let k = 0; k < 5; k++) {
      main.add(q, x, 1);
      q.submit((h) => h.hostTask(look, k % 2 === 0 ? { reads: [x] } : {}));
    }
    await q.wait();
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });
});
