// Limits the local memory of a work-group.

import { LanewiseError } from "../../errors/index.js";

/** The most local memory of a group, in bytes. */
export const MAX_LOCAL_MEMORY = 2 ** 20;

export interface NamedMemory {
  readonly name: string;
  readonly byteLength: number;
}

export function tooMuchLocalMemory(kernel: string, memories: readonly NamedMemory[]): LanewiseError {
  const total = memories.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const list = memories.map((memory) => `${memory.name}: ${memory.byteLength}`).join(", ");
  return new LanewiseError(
    "kernel_not_supported",
    `Kernel ${kernel} has ${total} bytes of local memory (${list}); the limit of a work-group is ${MAX_LOCAL_MEMORY}.`,
    { help: "Use smaller arrays, or an array in device memory with a part for each work-group." },
  );
}
