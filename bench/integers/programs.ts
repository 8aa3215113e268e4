// Kernels of known algorithms as somebody writes them the first time, without a flavour, each beside the same with its integers pinned: what
// their indices cost, which are computed of bits, captured numbers and elements.

import { f32, i32, localMemory, type NdItem, ndRange, type Queue } from "lanewise";
import type { Loop } from "./kernels.js";

const mixed = (at: number): number => Math.imul(at + 1, 0x9e3779b1) >>> 0;
const singles = (q: Queue, length: number) =>
  q.mallocShared(
    Float32Array,
    Array.from({ length }, (_, at) => mixed(at) / 2 ** 32),
  );

const points = 1024;
const batch = 256;

/** A stage of Stockham's transform, as a launch of its own. */
const stage: Loop = {
  what: "a stage of an FFT",
  make: (q) => {
    const size = points * batch;
    const [fr, fi, tc, ts] = [singles(q, size), singles(q, size), singles(q, size), singles(q, size)];
    const [tr, ti] = [q.mallocShared(Float32Array, size), q.mallocShared(Float32Array, size)];
    const [n, e] = [points + q.threads - 1, q.threads + 4];
    const [half, s] = [n >> 1, 1 << e];
    const [points32, e32, half32, s32] = [i32(n), i32(e), i32(half), i32(s)];
    return {
      out: tr,
      plain: () =>
        q.parallelFor([batch, half], (b, t) => {
          const p = t >> e;
          const k = t & (s - 1);
          const i0 = b * n + t;
          const i1 = i0 + half;
          const o0 = b * n + ((p << e) << 1) + k;
          const [wr, wi] = [tc[p << e]!, ts[p << e]!];
          const [dr, di] = [fr[i0]! - fr[i1]!, fi[i0]! - fi[i1]!];
          tr[o0] = fr[i0]! + fr[i1]!;
          ti[o0] = fi[i0]! + fi[i1]!;
          tr[o0 + s] = dr * wr - di * wi;
          ti[o0 + s] = dr * wi + di * wr;
        }),
      pinned: () =>
        q.parallelFor([batch, half], (row, column) => {
          const b: i32 = row;
          const t: i32 = column;
          const p: i32 = t >> e32;
          const k: i32 = t & (s32 - 1);
          const i0: i32 = b * points32 + t;
          const i1: i32 = i0 + half32;
          const o0: i32 = b * points32 + ((p << e32) << 1) + k;
          const [wr, wi] = [tc[p << e32]!, ts[p << e32]!];
          const [dr, di] = [fr[i0]! - fr[i1]!, fi[i0]! - fi[i1]!];
          tr[o0] = fr[i0]! + fr[i1]!;
          ti[o0] = fi[i0]! + fi[i1]!;
          tr[o0 + s32] = dr * wr - di * wi;
          ti[o0 + s32] = dr * wi + di * wr;
        }),
    };
  },
};

/** The whole transform of 1024 points, a group for each. */
const transform: Loop = {
  what: "an FFT by groups",
  make: (q) => {
    const size = points * batch;
    const [xr, xi, tc, ts] = [singles(q, size), singles(q, size), singles(q, size), singles(q, size)];
    const [br, bi] = [q.mallocShared(Float32Array, size), q.mallocShared(Float32Array, size)];
    const n = points + q.threads - 1;
    const n32 = i32(n);
    return {
      out: br,
      plain: () =>
        q.parallelFor(ndRange(batch * 512, 512), (item: NdItem<1>) => {
          const [re, im] = [localMemory(Float32Array, 1024), localMemory(Float32Array, 1024)];
          const t = item.localId();
          const o = item.group.id() * n;
          re[t] = xr[o + t]!;
          re[t + 512] = xr[o + t + 512]!;
          im[t] = xi[o + t]!;
          im[t + 512] = xi[o + t + 512]!;
          item.barrier();
          for (let e = 0; e < 10; e++) {
            const s = 1 << e;
            const p = t >> e;
            const k = t & (s - 1);
            const o0 = ((p << e) << 1) + k;
            const [wr, wi] = [tc[p << e]!, ts[p << e]!];
            const [ar, ai, cr, ci] = [re[t]!, im[t]!, re[t + 512]!, im[t + 512]!];
            item.barrier();
            const [dr, di] = [ar - cr, ai - ci];
            re[o0] = ar + cr;
            im[o0] = ai + ci;
            re[o0 + s] = dr * wr - di * wi;
            im[o0 + s] = dr * wi + di * wr;
            item.barrier();
          }
          br[o + t] = re[t]!;
          br[o + t + 512] = re[t + 512]!;
          bi[o + t] = im[t]!;
          bi[o + t + 512] = im[t + 512]!;
        }),
      pinned: () =>
        q.parallelFor(ndRange(batch * 512, 512), (item: NdItem<1>) => {
          const [re, im] = [localMemory(Float32Array, 1024), localMemory(Float32Array, 1024)];
          const t: i32 = item.localId();
          const group: i32 = item.group.id();
          const o: i32 = group * n32;
          re[t] = xr[o + t]!;
          re[t + 512] = xr[o + t + 512]!;
          im[t] = xi[o + t]!;
          im[t + 512] = xi[o + t + 512]!;
          item.barrier();
          for (let e: i32 = 0; e < 10; e++) {
            const s: i32 = 1 << e;
            const p: i32 = t >> e;
            const k: i32 = t & (s - 1);
            const o0: i32 = ((p << e) << 1) + k;
            const [wr, wi] = [tc[p << e]!, ts[p << e]!];
            const [ar, ai, cr, ci] = [re[t]!, im[t]!, re[t + 512]!, im[t + 512]!];
            item.barrier();
            const [dr, di] = [ar - cr, ai - ci];
            re[o0] = ar + cr;
            im[o0] = ai + ci;
            re[o0 + s] = dr * wr - di * wi;
            im[o0 + s] = dr * wi + di * wr;
            item.barrier();
          }
          br[o + t] = re[t]!;
          br[o + t + 512] = re[t + 512]!;
          bi[o + t] = im[t]!;
          bi[o + t + 512] = im[t + 512]!;
        }),
    };
  },
};

const softmax: Loop = {
  what: "softmax by groups",
  make: (q) => {
    const [rows, columns] = [1024, 1023 + q.threads];
    const columns32 = i32(columns);
    const x = singles(q, rows * columns);
    const y = q.mallocShared(Float32Array, rows * columns);
    return {
      out: y,
      plain: () =>
        q.parallelFor(ndRange(rows * 64, 64), (item: NdItem<1>) => {
          const o = item.group.id() * columns;
          let most = -Infinity;
          for (let c = item.localId(); c < columns; c += 64) most = Math.max(most, x[o + c]!);
          most = item.group.reduce(most, "max");
          let sum = 0;
          for (let c = item.localId(); c < columns; c += 64) {
            const e = Math.exp(x[o + c]! - most);
            y[o + c] = e;
            sum += e;
          }
          const total = item.group.reduce(sum, "add");
          for (let c = item.localId(); c < columns; c += 64) y[o + c]! /= total;
        }),
      pinned: () =>
        q.parallelFor(ndRange(rows * 64, 64), (item: NdItem<1>) => {
          const group: i32 = item.group.id();
          const first: i32 = item.localId();
          const o: i32 = group * columns32;
          let most: f32 = -Infinity;
          for (let c: i32 = first; c < columns32; c += 64) most = Math.max(most, x[o + c]!);
          most = item.group.reduce(most, "max");
          let sum: f32 = 0;
          for (let c: i32 = first; c < columns32; c += 64) {
            const e = Math.exp(x[o + c]! - most);
            y[o + c] = e;
            sum += e;
          }
          const total: f32 = item.group.reduce(sum, "add");
          for (let c: i32 = first; c < columns32; c += 64) y[o + c]! /= total;
        }),
    };
  },
};

const segments: readonly number[] = [0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0];
const edges: readonly number[] = [0, 3, 0, 3, 1, 3, 0, 3, 2, 0, 0, 1, 3, 0, 3, 0];
const caseOf = (a: f32, b: f32, c: f32, d: f32, level: f32): i32 =>
  (a > level ? 1 : 0) | (b > level ? 2 : 0) | (c > level ? 4 : 0) | (d > level ? 8 : 0);
const across = (a: f32, b: f32, level: f32): f32 => (level - a) / (b - a);

/** Where an element says where results go. */
const contour: Loop = {
  what: "lines of a contour",
  make: (q) => {
    const [n, w, level] = [1024, 1024 + q.threads, 0.1];
    const [n32, w32, level32] = [i32(n), i32(w), f32(level)];
    const field = q.mallocShared(
      Float32Array,
      Array.from({ length: w * w }, (_, at) => Math.sin((at % w) * 0.05) * Math.cos(at / w / 23) + 0.001),
    );
    const offsets = q.mallocShared(
      Int32Array,
      Array.from({ length: n * n }, (_, at) => at),
    );
    const out = q.mallocShared(Float32Array, 2 * n * n);
    return {
      out,
      plain: () =>
        q.parallelFor([n, n], (y, x) => {
          const i = y * w + x;
          const [a, b, c, d] = [field[i]!, field[i + 1]!, field[i + w + 1]!, field[i + w]!];
          const k = caseOf(a, b, c, d, level);
          if (segments[k] === 0) return;
          const at = 2 * offsets[y * n + x]!;
          const edge = edges[k]!;
          out[at] = f32(x) + (edge === 0 ? across(a, b, level) : edge === 1 ? 1 : edge === 2 ? across(d, c, level) : 0);
          out[at + 1] =
            f32(y) + (edge === 1 ? across(b, c, level) : edge === 2 ? 1 : edge === 3 ? across(a, d, level) : 0);
        }),
      pinned: () =>
        q.parallelFor([n, n], (row, column) => {
          const y: i32 = row;
          const x: i32 = column;
          const i: i32 = y * w32 + x;
          const [a, b, c, d] = [field[i]!, field[i + 1]!, field[i + w32 + 1]!, field[i + w32]!];
          const k: i32 = caseOf(a, b, c, d, level32);
          const count: i32 = segments[k]!;
          if (count === 0) return;
          const offset: i32 = offsets[y * n32 + x]!;
          const at: i32 = 2 * offset;
          const edge: i32 = edges[k]!;
          out[at] =
            f32(x) + (edge === 0 ? across(a, b, level32) : edge === 1 ? 1 : edge === 2 ? across(d, c, level32) : 0);
          out[at + 1] =
            f32(y) + (edge === 1 ? across(b, c, level32) : edge === 2 ? 1 : edge === 3 ? across(a, d, level32) : 0);
        }),
    };
  },
};

export const programs: readonly Loop[] = [stage, transform, softmax, contour];
