// Random kernels for a GPU: their WGSL, their memory, and what the interpreter leaves of groups.

import { compileWgsl, NotForGpu, UndividedKernel, type WgslProgram } from "@lanewise/codegen";
import type { Module } from "@lanewise/ir";
import { groupExecutor, type Sizes } from "./group-executors.js";
import type { RandomProgram } from "./ir-arbitrary.js";
import { type Launch, type Outcome, prepare } from "./ir-launch.js";
import { outcomeOf } from "./random-launch.js";
import { executors } from "./run-kernel.js";

/** Undefined for kernels that a GPU rejects. `local`: the sizes of their work-groups. */
export function wgslOf(
  module: Module,
  kernel: number,
  globalAddress: (index: number) => number,
  local?: Sizes,
  precision: "f64" | "f32" = "f64",
): WgslProgram | undefined {
  const group = local && { local, subGroupSize: 4 as const };
  try {
    const usual = { bounds: "checked", fp: "default", threads: "many" } as const;
    return compileWgsl({ module, kernel, ...usual, precision, globalAddress, group });
  } catch (error) {
    if (error instanceof NotForGpu) return undefined;
    throw error;
  }
}

/** Undefined for kernels that cannot be divided at their barriers. */
export function outcomeInGroups(program: RandomProgram, local: Sizes, groups: number): Outcome | undefined {
  try {
    return outcomeOf(program, groupExecutor(executors.interpreter, local), groups);
  } catch (error) {
    if (error instanceof UndividedKernel) return undefined;
    throw error;
  }
}

/** The kernel's memory, and `more` bytes behind it. */
export function memoryFor(program: RandomProgram, more = 0): Launch & { readonly memory: ArrayBuffer } {
  let memory = new ArrayBuffer(0);
  const launch = prepare(program, 0, (bytes) => {
    memory = new ArrayBuffer(bytes + more);
    return memory;
  });
  return { ...launch, memory };
}
