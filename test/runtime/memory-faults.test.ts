// The system gives a device no more memory, on each way that asks for it (FAULT8): the call or the event fails, and when there is memory again
// all goes on.

import { totalmem } from "node:os";
import { Context, Queue } from "lanewise";
import { expect, test, vi } from "vitest";
import { spin, spun } from "./long-kernels.js";

const large = 2 ** 22;
const asks: Readonly<Record<string, (q: Queue) => unknown>> = {
  "an array": (q) => q.mallocShared(Int32Array, large),
  "an array with values": (q) => q.mallocShared(Int32Array, new Int32Array(large)),
  "a launch on an array of the host": (q) => q.parallelFor(16, spin(new Int32Array(large), 1)).wait(),
  "a launch on an array of another context": async (q) => {
    // It has memory already.
    await q.parallelFor(16, spin(elsewhere.mallocShared(Int32Array, 16), 1));
    return q.parallelFor(16, spin(theirs, 1)).wait();
  },
};
const elsewhere = new Queue({ device: "cpu", context: new Context() });
const theirs = elsewhere.mallocShared(Int32Array, large);

test.each(Object.entries(asks))("%s", async (_, ask) => {
  await using context = new Context();
  const q = new Queue({ device: "cpu", context });
  const out = q.mallocShared(Int32Array, 16);
  await q.parallelFor(16, spin(out, 3));
  const { shared, internal } = q.memoryUsage();
  const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
    throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
  });
  try {
    for (let turn = 0; turn < 3; turn++) {
      await expect((async () => ask(q))()).rejects.toMatchObject({ code: "memory_allocation", number: "LW4002" });
    }
    expect(grow).toHaveBeenCalled();
    // What fits goes on meanwhile.
    await q.parallelFor(16, spin(out, 4));
    expect(out[1]).toBe(spun(1, 4));
  } finally {
    grow.mockRestore();
  }
  expect(q.memoryUsage().shared).toBe(shared);
  expect(q.memoryUsage().internal).toBeLessThanOrEqual(internal + 4096);
  await ask(q);
  await q.parallelFor(16, spin(out, 5));
  expect(out[1]).toBe(spun(1, 5));
});

/** Pages that nobody writes take no memory; address space they do. */
const canReserve = process.arch !== "ia32" && totalmem() > 6 * 2 ** 30;

test.runIf(canReserve)("all of the 4 GiB that a device can have, in one array after the other", async () => {
  await using context = new Context();
  const q = new Queue({ device: "cpu", context });
  const arrays: Int32Array[] = [];
  const fill = () => {
    while (arrays.length < 64) arrays.push(q.mallocShared(Int32Array, 2 ** 26));
  };
  expect(fill).toThrow(expect.objectContaining({ code: "memory_allocation" }));
  expect(q.memoryUsage().shared).toBeGreaterThan(3.5 * 2 ** 30);
  const [first, last] = [arrays[0], arrays.pop()];
  if (!first || !last) throw new Error("there is memory for several");
  // Addresses beyond 2^31.
  await q.parallelFor(16, spin(last.subarray(last.length - 16), 3));
  await q.parallelFor(16, spin(first, 4));
  expect([last[last.length - 15], first[1]]).toEqual([spun(1, 3), spun(1, 4)]);
  q.free(last);
  expect(fill).toThrow(expect.objectContaining({ code: "memory_allocation" }));
  expect(arrays.at(-1)?.length).toBe(2 ** 26);
});
