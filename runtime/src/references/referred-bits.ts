// What references of the host are in device memory. Null pointers are known here by a mark: programs without pointers do without host-pointer.ts.

import { referenceBits } from "./function-table.js";

const nulls = new WeakSet<object>();

/** Marks a null pointer. */
export function asNull(pointer: object): object {
  nulls.add(pointer);
  return pointer;
}

/** Returns the value in device memory for a null pointer or a function reference of the host; other values are returned unchanged. */
export function referredBits(value: unknown): unknown {
  if (typeof value === "function") return referenceBits(value);
  return typeof value === "object" && value !== null && nulls.has(value) ? 0n : value;
}
