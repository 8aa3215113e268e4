// The allocator against a model, and the arrays made with it.

import fc from "fast-check";
import { Context, Queue } from "lanewise";
import { describe, expect, test, vi } from "vitest";
import { Allocator, type Block, GRANULE } from "../../runtime/dist/memory/allocator.js";
import { MappedMemory } from "../../runtime/dist/memory/mapped-memory.js";
import { set } from "./kernels.js";

const START = GRANULE;
const LIMIT = 1 << 20;

/** An allocator over a range that grows as asked, up to LIMIT. */
function createAllocator() {
  let end = 4096;
  return new Allocator(START, end, (needed) => {
    if (needed <= LIMIT) end = Math.max(end, needed);
    return end;
  });
}

test("blocks are aligned, disjoint, large enough and inside", () => {
  const step = fc.oneof(
    fc.record({ size: fc.integer({ min: 0, max: 40_000 }) }),
    fc.record({ release: fc.nat({ max: 1000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const allocator = createAllocator();
      const live: Block[] = [];
      for (const action of steps) {
        if ("size" in action) {
          const block = allocator.allocate(action.size);
          if (!block) continue;
          const { offset, size } = block;
          expect(offset % GRANULE).toBe(0);
          expect(size).toBeGreaterThanOrEqual(Math.max(1, action.size));
          expect(offset).toBeGreaterThanOrEqual(START);
          expect(offset + size).toBeLessThanOrEqual(LIMIT);
          for (const other of live) {
            expect(offset >= other.offset + other.size || other.offset >= offset + size).toBe(true);
          }
          live.push(block);
        } else {
          const [block] = live.splice(action.release % Math.max(1, live.length), 1);
          if (block) expect(allocator.release(block)).toBe(true);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("all memory comes together again when all blocks are free", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      (sizes, picks) => {
        const allocator = createAllocator();
        const live = sizes.map((size) => allocator.allocate(size)).filter((block) => block !== undefined);
        while (live.length > 0) {
          const [block] = live.splice(picks.next().value % live.length, 1);
          if (block) allocator.release(block);
        }
        const whole = allocator.allocate(LIMIT - START);
        expect(whole?.offset).toBe(START);
        expect(allocator.allocate(1)).toBeUndefined();
      },
    ),
    { numRuns: 100 },
  );
});

test("a block is given back once", () => {
  const allocator = createAllocator();
  const block = allocator.allocate(1);
  if (!block) throw new Error("there is room");
  expect(allocator.release(block)).toBe(true);
  expect(allocator.release(block)).toBe(false);
});

test("memory is zero, also where it was used before", () => {
  const memory = new MappedMemory();
  const block = memory.allocate(1000, "test");
  expect(block.offset).toBeGreaterThan(0);
  memory.bytes(block.offset, 1000).fill(7);
  memory.release(block);
  const again = memory.allocate(2000, "test");
  expect(memory.bytes(again.offset, 2000).every((byte) => byte === 0)).toBe(true);
});

test("where shared memory is refused, memory is reserved once", () => {
  const memory = new MappedMemory((descriptor) => {
    if (descriptor.shared) throw new RangeError("refused");
    return new WebAssembly.Memory(descriptor);
  });
  const { buffer } = memory;
  expect(memory.isShared).toBe(false);
  memory.allocate(50_000_000, "test");
  expect(memory.buffer).toBe(buffer);
  expect(() => memory.allocate(2 ** 32, "test")).toThrow("LW4002");
});

describe("arrays", () => {
  const q = new Queue();

  test("are typed arrays over shared memory", () => {
    const x = q.mallocShared(Float32Array, 5);
    expect(x).toBeInstanceOf(Float32Array);
    expect(x.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect([...x]).toEqual([0, 0, 0, 0, 0]);
    expect([...q.mallocDevice(Uint8Array, new Set([1, 2]))]).toEqual([1, 2]);
    expect([...q.mallocHost(BigUint64Array, [1n, 2n])]).toEqual([1n, 2n]);
    expect([...q.mallocShared(Float64Array, Float32Array.of(0.5))]).toEqual([0.5]);
  });

  test("stay valid and recognised when the memory grows", async () => {
    const x = q.mallocShared(Int32Array, 4);
    const { buffer } = x;
    const large = q.mallocShared(Uint8Array, 30_000_000);
    expect(large.buffer).not.toBe(buffer);
    await q.parallelFor(4, set(x, 3));
    expect([...x]).toEqual([3, 3, 3, 3]);
    q.free(large);
  });

  test("usage counts them by kind", () => {
    const before = q.memoryUsage();
    const x = q.mallocShared(Uint8Array, 1000);
    const y = q.mallocDevice(Uint8Array, 64);
    expect(q.memoryUsage().shared - before.shared).toBe(1024);
    expect(q.memoryUsage().device - before.device).toBe(64);
    q.free(x);
    x[Symbol.dispose]();
    y[Symbol.dispose]();
    expect(q.memoryUsage().shared).toBe(before.shared);
    expect(q.memoryUsage().device).toBe(before.device);
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 31, "3", null])("a count of %s is refused", (count) => {
    // Untyped code may pass anything.
    expect(() => q.mallocShared(Int32Array, count as number)).toThrow("LW4001");
  });

  test("too much is refused, and everything goes on", () => {
    expect(() => q.mallocShared(Float64Array, 2 ** 30)).toThrow("LW4002");
    // @ts-expect-error values of the wrong type
    expect(() => q.mallocShared(BigInt64Array, [1, 2])).toThrow("wrong type");
    // @ts-expect-error no typed array's constructor
    expect(() => q.mallocShared(Array, 2)).toThrow("Array, which has no element type");
    expect(q.mallocShared(Int8Array, 1)).toHaveLength(1);
  });

  test("free wants the array itself", () => {
    const x = q.mallocShared(Int32Array, 4);
    expect(() => q.free(x.subarray(1))).toThrow("view of an array");
    expect(() => q.free(new Int32Array(1))).toThrow("not in the memory of this queue's device and context");
    q.free(x);
    expect(() => q.free(x)).toThrow("already freed");
    expect(() => q.toHost(x)).toThrow("was freed");
  });

  /** Allocates `count` arrays; the last ones are where others were freed. */
  const addresses = (count: number) => Array.from({ length: count }, () => q.mallocShared(Int32Array, 4).byteOffset);

  /** Commands that may use any array: each calls `run` when `over` has resolved. */
  const unknown = {
    "a host task that does not say what it uses": (run: () => void, over: Promise<void>) =>
      q.submit((h) => h.hostTask(() => over.then(run))),
    "a kernel that is not compiled": (run: () => void, over: Promise<void>) =>
      q.parallelFor(1, () => run(), { after: q.submit((h) => h.hostTask(() => over, { reads: [] })) }),
  };
  test.each(Object.entries(unknown))(
    "FAULT10: while %s is outstanding, what is freed is not given to others",
    async (_, submit) => {
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const x = q.mallocShared(Int32Array, 4);
      let open: () => void = () => undefined;
      const over = new Promise<void>((resolve) => {
        open = resolve;
      });
      const before = q.memoryUsage();
      const event = submit(() => x.fill(9), over);
      const later = q.mallocShared(Int32Array, 4);
      q.free(x);
      q.free(later);
      expect(q.memoryUsage().shared).toBe(before.shared - 64);
      const meanwhile = addresses(50);
      expect(meanwhile).not.toContain(x.byteOffset);
      // It was not there when the command was submitted.
      expect(meanwhile).toContain(later.byteOffset);
      open();
      await event;
      expect(addresses(50)).toContain(x.byteOffset);
      vi.restoreAllMocks();
    },
  );

  test("FAULT10: a host task that says what it uses holds that alone; one that is cancelled holds nothing", async () => {
    const [x, y] = [q.mallocShared(Int32Array, 4), q.mallocShared(Int32Array, 4)];
    const task = q.submit((h) => h.hostTask(() => Promise.resolve(), { writes: [x] }));
    const cancelled = q.submit((h) => h.hostTask(() => undefined), { signal: AbortSignal.abort("no") });
    q.free(x);
    q.free(y);
    const meanwhile = addresses(50);
    expect(meanwhile).not.toContain(x.byteOffset);
    expect(meanwhile).toContain(y.byteOffset);
    await task;
    await expect(cancelled).rejects.toBe("no");
    expect(addresses(50)).toContain(x.byteOffset);
  });

  test("FAULT9: where buffers cannot be cloned, as in pages that are not isolated, views still tell", () => {
    const clone = vi.spyOn(globalThis, "structuredClone").mockImplementation(() => {
      throw new DOMException("refused", "DataCloneError");
    });
    using context = new Context();
    const own = new Queue({ device: "cpu", context });
    const x = own.mallocShared(Int32Array, 4);
    const view = x.subarray(1);
    own.free(x);
    const arrays = Array.from({ length: 20 }, () => own.mallocShared(Int32Array, 4));
    expect(arrays.map(({ byteOffset }) => byteOffset)).toContain(x.byteOffset);
    expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBe(20);
    expect(() => own.fill(view, 1)).toThrow("was freed");
    own.fill(arrays[3] ?? x, 1);
    expect(clone).toHaveBeenCalledTimes(1);
    clone.mockRestore();
  });

  test("where memory is not shared, or the engine gives no other buffer, arrays are known by their addresses", async () => {
    const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => 0);
    // Where the engine has it.
    const { prototype } = WebAssembly.Memory;
    const resizable = Object.getOwnPropertyDescriptor(prototype, "toResizableBuffer");
    Reflect.deleteProperty(prototype, "toResizableBuffer");
    const clone = vi.spyOn(globalThis, "structuredClone").mockImplementation(() => {
      throw new DOMException("refused", "DataCloneError");
    });
    using context = new Context();
    const own = new Queue({ device: "cpu", context });
    const [x, y] = [own.mallocShared(Int32Array, 4), own.mallocShared(Int32Array, 4)];
    expect(x.buffer).toBe(y.buffer);
    await own.parallelFor(2, set(y.subarray(2), 5));
    own.free(x);
    expect([...y]).toEqual([0, 0, 5, 5]);
    expect(() => own.parallelFor(4, set(x, 5))).toThrow("was freed");
    expect(() => own.parallelFor(2, set(x.subarray(2), 5))).toThrow("was freed");
    grow.mockRestore();
    clone.mockRestore();
    if (resizable) Object.defineProperty(prototype, "toResizableBuffer", resizable);
  });
});
