// What each file beside this one exports: a kernel of PolyBench/C as a program with Lanewise, and what it must compute.

import type { Queue } from "lanewise";

/** What PolyBench prints at the end of a kernel, one array for each that it prints. */
export type Results = readonly (Float64Array | Int32Array)[];

export interface PolybenchProgram {
  /** PolyBench's name. */
  readonly name: string;
  /** Makes the arrays in the memory of the queue's device, initialises them there, and runs the kernel. */
  readonly run: (q: Queue) => Promise<Results>;
  /** The same in plain JavaScript, after the C text of PolyBench. */
  readonly reference: () => Results;
}
