// GPU.js on a workload: its WebAssembly mode, on one thread, as Lanewise runs here. Its kernels return one number, or a few, for each element of a new
// array. So a step of a simulation takes arrays and gives others, and each element of a result looks for its own values where another program would
// scatter them.

import { flatten, type GpuProgram, type GpuResult } from "../../harness/gpu-program.js";
import { loadPackage } from "../../harness/packages.js";
import { NotMeasured } from "../../harness/variant.js";
import { type Arrays, copyArrays, type Scalars, type TypedArray, type Workload } from "../../harness/workload.js";

type Kernel = GpuProgram["kernel"];

interface Settings {
  /** The innermost dimension first. */
  readonly output: readonly number[];
  readonly constants?: Readonly<Record<string, number>>;
  /** What the kernel calls. */
  readonly functions?: readonly ((...values: never[]) => number)[];
}

/** Makes a kernel that can be called. */
export type CreateKernel = (kernel: Kernel, settings: Settings) => (...values: readonly unknown[]) => GpuResult;

interface Program {
  /** Does the work once. */
  run(): readonly GpuResult[];
  /** The workload's outputs, of what `run` gave; without it, all numbers of each result. */
  results?(last: readonly GpuResult[]): readonly ArrayLike<number>[];
}

/** A workload for GPU.js. */
export type GpuJsRock = (create: CreateKernel, arrays: Arrays, scalars: Scalars) => Program;

/** What is used of the package, as its documentation describes it. */
interface GpuJs {
  createKernel(kernel: Kernel, settings: object): GpuJsKernel;
  destroy(): Promise<void> | undefined;
}
interface GpuJsKernel {
  (...values: readonly unknown[]): GpuResult;
  readonly kernel?: { readonly fallbackReason?: string | null };
}

export interface GpuJsContender {
  readonly run: () => void;
  outputs(): readonly ArrayLike<number>[];
  dispose(): Promise<void>;
}

/** Throws NotMeasured where GPU.js is not installed, or leaves its WebAssembly mode. */
export function prepareGpuJs(rock: GpuJsRock, workload: Workload): GpuJsContender {
  // It has no types that fit; GpuJs states what is used.
  const { GPU } = loadPackage("gpu.js") as { readonly GPU: new (settings: { mode: "webasm" }) => GpuJs };
  const gpu = new GPU({ mode: "webasm" });
  const kernels: GpuJsKernel[] = [];
  const create: CreateKernel = (kernel, settings) => {
    const created = gpu.createKernel(kernel, { ...settings, precision: "single" });
    kernels.push(created);
    return created;
  };
  const program = rock(create, copyArrays(workload.arrays), workload.scalars);
  let last = program.run();
  const reason = kernels.map(({ kernel }) => kernel?.fallbackReason).find(Boolean);
  if (reason) throw new NotMeasured(`GPU.js leaves its WebAssembly mode: ${reason}`);
  return {
    run: () => {
      last = program.run();
    },
    outputs: () => program.results?.(last) ?? last.map(flatten),
    async dispose() {
      await gpu.destroy();
    },
  };
}

/** A flat array as GPU.js has matrices: an array of rows. */
export function rowsOf(values: TypedArray, width: number): readonly Float32Array[] {
  const floats = Float32Array.from(values);
  return Array.from({ length: floats.length / width }, (_, y) => floats.subarray(y * width, (y + 1) * width));
}
