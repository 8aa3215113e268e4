// Commands that fail in unusual ways, and thousands of them: exceptions that are no errors, handlers that throw, signals at each moment, long
// chains (FAULT4, FAULT5).

import { LanewiseError, Queue, type QueueEvent } from "lanewise";
import { describe, expect, test, vi } from "vitest";
import { spin, spun } from "./long-kernels.js";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const reasonOf = (event: QueueEvent) =>
  event.wait().then(
    () => "complete",
    (reason: unknown) => ({ reason }),
  );
const many = 10_000;

describe.each(["in_order", "explicit"] as const)("order %s", (order) => {
  test("ten thousand launches that nobody waits for run, and leave no memory behind", {
    timeout: 120_000,
  }, async () => {
    const q = new Queue({ device: "cpu", order });
    const out = q.mallocShared(Int32Array, 16);
    await q.parallelFor(16, spin(out, 3));
    const before = q.memoryUsage().shared;
    let last: QueueEvent | undefined;
    for (let launch = 0; launch < many; launch++) {
      last = q.parallelFor(16, spin(out, launch), last ? { after: last } : {});
    }
    await q.wait();
    expect(last?.status).toBe("complete");
    expect([...out]).toEqual([...out.keys()].map((index) => spun(index, many - 1)));
    expect(q.memoryUsage().shared).toBe(before);
    // Blocks of arguments are kept for later launches, but not one for each.
    expect(q.memoryUsage().internal).toBeLessThan(many * 192);
  });

  test("a chain of ten thousand fails as a whole where its first command fails", { timeout: 120_000 }, async () => {
    const onError = vi.fn();
    const q = new Queue({ device: "cpu", order, onError });
    const out = q.mallocShared(Int32Array, 16);
    const first = new Error("first");
    let last = q.submit((h) => {
      h.hostTask(() => Promise.reject(first));
    });
    const chain = Array.from({ length: many }, () => {
      last = q.parallelFor(16, spin(out, 3), { after: last });
      return last;
    });
    await expect(last.wait()).rejects.toMatchObject({ code: "dependency_failed", cause: first });
    expect(new Set(chain.map(({ status }) => status))).toEqual(new Set(["failed"]));
    await q.parallelFor(16, spin(out, 3));
    expect(out[1]).toBe(spun(1, 3));
    expect(onError).not.toHaveBeenCalled();
  });

  test("a chain of ten thousand fails as a whole where its first command is cancelled", {
    timeout: 120_000,
  }, async () => {
    const q = new Queue({ device: "cpu", order });
    const out = q.mallocShared(Int32Array, 16);
    const controller = new AbortController();
    let release = (): void => undefined;
    const held = q.submit((h) => {
      h.hostTask(
        () =>
          new Promise<void>((resolve) => {
            release = resolve;
          }),
      );
    });
    let last = q.parallelFor(16, spin(out, 3), { after: held, signal: controller.signal });
    for (let launch = 0; launch < many; launch++) last = q.parallelFor(16, spin(out, 3), { after: last });
    while (held.status === "submitted") await pause(1);
    const enough = new Error("enough");
    controller.abort(enough);
    expect(await reasonOf(last)).toMatchObject({ reason: { code: "dependency_failed", cause: enough } });
    expect(held.status).toBe("running");
    release();
    await q.parallelFor(16, spin(out, 3));
    expect([held.status, out[1]]).toEqual(["complete", spun(1, 3)]);
  });
});

const thrown: Readonly<Record<string, readonly [() => unknown, unknown]>> = {
  "throws undefined": [
    () => {
      throw undefined;
    },
    undefined,
  ],
  "throws null": [
    () => {
      throw null;
    },
    null,
  ],
  "throws a string": [
    () => {
      throw "text";
    },
    "text",
  ],
  "throws a frozen object": [
    () => {
      throw Object.freeze({ is: "frozen" });
    },
    { is: "frozen" },
  ],
  "rejects with nothing": [() => Promise.reject(), undefined],
  "rejects with a number": [() => Promise.reject(5), 5],
  "returns what throws when its then is read": [
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: that is the fault.
      get then() {
        throw "read";
      },
    }),
    "read",
  ],
  "returns what throws when its then is called": [
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: that is the fault.
      then() {
        throw "called";
      },
    }),
    "called",
  ],
  "rejects, then resolves, then rejects": [
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: that is the fault.
      then(resolve: () => void, reject: (reason: unknown) => void) {
        reject("once");
        resolve();
        reject("twice");
      },
    }),
    "once",
  ],
};

test.each(Object.entries(thrown))(
  "a host task that %s: its event rejects with that, the queue goes on",
  async (_, [task, reason]) => {
    const q = new Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 16);
    // Untyped code may do so.
    const event = q.submit((h) => h.hostTask(task as () => void));
    const after = q.parallelFor(16, spin(out, 3), { after: event });
    const next = q.parallelFor(16, spin(out, 4));
    expect(await reasonOf(event)).toEqual({ reason });
    const failed = await after.wait().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "dependency_failed" });
    expect((failed as Error).cause).toEqual(reason);
    await next;
    expect(out[1]).toBe(spun(1, 4));
    expect([event.status, after.status, next.status]).toEqual(["failed", "failed", "complete"]);
  },
);

test("onError that throws: the exception is one of the program's, and the next errors are told", async () => {
  const told: unknown[] = [];
  const q = new Queue({
    device: "cpu",
    onError: (error) => {
      told.push(error);
      throw new Error("in onError");
    },
  });
  const lost: unknown[] = [];
  const catchLost = (reason: unknown) => lost.push(reason);
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", catchLost);
  try {
    for (const text of ["a", "b", "c"]) q.submit((h) => h.hostTask(() => Promise.reject(text)));
    while (lost.length < 3) await pause(1);
  } finally {
    process.off("unhandledRejection", catchLost);
    for (const other of others) process.on("unhandledRejection", other);
  }
  expect(told).toEqual(["a", "b", "c"]);
  expect(lost).toEqual(Array(3).fill(new Error("in onError")));
  await q.wait();
});

describe("a signal that aborts", () => {
  const moments: Readonly<Record<string, readonly [(abort: () => void) => unknown, string]>> = {
    "before the call": [(abort) => abort(), "cancelled"],
    "right after it": [(abort) => queueMicrotask(abort), "cancelled"],
    "from a host task before it": [() => undefined, "cancelled"],
    twice: [
      (abort) => {
        abort();
        abort();
      },
      "cancelled",
    ],
    "while it runs": [
      async (abort) => {
        await pause(20);
        abort();
      },
      "complete",
    ],
  };

  test.each(Object.entries(moments))("%s", async (moment, [act, expected]) => {
    const q = new Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 20_000);
    const controller = new AbortController();
    const { signal } = controller;
    const abort = () => controller.abort(new Error("enough"));
    if (moment === "before the call") await act(abort);
    if (moment === "from a host task before it") q.submit((h) => h.hostTask(abort));
    let running = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      running = resolve;
    });
    const event =
      expected === "complete"
        ? q.submit(
            (h) => {
              h.hostTask(async () => {
                running();
                await pause(60);
              });
            },
            { signal },
          )
        : q.parallelFor(out.length, spin(out, 50), { signal });
    const outcome = reasonOf(event);
    if (expected === "complete") await started;
    if (moment !== "before the call") await act(abort);
    expect(await outcome).toEqual(expected === "complete" ? "complete" : { reason: new Error("enough") });
    expect(event.status).toBe(expected);
    await q.parallelFor(out.length, spin(out, 4));
    expect(out[1]).toBe(spun(1, 4));
  });

  test("without a reason to give, or as one of thousands, leaves nothing behind", async () => {
    const q = new Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 16);
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const events = Array.from({ length: 1000 }, () => q.parallelFor(16, spin(out, 3), { signal: controller.signal }));
    await events[0];
    controller.abort();
    await Promise.allSettled(events);
    expect(removed.mock.calls).toHaveLength(added.mock.calls.length);
    expect(events.filter(({ status }) => status !== "complete" && status !== "cancelled")).toEqual([]);
    const late = q.parallelFor(16, spin(out, 3), { signal: controller.signal });
    expect(await reasonOf(late)).toMatchObject({ reason: { name: "AbortError" } });
  });
});

test("a queue that is disposed of with a promise outstanding says so, and can be disposed of later", async () => {
  const q = new Queue({ device: "cpu" });
  let release = (): void => undefined;
  const held = q.submit((h) => {
    h.hostTask(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
  });
  while (held.status === "submitted") await pause(1);
  expect(() => q[Symbol.dispose]()).toThrow(LanewiseError);
  expect(() => q.submit((h) => h.hostTask(() => undefined))).toThrow("was disposed of");
  expect(() => q.mallocShared(Float32Array, 1)).toThrow("was disposed of");
  release();
  await q[Symbol.asyncDispose]();
  expect(held.status).toBe("complete");
});
