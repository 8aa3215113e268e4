// STREAM triad in f64 in plain JavaScript.

import type { TriadF64Arrays, TriadF64Scalars } from "./workload.js";

export function plain({ a, b, c }: TriadF64Arrays, { s, n }: TriadF64Scalars): void {
  for (let i = 0; i < n; i++) a[i] = b[i]! + s * c[i]!;
}
