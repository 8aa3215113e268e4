// One row of the table of kernels (kernels/table.ts): what is computed, on which sizes, and what it is compared with. The C and
// AssemblyScript sources stand in the row's folder and are found by name.

import type { LaunchOptions, Queue } from "lanewise";
import type { GpuProgram } from "./gpu-program.js";
import type { Arrays, Scalars, Workload } from "./workload.js";

/** What a kernel may be compared with, in the order of the printed table. */
export const baselines = [
  "javascript",
  "assemblyscript",
  "clang-wasm",
  "prototype",
  "native-sse2",
  "native-sse2-hand",
  "native-march",
  "gpu.js",
] as const;
export type Baseline = (typeof baselines)[number];

export type ElementType = "f32" | "f64" | "u8" | "u32";

/** How far results may be from plain JavaScript's, which computes in doubles. */
export interface Tolerance {
  /** |a - b| <= absolute + relative * |b| */
  readonly absolute: number;
  readonly relative: number;
  /** The share of elements that may differ more, where f32 rounding decides a comparison. */
  readonly outliers: number;
}

export const exactly: Tolerance = { absolute: 0, relative: 0, outliers: 0 };

/** Does the work once: one launch, or a few that belong together. */
export type Launch = (options?: LaunchOptions) => void;

/** Hand-written code in WebAssembly's text form, in versions by the number K of vector registers for each value. */
export interface Prototype<A extends Arrays = Arrays, S extends Scalars = Scalars> {
  readonly versions: readonly number[];
  /** The functions of version K, as text; exported under the name `run`. */
  source(k: number): string;
  /** The arguments of `run`; addresses by the arrays' names. */
  arguments(addresses: Readonly<Record<keyof A, number>>, scalars: S): readonly number[];
}

export interface Kernel<A extends Arrays = Arrays, S extends Scalars = Scalars> {
  /** Also the name of its folder in kernels/. */
  readonly name: string;
  readonly title: string;
  readonly type: ElementType;
  /** What `workload` takes. All are measured. */
  readonly sizes: readonly number[];
  readonly baselines: readonly Baseline[];
  /** Measured with several threads too, against OpenMP's. */
  readonly isThreaded?: boolean;
  readonly tolerance: Tolerance;
  /** Of one run: floating-point or integer operations, where that says something. */
  readonly operations?: (size: number) => number;
  /** Of one run: bytes that must be read and written at least, where memory is the limit. */
  readonly bytes?: (size: number) => number;
  // Methods, so that rows of different arrays stand in one table.
  workload(size: number): Workload<A, S>;
  lanewise(q: Queue, arrays: A, scalars: S): Launch;
  plain(arrays: A, scalars: S): void;
  readonly prototype?: Prototype<A, S>;
  gpu?(arrays: A, scalars: S): GpuProgram;
}

/** Checks a row against its own types, then forgets them. */
export function defineKernel<A extends Arrays, S extends Scalars>(kernel: Kernel<A, S>): Kernel {
  return kernel;
}
