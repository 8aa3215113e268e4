// The work of a copy: bytes from one place to another, in steps, so that a large one lets the event loop have its turn.

import type { Progress, Work } from "../queue/commands/index.js";
import { isShared } from "../values/index.js";

const STEP_BYTES = 2 ** 20;

/** Copies `source` over `destination`, which has the same length. `use` is of the arrays that they are of. */
export function createByteCopy(source: Uint8Array, destination: Uint8Array, use: Omit<Work, "step">): Work {
  // `set` copies overlapping ranges right, but only in one piece.
  const piece = mayOverlap(source, destination) ? source.length : STEP_BYTES;
  let done = 0;
  const step = (): Progress => {
    const end = Math.min(source.length, done + piece);
    destination.set(source.subarray(done, end), done);
    done = end;
    return done < source.length ? "more" : "done";
  };
  return { ...use, step };
}

/** Two buffers of device memory may be one memory before and after it grew. */
function mayOverlap(a: Uint8Array, b: Uint8Array): boolean {
  const isOneMemory = a.buffer === b.buffer || (isShared(a.buffer) && isShared(b.buffer));
  return isOneMemory && a.byteOffset < b.byteOffset + b.length && b.byteOffset < a.byteOffset + a.length;
}
