// The matrix product in tiles of four rows and two columns, in plain JavaScript: eight sums in registers.

import type { TiledArrays, TiledScalars } from "./workload.js";

export function plain({ a, b, c }: TiledArrays, { n }: TiledScalars): void {
  for (let i = 0; i < n; i += 4) {
    for (let j = 0; j < n; j += 2) {
      const row0 = i * n;
      const row1 = row0 + n;
      const row2 = row1 + n;
      const row3 = row2 + n;
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      let s20 = 0;
      let s21 = 0;
      let s30 = 0;
      let s31 = 0;
      for (let k = 0; k < n; k++) {
        const left = b[k * n + j]!;
        const right = b[k * n + j + 1]!;
        const a0 = a[row0 + k]!;
        const a1 = a[row1 + k]!;
        const a2 = a[row2 + k]!;
        const a3 = a[row3 + k]!;
        s00 += a0 * left;
        s01 += a0 * right;
        s10 += a1 * left;
        s11 += a1 * right;
        s20 += a2 * left;
        s21 += a2 * right;
        s30 += a3 * left;
        s31 += a3 * right;
      }
      c[row0 + j] = s00;
      c[row0 + j + 1] = s01;
      c[row1 + j] = s10;
      c[row1 + j + 1] = s11;
      c[row2 + j] = s20;
      c[row2 + j + 1] = s21;
      c[row3 + j] = s30;
      c[row3 + j + 1] = s31;
    }
  }
}
