// Pointers through the runtime, on every device: kept in device globals and in memory, followed by other kernels, and what is said
// about those that lead nowhere.

import { KernelError, Queue } from "lanewise";
import { describe, expect, test } from "vitest";
import { devicesOf } from "../../runtime/dist/context/context-devices.js";
import { errorOf } from "../support/thrown-error.js";
import { bins, head, kernel, nodes } from "./pointer-kernels.js";

async function failureOf(promise: PromiseLike<unknown>): Promise<KernelError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof KernelError) return error;
    throw error;
  }
  throw new Error("the kernel did not fail");
}

const size = 9999;

test("a pointer of another device leads to nothing", async () => {
  const [cpu, other] = [new Queue({ device: "cpu" }), new Queue({ device: "host" })];
  await cpu.parallelFor(1, kernel("keep", cpu.mallocShared(Int32Array, [7]), 0));
  const out = other.mallocShared(Int32Array, [8]);
  await other.write(head, await cpu.read(head));
  const error = await failureOf(other.parallelFor(1, kernel("read", out)));
  expect(error.message).toContain("is not in this device's memory");
});

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });
  const context = devicesOf(q.context).on(device);

  test("V5: a pointer is passed to another kernel through a device global; atomics on it", async () => {
    const array = q.mallocShared(Int32Array, [1, 2, 3, 4]);
    q.parallelFor(1, kernel("keep", array, 2));
    await q.parallelFor(100_000, kernel("add", 2));
    expect([...array]).toEqual([1, 2, 200_003, 4]);
    expect((await q.read(head)) & 0xffffffffn).toBe(8n);
  });

  test("V5: to an element of a device global, also one of its image", async () => {
    q.parallelFor(1, kernel("keepBins"));
    await q.parallelFor(3, kernel("add", 5));
    expect([...(await q.read(bins))]).toEqual([0, 0, 15, 0]);
    const out = q.mallocShared(Int32Array, 1);
    q.parallelFor(1, kernel("keepOwn"));
    q.parallelFor(2, kernel("add", 1));
    await q.parallelFor(1, kernel("read", out));
    expect([...out]).toEqual([42]);
  });

  test("V5: pointers in the fields of structs: a list, through thousands of nodes", async () => {
    const n = 5000;
    const list = q.mallocShared(
      nodes,
      Array.from({ length: n }, (_, value) => ({ value, next: 0n })),
    );
    const out = q.mallocShared(Int32Array, 8);
    q.parallelFor(n, kernel("link", list));
    await q.parallelFor(8, kernel("sum", out));
    expect([...out]).toEqual(new Array(8).fill((n * (n - 1)) / 2));
  });

  test("arrays that are allocated and freed meanwhile do not matter; ids stay", async () => {
    const array = q.mallocShared(Int32Array, [7]);
    await q.parallelFor(1, kernel("keep", array, 0));
    const before = await q.read(head);
    for (let round = 0; round < 50; round++) {
      using other = q.mallocShared(Int32Array, 100);
      await q.parallelFor(1, kernel("add", 1));
      expect([...other]).toEqual(new Array(100).fill(0));
    }
    expect(array[0]).toBe(57);
    await q.parallelFor(1, kernel("keep", array, 0));
    expect(await q.read(head)).toBe(before);
  });

  test("a pointer to a freed array fails, also when another array lies there, thousands of times", async () => {
    const out = q.mallocShared(Int32Array, 1);
    // Between two that stay, and of a size that nothing else has: the next such array lies where it lay.
    using _before = q.mallocShared(Int32Array, size);
    const first = q.mallocShared(Int32Array, size);
    using _behind = q.mallocShared(Int32Array, size);
    await q.parallelFor(1, kernel("keep", first, 0));
    const { byteOffset } = first;
    q.free(first);
    const table = context.pointers;
    for (let round = 0; round < 10_000; round++) {
      using other = q.mallocShared(Int32Array, size);
      if (round === 0) expect(other.byteOffset).toBe(byteOffset);
      table.current();
      if (round % 2500 !== 0) continue;
      const error = await failureOf(q.parallelFor(1, kernel("read", out)));
      expect(error).toMatchObject({
        code: "invalid_reference",
        array: "head.value",
        line: 4,
        column: 9,
        workItem: [0],
      });
      expect(error.message).toContain(
        "head.value points to an array that was freed, or is not in this device's memory",
      );
    }
    expect(out[0]).toBe(0);
  });

  test("null, past the end, and half inside", async () => {
    const [out, array] = [q.mallocShared(Int32Array, 1), q.mallocShared(Int32Array, [1, 2, 3])];
    await q.write(head, 0n);
    const nothing = await failureOf(q.parallelFor(1, kernel("read", out)));
    expect(nothing.message).toContain("head.value is null: it points to nothing (src/pointers.ts:4:9, work-item 0)");
    await q.parallelFor(1, kernel("keep", array, 2));
    const half = await failureOf(q.parallelFor(1, kernel("readWide", out)));
    expect(half.message).toContain("byte 8 of an array of 12 bytes, which holds no whole object of its type");
    await q.write(head, ((await q.read(head)) & ~0xffn) | 12n);
    const past = await failureOf(q.parallelFor(1, kernel("read", out)));
    expect(past.message).toContain("head.value points past the end: to byte 12 of an array of 12 bytes");
    expect(past.index).toBeUndefined();
  });

  test("what is freed while a kernel may follow pointers to it stays until that is final", async () => {
    const array = q.mallocShared(Int32Array, [5]);
    const out = q.mallocShared(Int32Array, 1);
    await q.parallelFor(1, kernel("keep", array, 0));
    const { byteOffset } = array;
    const reading = q.parallelFor(1, kernel("read", out));
    q.free(array);
    const other = q.mallocShared(Int32Array, [6]);
    expect(other.byteOffset).not.toBe(byteOffset);
    await reading;
    expect(out[0]).toBe(5);
    const later = Array.from({ length: 200 }, () => q.mallocShared(Int32Array, 1).byteOffset);
    expect(later).toContain(byteOffset);
  });

  test("tables go when no launch uses them", async () => {
    const array = q.mallocShared(Int32Array, [5]);
    await q.parallelFor(1, kernel("keep", array, 0));
    const before = q.memoryUsage().internal;
    for (let round = 0; round < 100; round++) {
      q.mallocShared(Float32Array, 4);
      await q.parallelFor(1, kernel("add", 1));
    }
    // One table, which may have doubled; a hundred are more than ten times as much.
    expect(q.memoryUsage().internal).toBeLessThanOrEqual(before + 20_000);
  });

  test("a pointer to a struct whose fields lie apart is refused", () => {
    const list = q.mallocShared(nodes, 2, { layout: "soa" });
    const error = errorOf(() => q.parallelFor(2, kernel("link", list)));
    expect(error.code).toBe("kernel_not_supported");
    expect(error.message).toContain('takes a pointer to a struct in columns ("soa")');
  });
});
