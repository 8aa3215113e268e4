// Fourier transforms: the definition, and Stockham's algorithm with a launch for each stage.

import type { Queue } from "lanewise";
import { floats, rounded } from "../untuned/define.js";
import { define } from "./define.js";

interface Complex {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

interface Circle {
  readonly cosines: Float32Array;
  readonly sines: Float32Array;
}

/** cos and sin of all angles of n points. */
function circle(n: number) {
  const angle = (m: number) => (-2 * Math.PI * m) / n;
  return {
    cosines: Float32Array.from({ length: n }, (_, m) => Math.cos(angle(m))),
    sines: Float32Array.from({ length: n }, (_, m) => Math.sin(angle(m))),
  };
}

export const dftNaive = define({
  name: "dft-naive",
  group: "transforms",
  what: "4,096 complex points by the definition",
  tolerance: rounded(2e-3),
  workload: (quick) => {
    const n = quick ? 64 : 4096;
    const arrays = { re: floats(n, -1, 1, 20), im: floats(n, -1, 1, 21), ...circle(n) };
    const out = { outRe: new Float32Array(n), outIm: new Float32Array(n) };
    return { arrays: { ...arrays, ...out }, scalars: { n }, outputs: ["outRe", "outIm"] };
  },
  lanewise:
    (q, { re, im, cosines, sines, outRe, outIm }, { n }) =>
    () =>
      q.parallelFor(n, (k) => {
        let [sumRe, sumIm] = [0, 0];
        for (let j = 0; j < n; j++) {
          const at = (j * k) & (n - 1);
          sumRe += re[j] * cosines[at] - im[j] * sines[at];
          sumIm += re[j] * sines[at] + im[j] * cosines[at];
        }
        outRe[k] = sumRe;
        outIm[k] = sumIm;
      }),
  plain: ({ re, im, cosines, sines, outRe, outIm }, { n }) => {
    for (let k = 0; k < n; k++) {
      let sumRe = 0;
      let sumIm = 0;
      for (let j = 0; j < n; j++) {
        const at = (j * k) & (n - 1);
        sumRe += re[j] * cosines[at] - im[j] * sines[at];
        sumIm += re[j] * sines[at] + im[j] * cosines[at];
      }
      outRe[k] = sumRe;
      outIm[k] = sumIm;
    }
  },
});

/** A stage of `batch` transforms of n points: `run` is 1, 2, 4 and so on. The direction is -1 for the inverse. */
function stage(
  q: Queue,
  from: Complex,
  to: Complex,
  table: Circle,
  n: number,
  batch: number,
  run: number,
  sign: number,
) {
  const half = n >> 1;
  const { re, im } = from;
  const { re: outRe, im: outIm } = to;
  const { cosines, sines } = table;
  return q.parallelFor([batch, half], (row, t) => {
    const k = t & (run - 1);
    const p = t - k;
    const a = row * n + t;
    const b = a + half;
    const c = row * n + 2 * p + k;
    const [cosine, sine] = [cosines[p], sign * sines[p]];
    const [dRe, dIm] = [re[a] - re[b], im[a] - im[b]];
    outRe[c] = re[a] + re[b];
    outIm[c] = im[a] + im[b];
    outRe[c + run] = dRe * cosine - dIm * sine;
    outIm[c + run] = dRe * sine + dIm * cosine;
  });
}

function plainStage(
  from: Complex,
  to: Complex,
  table: Circle,
  n: number,
  batch: number,
  run: number,
  sign: number,
): void {
  const half = n >> 1;
  const { re, im } = from;
  const { re: outRe, im: outIm } = to;
  for (let row = 0; row < batch; row++)
    for (let t = 0; t < half; t++) {
      const k = t & (run - 1);
      const p = t - k;
      const a = row * n + t;
      const b = a + half;
      const c = row * n + 2 * p + k;
      const cosine = table.cosines[p];
      const sine = sign * table.sines[p];
      const dRe = re[a] - re[b];
      const dIm = im[a] - im[b];
      outRe[c] = re[a] + re[b];
      outIm[c] = im[a] + im[b];
      outRe[c + run] = dRe * cosine - dIm * sine;
      outIm[c + run] = dRe * sine + dIm * cosine;
    }
}

/** The stages of a transform; the result is in `out` if their number is odd, else in `spare`. */
export function stages(n: number, one: (run: number, index: number) => void): void {
  for (let [run, index] = [1, 0]; run < n; [run, index] = [2 * run, index + 1]) one(run, index);
}

function spare(length: number) {
  return {
    aRe: new Float32Array(length),
    aIm: new Float32Array(length),
    bRe: new Float32Array(length),
    bIm: new Float32Array(length),
  };
}

export const fft = define({
  name: "fft",
  group: "transforms",
  what: "64 transforms of 8,192 complex points",
  tolerance: rounded(1e-3),
  workload: (quick) => {
    // An odd number of stages ends in a.
    const [n, batch] = quick ? [32, 2] : [8192, 64];
    const arrays = { re: floats(n * batch, -1, 1, 22), im: floats(n * batch, -1, 1, 23), ...circle(n) };
    return { arrays: { ...arrays, ...spare(n * batch) }, scalars: { n, batch }, outputs: ["aRe", "aIm"] };
  },
  lanewise: (q, { re, im, cosines, sines, aRe, aIm, bRe, bIm }, { n, batch }) => {
    const [x, a, b] = [
      { re, im },
      { re: aRe, im: aIm },
      { re: bRe, im: bIm },
    ];
    return () =>
      stages(n, (run, at) => {
        const from = at === 0 ? x : at % 2 === 1 ? a : b;
        stage(q, from, at % 2 === 0 ? a : b, { cosines, sines }, n, batch, run, 1);
      });
  },
  plain: ({ re, im, cosines, sines, aRe, aIm, bRe, bIm }, { n, batch }) => {
    const [a, b] = [
      { re: aRe, im: aIm },
      { re: bRe, im: bIm },
    ];
    stages(n, (run, at) => {
      const from = at === 0 ? { re, im } : at % 2 === 1 ? a : b;
      plainStage(from, at % 2 === 0 ? a : b, { cosines, sines }, n, batch, run, 1);
    });
  },
});

export const spectralFilter = define({
  name: "spectral-filter",
  group: "transforms",
  what: "32 signals of 8,192 points: transform, multiply, transform back",
  tolerance: rounded(1e-3),
  workload: (quick) => {
    const [n, batch] = quick ? [32, 2] : [8192, 32];
    const gain = Float32Array.from({ length: n }, (_, k) => Math.exp(-((Math.min(k, n - k) / (n / 64)) ** 2)) / n);
    const arrays = { re: floats(n * batch, -1, 1, 24), im: new Float32Array(n * batch), gain, ...circle(n) };
    return { arrays: { ...arrays, ...spare(n * batch) }, scalars: { n, batch }, outputs: ["bRe", "bIm"] };
  },
  lanewise: (q, { re, im, gain, cosines, sines, aRe, aIm, bRe, bIm }, { n, batch }) => {
    const [x, a, b] = [
      { re, im },
      { re: aRe, im: aIm },
      { re: bRe, im: bIm },
    ];
    return () => {
      stages(n, (run, at) => {
        const from = at === 0 ? x : at % 2 === 1 ? a : b;
        stage(q, from, at % 2 === 0 ? a : b, { cosines, sines }, n, batch, run, 1);
      });
      q.parallelFor([batch, n], (row, k) => {
        aRe[row * n + k] *= gain[k];
        aIm[row * n + k] *= gain[k];
      });
      stages(n, (run, at) => {
        stage(q, at % 2 === 0 ? a : b, at % 2 === 0 ? b : a, { cosines, sines }, n, batch, run, -1);
      });
    };
  },
  plain: ({ re, im, gain, cosines, sines, aRe, aIm, bRe, bIm }, { n, batch }) => {
    const [a, b] = [
      { re: aRe, im: aIm },
      { re: bRe, im: bIm },
    ];
    stages(n, (run, at) => {
      const from = at === 0 ? { re, im } : at % 2 === 1 ? a : b;
      plainStage(from, at % 2 === 0 ? a : b, { cosines, sines }, n, batch, run, 1);
    });
    for (let row = 0; row < batch; row++)
      for (let k = 0; k < n; k++) {
        aRe[row * n + k] *= gain[k];
        aIm[row * n + k] *= gain[k];
      }
    stages(n, (run, at) => {
      plainStage(at % 2 === 0 ? a : b, at % 2 === 0 ? b : a, { cosines, sines }, n, batch, run, -1);
    });
  },
});

export const stft = define({
  name: "stft",
  group: "transforms",
  what: "256 overlapping frames of 2,048 points: magnitudes",
  tolerance: rounded(2e-3),
  workload: (quick) => {
    const [n, frames] = quick ? [32, 3] : [2048, 256];
    const hop = n >> 1;
    const window = Float32Array.from({ length: n }, (_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / n));
    const arrays = { signal: floats((frames + 1) * hop, -1, 1, 25), window, ...circle(n), ...spare(n * frames) };
    const magnitudes = new Float32Array(frames * hop);
    return { arrays: { ...arrays, magnitudes }, scalars: { n, frames, hop }, outputs: ["magnitudes"] };
  },
  lanewise: (q, { signal, window, cosines, sines, aRe, aIm, bRe, bIm, magnitudes }, { n, frames, hop }) => {
    const [a, b] = [
      { re: aRe, im: aIm },
      { re: bRe, im: bIm },
    ];
    return () => {
      q.parallelFor([frames, n], (row, k) => {
        aRe[row * n + k] = signal[row * hop + k] * window[k];
        aIm[row * n + k] = 0;
      });
      stages(n, (run, at) => {
        stage(q, at % 2 === 0 ? a : b, at % 2 === 0 ? b : a, { cosines, sines }, n, frames, run, 1);
      });
      q.parallelFor([frames, hop], (row, k) => {
        const [re, im] = [bRe[row * n + k], bIm[row * n + k]];
        magnitudes[row * hop + k] = Math.sqrt(re * re + im * im);
      });
    };
  },
  plain: ({ signal, window, cosines, sines, aRe, aIm, bRe, bIm, magnitudes }, { n, frames, hop }) => {
    const [a, b] = [
      { re: aRe, im: aIm },
      { re: bRe, im: bIm },
    ];
    for (let row = 0; row < frames; row++)
      for (let k = 0; k < n; k++) {
        aRe[row * n + k] = signal[row * hop + k] * window[k];
        aIm[row * n + k] = 0;
      }
    stages(n, (run, at) => {
      plainStage(at % 2 === 0 ? a : b, at % 2 === 0 ? b : a, { cosines, sines }, n, frames, run, 1);
    });
    for (let row = 0; row < frames; row++)
      for (let k = 0; k < hop; k++) {
        const re = bRe[row * n + k];
        const im = bIm[row * n + k];
        magnitudes[row * hop + k] = Math.sqrt(re * re + im * im);
      }
  },
});
