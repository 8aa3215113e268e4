// `specialized`: a captured value that programs are compiled for.

import type { AnyFunctionRef } from "./function-ref.js";

/**
 * In a kernel, a captured number, bigint, boolean or reference to a function that its program is compiled for: loops over it are unrolled,
 * branches that it decides go, the function is called directly. A launch with another value has another program, so that it is for values that seldom change:
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
