// Matrices, transforms, paths, rows of probabilities.

import { localMemory, type NdItem, ndRange, type Queue } from "lanewise";
import { exactly } from "../harness/kernel.js";
import { mixed } from "../harness/random.js";
import { define, floats, rounded } from "./define.js";

function twiddles(n: number) {
  const c = new Float32Array(n / 2),
    s = new Float32Array(n / 2);
  for (let i = 0; i < n / 2; i++) {
    c[i] = Math.cos((2 * Math.PI * i) / n);
    s[i] = -Math.sin((2 * Math.PI * i) / n);
  }
  return { c, s };
}
function fftWork(n: number, batch: number, logn: number) {
  const t = twiddles(n),
    N = n * batch;
  return {
    arrays: {
      xr: floats(N, -1, 1, 22),
      xi: floats(N, -1, 1, 23),
      tc: t.c,
      ts: t.s,
      ar: new Float32Array(N),
      ai: new Float32Array(N),
      br: new Float32Array(N),
      bi: new Float32Array(N),
    },
    scalars: { n, batch, logn },
    outputs: logn % 2 ? ["ar", "ai"] : ["br", "bi"],
  };
}
type FftArrays = ReturnType<typeof fftWork>["arrays"];
// Stockham, radix 2: stage with stride s = 1 << e
function fftPlain(
  { xr, xi, tc, ts, ar, ai, br, bi }: FftArrays,
  { n, batch, logn }: { n: number; batch: number; logn: number },
) {
  let fr = xr,
    fi = xi,
    tr = ar,
    ti = ai;
  const half = n >> 1;
  for (let e = 0; e < logn; e++) {
    const s = 1 << e,
      m = half >> e;
    for (let b = 0; b < batch; b++) {
      const o = b * n;
      for (let p = 0; p < m; p++) {
        const wr = tc[p << e],
          wi = ts[p << e];
        for (let k = 0; k < s; k++) {
          const i0 = o + p * s + k,
            i1 = i0 + half,
            o0 = o + 2 * p * s + k;
          const a = fr[i0],
            ai_ = fi[i0],
            c = fr[i1],
            ci = fi[i1],
            dr = a - c,
            di = ai_ - ci;
          tr[o0] = a + c;
          ti[o0] = ai_ + ci;
          tr[o0 + s] = dr * wr - di * wi;
          ti[o0 + s] = dr * wi + di * wr;
        }
      }
    }
    const nr = tr === ar ? br : ar,
      ni = tr === ar ? bi : ai;
    fr = tr;
    fi = ti;
    tr = nr;
    ti = ni;
  }
}
function fftStage(
  q: Queue,
  fr: Float32Array,
  fi: Float32Array,
  tr: Float32Array,
  ti: Float32Array,
  tc: Float32Array,
  ts: Float32Array,
  n: number,
  batch: number,
  e: number,
) {
  const half = n >> 1,
    s = 1 << e;
  return q.parallelFor([batch, half], (b, t) => {
    const p = t >> e,
      k = t & (s - 1);
    const i0 = b * n + t,
      i1 = i0 + half,
      o0 = b * n + ((p << e) << 1) + k;
    const wr = tc[p << e],
      wi = ts[p << e];
    const ar = fr[i0],
      ai = fi[i0],
      cr = fr[i1],
      ci = fi[i1];
    const dr = ar - cr,
      di = ai - ci;
    tr[o0] = ar + cr;
    ti[o0] = ai + ci;
    tr[o0 + s] = dr * wr - di * wi;
    ti[o0 + s] = dr * wi + di * wr;
  });
}
function fftLanewise(
  q: Queue,
  { xr, xi, tc, ts, ar, ai, br, bi }: FftArrays,
  { n, batch, logn }: { n: number; batch: number; logn: number },
) {
  return () => {
    let fr = xr,
      fi = xi,
      tr = ar,
      ti = ai;
    for (let e = 0; e < logn; e++) {
      fftStage(q, fr, fi, tr, ti, tc, ts, n, batch, e);
      const nr = tr === ar ? br : ar,
        ni = tr === ar ? bi : ai;
      fr = tr;
      fi = ti;
      tr = nr;
      ti = ni;
    }
  };
}
export const fft1k = define({
  name: "fft1024-x256-launches",
  c: "fft",
  tolerance: rounded(1e-3),
  workload: () => fftWork(1024, 256, 10),
  lanewise: fftLanewise,
  plain: fftPlain,
});
export const fft1kGroup = define({
  name: "fft1024-x256-group",
  c: "fft",
  tolerance: rounded(1e-3),
  workload: () => fftWork(1024, 256, 10),
  lanewise:
    (q, { xr, xi, tc, ts, br, bi }, { n, batch }) =>
    () =>
      q.parallelFor(ndRange(batch * 512, 512), (item: NdItem<1>) => {
        const re = localMemory(Float32Array, 1024),
          im = localMemory(Float32Array, 1024);
        const t = item.localId(),
          o = item.group.id() * n;
        re[t] = xr[o + t];
        re[t + 512] = xr[o + t + 512];
        im[t] = xi[o + t];
        im[t + 512] = xi[o + t + 512];
        item.barrier();
        for (let e = 0; e < 10; e++) {
          const s = 1 << e,
            p = t >> e,
            k = t & (s - 1),
            o0 = ((p << e) << 1) + k;
          const wr = tc[p << e],
            wi = ts[p << e];
          const ar = re[t],
            ai = im[t],
            cr = re[t + 512],
            ci = im[t + 512];
          item.barrier();
          const dr = ar - cr,
            di = ai - ci;
          re[o0] = ar + cr;
          im[o0] = ai + ci;
          re[o0 + s] = dr * wr - di * wi;
          im[o0 + s] = dr * wi + di * wr;
          item.barrier();
        }
        br[o + t] = re[t];
        br[o + t + 512] = re[t + 512];
        bi[o + t] = im[t];
        bi[o + t + 512] = im[t + 512];
      }),
  plain: fftPlain,
});
// one work-item a transform: radix 2 in the item's rows of global memory
export const fft1kItem = define({
  name: "fft1024-x256-item",
  c: "fft",
  tolerance: rounded(1e-3),
  workload: () => fftWork(1024, 256, 10),
  lanewise:
    (q, { xr, xi, tc, ts, ar, ai, br, bi }, { n, batch, logn }) =>
    () =>
      q.parallelFor(batch, (b) => {
        const o = b * n,
          half = n >> 1;
        for (let i = 0; i < n; i++) {
          br[o + i] = xr[o + i];
          bi[o + i] = xi[o + i];
        }
        for (let e = 0; e < logn; e += 2) {
          for (let t = 0; t < half; t++) {
            const s = 1 << e,
              p = t >> e,
              o0 = o + ((p << e) << 1) + (t & (s - 1)),
              i0 = o + t;
            const wr = tc[p << e],
              wi = ts[p << e];
            const dr = br[i0] - br[i0 + half],
              di = bi[i0] - bi[i0 + half];
            ar[o0] = br[i0] + br[i0 + half];
            ai[o0] = bi[i0] + bi[i0 + half];
            ar[o0 + s] = dr * wr - di * wi;
            ai[o0 + s] = dr * wi + di * wr;
          }
          for (let t = 0; t < half; t++) {
            const s = 1 << (e + 1);
            const p = t >> (e + 1);
            const o0 = o + ((p << (e + 1)) << 1) + (t & (s - 1)),
              i0 = o + t;
            const wr = tc[p << (e + 1)],
              wi = ts[p << (e + 1)];
            const dr = ar[i0] - ar[i0 + half],
              di = ai[i0] - ai[i0 + half];
            br[o0] = ar[i0] + ar[i0 + half];
            bi[o0] = ai[i0] + ai[i0 + half];
            br[o0 + s] = dr * wr - di * wi;
            bi[o0 + s] = dr * wi + di * wr;
          }
        }
      }),
  plain: fftPlain,
});

export const floyd = define({
  name: "floyd-warshall-512",
  c: "floyd",
  tolerance: exactly,
  workload: () => {
    const n = 512,
      w = new Float32Array(n * n);
    for (let i = 0; i < n * n; i++) w[i] = mixed(i, 24) % 16 === 0 ? 1 + (mixed(i, 25) % 1000) : 1e9;
    for (let i = 0; i < n; i++) w[i * n + i] = 0;
    return { arrays: { w, d: new Float32Array(n * n) }, scalars: { n }, outputs: ["d"] };
  },
  lanewise:
    (q, { w, d }, { n }) =>
    () => {
      q.copy(w, d);
      for (let k = 0; k < n; k++) {
        q.parallelFor([n, n], (i, j) => {
          const through = d[i * n + k] + d[k * n + j];
          if (through < d[i * n + j]) d[i * n + j] = through;
        });
      }
    },
  plain: ({ w, d }, { n }) => {
    d.set(w);
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) {
        const dik = d[i * n + k];
        for (let j = 0; j < n; j++) {
          const t = dik + d[k * n + j];
          if (t < d[i * n + j]) d[i * n + j] = t;
        }
      }
  },
});

// the layout quantised inference uses: B transposed, dot products of contiguous rows
export const gemmI8T = define({
  name: "gemm-i8-512-bT",
  c: "gemmi8t",
  tolerance: rounded(1e-4),
  workload: () => {
    const n = 512,
      b = new Int8Array(n * n),
      a = new Int8Array(n * n);
    for (let i = 0; i < n * n; i++) {
      a[i] = mixed(i, 34);
      b[i] = mixed(i, 36);
    }
    return { arrays: { a, b, c: new Int32Array(n * n) }, scalars: { n }, outputs: ["c"] };
  },
  lanewise:
    (q, { a, b, c }, { n }) =>
    () =>
      q.parallelFor([n, n], (i, j) => {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += a[i * n + k] * b[j * n + k];
        c[i * n + j] = sum;
      }),
  plain: ({ a, b, c }, { n }) => {
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let sum = 0;
        const ia = i * n,
          jb = j * n;
        for (let k = 0; k < n; k++) sum += a[ia + k] * b[jb + k];
        c[i * n + j] = sum;
      }
  },
});

function softWork() {
  const rows = 4096,
    cols = 1024;
  return {
    arrays: { x: floats(rows * cols, -4, 4, 37), y: new Float32Array(rows * cols) },
    scalars: { rows, cols },
    outputs: ["y"],
  };
}
function softPlain({ x, y }: { x: Float32Array; y: Float32Array }, { rows, cols }: { rows: number; cols: number }) {
  for (let r = 0; r < rows; r++) {
    const o = r * cols;
    let max = -Infinity,
      sum = 0;
    for (let c = 0; c < cols; c++) max = Math.max(max, x[o + c]);
    for (let c = 0; c < cols; c++) {
      const e = Math.exp(x[o + c] - max);
      y[o + c] = e;
      sum += e;
    }
    const inv = 1 / sum;
    for (let c = 0; c < cols; c++) y[o + c] *= inv;
  }
}
export const softmax = define({
  name: "softmax-4096x1024-row",
  c: "softmax",
  tolerance: rounded(1e-4),
  workload: softWork,
  lanewise:
    (q, { x, y }, { rows, cols }) =>
    () =>
      q.parallelFor(rows, (r) => {
        const o = r * cols;
        let max = -Infinity,
          sum = 0;
        for (let c = 0; c < cols; c++) max = Math.max(max, x[o + c]);
        for (let c = 0; c < cols; c++) {
          const e = Math.exp(x[o + c] - max);
          y[o + c] = e;
          sum += e;
        }
        for (let c = 0; c < cols; c++) y[o + c] /= sum;
      }),
  plain: softPlain,
});
export const softmaxGroup = define({
  name: "softmax-4096x1024-group",
  c: "softmax",
  tolerance: rounded(1e-4),
  workload: softWork,
  lanewise:
    (q, { x, y }, { rows, cols }) =>
    () =>
      q.parallelFor(ndRange(rows * 64, 64), (item: NdItem<1>) => {
        const { group } = item;
        const o = group.id() * cols;
        let max = -Infinity,
          sum = 0;
        for (let c = item.localId(); c < cols; c += 64) max = Math.max(max, x[o + c]);
        max = group.reduce(max, "max");
        for (let c = item.localId(); c < cols; c += 64) {
          const e = Math.exp(x[o + c] - max);
          y[o + c] = e;
          sum += e;
        }
        const total = group.reduce(sum, "add");
        for (let c = item.localId(); c < cols; c += 64) y[o + c] /= total;
      }),
  plain: softPlain,
});
