// The machine's GPU without Lanewise.

import { create, globals } from "webgpu";

let gpu: GPU | undefined;

export async function webGpu(): Promise<GPUDevice> {
  Object.assign(globalThis, globals);
  // Referenced for good: else promises of it never settle.
  gpu ??= create([]);
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new Error("There is no GPU.");
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  return await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } });
}
