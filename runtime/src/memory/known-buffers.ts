// Which device's memory a buffer is of: one that lies over it, or, where the host cannot map it, one that stands for a part of it.

import type { DeviceMemory } from "../device/index.js";

/** Buffers keep their memory known, and nothing else does. */
const memories = new WeakMap<ArrayBufferLike, DeviceMemory>();

export function rememberBuffer(buffer: ArrayBufferLike, memory: DeviceMemory): void {
  memories.set(buffer, memory);
}

/** The memory that `buffer` is of, or was before the memory grew; undefined if it is no device's. */
export function memoryOf(buffer: ArrayBufferLike): DeviceMemory | undefined {
  return memories.get(buffer);
}
