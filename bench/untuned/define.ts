// A kernel as somebody wrote it who did not know the compiler, with the same in plain JavaScript; its C is in kernels.c.

import type { Queue } from "lanewise";
import { exactly, type Tolerance } from "../harness/kernel.js";
import { mixed } from "../harness/random.js";
import type { Arrays, Scalars, Workload } from "../harness/workload.js";

export interface Untuned<A extends Arrays = Arrays, S extends Scalars = Scalars> {
  readonly name: string;
  /** The function of kernels.c without its `run_`. */
  readonly c: string;
  readonly tolerance: Tolerance;
  // Methods, so that kernels of different arrays stand in one table.
  workload(): Workload<A, S>;
  /** Gives what enqueues the work once. */
  lanewise(q: Queue, arrays: A, scalars: S): () => unknown;
  plain(arrays: A, scalars: S): void;
}

/** Checks a kernel against its own types, then forgets them. */
export function define<A extends Arrays, S extends Scalars>(kernel: Untuned<A, S>): Untuned {
  return kernel;
}

/** f32 against double. */
export const rounded = (absolute: number): Tolerance => ({ ...exactly, absolute, relative: absolute });

export const unit = (index: number, seed: number): number => (mixed(index, seed) >>> 8) / 2 ** 24;

export function floats(length: number, low: number, high: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => low + unit(i, seed) * (high - low));
}

export function bytes(length: number, seed: number, below = 256): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => mixed(i, seed) % below);
}
