// Programs that were generated ahead of time, over a device's memory: the counterpart of cpu.ts, which generates them.

import type { GroupPlan, PrebuiltModule } from "@lanewise/codegen";
import { invariant } from "@lanewise/ir";
import { groupExecutable } from "./group-executable.js";
import { instantiate, type MathName } from "./program-text.js";
import type { Executable } from "./target.js";

export interface PrebuiltInput {
  /** The kernel, or the regions of `plan`. */
  readonly modules: readonly PrebuiltModule[];
  readonly plan: GroupPlan | null;
  /** By its index in the image. */
  readonly module: (index: number) => WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** The address of a global of the program's tables; makes its storage. */
  readonly globalAddress: (index: number) => number;
}

export function loadPrebuilt({ modules, plan, ...input }: PrebuiltInput): Executable {
  const parts = modules.map((one) => loadModule(one, input));
  const [first] = parts;
  if (plan) return groupExecutable(plan, parts, input.memory);
  invariant(first, "a program that is not of work-groups is one WebAssembly module");
  return first;
}

function loadModule(
  { module, globals, math, stackSize, gang, privatised, reason }: PrebuiltModule,
  input: Omit<PrebuiltInput, "modules" | "plan">,
): Executable {
  const text = {
    module: input.module(module),
    addresses: Object.fromEntries(globals.map((index) => [String(index), input.globalAddress(index)])),
    // The image names functions of Math, or "rem".
    math: math as Readonly<Record<string, MathName>>,
  };
  const report = { gang, reason, at: undefined, accesses: [], loops: [] };
  return { run: instantiate(text, input.memory), stackSize, gang, privatised, report, text };
}
