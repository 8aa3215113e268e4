// Finds the device memory of a buffer: the memory that it maps, or, if the host cannot map it, the memory that it represents.

import type { DeviceMemory } from "../device/index.js";

/** A buffer keeps its memory alive; the map keeps no buffer alive. */
const memories = new WeakMap<ArrayBufferLike, DeviceMemory>();

export function rememberBuffer(buffer: ArrayBufferLike, memory: DeviceMemory): void {
  memories.set(buffer, memory);
}

/** Returns the device memory that `buffer` belongs to, or belonged to before the memory grew; undefined if none. */
export function memoryOf(buffer: ArrayBufferLike): DeviceMemory | undefined {
  return memories.get(buffer);
}
