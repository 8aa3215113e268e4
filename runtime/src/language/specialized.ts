// `specialized`: a captured value that programs are compiled for.

/**
 * In a kernel, a captured number, bigint or boolean that its program is compiled for: loops over it are unrolled, branches that it
 * decides go. A launch with another value has another program, so that it is for values that seldom change:
 *
 *     q.parallelFor(n, (i) => {
 *       const r = specialized(radius);
 *       for (let k = -r; k <= r; k++) …
 *     });
 *
 * On the host, the value itself.
 */
export function specialized<T extends number | bigint | boolean>(value: T): T {
  return value;
}
