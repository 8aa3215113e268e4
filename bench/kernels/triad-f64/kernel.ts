// STREAM triad in f64 as a Lanewise kernel.

import type { Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { TriadF64Arrays, TriadF64Scalars } from "./workload.js";

export function lanewise(q: Queue, { a, b, c }: TriadF64Arrays, { s, n }: TriadF64Scalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        a[i] = b[i]! + s * c[i]!;
      },
      options,
    );
}
