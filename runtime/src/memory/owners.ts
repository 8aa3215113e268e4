// Whose memory a buffer is: the device and context that made it.

import type { DeviceContext } from "../context/index.js";
import type { DeviceMemory } from "../device/index.js";
import { bufferOf } from "../values/index.js";
import { memoryOf } from "./known-buffers.js";

/** A memory that is still known by one of its buffers keeps its context known. */
const owners = new WeakMap<DeviceMemory, DeviceContext>();

/** Said once, when the context has made its memory. */
export function owns(context: DeviceContext, memory: DeviceMemory): void {
  owners.set(memory, context);
}

/** The device and context whose memory `buffer` is; undefined if it is nobody's. */
export function ownerOf(buffer: ArrayBufferLike): DeviceContext | undefined {
  const memory = memoryOf(buffer);
  return memory && owners.get(memory);
}

/** Throws where `view` is of an array of a device's memory that was freed; `what` names it. */
export function checkLive(view: ArrayBufferView, what: string): void {
  ownerOf(bufferOf(view))?.usm.locate(view, what);
}
