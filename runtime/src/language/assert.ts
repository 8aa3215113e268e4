// Assertions. This function is the host's; in kernels the compiler lowers it to a failure with a source position.

import { LanewiseError } from "../errors/index.js";

/**
 * Asserts that a condition holds. If it does not, in a kernel the launch's event rejects with a `KernelError` of code "assertion_failed", which has
 * file, line, column and work-item. On the host, it throws a `LanewiseError` of that code.
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
