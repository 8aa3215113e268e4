// The system gives a device no more memory, on each way that asks for it (FAULT8): the call or the event fails, and when there is memory again
// all goes on.

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
