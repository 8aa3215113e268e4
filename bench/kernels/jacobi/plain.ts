// Jacobi's method in plain JavaScript.

import type { JacobiArrays, JacobiScalars } from "./workload.js";

export function plain({ from, to }: JacobiArrays, { size, width }: JacobiScalars): void {
  for (let y = 1; y <= size; y++) {
    for (let x = 1; x <= size; x++) {
      const i = y * width + x;
      to[i] = 0.2 * (from[i]! + from[i - 1]! + from[i + 1]! + from[i - width]! + from[i + width]!);
    }
  }
}
