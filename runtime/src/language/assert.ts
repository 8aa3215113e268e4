// Assertions. The function here is the host's; in kernels the compiler makes it a failure at a place of the source.

import { LanewiseError } from "../errors/index.js";

/**
 * Says that something holds. In a kernel, where it does not, the launch's event rejects with a `KernelError` of code
 * "assertion_failed" that has file, line, column and work-item; on the host a `LanewiseError` of that code is thrown.
 *
 *     q.parallelFor(n, (i) => {
 *       assert(x[i] >= 0, "x has no negative elements");
 *       out[i] = Math.sqrt(x[i]);
 *     });
 */
export function assert(condition: boolean, message?: string): asserts condition {
  if (condition) return;
  throw new LanewiseError(
    "assertion_failed",
    message === undefined ? "An assertion failed." : `An assertion failed: ${message}`,
  );
}
