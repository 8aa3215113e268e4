// All kernels that are measured, one row each. To add one: a folder with workload, kernel, plain, kernel.c, kernel.as.ts and an
// index of them, and a row here.

import { defineKernel, exactly, type Kernel } from "../harness/kernel.js";
import * as blackScholes from "./black-scholes/index.js";
import * as convolution from "./convolution/index.js";
import * as histogram from "./histogram/index.js";
import * as jacobi from "./jacobi/index.js";
import * as kMeans from "./k-means/index.js";
import * as mandelbrot from "./mandelbrot/index.js";
import * as monteCarlo from "./monte-carlo/index.js";
import * as nBody from "./n-body/index.js";
import * as prefixSum from "./prefix-sum/index.js";
import * as rgbToHsv from "./rgb-to-hsv/index.js";
import * as saxpy from "./saxpy/index.js";
import * as sgemmNaive from "./sgemm-naive/index.js";
import * as sgemmTiled from "./sgemm-tiled/index.js";
import * as spmv from "./spmv/index.js";
import * as sum from "./sum/index.js";
import * as triadF32 from "./triad-f32/index.js";
import * as triadF64 from "./triad-f64/index.js";

const compiled = ["javascript", "assemblyscript", "clang-wasm", "native-sse2", "native-march"] as const;

/** Each result is rounded to f32 a few times. */
const rounded = { absolute: 0, relative: 1e-6, outliers: 0 };
/** Sums of many terms: f32 against double. */
const summed = { absolute: 1e-4, relative: 1e-4, outliers: 0 };
/** f32 rounding decides comparisons near a border. */
const decided = { ...exactly, outliers: 0.01 };

export const kernels: readonly Kernel[] = [
  defineKernel({
    ...triadF32,
    name: "triad-f32",
    title: "STREAM triad, f32, in memory",
    type: "f32",
    isThreaded: true,
    sizes: [16_777_216],
    baselines: [...compiled, "prototype", "gpu.js"],
    tolerance: rounded,
    bytes: (n) => 12 * n,
  }),
  defineKernel({
    ...triadF64,
    name: "triad-f64",
    title: "STREAM triad, f64, in memory",
    type: "f64",
    sizes: [8_388_608],
    baselines: [...compiled, "prototype"],
    tolerance: rounded,
    bytes: (n) => 24 * n,
  }),
  defineKernel({
    ...saxpy,
    name: "saxpy",
    title: "saxpy, in cache",
    type: "f32",
    sizes: [131_072],
    baselines: [...compiled, "prototype", "gpu.js"],
    tolerance: rounded,
    bytes: (n) => 12 * n,
  }),
  defineKernel({
    ...mandelbrot,
    name: "mandelbrot",
    title: "Mandelbrot, 256 iterations",
    type: "f32",
    isThreaded: true,
    sizes: [512],
    baselines: [...compiled, "prototype", "native-sse2-hand", "gpu.js"],
    tolerance: decided,
  }),
  defineKernel({
    ...nBody,
    name: "n-body",
    title: "n-body, all pairs",
    type: "f32",
    isThreaded: true,
    sizes: [4096],
    baselines: [...compiled, "prototype", "native-sse2-hand", "gpu.js"],
    tolerance: { absolute: 0.5, relative: 1e-3, outliers: 0 },
    operations: (n) => 20 * n * n,
  }),
  defineKernel({
    ...blackScholes,
    name: "black-scholes",
    title: "Black-Scholes",
    type: "f32",
    sizes: [1_048_576],
    baselines: [...compiled, "prototype", "gpu.js"],
    tolerance: summed,
  }),
  defineKernel({
    ...sgemmNaive,
    name: "sgemm-naive",
    title: "Matrix product, naive",
    type: "f32",
    isThreaded: true,
    sizes: [512],
    baselines: [...compiled, "prototype", "native-sse2-hand", "gpu.js"],
    tolerance: summed,
    operations: (n) => 2 * n ** 3,
  }),
  defineKernel({
    ...sgemmTiled,
    name: "sgemm-tiled",
    title: "Matrix product, in register tiles",
    type: "f32",
    isThreaded: true,
    sizes: [512],
    baselines: [...compiled, "prototype"],
    tolerance: summed,
    operations: (n) => 2 * n ** 3,
  }),
  defineKernel({
    ...jacobi,
    name: "jacobi",
    title: "Jacobi, two dimensions",
    type: "f32",
    // In cache and in memory.
    sizes: [512, 4096],
    baselines: [...compiled, "prototype", "gpu.js"],
    tolerance: rounded,
    bytes: (size) => 8 * size * size,
  }),
  defineKernel({
    ...histogram,
    name: "histogram",
    title: "Histogram of bytes",
    type: "u8",
    sizes: [16_777_216],
    baselines: [...compiled, "prototype"],
    tolerance: exactly,
    bytes: (n) => n,
  }),
  defineKernel({
    ...convolution,
    name: "convolution",
    title: "Convolution 5 x 5 of bytes",
    type: "u8",
    sizes: [2048],
    baselines: [...compiled, "gpu.js"],
    tolerance: exactly,
    operations: (size) => 50 * size * size,
  }),
  defineKernel({
    ...rgbToHsv,
    name: "rgb-to-hsv",
    title: "RGB to HSV",
    type: "u8",
    sizes: [2_097_152],
    baselines: compiled,
    // A step of rounding.
    tolerance: { ...exactly, absolute: 1 },
  }),
  defineKernel({
    ...spmv,
    name: "spmv",
    title: "Sparse matrix (CSR) times vector",
    type: "f32",
    sizes: [131_072],
    baselines: [...compiled, "gpu.js"],
    tolerance: summed,
  }),
  defineKernel({
    ...kMeans,
    name: "k-means",
    title: "k-means, assignment of points to 16 centroids",
    type: "f32",
    sizes: [262_144],
    baselines: [...compiled, "gpu.js"],
    tolerance: decided,
  }),
  defineKernel({
    ...sum,
    name: "sum",
    title: "Sum reduction",
    type: "f32",
    sizes: [4_194_304],
    baselines: compiled,
    // C and AssemblyScript add up in f32, one after the other.
    tolerance: { absolute: 0, relative: 1e-3, outliers: 0 },
    bytes: (n) => 4 * n,
  }),
  defineKernel({
    ...monteCarlo,
    name: "monte-carlo",
    title: "Monte Carlo, integer generator",
    type: "f32",
    sizes: [65_536],
    baselines: compiled,
    tolerance: decided,
  }),
  defineKernel({
    ...prefixSum,
    name: "prefix-sum",
    title: "Prefix sum",
    type: "u32",
    sizes: [4_194_304],
    baselines: compiled,
    tolerance: exactly,
    bytes: (n) => 8 * n,
  }),
];
