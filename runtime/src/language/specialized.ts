// `specialized`: a captured value for which programs are compiled.

import type { AnyFunctionRef } from "./function-ref.js";

/**
 * In a kernel, a captured number, bigint, boolean or reference to a function for which its program is compiled: loops over it are unrolled, branches
 * that depend on it are folded, the function is called directly. A launch with another value needs another program, so use it for values that seldom
 * change:
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
