// All kernels that are measured, one row each. To add one: a folder with workload, kernel, plain, kernel.c, kernel.as.ts and an
// index of them, and a row here.

import { defineKernel, exactly, type Kernel } from "../harness/kernel.js";
import * as mandelbrot from "./mandelbrot/index.js";
import * as saxpy from "./saxpy/index.js";
import * as triadF32 from "./triad-f32/index.js";

const compiled = ["javascript", "assemblyscript", "clang-wasm", "native-sse2", "native-march"] as const;

export const kernels: readonly Kernel[] = [
  defineKernel({
    ...triadF32,
    name: "triad-f32",
    isThreaded: true,
    title: "STREAM triad, f32, in memory",
    type: "f32",
    sizes: [16_777_216],
    baselines: [...compiled, "prototype"],
    tolerance: { absolute: 0, relative: 1e-6, outliers: 0 },
    operations: (n) => 2 * n,
    bytes: (n) => 12 * n,
  }),
  defineKernel({
    ...saxpy,
    name: "saxpy",
    title: "saxpy, in cache",
    type: "f32",
    sizes: [131_072],
    baselines: [...compiled, "prototype"],
    tolerance: { absolute: 0, relative: 1e-6, outliers: 0 },
    operations: (n) => 2 * n,
    bytes: (n) => 12 * n,
  }),
  defineKernel({
    ...mandelbrot,
    name: "mandelbrot",
    isThreaded: true,
    title: "Mandelbrot, 256 iterations",
    type: "f32",
    sizes: [512],
    baselines: [...compiled, "prototype", "native-sse2-hand"],
    tolerance: { ...exactly, outliers: 0.01 },
  }),
];
