// Workloads of one or two kernels, for GPU.js.

import { component, type GpuThread } from "../../harness/gpu-program.js";
import { type GpuJsRock, rowsOf } from "./contender.js";

type Matrix = readonly Float32Array[];

function product(this: GpuThread, a: Matrix, b: Matrix): number {
  let sum = 0;
  for (let k = 0; k < this.constants.n; k++) sum += a[this.thread.y][k] * b[k][this.thread.x];
  return sum;
}

export const matmul: GpuJsRock = (create, { a, b }, { n }) => {
  const multiply = create(product, { output: [n, n], constants: { n } });
  const [left, right] = [rowsOf(a, n), rowsOf(b, n)];
  return { run: () => [multiply(left, right)] };
};

function logistic(this: GpuThread, start: Float32Array, rate: Float32Array): number {
  const h = 0.0078125;
  const r = rate[this.thread.x];
  let y = start[this.thread.x];
  for (let s = 0; s < 256; s++) {
    const k1 = r * y * (1 - y);
    const y2 = y + 0.5 * h * k1;
    const k2 = r * y2 * (1 - y2);
    const y3 = y + 0.5 * h * k2;
    const k3 = r * y3 * (1 - y3);
    const y4 = y + h * k3;
    y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + r * y4 * (1 - y4));
  }
  return y;
}

export const odeRk4: GpuJsRock = (create, { start, rate }, { paths }) => {
  const solve = create(logistic, { output: [paths] });
  return { run: () => [solve(start, rate)] };
};

function descent(this: GpuThread, x0: Float32Array, y0: Float32Array): number {
  let x = x0[this.thread.x];
  let y = y0[this.thread.x];
  for (let s = 0; s < 256; s++) {
    const xx = x * x;
    const yy = y * y;
    x -= (x * (1 + 0.5 * yy)) / 256;
    y -= (y * (2 + 0.5 * xx)) / 256;
  }
  return 0.5 * (x * x + 2 * y * y) + 0.25 * x * x * y * y;
}

export const gradientDescent: GpuJsRock = (create, { x0, y0 }, { starts }) => {
  const descend = create(descent, { output: [starts] });
  return { run: () => [descend(x0, y0)] };
};

function force(this: GpuThread, x: Float32Array, y: Float32Array, z: Float32Array, m: Float32Array): readonly number[] {
  const px = x[this.thread.x];
  const py = y[this.thread.x];
  const pz = z[this.thread.x];
  let fx = 0;
  let fy = 0;
  let fz = 0;
  for (let j = 0; j < this.constants.n; j++) {
    const dx = x[j] - px;
    const dy = y[j] - py;
    const dz = z[j] - pz;
    const near = dx * dx + dy * dy + dz * dz + 0.01;
    const weight = m[j] / (near * Math.sqrt(near));
    fx += dx * weight;
    fy += dy * weight;
    fz += dz * weight;
  }
  return [fx, fy, fz];
}

export const nBody: GpuJsRock = (create, { x, y, z, m }, { n }) => {
  const forces = create(force, { output: [n], constants: { n } });
  return { run: () => [forces(x, y, z, m)] };
};

function partialSum(this: GpuThread, x: Float32Array): number {
  let sum = 0;
  for (let round = 0; round < this.constants.rounds; round++) {
    const at = round * 1024 + this.thread.x;
    if (at < this.constants.length) sum += x[at];
  }
  return sum;
}

export const reduction: GpuJsRock = (create, { x }) => {
  const { length } = x;
  const sums = create(partialSum, { output: [1024], constants: { length, rounds: Math.ceil(length / 1024) } });
  return {
    // The caller adds 1,024 sums.
    run: () => [sums(x)],
    results: ([last]) => [[(last as Float32Array).reduce((sum, value) => sum + value, 0)]],
  };
};

function added(this: GpuThread, from: Float32Array): number {
  return from[this.thread.x] + 0.0009765625;
}

export const launchOverhead: GpuJsRock = (create, { x }, { passes }) => {
  const pass = create(added, { output: [x.length] });
  return {
    run() {
      let now = pass(x);
      for (let done = 1; done < passes; done++) now = pass(now);
      return [now];
    },
  };
};

function square(this: GpuThread, x: Float32Array): number {
  return x[this.thread.x] * x[this.thread.x];
}

export const undersized: GpuJsRock = (create, { x }) => {
  const squares = create(square, { output: [x.length] });
  return { run: () => [squares(x)] };
};

function transform(
  this: GpuThread,
  re: Float32Array,
  im: Float32Array,
  cosines: Float32Array,
  sines: Float32Array,
): readonly number[] {
  let sumRe = 0;
  let sumIm = 0;
  let at = 0;
  for (let j = 0; j < this.constants.n; j++) {
    sumRe += re[j] * cosines[at] - im[j] * sines[at];
    sumIm += re[j] * sines[at] + im[j] * cosines[at];
    at += this.thread.x;
    if (at >= this.constants.n) at -= this.constants.n;
  }
  return [sumRe, sumIm];
}

export const dftNaive: GpuJsRock = (create, { re, im, cosines, sines }, { n }) => {
  const transformed = create(transform, { output: [n], constants: { n } });
  return {
    run: () => [transformed(re, im, cosines, sines)],
    results: ([last]) => [0, 1].map((part) => component(last, part)),
  };
};
