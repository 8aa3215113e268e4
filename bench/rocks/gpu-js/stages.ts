// Workloads for GPU.js in which each launch computes the whole of an array from the one before: sorting networks, transforms, diagonals, rows.

import { flatten, type GpuResult, type GpuThread } from "../../harness/gpu-program.js";
import type { Arrays } from "../../harness/workload.js";
import { traceSeam } from "../matching.js";
import { stages } from "../transforms.js";
import { type CreateKernel, type GpuJsRock, rowsOf } from "./contender.js";

type Matrix = readonly Float32Array[];

// x % 2 ** k, in floats, which are exact here.
function exchange(this: GpuThread, keys: Float32Array, block: number, apart: number): number {
  const i = this.thread.x;
  const own = keys[i];
  let other = i + apart;
  let isLower = 1;
  if (i - 2 * apart * Math.floor(i / (2 * apart)) >= apart) {
    other = i - apart;
    isLower = 0;
  }
  let isUp = 1;
  if (i - 2 * block * Math.floor(i / (2 * block)) >= block) isUp = 0;
  if (isLower === isUp) return Math.min(own, keys[other]);
  return Math.max(own, keys[other]);
}

export const bitonicSort: GpuJsRock = (create, { keys }, { n }) => {
  const step = create(exchange, { output: [n] });
  return {
    run() {
      let now: unknown = keys;
      for (let block = 2; block <= n; block *= 2)
        for (let apart = block / 2; apart >= 1; apart /= 2) now = step(now, block, apart);
      return [now as GpuResult];
    },
  };
};

function countOf(this: GpuThread, x: Float32Array): number {
  let count = 0;
  const from = this.thread.y * this.constants.slice;
  for (let at = 0; at < this.constants.slice; at++) if (x[from + at] === this.thread.x) count += 1;
  return count;
}

export const histogram: GpuJsRock = (create, { x }) => {
  // Each element of the result looks at a slice of the values: GPU.js has no scatter.
  const slices = 64;
  const counts = create(countOf, { output: [256, slices], constants: { slice: x.length / slices } });
  const values = Float32Array.from(x);
  return {
    run: () => [counts(values)],
    results: ([last]) => {
      const parts = flatten(last);
      return [Float32Array.from({ length: 256 }, (_, bin) => sumOfColumn(parts, bin, 256))];
    },
  };
};

function sumOfColumn(values: Float32Array, column: number, width: number): number {
  let sum = 0;
  for (let at = column; at < values.length; at += width) sum += values[at];
  return sum;
}

function chosen(this: GpuThread, x: Float32Array): number {
  if (x[this.thread.x] > 0.5) return 1;
  return 0;
}

function addedFrom(this: GpuThread, counts: Float32Array, apart: number): number {
  if (this.thread.x < apart) return counts[this.thread.x];
  return counts[this.thread.x] + counts[this.thread.x - apart];
}

/** The value behind which `this.thread.x` others were chosen: a search in the running counts. */
function chosenValue(this: GpuThread, x: Float32Array, counts: Float32Array): number {
  const wanted = this.thread.x + 1;
  if (counts[this.constants.n - 1] < wanted) return 0;
  let low = 0;
  let high = this.constants.n - 1;
  for (let step = 0; step < this.constants.steps; step++) {
    const middle = Math.floor((low + high) / 2);
    if (counts[middle] < wanted) low = middle + 1;
    else high = middle;
    if (low > high) low = high;
  }
  return x[low];
}

export const compaction: GpuJsRock = (create, { x }) => {
  const n = x.length;
  const [choose, add] = [create(chosen, { output: [n] }), create(addedFrom, { output: [n] })];
  const find = create(chosenValue, { output: [n], constants: { n, steps: Math.ceil(Math.log2(n)) } });
  return {
    run() {
      let counts: unknown = choose(x);
      for (let apart = 1; apart < n; apart *= 2) counts = add(counts, apart);
      return [find(x, counts)];
    },
  };
};

function score(
  this: GpuThread,
  before2: Float32Array,
  before1: Float32Array,
  a: Float32Array,
  b: Float32Array,
  d: number,
): number {
  // Element i + 1 of a diagonal is in row i.
  const at = this.thread.x;
  const i = at - 1;
  const j = d - i;
  if (i < 0 || j < 0 || j >= this.constants.n) return 0;
  let left = 0;
  let corner = 0;
  if (j > 0) {
    left = before1[at];
    corner = before2[i];
  }
  let matching = -1;
  if (a[i] === b[j]) matching = 2;
  return Math.max(Math.max(0, corner + matching), Math.max(before1[i] - 1, left - 1));
}

function greater(this: GpuThread, best: Float32Array, now: Float32Array): number {
  return Math.max(best[this.thread.x], now[this.thread.x + 1]);
}

export const wavefront: GpuJsRock = (create, { a, b }, { n }) => {
  const diagonal = create(score, { output: [n + 1], constants: { n } });
  const choose = create(greater, { output: [n] });
  const [first, second] = [Float32Array.from(a), Float32Array.from(b)];
  return {
    run() {
      let [before2, before1]: GpuResult[] = [new Float32Array(n + 1), new Float32Array(n + 1)];
      let best: GpuResult = new Float32Array(n);
      for (let d = 0; d < 2 * n - 1; d++) {
        const now = diagonal(before2, before1, first, second, d);
        best = choose(best, now);
        [before2, before1] = [before1, now];
      }
      return [best];
    },
  };
};

function energy(this: GpuThread, picture: Matrix, width: number): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x >= width) return 0;
  const left = Math.max(x - 1, 0);
  const right = Math.min(x + 1, width - 1);
  const up = Math.max(y - 1, 0);
  const down = Math.min(y + 1, this.constants.h - 1);
  return Math.abs(picture[y][right] - picture[y][left]) + Math.abs(picture[down][x] - picture[up][x]);
}

function nextRow(this: GpuThread, above: Float32Array, energies: Float32Array, width: number): number {
  const x = this.thread.x;
  if (x >= width) return 0;
  const left = Math.max(x - 1, 0);
  const right = Math.min(x + 1, width - 1);
  return energies[x] + Math.min(above[x], Math.min(above[left], above[right]));
}

function withoutSeam(this: GpuThread, picture: Matrix, before: Matrix, seam: Float32Array, width: number): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x >= width - 1) return before[y][x];
  if (x < seam[y]) return picture[y][x];
  return picture[y][x + 1];
}

export const seamCarving: GpuJsRock = (create, { start }, { w, h, seams }) => {
  const energies = create(energy, { output: [w, h], constants: { h } });
  const row = create(nextRow, { output: [w] });
  const remove = create(withoutSeam, { output: [w, h] });
  const [picture, blank] = [rowsOf(start, w), rowsOf(new Float32Array(w * h), w)];
  return {
    run() {
      // Two pictures in turn, as in the other programs: what is right of the narrower one is as it was two seams before.
      let [now, before]: GpuResult[] = [picture, blank];
      for (let done = 0; done < seams; done++) {
        const width = w - done;
        const costs: GpuResult[] = [];
        for (const own of energies(now, width) as readonly Float32Array[])
          costs.push(costs.length === 0 ? own : row(costs[costs.length - 1], own, width));
        const seam = new Int32Array(h);
        traceSeam(Int32Array.from(flatten(costs)), seam, w, width, h);
        [now, before] = [remove(now, before, Float32Array.from(seam), width), now];
      }
      return [seams % 2 === 0 ? now : before];
    },
  };
};

function realPart(
  this: GpuThread,
  re: Matrix,
  im: Matrix,
  cosines: Float32Array,
  sines: Float32Array,
  run: number,
  sign: number,
): number {
  const c = this.thread.x;
  const y = this.thread.y;
  const p = run * Math.floor(c / (2 * run));
  const k = c - 2 * p;
  if (k < run) return re[y][p + k] + re[y][p + k + this.constants.half];
  const a = p + k - run;
  const b = a + this.constants.half;
  return (re[y][a] - re[y][b]) * cosines[p] - (im[y][a] - im[y][b]) * sign * sines[p];
}

function imaginaryPart(
  this: GpuThread,
  re: Matrix,
  im: Matrix,
  cosines: Float32Array,
  sines: Float32Array,
  run: number,
  sign: number,
): number {
  const c = this.thread.x;
  const y = this.thread.y;
  const p = run * Math.floor(c / (2 * run));
  const k = c - 2 * p;
  if (k < run) return im[y][p + k] + im[y][p + k + this.constants.half];
  const a = p + k - run;
  const b = a + this.constants.half;
  return (re[y][a] - re[y][b]) * sign * sines[p] + (im[y][a] - im[y][b]) * cosines[p];
}

/** A transform of each row of two matrices: a kernel for the real parts and one for the imaginary parts, for each stage. */
function transformer(create: CreateKernel, n: number, batch: number, { cosines, sines }: Arrays) {
  const settings = { output: [n, batch], constants: { half: n / 2 } };
  const [real, imaginary] = [create(realPart, settings), create(imaginaryPart, settings)];
  return (re: unknown, im: unknown, sign: number): readonly [unknown, unknown] => {
    let now: readonly [unknown, unknown] = [re, im];
    stages(n, (run) => {
      now = [real(...now, cosines, sines, run, sign), imaginary(...now, cosines, sines, run, sign)];
    });
    return now;
  };
}

export const fft: GpuJsRock = (create, arrays, { n, batch }) => {
  const transform = transformer(create, n, batch, arrays);
  const [re, im] = [rowsOf(arrays.re, n), rowsOf(arrays.im, n)];
  return { run: () => transform(re, im, 1) as readonly GpuResult[] };
};

function amplified(this: GpuThread, part: Matrix, gain: Float32Array): number {
  return part[this.thread.y][this.thread.x] * gain[this.thread.x];
}

export const spectralFilter: GpuJsRock = (create, arrays, { n, batch }) => {
  const transform = transformer(create, n, batch, arrays);
  const amplify = create(amplified, { output: [n, batch] });
  const [re, im] = [rowsOf(arrays.re, n), rowsOf(arrays.im, n)];
  return {
    run() {
      const [spectrumRe, spectrumIm] = transform(re, im, 1);
      return transform(amplify(spectrumRe, arrays.gain), amplify(spectrumIm, arrays.gain), -1) as readonly GpuResult[];
    },
  };
};

function windowed(this: GpuThread, signal: Float32Array, window: Float32Array): number {
  return signal[this.thread.y * this.constants.hop + this.thread.x] * window[this.thread.x];
}

function magnitude(this: GpuThread, re: Matrix, im: Matrix): number {
  const a = re[this.thread.y][this.thread.x];
  const b = im[this.thread.y][this.thread.x];
  return Math.sqrt(a * a + b * b);
}

export const stft: GpuJsRock = (create, arrays, { n, frames, hop }) => {
  const transform = transformer(create, n, frames, arrays);
  const cut = create(windowed, { output: [n, frames], constants: { hop } });
  const size = create(magnitude, { output: [hop, frames] });
  const zeros = rowsOf(new Float32Array(n * frames), n);
  return { run: () => [size(...transform(cut(arrays.signal, arrays.window), zeros, 1))] };
};
