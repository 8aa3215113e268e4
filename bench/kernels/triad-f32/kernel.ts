// STREAM triad as a Lanewise kernel.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { TriadArrays, TriadScalars } from "./workload.js";

export function lanewise(q: Queue, { a, b, c }: TriadArrays, { s, n }: TriadScalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        a[i] = b[i]! + s * c[i]!;
      },
      options,
    );
}
