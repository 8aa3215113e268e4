// Simulation, geometry, text.

import type { f32 } from "lanewise";
import { exactly } from "../harness/kernel.js";
import { mixed } from "../harness/random.js";
import { bytes, define, rounded, unit as uni } from "./define.js";

export const levenshtein = define({
  name: "levenshtein-65536x16",
  c: "lev",
  tolerance: exactly,
  workload: () => {
    const pairs = 65536,
      len = 16;
    const a = bytes(pairs * len, 42, 6),
      b = bytes(pairs * len, 43, 6);
    const la = new Uint8Array(pairs),
      lb = new Uint8Array(pairs);
    for (let i = 0; i < pairs; i++) {
      la[i] = 8 + (mixed(i, 44) % 9);
      lb[i] = 8 + (mixed(i, 45) % 9);
    }
    return {
      arrays: { a, b, la, lb, distance: new Uint8Array(pairs) },
      scalars: { pairs, len },
      outputs: ["distance"],
    };
  },
  lanewise:
    (q, { a, b, la, lb, distance }, { pairs, len }) =>
    () =>
      q.parallelFor(pairs, (p) => {
        const n = la[p],
          m = lb[p];
        const row = new Uint8Array(17);
        for (let j = 0; j <= m; j++) row[j] = j;
        for (let i = 1; i <= n; i++) {
          let diagonal = row[0];
          row[0] = i;
          for (let j = 1; j <= m; j++) {
            const up = row[j];
            const cost = a[p * len + i - 1] === b[p * len + j - 1] ? 0 : 1;
            row[j] = Math.min(up + 1, row[j - 1] + 1, diagonal + cost);
            diagonal = up;
          }
        }
        distance[p] = row[m];
      }),
  plain: ({ a, b, la, lb, distance }, { pairs, len }) => {
    const row = new Uint8Array(17);
    for (let p = 0; p < pairs; p++) {
      const n = la[p],
        m = lb[p],
        o = p * len;
      for (let j = 0; j <= m; j++) row[j] = j;
      for (let i = 1; i <= n; i++) {
        let diagonal = row[0];
        row[0] = i;
        let left = i;
        const ca = a[o + i - 1];
        for (let j = 1; j <= m; j++) {
          const up = row[j];
          let v = diagonal + (ca === b[o + j - 1] ? 0 : 1);
          if (up + 1 < v) v = up + 1;
          if (left + 1 < v) v = left + 1;
          row[j] = v;
          left = v;
          diagonal = up;
        }
      }
      distance[p] = row[m];
    }
  },
});

const cx: readonly number[] = [0, 1, 0, -1, 0, 1, -1, -1, 1];
const cy: readonly number[] = [0, 0, 1, 0, -1, 1, 1, -1, -1];
const wt: readonly number[] = [4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36];
const opposite: readonly number[] = [0, 3, 4, 1, 2, 7, 8, 5, 6];
export const lbm = define({
  name: "lbm-d2q9-512",
  c: "lbm",
  tolerance: rounded(1e-5),
  workload: () => {
    const n = 512,
      N = n * n,
      f = new Float32Array(9 * N),
      solid = new Uint8Array(N);
    for (let k = 0; k < 9; k++) for (let i = 0; i < N; i++) f[k * N + i] = wt[k] * (1 + 0.05 * uni(i, 48 + k));
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) if ((x - 128) ** 2 + (y - 256) ** 2 < 900) solid[y * n + x] = 1;
    return { arrays: { f, g: new Float32Array(9 * N), solid }, scalars: { n, omega: 1.2 }, outputs: ["g"] };
  },
  lanewise:
    (q, { f, g, solid }, { n, omega }) =>
    () =>
      q.parallelFor([n, n], (y, x) => {
        const plane = n * n,
          i = y * n + x;
        const p = new Float32Array(9);
        let rho = 0,
          ux = 0,
          uy = 0;
        for (let k = 0; k < 9; k++) {
          const sx = (x - cx[k] + n) % n,
            sy = (y - cy[k] + n) % n;
          const v = f[k * plane + sy * n + sx];
          p[k] = v;
          rho += v;
          ux += v * cx[k];
          uy += v * cy[k];
        }
        if (solid[i] !== 0) {
          for (let k = 0; k < 9; k++) g[k * plane + i] = p[opposite[k]];
          return;
        }
        ux /= rho;
        uy /= rho;
        const sq = 1.5 * (ux * ux + uy * uy);
        for (let k = 0; k < 9; k++) {
          const cu = 3 * (cx[k] * ux + cy[k] * uy);
          const eq = wt[k] * rho * (1 + cu + 0.5 * cu * cu - sq);
          g[k * plane + i] = p[k] + omega * (eq - p[k]);
        }
      }),
  plain: ({ f, g, solid }, { n, omega }) => {
    const plane = n * n,
      p = new Float64Array(9);
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) {
        const i = y * n + x;
        let rho = 0,
          ux = 0,
          uy = 0;
        for (let k = 0; k < 9; k++) {
          const sx = (x - cx[k] + n) % n,
            sy = (y - cy[k] + n) % n,
            v = f[k * plane + sy * n + sx];
          p[k] = v;
          rho += v;
          ux += v * cx[k];
          uy += v * cy[k];
        }
        if (solid[i] !== 0) {
          for (let k = 0; k < 9; k++) g[k * plane + i] = p[opposite[k]];
          continue;
        }
        ux /= rho;
        uy /= rho;
        const sq = 1.5 * (ux * ux + uy * uy);
        for (let k = 0; k < 9; k++) {
          const cu = 3 * (cx[k] * ux + cy[k] * uy),
            eq = wt[k] * rho * (1 + cu + 0.5 * cu * cu - sq);
          g[k * plane + i] = p[k] + omega * (eq - p[k]);
        }
      }
  },
});

function spheresWork(count: number) {
  const s = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    s[4 * i] = (uni(i, 61) - 0.5) * 12;
    s[4 * i + 1] = (uni(i, 62) - 0.5) * 12;
    s[4 * i + 2] = 6 + uni(i, 63) * 10;
    s[4 * i + 3] = 0.25 + uni(i, 64) * 0.5;
  }
  return s;
}

// BVH over 4096 spheres: nodes of (min xyz, max xyz) and (left child or first, count)
function buildBvh(s: Float32Array, count: number) {
  const order = Array.from({ length: count }, (_, i) => i),
    bounds: number[] = [],
    kids: number[] = [];
  const add = (from: number, to: number): number => {
    const node = kids.length / 2;
    const lo = [1e30, 1e30, 1e30],
      hi = [-1e30, -1e30, -1e30];
    for (let i = from; i < to; i++)
      for (let a = 0; a < 3; a++) {
        const c = s[4 * order[i] + a],
          r = s[4 * order[i] + 3];
        lo[a] = Math.min(lo[a], c - r);
        hi[a] = Math.max(hi[a], c + r);
      }
    bounds.push(...lo, ...hi);
    kids.push(0, 0);
    if (to - from <= 4) {
      kids[2 * node] = from;
      kids[2 * node + 1] = to - from;
      return node;
    }
    const ext = hi.map((h, a) => h - lo[a]),
      axis = ext.indexOf(Math.max(...ext));
    const part = order.slice(from, to).sort((p, q) => s[4 * p + axis] - s[4 * q + axis]);
    for (let i = from; i < to; i++) order[i] = part[i - from];
    const mid = (from + to) >> 1;
    add(from, mid);
    kids[2 * node] = add(mid, to);
    kids[2 * node + 1] = 0; // left child is node + 1
    return node;
  };
  add(0, count);
  const sorted = new Float32Array(4 * count);
  for (const [i, o] of order.entries()) sorted.set(s.subarray(4 * o, 4 * o + 4), 4 * i);
  return { bounds: Float32Array.from(bounds), kids: Int32Array.from(kids), spheres: sorted };
}
export const bvh = define({
  name: "bvh-4096-512",
  c: "bvh",
  tolerance: { ...rounded(1e-3), outliers: 0.01 },
  workload: () => {
    const size = 512,
      count = 4096;
    const s = spheresWork(count);
    for (let i = 0; i < count; i++) s[4 * i + 3] *= 0.25;
    const b = buildBvh(s, count);
    return {
      arrays: { bounds: b.bounds, kids: b.kids, spheres: b.spheres, out: new Float32Array(size * size) },
      scalars: { size },
      outputs: ["out"],
    };
  },
  lanewise:
    (q, { bounds, kids, spheres, out }, { size }) =>
    () =>
      q.parallelFor([size, size], (py, px) => {
        let dx: f32 = (px - size / 2) / size,
          dy: f32 = (py - size / 2) / size,
          dz: f32 = 1;
        const len = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
        dx *= len;
        dy *= len;
        dz *= len;
        const ix = 1 / dx,
          iy = 1 / dy,
          iz = 1 / dz;
        const stack = new Int32Array(32);
        let top = 1,
          nearest: f32 = 1e30;
        while (top > 0) {
          top--;
          const node = stack[top];
          const x0 = bounds[6 * node] * ix,
            x1 = bounds[6 * node + 3] * ix;
          const y0 = bounds[6 * node + 1] * iy,
            y1 = bounds[6 * node + 4] * iy;
          const z0 = bounds[6 * node + 2] * iz,
            z1 = bounds[6 * node + 5] * iz;
          const enter = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1));
          const leave = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1), nearest);
          if (leave < Math.max(enter, 0)) continue;
          const first = kids[2 * node],
            count = kids[2 * node + 1];
          if (count === 0) {
            stack[top] = first;
            stack[top + 1] = node + 1;
            top += 2;
            continue;
          }
          for (let k = first; k < first + count; k++) {
            const cx = spheres[4 * k],
              cy = spheres[4 * k + 1],
              cz = spheres[4 * k + 2],
              r = spheres[4 * k + 3];
            const b = cx * dx + cy * dy + cz * dz;
            const disc = b * b - (cx * cx + cy * cy + cz * cz) + r * r;
            if (disc > 0) {
              const t = b - Math.sqrt(disc);
              if (t > 1e-3 && t < nearest) nearest = t;
            }
          }
        }
        out[py * size + px] = nearest < 1e29 ? 1 / nearest : 0;
      }),
  plain: ({ bounds, kids, spheres, out }, { size }) => {
    const stack = new Int32Array(32);
    for (let py = 0; py < size; py++)
      for (let px = 0; px < size; px++) {
        let dx = (px - size / 2) / size,
          dy = (py - size / 2) / size,
          dz = 1;
        const len = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
        dx *= len;
        dy *= len;
        dz *= len;
        const ix = 1 / dx,
          iy = 1 / dy,
          iz = 1 / dz;
        let top = 1,
          nearest = 1e30;
        stack[0] = 0;
        while (top > 0) {
          const node = stack[--top];
          const x0 = bounds[6 * node] * ix,
            x1 = bounds[6 * node + 3] * ix,
            y0 = bounds[6 * node + 1] * iy,
            y1 = bounds[6 * node + 4] * iy,
            z0 = bounds[6 * node + 2] * iz,
            z1 = bounds[6 * node + 5] * iz;
          const enter = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1)),
            leave = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1), nearest);
          if (leave < Math.max(enter, 0)) continue;
          const first = kids[2 * node],
            count = kids[2 * node + 1];
          if (count === 0) {
            stack[top] = first;
            stack[top + 1] = node + 1;
            top += 2;
            continue;
          }
          for (let k = first; k < first + count; k++) {
            const cx = spheres[4 * k],
              cy = spheres[4 * k + 1],
              cz = spheres[4 * k + 2],
              r = spheres[4 * k + 3],
              b = cx * dx + cy * dy + cz * dz,
              disc = b * b - (cx * cx + cy * cy + cz * cz) + r * r;
            if (disc > 0) {
              const t = b - Math.sqrt(disc);
              if (t > 1e-3 && t < nearest) nearest = t;
            }
          }
        }
        out[py * size + px] = nearest < 1e29 ? 1 / nearest : 0;
      }
  },
});
