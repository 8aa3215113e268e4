// Kernels on several threads: results, failures, waiting, several queues, sub-devices. The threads are asked for by
// LANEWISE_THREADS, so that machines with fewer cores run the same tests.

import { type Device, getDevices, type KernelError, Queue } from "lanewise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertSmall, rows, saxpy, set } from "./kernels.js";
import { count, spin, spun } from "./long-kernels.js";

const before = process.env.LANEWISE_THREADS;
const cpu = (): Device => {
  const [found] = getDevices();
  if (!found) throw new Error("there is a device");
  return found;
};
beforeAll(() => {
  process.env.LANEWISE_THREADS = "3";
  expect(cpu().threads).toBe(3);
});
afterAll(() => {
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Long enough to be shared. */
const items = 20_000;
const rounds = 2000;

describe.each([1, 2, 3, 64])("%i threads", (threads) => {
  test("give the results of one, with await and with waitSync, in any order", async () => {
    const q = new Queue({ device: "cpu", threads });
    expect(q.threads).toBe(Math.min(threads, 3));
    const out = q.mallocShared(Int32Array, items);
    for (let launch = 0; launch < 24; launch++) {
      const now = rounds + launch;
      const event = q.parallelFor(items, spin(out, now));
      if (launch % 3 === 0) await event;
      else if (launch % 3 === 1) event.waitSync();
      else q.waitSync();
      expect(event.status).toBe("complete");
      expect(out[0]).toBe(spun(0, now));
      expect(out.every((value, index) => value === spun(index, now))).toBe(true);
    }
  });

  test("run many commands of one queue in order", async () => {
    const q = new Queue({ device: "cpu", threads });
    const out = q.mallocShared(Int32Array, items);
    const copies = Array.from({ length: 10 }, (_, launch) => {
      q.parallelFor(items, spin(out, rounds + launch));
      const copy = new Int32Array(items);
      q.copy(out, copy);
      return copy;
    });
    await q.wait();
    copies.forEach((copy, launch) => {
      expect(copy.every((value, index) => value === spun(index, rounds + launch))).toBe(true);
    });
  });

  test("count with atomics", async () => {
    const q = new Queue({ device: "cpu", threads });
    const out = q.mallocShared(Int32Array, 8);
    for (let launch = 0; launch < 3; launch++) await q.parallelFor(800_000, count(out));
    q.parallelFor(800_000, count(out)).waitSync();
    expect([...out]).toEqual(Array(8).fill(400_000));
  });

  test("report the lowest failure, and what is below it is done", async () => {
    const q = new Queue({ device: "cpu", threads });
    const length = 11_111;
    const out = q.mallocShared(Int32Array, length);
    for (const isBlocking of [false, true, false, true]) {
      out.fill(-1);
      const event = q.parallelFor(items, spin(out, rounds));
      let error: unknown;
      try {
        if (isBlocking) event.waitSync();
        else await event;
      } catch (reason) {
        error = reason;
      }
      // The test is about the class's fields.
      const { code, workItem, index, array } = error as KernelError;
      expect({ code, workItem, index, array }).toEqual({
        code: "out_of_bounds",
        workItem: [length],
        index: length,
        array: "out",
      });
      // But for the failing gang itself.
      expect(out.every((value, item) => value === spun(item, rounds) || item >= length - 16)).toBe(true);
    }
    // The records of the other threads are clear again.
    await q.parallelFor(length, spin(out, rounds));
    await expect(q.parallelFor(1_000_000, assertSmall()).wait()).rejects.toMatchObject({ workItem: [5] });
  });

  test("run ranges of several dimensions", async () => {
    const q = new Queue({ device: "cpu", threads });
    const out = q.mallocShared(Int32Array, 3000 * 700);
    for (const sizes of [[3000, 700] as const, [700_000, 3] as const]) {
      out.fill(0);
      await q.parallelFor(sizes, rows(out));
      expect(
        out.subarray(0, sizes[0] * sizes[1]).every((v, at) => v === Math.floor(at / sizes[1]) * 10 + (at % sizes[1])),
      ).toBe(true);
    }
  });
});

test("two queues of one device, and queues of different devices, work at the same time", async () => {
  const queues = [new Queue({ device: "cpu" }), new Queue({ device: "cpu" }), new Queue({ device: "host" })];
  const outs = queues.map((q) => q.mallocShared(Int32Array, items));
  const events = Array.from({ length: 30 }, (_, launch) => {
    const which = launch % 3;
    const [q, out] = [queues[which], outs[which]];
    if (!q || !out) throw new Error("there are three");
    return q.parallelFor(which === 2 ? 100 : items, spin(out, rounds + launch));
  });
  events[7]?.waitSync();
  await Promise.all(events);
  for (const [which, out] of outs.entries()) {
    const expected = (index: number) => (which === 2 && index >= 100 ? 0 : spun(index, rounds + 27 + which));
    expect(out.every((value, index) => value === expected(index))).toBe(true);
  }
});

test("queues of one device take turns", async () => {
  const [long, short] = [new Queue({ device: "cpu" }), new Queue({ device: "cpu" })];
  const out = long.mallocShared(Int32Array, 2 * items);
  await long.parallelFor(items, spin(out, 4 * rounds));
  const events = Array.from({ length: 20 }, () => long.parallelFor(items, spin(out, 4 * rounds)));
  await short.parallelFor(items, spin(out.subarray(items), 4 * rounds));
  expect(events.at(-1)?.status).not.toBe("complete");
  await long.wait();
});

test("a queue that waits for an event of another rests until it is final", async () => {
  const [q, other] = [new Queue({ device: "cpu" }), new Queue({ device: "cpu" })];
  const out = q.mallocShared(Int32Array, items);
  const first = other.parallelFor(items, spin(out, 20 * rounds));
  const second = q.parallelFor(items, saxpyLess(out), { after: first });
  await second;
  expect(first.status).toBe("complete");
  expect(out.every((value) => value === 1)).toBe(true);
});
const saxpyLess = (out: unknown) => set(out, 1);

test("many short jobs follow each other closely", async () => {
  const queues = [new Queue({ device: "cpu" }), new Queue({ device: "cpu", threads: 2 })];
  const outs = queues.map((q) => q.mallocShared(Int32Array, items));
  for (let launch = 0; launch < 150; launch++) {
    const last = queues.map((q, which) => {
      q.parallelFor(items, spin(outs[which], 200 + launch));
      return q.parallelFor(items, spin(outs[which], 400 + launch));
    });
    if (launch % 5 === 0) last[0]?.waitSync();
    await Promise.all(last);
    expect(outs.map((out) => out[items - 1])).toEqual(Array(2).fill(spun(items - 1, 400 + launch)));
  }
});

test("the event loop has its turns while threads work", async () => {
  const q = new Queue({ device: "cpu" });
  const out = q.mallocShared(Int32Array, items);
  await q.parallelFor(items, spin(out, rounds));
  let turns = 0;
  // Long enough for turns even where other processes have the cores.
  const event = q.parallelFor(items, spin(out, 200 * rounds));
  const finished = event.wait().then(() => true);
  while (!(await Promise.race([finished, pause(1).then(() => false)]))) turns += 1;
  expect(turns).toBeGreaterThan(3);
});

test("disposal finishes what threads work on", async () => {
  const out = new Queue({ device: "cpu" }).mallocShared(Int32Array, items);
  {
    using q = new Queue({ device: "cpu" });
    q.parallelFor(items, spin(out, rounds));
  }
  expect(out[items - 1]).toBe(spun(items - 1, rounds));
  {
    await using q = new Queue({ device: "cpu" });
    q.parallelFor(items, spin(out, rounds + 1));
  }
  expect(out[items - 1]).toBe(spun(items - 1, rounds + 1));
});

test("programs that are gone are forgotten, new ones are sent", async () => {
  const q = new Queue({ device: "cpu" });
  const x = q.mallocShared(Float32Array, 1_000_000);
  const y = q.mallocShared(Float32Array, 1_000_000);
  for (const bounds of ["checked", "unchecked"] as const) {
    for (const fp of ["default", "strict"] as const) await q.parallelFor(x.length, saxpy(x, y, 1), { bounds, fp });
  }
  expect(y.every((value) => value === 0)).toBe(true);
});

describe("a timeout", () => {
  const forever = 2 ** 31 - 1;

  test.each([1, 3])(
    "ends a launch that takes too long, with %i threads asked for; the queue stays usable",
    async (threads) => {
      const q = new Queue({ device: "cpu", threads, timeout: 50 });
      const out = q.mallocShared(Int32Array, items);
      const start = performance.now();
      // With one thread there is nobody to stop it, so that it has to be looked at between its chunks.
      const now = threads === 1 ? 200_000 : forever;
      await expect(q.parallelFor(items, spin(out, now)).wait()).rejects.toMatchObject({ code: "timeout" });
      expect(() => q.parallelFor(items, spin(out, now), { timeout: 20 }).waitSync()).toThrow("LW4019");
      expect(performance.now() - start).toBeLessThan(10_000);
      await q.parallelFor(items, spin(out, 10));
      q.parallelFor(items, spin(out, rounds), { timeout: 60_000 }).waitSync();
      expect(out.every((value, index) => value === spun(index, rounds))).toBe(true);
    },
  );

  test("is a number above 0", () => {
    expect(() => new Queue({ timeout: 0 })).toThrow("timeout is 0; expected a positive number of milliseconds");
    const q = new Queue();
    const out = q.mallocShared(Int32Array, 1);
    expect(() => q.parallelFor(1, set(out, 1), { timeout: -1 })).toThrow("timeout is -1");
  });
});

describe("sub-devices", () => {
  test("have threads of their own and share memory", async () => {
    const parts = cpu().partitionByCounts([1, 2]);
    expect(parts.map(({ threads, kind, isDefault }) => ({ threads, kind, isDefault }))).toEqual([
      { threads: 1, kind: "cpu", isDefault: false },
      { threads: 2, kind: "cpu", isDefault: false },
    ]);
    const queues = parts.map((device) => new Queue({ device }));
    expect(queues.map(({ threads }) => threads)).toEqual([1, 2]);
    const [a, b] = queues;
    if (!a || !b) throw new Error("there are two");
    expect(a.device).toBe(parts[0]);
    const out = a.mallocShared(Int32Array, 2 * items);
    await Promise.all([
      a.parallelFor(items, spin(out.subarray(0, items), rounds)),
      b.parallelFor(items, spin(out.subarray(items), rounds)),
    ]);
    expect(out.every((value, index) => value === spun(index % items, rounds))).toBe(true);
  });

  test("are as many as fit, and no more", () => {
    expect(cpu().partitionEqually(2)).toHaveLength(1);
    expect(cpu().partitionEqually(1)).toHaveLength(3);
    expect(() => cpu().partitionEqually(4)).toThrow("partitionEqually: found 4 threads in all; the device has 3");
    expect(() => cpu().partitionByCounts([2, 2])).toThrow("found 4 threads in all; the device has 3");
    expect(() => cpu().partitionByCounts([0])).toThrow("expected an integer of at least 1");
    expect(() => new Queue({ threads: 0 })).toThrow("new Queue: threads is 0; expected an integer of at least 1");
  });
});
