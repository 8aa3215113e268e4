// A GPU's memory that grows, what it cannot give, and its loss. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import type { Queue } from "lanewise";

export function add(q: Queue, a: Int32Array, by: number) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! + by;
  });
}
`;

interface Kernels {
  add(q: Queue, a: Int32Array, by: number): Promise<void>;
}

/** Kept: Dawn's promises never settle otherwise. */
let dawn: GPU | undefined;
const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "life.ts": text });
afterAll(program.dispose);

describe.skipIf(!isPromised)("a GPU", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const { add } = (await program.load("life.ts")) as unknown as Kernels; // as the text above has it
  const ownDevice = async (): Promise<GPUDevice> => {
    const { create } = await import("webgpu");
    dawn ??= create([]);
    const adapter = await dawn.requestAdapter();
    if (!adapter) throw new Error("there was one before");
    return await adapter.requestDevice();
  };
  await requestGpu({ software: true });

  test("has memory that grows while commands are under way", async () => {
    const q = new Queue({ device: "gpu" });
    const arrays = Array.from({ length: 12 }, (_, index) => q.mallocShared(Int32Array, 1 << (10 + index)).fill(index));
    const launches = arrays.flatMap((one) => [add(q, one, 1), add(q, one, 2)]);
    await Promise.all(launches);
    await q.wait();
    for (const [index, one] of arrays.entries()) expect(one.every((value) => value === index + 3)).toBe(true);
  });

  test("says what it cannot give", async () => {
    const q = new Queue({ device: "gpu" });
    const tooLarge = async () => add(q, q.mallocDevice(Int32Array, 2 ** 29), 1);
    await expect(tooLarge).rejects.toMatchObject({ code: "memory_allocation" });
    const a = new Int32Array(4);
    await add(q, a, 1);
    expect([...a]).toEqual([1, 1, 1, 1]);
  });

  test("that is lost rejects what is under way; its memory is as it was last seen; another one is found", async () => {
    const device = await ownDevice();
    const gpu = await requestGpu({ device, software: true });
    const q = new Queue({ device: gpu ?? "cpu" });
    const a = q.mallocShared(Int32Array, 4);
    await add(q, a, 1);
    const underWay = add(q, a, 1);
    const failed = expect(underWay).rejects.toMatchObject({ code: "device_lost" });
    device.destroy();
    await failed;
    await expect(async () => add(q, a, 1)).rejects.toMatchObject({ code: "device_lost" });
    expect([...a]).toEqual([1, 1, 1, 1]);
    expect(() => new Queue({ device: "gpu" })).toThrow(expect.objectContaining({ code: "device_lost" }));
    await requestGpu({ software: true });
    const again = new Queue({ device: "gpu" });
    const b = new Int32Array(4);
    await add(again, b, 5);
    expect([...b]).toEqual([5, 5, 5, 5]);
  });
});
