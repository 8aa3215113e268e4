// The workloads, in the order of the printed table.

import { gradientDescent, matmul, monteCarlo, nBody, odeRk4 } from "./arithmetic.js";
import type { Rock } from "./define.js";
import { erosion, residency, wavefront } from "./dependencies.js";
import { grayScott, heat, ising, jacobi, life } from "./lattices.js";
import { nccTemplate, opticalFlow, seamCarving } from "./matching.js";
import {
  bitonicSort,
  compaction,
  histogram,
  launchOverhead,
  prefixSum,
  radixSort,
  reduction,
  topk,
  undersized,
} from "./movement.js";
import { blurSeparable, canny, sobel } from "./pictures.js";
import { escapeTime, pathTrace, sdfMarch } from "./rendering.js";
import { dftNaive, fft, spectralFilter, stft } from "./transforms.js";

export const rocks: readonly Rock[] = [
  ...[matmul, odeRk4, gradientDescent, monteCarlo, nBody],
  ...[bitonicSort, radixSort, reduction, prefixSum, compaction, topk, histogram, blurSeparable, residency],
  ...[launchOverhead, undersized],
  ...[life, ising, heat, jacobi, grayScott, erosion, wavefront],
  ...[sobel, canny, nccTemplate, opticalFlow, seamCarving],
  ...[dftNaive, fft, spectralFilter, stft],
  ...[escapeTime, sdfMarch, pathTrace],
];
