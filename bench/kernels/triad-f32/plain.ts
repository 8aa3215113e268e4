// STREAM triad in plain JavaScript.

import type { TriadArrays, TriadScalars } from "./workload.js";

export function plain({ a, b, c }: TriadArrays, { s, n }: TriadScalars): void {
  for (let i = 0; i < n; i++) a[i] = b[i]! + s * c[i]!;
}
