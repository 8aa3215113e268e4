// Events, errors that nobody waits for, waiting, and that kernels leave the event loop its turns.

import { LanewiseError, Queue } from "lanewise";
import { describe, expect, test, vi } from "vitest";
import { set } from "./kernels.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function turns(count = 5): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const make = (onError?: (error: unknown) => void) => new Queue(onError ? { device, onError } : { device });

  test("an event goes from submitted to complete, with times", async () => {
    const q = make();
    const event = q.parallelFor(10, set(q.mallocShared(Int32Array, 10), 1));
    expect(event.status).toBe("submitted");
    expect(event.profiling.start).toBeUndefined();
    await event;
    expect(event.status).toBe("complete");
    const { submit, start = 0, end = 0 } = event.profiling;
    expect(submit).toBeLessThanOrEqual(start);
    expect(start).toBeLessThanOrEqual(end);
    // In whole nanoseconds since performance.timeOrigin.
    expect([submit, start, end].every(Number.isSafeInteger)).toBe(true);
    expect(Math.abs(end / 1e6 - performance.now())).toBeLessThan(1000);
    await event.wait();
    event.waitSync();
  });

  test("waitSync runs what is due, up to the event", () => {
    const q = make();
    const out = q.mallocShared(Int32Array, 3);
    const first = q.parallelFor(3, set(out, 1));
    const second = q.parallelFor(3, set(out, 2));
    first.waitSync();
    expect([...out]).toEqual([1, 1, 1]);
    expect(second.status).toBe("submitted");
    q.waitSync();
    expect([...out]).toEqual([2, 2, 2]);
    expect(q.toHost(out)).toEqual(Int32Array.of(2, 2, 2));
    expect(q.toHost(out).buffer).toBeInstanceOf(ArrayBuffer);
  });

  test("toHost sees the commands before it", () => {
    const q = make();
    const out = q.mallocShared(Int32Array, 2);
    q.parallelFor(2, set(out, 5));
    expect([...q.toHost(out.subarray(1))]).toEqual([5]);
  });

  test("waitSync throws the kernel's error", () => {
    const q = make();
    const event = q.parallelFor(2, set(q.mallocShared(Int32Array, 1), 1));
    expect(() => event.waitSync()).toThrow(LanewiseError);
  });

  test("dependencies of another queue run first, also synchronously", () => {
    const [q, other] = [make(), make()];
    const out = q.mallocShared(Int32Array, 1);
    other.parallelFor(1, set(out, 1));
    const first = other.parallelFor(1, set(out, 2));
    const second = q.parallelFor(1, set(out, 3), { after: first });
    second.waitSync();
    expect(first.status).toBe("complete");
    expect(out[0]).toBe(3);
  });

  test("an error that nobody waits for reaches onError once", async () => {
    const onError = vi.fn();
    const q = make(onError);
    const out = q.mallocShared(Int32Array, 1);
    const failed = q.parallelFor(2, set(out, 1));
    const fine = q.parallelFor(1, set(out, 2));
    await fine;
    await turns();
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: "out_of_bounds" });
    expect(out[0]).toBe(2);
    await expect(failed.wait()).rejects.toMatchObject({ code: "out_of_bounds" });
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("an error that somebody waits for does not reach onError", async () => {
    const onError = vi.fn();
    const q = make(onError);
    const out = q.mallocShared(Int32Array, 1);
    await expect(q.parallelFor(2, set(out, 1)).wait()).rejects.toThrow(LanewiseError);
    await expect(Promise.resolve(q.parallelFor(2, set(out, 1)))).rejects.toThrow(LanewiseError);
    await turns();
    expect(onError).not.toHaveBeenCalled();
  });

  test("wait rejects with the first error, further ones go to onError", async () => {
    const onError = vi.fn();
    const q = make(onError);
    const out = q.mallocShared(Int32Array, 1);
    q.parallelFor(3, set(out, 1), { name: "first" });
    q.parallelFor(4, set(out, 1), { name: "second" });
    await expect(q.wait()).rejects.toMatchObject({ kernel: "first" });
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ kernel: "second" });
    await q.wait();
    q.parallelFor(3, set(out, 1), { name: "third" });
    expect(() => q.waitSync()).toThrow("third");
  });

  test("without onError it is an unhandled rejection", async () => {
    const before = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    const seen = vi.fn();
    process.on("unhandledRejection", seen);
    const q = make();
    q.parallelFor(2, set(q.mallocShared(Int32Array, 1), 1));
    await turns();
    process.off("unhandledRejection", seen);
    for (const listener of before) process.on("unhandledRejection", listener);
    expect(seen).toHaveBeenCalledTimes(1);
    expect(seen.mock.calls[0]?.[0]).toMatchObject({ code: "out_of_bounds" });
  });

  test("long work leaves the event loop its turns", { timeout: 120_000 }, async () => {
    // Of one thread: the calling one does it all.
    const q = new Queue({ device, threads: 1 });
    const out = q.mallocShared(Int32Array, 2 ** 21);
    /** The longest time between two turns, in milliseconds, while it works. */
    async function longestTurn(): Promise<number> {
      const event = q.parallelFor(out.length, set(out, 1));
      // Each is shorter than a slice; all of them take a third of a second and more.
      for (let i = 0; i < (device === "cpu" ? 1500 : 150); i++) q.parallelFor(out.length, set(out, i));
      let longest = 0;
      let last = performance.now();
      const finished = q.wait().then(() => true);
      for (let isFinished = false; !isFinished; ) {
        isFinished = await Promise.race([finished, turn().then(() => false)]);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      expect(event.status).toBe("complete");
      return longest;
    }
    // Slices end after 8 ms. A machine that is busy with other tests makes some turns longer, but not those of every attempt; work that is not in
    // slices does.
    const attempts: number[] = [];
    while (attempts.length < 20 && !attempts.some((longest) => longest < 50)) attempts.push(await longestTurn());
    expect(Math.min(...attempts)).toBeLessThan(50);
  });

  test("disposal finishes the work and ends the queue", async () => {
    const out = make().mallocShared(Int32Array, 1);
    let disposed: Queue;
    {
      using q = make();
      q.parallelFor(1, set(out, 4));
      disposed = q;
    }
    expect(out[0]).toBe(4);
    expect(() => disposed.parallelFor(1, set(out, 1))).toThrow("disposed");
    {
      await using q = make();
      q.parallelFor(1, set(out, 5));
    }
    expect(out[0]).toBe(5);
  });
});

test("a command that an event of another kind would precede is refused", () => {
  const q = new Queue();
  // @ts-expect-error a promise is no event of a queue
  expect(() => q.fill(new Int32Array(1), 1, Promise.resolve())).toThrow("expected an event");
});

test("copies and fills of arrays", async () => {
  const q = new Queue();
  const x = q.mallocShared(Int32Array, [1, 2, 3, 4]);
  await q.copy(Int32Array.of(9, 8), x, 2);
  expect([...x]).toEqual([9, 8, 3, 4]);
  await q.copy(x.subarray(0, 3), x.subarray(1));
  expect([...x]).toEqual([9, 9, 8, 3]);
  await q.fill(x.subarray(2), 7);
  expect([...x]).toEqual([9, 9, 7, 7]);
  const bytes = new Uint8Array(4);
  await q.memcpy(bytes, x.subarray(2), 4);
  expect([...bytes]).toEqual([7, 0, 0, 0]);
  // @ts-expect-error arrays of different types
  expect(() => q.copy(x, new Float32Array(4))).toThrow("between arrays of one type");
  expect(() => q.copy(x, new Int32Array(3))).toThrow("Int32Array of length 3");
  expect(() => q.copy(x, new Int32Array(9), 5)).toThrow("the source");
  const large = q.mallocShared(Float64Array, 400_000);
  large.forEach((_, index) => {
    large[index] = index;
  });
  const host = new Float64Array(400_000);
  await q.copy(large, host);
  expect(host[399_999]).toBe(399_999);
});
