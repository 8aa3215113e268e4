// Kernels whose tile or radius is a specialization constant, against the same with the number in its place.

import { type FixedArray, type f32, fixedArray, type i32, type Queue, specConstant } from "lanewise";
import { alternating, checkClose, type Measured, medians, ratio } from "../harness/alternating.js";

const n = 512;
/** Rows that a work-item computes of the product. */
const rows = specConstant<i32>(2);
/** How far the filter reaches. */
const radius = specConstant<i32>(1);
/** What the tables below have room for. */
const most = 8;

type Kernel = (q: Queue, a: Float32Array, b: Float32Array, c: Float32Array) => void;
export interface Pair {
  readonly constant: Kernel;
  readonly literal: Kernel;
}

export const products: Pair = {
  constant: (q, a, b, c) => {
    q.submit((h) => {
      h.setSpecializationConstant(rows, 4);
      h.parallelFor([n / 4, n], (tile, j) => {
        const sums: FixedArray<f32, 8> = fixedArray(most, 0 as f32);
        for (let k = 0; k < n; k++) {
          const right = b[k * n + j]!;
          for (let row = 0; row < rows.value; row++) sums[row]! += a[(rows.value * tile + row) * n + k]! * right;
        }
        for (let row = 0; row < rows.value; row++) c[(rows.value * tile + row) * n + j] = sums[row]!;
      });
    });
  },
  literal: (q, a, b, c) => {
    q.submit((h) => {
      h.parallelFor([n / 4, n], (tile, j) => {
        const sums: FixedArray<f32, 8> = fixedArray(most, 0 as f32);
        for (let k = 0; k < n; k++) {
          const right = b[k * n + j]!;
          for (let row = 0; row < 4; row++) sums[row]! += a[(4 * tile + row) * n + k]! * right;
        }
        for (let row = 0; row < 4; row++) c[(4 * tile + row) * n + j] = sums[row]!;
      });
    });
  },
};

export const filters: Pair = {
  constant: (q, a, b, c) => {
    q.submit((h) => {
      h.setSpecializationConstant(radius, 2);
      h.parallelFor([n, n], (y, x) => {
        let sum: f32 = 0;
        for (let dy = -radius.value; dy <= radius.value; dy++) {
          for (let dx = -radius.value; dx <= radius.value; dx++) {
            const at = Math.min(Math.max(y + dy, 0), n - 1) * n + Math.min(Math.max(x + dx, 0), n - 1);
            sum += a[at]! * b[(dy + radius.value) * (2 * radius.value + 1) + dx + radius.value]!;
          }
        }
        c[y * n + x] = sum;
      });
    });
  },
  literal: (q, a, b, c) => {
    q.submit((h) => {
      h.parallelFor([n, n], (y, x) => {
        let sum: f32 = 0;
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) {
            const at = Math.min(Math.max(y + dy, 0), n - 1) * n + Math.min(Math.max(x + dx, 0), n - 1);
            sum += a[at]! * b[(dy + 2) * 5 + dx + 2]!;
          }
        }
        c[y * n + x] = sum;
      });
    });
  },
};

export function measureConstant(q: Queue, { constant, literal }: Pair): Measured {
  const [a, b, out, expected] = [n * n, n * n, n * n, n * n].map((size) => q.mallocShared(Float32Array, size));
  if (!a || !b || !out || !expected) throw new Error("there are four arrays");
  for (let i = 0; i < n * n; i++) [a[i], b[i]] = [((i * 7) % 31) / 31, ((i * 3) % 17) / 17];
  constant(q, a, b, out);
  literal(q, a, b, expected);
  q.waitSync();
  checkClose(out, expected);
  const times = alternating(q, { constant: () => constant(q, a, b, out), literal: () => literal(q, a, b, expected) });
  return { value: ratio(times.literal, times.constant), us: medians(times) };
}
