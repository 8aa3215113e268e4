// Loads programs that were generated ahead of time over a device's memory; cpu.ts generates them at run time.

import type { GroupPlan, PrebuiltModule } from "@lanewise/codegen";
import { invariant, type Steps } from "@lanewise/ir";
import { functions, imagePart } from "../../images/registry/index.js";
import type { WasmMemory, WasmModule } from "../../values/index.js";
import { instanceOf, type MathNames } from "./instances/index.js";
import type { Executable, PlacedForeign, Run } from "./target.js";

export interface PrebuiltInput {
  /** The kernel, or the regions of `plan`. */
  readonly modules: readonly PrebuiltModule[];
  readonly plan: GroupPlan | null;
  /** By index in the image. */
  readonly module: (index: number) => Steps<WasmModule>;
  readonly memory: WasmMemory;
  /** The address of a global of the program's tables; allocates its storage. */
  readonly globalAddress: (index: number) => number;
  /** As in `TargetInput`, for functions of images without IR. */
  readonly foreignFunction: (symbol: string) => PlacedForeign;
}

export function* loadPrebuilt({ modules, plan, ...input }: PrebuiltInput): Steps<Executable> {
  const parts: Executable[] = [];
  for (const one of modules) parts.push(yield* loadModule(one, input));
  const [first] = parts;
  if (plan) return imagePart("groups").groupExecutable(plan, parts, input.memory);
  invariant(first, "a program that is not of work-groups is one WebAssembly module");
  return first;
}

function* loadModule(
  { module, globals, math, foreign = [], stackSize: own, gang, privatised, reason }: PrebuiltModule,
  input: Omit<PrebuiltInput, "modules" | "plan">,
): Steps<Executable> {
  const { calls, stackSize } =
    foreign.length === 0 ? { calls: undefined, stackSize: own } : functions().planForeignCalls(input, foreign, own);
  const text = {
    module: yield* input.module(module),
    addresses: Object.fromEntries(globals.map((index) => [String(index), input.globalAddress(index)])),
    // The image names functions of Math, or "rem".
    math: math as MathNames,
    foreign: calls,
  };
  const report = { gang, reason, at: undefined, accesses: [], loops: [], hostCalls: [], widened: [] };
  const instances = calls && functions().instantiateCalls(calls, input.memory);
  // The signature of `run` is the contract of WasmProgram.
  const run = instanceOf(text, input.memory, instances).exports.run as Run;
  return { run, stackSize, gang, privatised, report, text };
}
