// The workloads that GPU.js has here, by their names. The others need integers of 32 bits, which its floats cannot hold, or a sort.

import type { GpuJsRock } from "./contender.js";
import * as elements from "./elements.js";
import * as fields from "./fields.js";
import * as grids from "./grids.js";
import * as stages from "./stages.js";

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
  erosion: fields.erosion,
  canny: fields.canny,
  "optical-flow": fields.opticalFlow,
  "bitonic-sort": stages.bitonicSort,
  compaction: stages.compaction,
  histogram: stages.histogram,
  wavefront: stages.wavefront,
  "seam-carving": stages.seamCarving,
  fft: stages.fft,
  "spectral-filter": stages.spectralFilter,
  stft: stages.stft,
};
