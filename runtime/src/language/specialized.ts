// `specialized`: a captured value for which programs are compiled.

import type { AnyFunctionRef } from "./function-ref.js";

/**
 * In a kernel, a captured number, bigint, boolean or reference to a function for which the kernel's program is compiled. The compiler unrolls loops
 * over it, removes branches that it excludes, and calls the function directly. A launch with another value needs another program, so use it for
 * values that seldom change:
 *
 *     q.parallelFor(n, (i) => {
 *       const r = specialized(radius);
 *       for (let k = -r; k <= r; k++) …
 *     });
 *
 * On the host, the value itself.
 */
export function specialized<T extends number | bigint | boolean | AnyFunctionRef>(value: T): T {
  return value;
}
