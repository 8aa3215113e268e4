// The gpu device on real programs: memory, launches, failures, globals. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { KernelError, Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import { atomicRef, deviceGlobal, type f32, type Queue, reduction } from "lanewise";

export const scale = deviceGlobal<f32>(2);

export function add(q: Queue, a: Float32Array, b: Float32Array, out: Float32Array) {
  return q.parallelFor(out.length, (i) => {
    out[i] = a[i]! + b[i]!;
  });
}
export function fused(q: Queue, a: Float32Array, b: Float32Array) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! * b[i]! + 1;
  });
}
export function chain(q: Queue, a: Int32Array, by: number, launches: number) {
  const first = q.parallelFor(1, () => {
    a[by] = 1;
  });
  let last = first;
  for (let launch = 0; launch < launches; launch++) {
    last = q.submit((h) => {
      h.dependsOn(last);
      h.parallelFor(1, () => {
        a[0] = a[0]! + 1;
      });
    });
  }
  return last;
}
export function scaled(q: Queue, a: Float32Array) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! * scale.value;
  });
}
export function bytes(q: Queue, a: Uint8Array) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! + i;
  });
}
export function doubles(q: Queue, a: Float64Array) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! / 3 + i;
  });
}
export async function sums(q: Queue, x: Float32Array, y: Int32Array) {
  const [sum, most, digits] = [new Float32Array(1).fill(0.5), new Int32Array(1), new Int32Array(1)];
  await q.parallelFor(x.length, reduction(sum, "add"), (i, sum) => sum.combine(x[i]!));
  await q.parallelFor(y.length, reduction(most, "max"), (i, most) => most.combine(y[i]!));
  const product = reduction(digits, (a, b) => (a * 31 + b * 7) % 1009, { identity: 1 });
  await q.parallelFor(y.length, product, (i, digits) => digits.combine(y[i]!));
  return [sum[0]!, most[0]!, digits[0]!];
}
export function counts(q: Queue, x: Uint8Array, bins: Uint32Array, masks: Uint32Array) {
  return q.parallelFor(x.length, (i) => {
    atomicRef(bins, x[i]!).fetchAdd(i);
    atomicRef(masks, x[i]! >> 3).fetchAnd(~(1 << (i & 31)));
  });
}
export function mixed(q: Queue, from: Uint8Array, to: Uint8Array, also: Float32Array) {
  return q.parallelFor(to.length, (i) => {
    to[i] = from[i]! >> 1;
    also[i] = from[i]! + also[i]!;
  });
}
export function halves(q: Queue, from: Uint8Array, to: Uint8Array) {
  return q.parallelFor(to.length, (i) => {
    to[i] = from[i]! >> 1;
  });
}
export function beyond(q: Queue, a: Int32Array, by: number) {
  return q.parallelFor(a.length, (i) => {
    a[i + by] = i;
  });
}
export function ordered(q: Queue, a: Int32Array) {
  return q.parallelFor(a.length, (i) => {
    atomicRef(a, i).fetchAdd(1, "acquireRelease");
  });
}
export function rows(q: Queue, a: Int32Array, width: number, height: number) {
  return q.parallelFor([height, width], (y, x) => {
    a[y * width + x] = y * 1000 + x;
  });
}
`;

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "gpu.ts": text });
afterAll(program.dispose);

interface Kernels {
  add(q: Queue, a: Float32Array, b: Float32Array, out: Float32Array): Promise<void>;
  fused(q: Queue, a: Float32Array, b: Float32Array): Promise<void>;
  chain(q: Queue, a: Int32Array, by: number, launches: number): Promise<void>;
  scaled(q: Queue, a: Float32Array): Promise<void>;
  bytes(q: Queue, a: Uint8Array): Promise<void>;
  doubles(q: Queue, a: Float64Array): Promise<void>;
  sums(q: Queue, x: Float32Array, y: Int32Array): Promise<number[]>;
  counts(q: Queue, x: Uint8Array, bins: Uint32Array, masks: Uint32Array): Promise<void>;
  mixed(q: Queue, from: Uint8Array, to: Uint8Array, also: Float32Array): Promise<void>;
  halves(q: Queue, from: Uint8Array, to: Uint8Array): Promise<void>;
  beyond(q: Queue, a: Int32Array, by: number): Promise<void>;
  ordered(q: Queue, a: Int32Array): Promise<void>;
  rows(q: Queue, a: Int32Array, width: number, height: number): Promise<void>;
}

describe.skipIf(!isPromised)("the gpu device", async () => {
  if (!isPromised) return;
  const { requestGpu, gpuReason } = await import("lanewise/gpu");
  const kernels = (await program.load("gpu.ts")) as unknown as Kernels; // as the text above has them
  const gpu = await requestGpu({ software: true });
  test("is found", () => {
    expect(gpuReason()).toBeUndefined();
    expect(gpu?.kind).toBe("gpu");
  });
  test("is the program's GPUDevice, too", async () => {
    expect(gpu?.native).toHaveProperty("queue");
    const same = await requestGpu({ device: gpu?.native ?? {} });
    expect(same?.native).toBe(gpu?.native);
    expect(JSON.stringify(gpu)).not.toContain("native");
  });
  const q = new Queue({ device: "gpu" });

  test("runs kernels over arrays of the host", async () => {
    const a = Float32Array.from({ length: 1000 }, (_, i) => i);
    const out = new Float32Array(1000);
    await kernels.add(q, a, a, out);
    expect(out).toEqual(a.map((value) => 2 * value));
  });

  test("runs chains over shared arrays", async () => {
    const a = q.mallocShared(Float32Array, 70_000);
    a.fill(1);
    for (let round = 0; round < 5; round++) void kernels.scaled(q, a);
    await q.wait();
    expect(a.every((value) => value === 32)).toBe(true);
  });

  test("writes bytes of a word by several work-items", async () => {
    const a = Uint8Array.from({ length: 1001 }, (_, i) => i);
    await kernels.bytes(q, a);
    expect(a).toEqual(Uint8Array.from({ length: 1001 }, (_, i) => 2 * i));
  });

  test("adds copies of small arrays to them", async () => {
    const x = Uint8Array.from({ length: 9000 }, (_, i) => Math.imul(i, 2654435761) >>> 24);
    const [bins, masks] = [new Uint32Array(256).fill(7), new Uint32Array(32).fill(0xfffffff0)];
    const ofBin = (bin: number) => [...x.keys()].filter((i) => x[i] === bin);
    const ofMask = (mask: number) => [...x.keys()].filter((i) => (x[i] ?? 0) >> 3 === mask);
    const expected = [
      bins.map((begin, bin) => ofBin(bin).reduce((sum, i) => sum + i, begin)),
      masks.map((begin, mask) => ofMask(mask).reduce((all, i) => all & ~(1 << (i & 31)), begin)),
    ];
    await kernels.counts(q, x, bins, masks);
    expect([bins, masks]).toEqual(expected);
  });

  test("completes launches without work-items", async () => {
    const [bins, masks] = [q.mallocDevice(Uint32Array, 256), q.mallocDevice(Uint32Array, 32)];
    // Nothing else is under way, and nothing comes back.
    await q.fill(bins, 1);
    await kernels.counts(q, new Uint8Array(0), bins, masks);
    const copy = new Uint32Array(256);
    await q.copy(bins, copy);
    expect(copy.every((count) => count === 1)).toBe(true);
  });

  test("stores bytes into memory that lies apart, and that does not", async () => {
    const shared = q.mallocShared(Uint8Array, 3000);
    const fill = () => shared.set(Uint8Array.from(shared, (_, i) => i * 7));
    const expected = Uint8Array.from(shared, (_, i) => (i * 7) & 255);
    const other = q.mallocShared(Uint8Array, 1000);
    fill();
    await kernels.halves(q, shared.subarray(0, 1000), other);
    expect(other).toEqual(expected.slice(0, 1000).map((value) => value >> 1));
    await kernels.halves(q, shared.subarray(1001, 1999), shared.subarray(3, 1001));
    expected.set(
      expected.slice(1001, 1999).map((value) => value >> 1),
      3,
    );
    expect(shared).toEqual(expected);
    q.free(shared);
    q.free(other);
  });

  test("stores bytes between arrays that it reads and writes as words", async () => {
    // In this order in the device's memory.
    const from = q.mallocShared(Uint8Array, 1000).map((_, i) => i * 7);
    const bytes = q.mallocShared(Uint8Array, 1000);
    const [low, high] = [q.mallocDevice(Float32Array, 1000), q.mallocDevice(Uint8Array, 1000)];
    const top = q.mallocDevice(Float32Array, 1000);
    for (const [also, to] of [
      [low, bytes],
      [low, high],
      [top, high],
    ] as const) {
      await q.fill(also, 0.5);
      await kernels.mixed(q, from, to, also);
      const [found, sums] = [new Uint8Array(1000), new Float32Array(1000)];
      await q.copy(to, found);
      await q.copy(also, sums);
      expect(found).toEqual(from.map((value) => value >> 1));
      expect([...sums]).toEqual(Array.from(from, (value) => value + 0.5));
    }
    for (const array of [bytes, low, high, top]) q.free(array);
  });

  test("computes doubles to the bit", async () => {
    const a = Float64Array.from({ length: 300 }, (_, i) => Math.sin(i) * 10 ** (i % 30));
    const expected = a.map((value, i) => value / 3 + i);
    await kernels.doubles(q, a);
    expect(a).toEqual(expected);
  });

  test.each([10, 5000, 300_001])("reduces %d values to what the CPU does, to the bit", async (n) => {
    const x = Float32Array.from({ length: n }, (_, i) => Math.sin(i) * 10 ** (i % 7));
    const y = Int32Array.from({ length: n }, (_, i) => Math.imul(i, 7919) % 1009);
    expect(await kernels.sums(q, x, y)).toEqual(await kernels.sums(new Queue({ device: "cpu" }), x, y));
  });

  test("has ranges of two dimensions", async () => {
    const a = new Int32Array(7 * 300);
    await kernels.rows(q, a, 300, 7);
    expect(a).toEqual(Int32Array.from({ length: 2100 }, (_, i) => Math.floor(i / 300) * 1000 + (i % 300)));
  });

  test("refuses what it cannot keep", async () => {
    const strict = new Queue({ device: "gpu", fp: "strict" });
    const a = new Float32Array(4);
    await expect(async () => kernels.fused(strict, a, a)).rejects.toThrow(
      "the GPU has no way to round products and sums",
    );
    await kernels.add(strict, a, a, a);
    await expect(async () => kernels.ordered(q, new Int32Array(4))).rejects.toThrow('the order "acquireRelease"');
  });

  test("what depends on a failed command does nothing, also where the GPU had it before anybody knew", async () => {
    const a = q.mallocShared(Int32Array, 4);
    await kernels.chain(q, a, 1, 3);
    expect([...a]).toEqual([3, 1, 0, 0]);
    await expect(kernels.chain(q, a, 4, 3)).rejects.toMatchObject({ code: "dependency_failed" });
    await q.wait().catch(() => undefined);
    expect([...a]).toEqual([3, 1, 0, 0]);
    q.free(a);
  });

  test("tells of the lowest work-item that fails, as the CPU does", async () => {
    const fails = async (on: Queue): Promise<unknown> => {
      try {
        await kernels.beyond(on, new Int32Array(500), 3);
      } catch (error) {
        return error instanceof KernelError ? error.message : error;
      }
      return "nothing failed";
    };
    expect(await fails(q)).toEqual(await fails(new Queue({ device: "host" })));
  });
});
