// The workloads that GPU.js has here, by their names. The others scatter, count, sort, or need integers of 32 bits or results of several kinds.

import type { GpuJsRock } from "./contender.js";
import * as elements from "./elements.js";
import * as grids from "./grids.js";

export const gpuJsRocks: Readonly<Record<string, GpuJsRock | undefined>> = {
  matmul: elements.matmul,
  "ode-rk4": elements.odeRk4,
  "gradient-descent": elements.gradientDescent,
  nbody: elements.nBody,
  reduction: elements.reduction,
  "launch-overhead": elements.launchOverhead,
  undersized: elements.undersized,
  "dft-naive": elements.dftNaive,
  life: grids.life,
  ising: grids.ising,
  heat: grids.heat,
  jacobi: grids.jacobi,
  "gray-scott": grids.grayScott,
  residency: grids.residency,
  "blur-separable": grids.blurSeparable,
  sobel: grids.sobel,
  "ncc-template": grids.nccTemplate,
  "escape-time": grids.escapeTime,
  "sdf-march": grids.sdfMarch,
};
