// Kernels that a driver refuses. None refuses ours, so what a kernel becomes is spoilt on its way. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue, type QueueEvent } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import type { Queue, QueueEvent } from "lanewise";

export function behind(q: Queue, a: Int32Array, by: number, event: QueueEvent) {
  return q.submit((h) => {
    h.dependsOn(event);
    h.parallelFor(a.length, (i) => {
      a[i] = a[i]! + by;
    });
  });
}
export function refused(q: Queue, a: Int32Array, by: number) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! - by;
  });
}
export function add(q: Queue, a: Int32Array, by: number) {
  return q.parallelFor(a.length, (i) => {
    a[i] = a[i]! + by;
  });
}
`;

interface Kernels {
  refused(q: Queue, a: Int32Array, by: number): QueueEvent;
  add(q: Queue, a: Int32Array, by: number): Promise<void>;
  behind(q: Queue, a: Int32Array, by: number, event: QueueEvent): Promise<void>;
}

/** Kept: Dawn's promises never settle otherwise. */
let dawn: GPU | undefined;
const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "refused.ts": text });
afterAll(program.dispose);

describe.skipIf(!isPromised)("a kernel that the driver refuses", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("refused.ts")) as unknown as Kernels; // as the text above has it
  const { create, globals } = await import("webgpu");
  Object.assign(globalThis, globals);
  dawn = create([]);
  const adapter = await dawn.requestAdapter();
  const device = await adapter?.requestDevice();
  if (!device) throw new Error("there is a driver");
  const createModule = device.createShaderModule.bind(device);
  device.createShaderModule = (descriptor) =>
    createModule(
      descriptor.label?.startsWith("refused") ? { ...descriptor, code: `${descriptor.code}\nnonsense` } : descriptor,
    );
  await requestGpu({ device, software: true });
  const q = new Queue({ device: "gpu" });

  test("rejects with its name and place, and nothing else does", async () => {
    const [a, b] = [new Int32Array(4), new Int32Array(4)];
    const before = kernels.add(q, b, 1);
    const event = kernels.refused(q, a, 1);
    const behind = kernels.add(q, b, 2);
    await expect(event).rejects.toMatchObject({
      code: "compile_program_error",
      message: expect.stringMatching(/^LW\d+: Kernel refused .*refused\.ts:12.*: the GPU's driver rejects its WGSL: /),
      help: expect.stringContaining("lanewise inspect --wgsl"),
    });
    await before;
    await behind;
    await kernels.add(q, b, 4);
    expect([...b]).toEqual([7, 7, 7, 7]);
    expect([...a]).toEqual([0, 0, 0, 0]);
    await expect(kernels.refused(q, a, 1)).rejects.toMatchObject({ code: "compile_program_error" });
  });

  test("fails what depends on it, which does nothing", async () => {
    const a = q.mallocDevice(Int32Array, 4);
    await kernels.behind(q, a, 0, q.copy(new Int32Array(4), a));
    const event = kernels.refused(q, a, 1);
    const behind = kernels.behind(q, a, 2, event);
    await expect(event).rejects.toMatchObject({ code: "compile_program_error" });
    await expect(behind).rejects.toMatchObject({ code: "dependency_failed" });
    await kernels.add(q, a, 3);
    const seen = new Int32Array(4);
    await q.copy(a, seen);
    expect([...seen]).toEqual([3, 3, 3, 3]);
    q.free(a);
  });

  test("fails alone where it is divided, too", async () => {
    const a = q.mallocDevice(Int32Array, 2 ** 19);
    await expect(kernels.refused(q, a, 1)).rejects.toMatchObject({ code: "compile_program_error" });
    const b = new Int32Array(4);
    await kernels.add(q, b, 3);
    expect([...b]).toEqual([3, 3, 3, 3]);
    q.free(a);
  });
});
