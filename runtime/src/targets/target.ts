// What a target is: a compiler from one kernel of a verified module to a function that obeys ir/src/abi.ts, over a memory
// that it is given. It knows no queues, captures or images: those are the same for every target, so that one suite runs on
// all. A failing kernel writes the failure record and throws. A new target is a file beside this one and a row in targets.ts.

import type { Module } from "@lanewise/ir";

export interface TargetInput {
  readonly module: Module;
  /** Index of the kernel in `module.functions`. */
  readonly kernel: number;
  readonly memory: WebAssembly.Memory;
  readonly isSharedMemory: boolean;
  /** The address of a module global; makes its storage. */
  readonly globalAddress: (index: number) => number;
}

export type Run = (args: number, thread: number, begin: number, end: number) => void;

export interface Executable {
  /** Runs the work-items begin <= id < end. */
  readonly run: Run;
  /** Bytes of private memory that it needs behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
}

export type Target = (input: TargetInput) => Executable;
