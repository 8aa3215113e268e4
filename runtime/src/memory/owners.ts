// Finds the owner of a buffer: the device and context that created its memory.

import type { DeviceContext } from "../context/index.js";
import type { DeviceMemory } from "../device/index.js";
import { bufferOf } from "../values/index.js";
import { memoryOf } from "./known-buffers.js";

/** A memory that is reachable from one of its buffers keeps its context alive. */
const owners = new WeakMap<DeviceMemory, DeviceContext>();

/** Called once, when the context has created its memory. */
export function owns(context: DeviceContext, memory: DeviceMemory): void {
  owners.set(memory, context);
}

/** Returns the device and context that own `buffer`; undefined if none does. */
export function ownerOf(buffer: ArrayBufferLike): DeviceContext | undefined {
  const memory = memoryOf(buffer);
  return memory && owners.get(memory);
}

/** Throws if `view` belongs to an array of a device's memory that was freed; `what` names it. */
export function checkLive(view: ArrayBufferView, what: string): void {
  ownerOf(bufferOf(view))?.usm.locate(view, what);
}
