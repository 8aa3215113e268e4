// What commands wait for, and what becomes of those after one that failed or was cancelled; queues in explicit order; host tasks.

import { LanewiseError, Queue, type QueueEvent } from "lanewise";
import { describe, expect, test, vi } from "vitest";
import { devices } from "../support/devices.js";
import { set } from "./kernels.js";
import { spin } from "./long-kernels.js";

const [items, rounds] = [4096, 2000];
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function turns(count = 5): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}
const failed = { code: "dependency_failed", cause: expect.objectContaining({ code: "out_of_bounds" }) };

describe.each(devices)("%s", (device) => {
  const make = (onError?: (error: unknown) => void) => new Queue(onError ? { device, onError } : { device });
  const failing = (q: Queue) => q.parallelFor(2, set(q.mallocShared(Int32Array, 1), 1), { name: "overrun" });

  test("what depends on a failed command does not run, and fails with the first error as its cause", async () => {
    const [q, other] = [make(), make()];
    const out = q.mallocShared(Int32Array, 1);
    const first = failing(other);
    const second = q.parallelFor(1, set(out, 1), { after: first, name: "second" });
    const third = q.fill(out, 2, [second]);
    const fourth = other.submit((h) => {
      h.dependsOn(third);
      h.copy(Int32Array.of(3), out);
    });
    const caught = await fourth.wait().catch((error: unknown) => error);
    expect(caught).toMatchObject(failed);
    expect(String(caught)).toContain("q.copy did not run, because it depends on Kernel overrun, which failed");
    expect([first, second, third, fourth].map(({ status }) => status)).toEqual(Array(4).fill("failed"));
    expect(() => second.waitSync()).toThrow("Kernel second did not run");
    expect(second.profiling.start).toBeUndefined();
    expect(out[0]).toBe(0);
    // Submitted when it is known.
    await expect(q.copy(out, new Int32Array(1), { after: first })).rejects.toMatchObject(failed);
  });

  test("what follows in the queue and does not depend on it runs", async () => {
    const q = make(() => undefined);
    const out = q.mallocShared(Int32Array, 1);
    const first = failing(q);
    await q.parallelFor(1, set(out, 1));
    expect([first.status, out[0]]).toEqual(["failed", 1]);
  });

  test("an error is told once, however many commands it fails", async () => {
    const onError = vi.fn();
    const q = make(onError);
    const out = q.mallocShared(Int32Array, 1);
    const first = failing(q);
    q.fill(out, 1, first);
    q.fill(out, 1, first);
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    await turns();
    expect(onError.mock.calls.map(([error]) => (error instanceof LanewiseError ? error.code : error))).toEqual([
      "out_of_bounds",
    ]);
    await expect(q.fill(out, 1, failing(q))).rejects.toMatchObject(failed);
    const again = failing(q);
    q.fill(out, 1, again);
    await expect(q.wait()).rejects.toMatchObject({ code: "out_of_bounds" });
    await turns();
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("waitList has the dependencies that are not final, and the chain is not kept", async () => {
    const q = make();
    const out = q.mallocShared(Int32Array, 1);
    const first = q.fill(out, 1);
    const second = q.fill(out, 2, first);
    const third = q.fill(out, 3, { after: [first, second] });
    expect(third.waitList).toEqual([first, second]);
    expect(third.waitList[0]).toBe(first);
    first.waitSync();
    expect(third.waitList).toEqual([second]);
    await third.waitAndThrow();
    expect(third.waitList).toEqual([]);
    await q.waitAndThrow();
  });

  test("a signal cancels what has not started; its dependants fail; nobody is told of it otherwise", async () => {
    const onError = vi.fn();
    const q = make(onError);
    const out = q.mallocShared(Int32Array, 1);
    const controller = new AbortController();
    const first = q.fill(out, 1);
    const cancelled = [
      q.parallelFor(1, set(out, 2), { signal: controller.signal }),
      q.copy(Int32Array.of(3), out, { signal: controller.signal }),
      q.fill(out, 4, { signal: [controller.signal] }),
      q.submit((h) => h.fill(out, 5), { signal: controller.signal }),
      q.submit((h) => h.fill(out, 6, { signal: controller.signal }), { signal: new AbortController().signal }),
    ];
    const dependent = q.fill(out, 7, cancelled[0]);
    controller.abort();
    expect(cancelled.map(({ status }) => status)).toEqual(Array(5).fill("cancelled"));
    const late = q.fill(out, 8, { signal: controller.signal });
    expect(late.status).toBe("cancelled");
    await first;
    await expect(cancelled[1]?.wait()).rejects.toMatchObject({ name: "AbortError" });
    expect(() => cancelled[2]?.waitSync()).toThrow("aborted");
    await expect(dependent.wait()).rejects.toMatchObject({
      code: "dependency_failed",
      cause: { name: "AbortError" },
      message: expect.stringContaining("was cancelled"),
    });
    await q.wait();
    await turns();
    expect(onError).not.toHaveBeenCalled();
    expect(out[0]).toBe(1);
  });

  test("a signal leaves alone what has started, and what is complete", async () => {
    const q = make();
    const out = q.mallocShared(Int32Array, 1);
    const controller = new AbortController();
    let finish: () => void = () => expect.unreachable();
    const running = q.submit(
      (h) =>
        h.hostTask(() => {
          const promise = new Promise<void>((resolve) => {
            finish = resolve;
          });
          return promise;
        }),
      { signal: controller.signal },
    );
    const complete = make().fill(out, 1, { signal: controller.signal });
    await complete;
    expect(running.status).toBe("running");
    controller.abort(new Error("too late"));
    finish();
    await running;
    expect([running.status, complete.status]).toEqual(["complete", "complete"]);
  });

  test("a dependant that nobody waits for is told of where its cause was a cancellation", async () => {
    const onError = vi.fn();
    const q = make(onError);
    const out = q.mallocShared(Int32Array, 1);
    const controller = new AbortController();
    q.fill(out, 2, q.fill(out, 1, { signal: controller.signal }));
    controller.abort();
    await turns();
    expect(onError.mock.calls).toMatchObject([[{ code: "dependency_failed" }, { status: "failed" }]]);
  });

  test("host tasks run in order, on the main thread; a promise of theirs is awaited", async () => {
    const q = make();
    const out = q.mallocShared(Int32Array, 1);
    const seen: unknown[] = [];
    q.fill(out, 1);
    const first = q.submit((h) => h.hostTask(() => seen.push(out[0])));
    q.fill(out, 2);
    q.submit((h) =>
      h.hostTask(async () => {
        seen.push(out[0]);
        await turn();
        out[0] = 3;
      }),
    );
    q.submit((h) => h.hostTask(() => seen.push(out[0])));
    expect(seen).toEqual([]);
    first.waitSync();
    expect(seen).toEqual([1]);
    await q.wait();
    expect(seen).toEqual([1, 2, 3]);
  });

  test("what a host task throws, or rejects with, fails it", async () => {
    const q = make();
    const fails = (task: () => unknown) => q.submit((h) => h.hostTask(task)).wait();
    await expect(fails(() => Promise.reject(new Error("no network")))).rejects.toThrow("no network");
    const thrower = () => {
      throw new RangeError("no");
    };
    await expect(fails(thrower)).rejects.toThrow(RangeError);
    await expect(fails(() => q.waitSync())).rejects.toThrow("while a kernel or host task runs");
    // @ts-expect-error no function
    expect(() => q.submit((h) => h.hostTask(3))).toThrow("expected a function");
  });

  test("waitSync behind a promise throws, and the queue continues", async () => {
    const q = make();
    const out = q.mallocShared(Int32Array, 1);
    const slow = q.submit((h) => h.hostTask(() => turns(3)));
    const filled = q.fill(out, 1);
    expect(() => filled.waitSync()).toThrow("A host task waits for a promise");
    await filled;
    expect([slow.status, out[0]]).toEqual(["complete", 1]);
  });

  describe("explicit order", () => {
    const explicit = () => new Queue({ device, order: "explicit" });

    test("a command waits for its dependencies alone", async () => {
      const q = explicit();
      const order: string[] = [];
      const task = (name: string, after: readonly QueueEvent[] = []) =>
        q.submit((h) => h.hostTask(() => order.push(name)), { after });
      let open: () => void = () => expect.unreachable();
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const slow = q.submit((h) => h.hostTask(() => gate));
      const behind = task("behind", [slow]);
      const last = task("last", [behind]);
      const free = task("free");
      await free;
      expect(order).toEqual(["free"]);
      expect([slow, behind, last].map(({ status }) => status)).toEqual(["running", "submitted", "submitted"]);
      open();
      await q.wait();
      expect(order).toEqual(["free", "behind", "last"]);
    });

    test("waitSync runs the event and what it depends on, no others", () => {
      const q = explicit();
      const out = q.mallocShared(Int32Array, 4);
      const events = [0, 1, 2, 3].map((at) => q.fill(out.subarray(at, at + 1), 1));
      const second = q.fill(out.subarray(1, 2), 7, events[1]);
      second.waitSync();
      expect([...out]).toEqual([0, 7, 0, 0]);
      q.waitSync();
      expect([...out]).toEqual([1, 7, 1, 1]);
    });

    test("over queues of both orders, long chains, and launches on all threads", async () => {
      const [q, ordered] = [explicit(), make()];
      const n = device === "cpu" ? items : 100;
      const outs = Array.from({ length: 4 }, () => q.mallocShared(Int32Array, n));
      const spins = outs.map((out) => q.parallelFor(n, spin(out, rounds)));
      const sets = outs.map((out, k) => ordered.parallelFor(n, set(out, k), { after: spins }));
      let chain = q.parallelFor(n, set(outs[0], 9), { after: sets });
      for (let k = 0; k < 2000; k++) chain = q.fill(outs[0]?.subarray(0, 1) ?? new Int32Array(1), k, chain);
      await chain;
      expect(spins.concat(sets).every(({ status }) => status === "complete")).toBe(true);
      expect(outs.map((out) => out[n - 1])).toEqual([9, 1, 2, 3]);
      expect(outs[0]?.[0]).toBe(1999);
    });

    test("errors, wait and disposal", async () => {
      const q = explicit();
      const out = q.mallocShared(Int32Array, 1);
      const first = failing(q);
      const second = q.fill(out, 1, first);
      const third = q.fill(out, 2);
      await expect(q.wait()).rejects.toMatchObject({ code: "out_of_bounds" });
      expect([second.status, third.status, out[0]]).toEqual(["failed", "complete", 2]);
      const fill = (on: Queue) => on.fill(out, 4, on.fill(out, 3));
      {
        using other = explicit();
        fill(other);
      }
      expect(out[0]).toBe(4);
      out[0] = 0;
      {
        await using other = explicit();
        fill(other);
      }
      expect(out[0]).toBe(4);
    });
  });
});

test("a wrong order or signal is refused", () => {
  // @ts-expect-error no order
  expect(() => new Queue({ order: "random" })).toThrow('order is "random"; expected "in_order" or "explicit"');
  const q = new Queue();
  expect(q.order).toBe("in_order");
  // @ts-expect-error no signal
  expect(() => q.fill(new Int32Array(1), 1, { signal: "soon" })).toThrow("expected an AbortSignal");
});
