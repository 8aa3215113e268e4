// Pictures and grids of cells.

import { f32, type i32 } from "lanewise";
import { exclusiveScan } from "lanewise/algorithms";
import { exactly } from "../harness/kernel.js";
import { mixed } from "../harness/random.js";
import { bytes, define, rounded } from "./define.js";

export const lifeBits = define({
  name: "life-bits-2048",
  c: "lifebits",
  tolerance: exactly,
  workload: () => {
    const h = 2048,
      w = 64;
    const a = new Uint32Array(w * h);
    for (let i = 0; i < a.length; i++) a[i] = mixed(i, 4) & mixed(i, 5);
    return { arrays: { a, b: new Uint32Array(w * h) }, scalars: { w, h }, outputs: ["b"] };
  },
  lanewise:
    (q, { a, b }, { w, h }) =>
    () =>
      q.parallelFor([h, w], (y, x) => {
        const l = x === 0 ? w - 1 : x - 1;
        const r = x === w - 1 ? 0 : x + 1;
        const up = (y === 0 ? h - 1 : y - 1) * w;
        const mid = y * w;
        const down = (y === h - 1 ? 0 : y + 1) * w;
        const u = a[up + x],
          m = a[mid + x],
          d = a[down + x];
        const ul = (u << 1) | (a[up + l] >>> 31),
          ur = (u >>> 1) | (a[up + r] << 31);
        const ml = (m << 1) | (a[mid + l] >>> 31),
          mr = (m >>> 1) | (a[mid + r] << 31);
        const dl = (d << 1) | (a[down + l] >>> 31),
          dr = (d >>> 1) | (a[down + r] << 31);
        // full adders over the eight neighbours
        const s1 = ul ^ u ^ ur,
          c1 = (ul & u) | (ur & (ul ^ u));
        const s2 = dl ^ d ^ dr,
          c2 = (dl & d) | (dr & (dl ^ d));
        const s3 = ml ^ mr,
          c3 = ml & mr;
        const ones = s1 ^ s2 ^ s3,
          c4 = (s1 & s2) | (s3 & (s1 ^ s2));
        const t = c1 ^ c2 ^ c3,
          k1 = (c1 & c2) | (c3 & (c1 ^ c2));
        const twos = t ^ c4,
          k2 = t & c4;
        const fours = k1 | k2;
        b[mid + x] = twos & ~fours & (ones | m);
      }),
  plain: ({ a, b }, { w, h }) => {
    for (let y = 0; y < h; y++) {
      const up = (y === 0 ? h - 1 : y - 1) * w,
        mid = y * w,
        down = (y === h - 1 ? 0 : y + 1) * w;
      for (let x = 0; x < w; x++) {
        const l = x === 0 ? w - 1 : x - 1,
          r = x === w - 1 ? 0 : x + 1;
        const u = a[up + x],
          m = a[mid + x],
          d = a[down + x];
        const ul = (u << 1) | (a[up + l] >>> 31),
          ur = (u >>> 1) | (a[up + r] << 31);
        const ml = (m << 1) | (a[mid + l] >>> 31),
          mr = (m >>> 1) | (a[mid + r] << 31);
        const dl = (d << 1) | (a[down + l] >>> 31),
          dr = (d >>> 1) | (a[down + r] << 31);
        const s1 = ul ^ u ^ ur,
          c1 = (ul & u) | (ur & (ul ^ u));
        const s2 = dl ^ d ^ dr,
          c2 = (dl & d) | (dr & (dl ^ d));
        const s3 = ml ^ mr,
          c3 = ml & mr;
        const ones = s1 ^ s2 ^ s3,
          c4 = (s1 & s2) | (s3 & (s1 ^ s2));
        const t = c1 ^ c2 ^ c3,
          k1 = (c1 & c2) | (c3 & (c1 ^ c2));
        const twos = t ^ c4,
          k2 = t & c4,
          fours = k1 | k2;
        b[mid + x] = twos & ~fours & (ones | m);
      }
    }
  },
});

export const lutU8 = define({
  name: "lut-u8-4M",
  c: "lut8",
  tolerance: exactly,
  workload: () => {
    const n = 4 << 20;
    return {
      arrays: { from: bytes(n, 6), lut: bytes(256, 7), to: new Uint8Array(n) },
      scalars: { n },
      outputs: ["to"],
    };
  },
  lanewise:
    (q, { from, lut, to }, { n }) =>
    () =>
      q.parallelFor(n, (i) => {
        to[i] = lut[from[i]];
      }),
  plain: ({ from, lut, to }, { n }) => {
    for (let i = 0; i < n; i++) to[i] = lut[from[i]];
  },
});

export const rgb2yuv = define({
  name: "rgb2yuv-u8-2M",
  c: "rgb2yuv",
  tolerance: exactly,
  workload: () => {
    const n = 2 << 20;
    return { arrays: { rgb: bytes(3 * n, 12), yuv: new Uint8Array(3 * n) }, scalars: { n }, outputs: ["yuv"] };
  },
  lanewise:
    (q, { rgb, yuv }, { n }) =>
    () =>
      q.parallelFor(n, (i) => {
        const r = rgb[3 * i],
          g = rgb[3 * i + 1],
          b = rgb[3 * i + 2];
        yuv[3 * i] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
        yuv[3 * i + 1] = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
        yuv[3 * i + 2] = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
      }),
  plain: ({ rgb, yuv }, { n }) => {
    for (let i = 0; i < n; i++) {
      const r = rgb[3 * i],
        g = rgb[3 * i + 1],
        b = rgb[3 * i + 2];
      yuv[3 * i] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
      yuv[3 * i + 1] = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
      yuv[3 * i + 2] = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
    }
  },
});

const lerp = (a: f32, b: f32, iso: f32): f32 => (iso - a) / (b - a);
const cellCase = (a: f32, b: f32, c: f32, d: f32, iso: f32): i32 =>
  (a > iso ? 1 : 0) | (b > iso ? 2 : 0) | (c > iso ? 4 : 0) | (d > iso ? 8 : 0);
const segments: readonly number[] = [0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0];
// edges of the first segment: 0 top, 1 right, 2 bottom, 3 left
const edgeA: readonly number[] = [0, 3, 0, 3, 1, 3, 0, 3, 2, 0, 0, 1, 3, 0, 3, 0];
const edgeB: readonly number[] = [0, 0, 1, 1, 2, 0, 2, 2, 3, 2, 1, 2, 1, 1, 0, 0];
const edgeC: readonly number[] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0];
const edgeD: readonly number[] = [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0];
const edgeX = (e: number, x: f32, a: f32, b: f32, c: f32, d: f32, iso: f32): f32 =>
  e === 0 ? x + lerp(a, b, iso) : e === 1 ? x + 1 : e === 2 ? x + lerp(d, c, iso) : x;
const edgeY = (e: number, y: f32, a: f32, b: f32, c: f32, d: f32, iso: f32): f32 =>
  e === 0 ? y : e === 1 ? y + lerp(b, c, iso) : e === 2 ? y + 1 : y + lerp(a, d, iso);
export const marching = define({
  name: "marching-squares-1024",
  c: "marching",
  tolerance: rounded(1e-4),
  workload: () => {
    const w = 1025,
      cells = 1024 * 1024;
    const field = new Float32Array(w * w);
    for (let y = 0; y < w; y++)
      for (let x = 0; x < w; x++)
        field[y * w + x] = Math.sin(x * 0.05) * Math.cos(y * 0.043) + 0.3 * Math.sin(x * 0.21 + y * 0.17) + 1e-3;
    return {
      arrays: {
        field,
        counts: new Int32Array(cells),
        offsets: new Int32Array(cells),
        out: new Float32Array(4 * 400000),
      },
      scalars: { w, n: 1024, iso: 0.1 },
      outputs: ["out"],
    };
  },
  lanewise:
    (q, { field, counts, offsets, out }, { w, n, iso }) =>
    () => {
      q.parallelFor([n, n], (y, x) => {
        const i = y * w + x;
        counts[y * n + x] = segments[cellCase(field[i], field[i + 1], field[i + w + 1], field[i + w], iso)];
      });
      exclusiveScan(q, counts, offsets, "add");
      return q.parallelFor([n, n], (y, x) => {
        const i = y * w + x;
        const a = field[i],
          b = field[i + 1],
          c = field[i + w + 1],
          d = field[i + w];
        const k = cellCase(a, b, c, d, iso);
        const count = segments[k];
        if (count === 0) return;
        const at = 4 * offsets[y * n + x];
        out[at] = edgeX(edgeA[k], f32(x), a, b, c, d, iso);
        out[at + 1] = edgeY(edgeA[k], f32(y), a, b, c, d, iso);
        out[at + 2] = edgeX(edgeB[k], f32(x), a, b, c, d, iso);
        out[at + 3] = edgeY(edgeB[k], f32(y), a, b, c, d, iso);
        if (count === 2) {
          out[at + 4] = edgeX(edgeC[k], f32(x), a, b, c, d, iso);
          out[at + 5] = edgeY(edgeC[k], f32(y), a, b, c, d, iso);
          out[at + 6] = edgeX(edgeD[k], f32(x), a, b, c, d, iso);
          out[at + 7] = edgeY(edgeD[k], f32(y), a, b, c, d, iso);
        }
      });
    },
  plain: ({ field, out }, { w, n, iso }) => {
    let at = 0;
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) {
        const i = y * w + x,
          a = field[i],
          b = field[i + 1],
          c = field[i + w + 1],
          d = field[i + w];
        const k = cellCase(a, b, c, d, iso),
          count = segments[k];
        if (count === 0) continue;
        out[at] = edgeX(edgeA[k], x, a, b, c, d, iso);
        out[at + 1] = edgeY(edgeA[k], y, a, b, c, d, iso);
        out[at + 2] = edgeX(edgeB[k], x, a, b, c, d, iso);
        out[at + 3] = edgeY(edgeB[k], y, a, b, c, d, iso);
        at += 4;
        if (count === 2) {
          out[at] = edgeX(edgeC[k], x, a, b, c, d, iso);
          out[at + 1] = edgeY(edgeC[k], y, a, b, c, d, iso);
          out[at + 2] = edgeX(edgeD[k], x, a, b, c, d, iso);
          out[at + 3] = edgeY(edgeD[k], y, a, b, c, d, iso);
          at += 4;
        }
      }
  },
});
