// The contract between a kernel and whoever calls it, the same for the interpreter, JavaScript and WebAssembly:
//   run(args: address, thread: address, begin: i32, end: i32)
// runs the work-items with linear ids begin <= id < end (row-major over the range; a single task is id 0).
// `args` points to the argument block that all threads share: the range's three sizes (i32, unused ones 1, outermost
// first), the address of the pointer table (u32, 0 if the kernel has no pointers; pointer-table.ts), then the parameters. `thread` points to the calling thread's block: the failure record, then its private stack.
// A kernel that fails writes the record and throws (in WebAssembly: traps). Site 0 means "no failure", so it stores site + 1.

import { invariant } from "../invariant.js";
import { type Local, scalars } from "../module/index.js";

/** Byte offsets of the three range sizes. */
export const RANGE_OFFSET = 0;
/** Byte offset of the pointer table's address. */
export const POINTER_TABLE_OFFSET = 12;
const PARAMETERS_OFFSET = 16;

/** The failure record at the start of a thread block. */
export const FAILURE = {
  /** i32: site index + 1. */
  site: 0,
  /** i32: the failing work-item's linear id. */
  item: 4,
  /** i64: the index that was out of bounds. */
  index: 8,
  /** i64: the length it was checked against. */
  length: 16,
} as const;
/** Addresses (u32) of the thread's own copies of privatised arrays; as many as fit before the stack. */
export const PRIVATE_COPIES_OFFSET = 32;
export const MAX_PRIVATE_COPIES = 8;
/** Where a thread's private memory begins, from the start of its block. */
export const THREAD_STACK_OFFSET = 64;

export interface ArgumentLayout {
  /** Byte offset of each parameter. A span is its address (u32), then its length in elements (i32). */
  readonly offsets: readonly number[];
  readonly size: number;
}

export function argumentLayout(parameters: readonly Local[]): ArgumentLayout {
  const offsets: number[] = [];
  let end = PARAMETERS_OFFSET;
  for (const { name, type } of parameters) {
    invariant(typeof type === "string" || type.kind === "span", `kernel parameter ${name} is a scalar or a span`);
    const size = typeof type === "string" ? scalars[type].size : 8;
    const align = typeof type === "string" ? size : 4;
    const offset = Math.ceil(end / align) * align;
    offsets.push(offset);
    end = offset + size;
  }
  return { offsets, size: Math.ceil(end / 8) * 8 };
}
