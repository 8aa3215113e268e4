// A WebAssembly program as it is posted to other threads, and how a thread makes a function of it. Imports only types of other packages, so that
// workers load little.

import type { GroupPlan } from "@lanewise/codegen";
import type { WasmInstance, WasmMemory, WasmModule } from "../../../values/index.js";
import type { Run } from "../index.js";
import { type ForeignCalls, type ForeignInstances, instantiateCalls } from "./foreign-instance.js";
import { type MathNames, mathImports } from "./math-imports.js";
import { type GroupFrame, groupRun } from "./run-groups.js";

export type ProgramText = KernelText | GroupText;

export interface KernelText {
  readonly module: WasmModule;
  /** By import name. */
  readonly addresses: Readonly<Record<string, number>>;
  readonly math: MathNames;
  readonly foreign?: ForeignCalls | undefined;
}
/** A kernel of work-groups: its regions, and their order. */
export interface GroupText {
  readonly regions: readonly KernelText[];
  readonly plan: GroupPlan;
  readonly frame: GroupFrame;
}

/** Throws WebAssembly's errors if text and memory do not fit. */
export function instantiate(text: ProgramText, memory: WasmMemory): Run {
  if (!("regions" in text)) return instantiateKernel(text, memory);
  const regions = text.regions.map((region) => instantiateKernel(region, memory));
  return groupRun(text.plan, text.frame, regions, memory);
}

/** As `instantiate`, for programs without work-groups: where this is called, bundles need not have these. */
export function instantiateKernel(text: KernelText, memory: WasmMemory): Run {
  const foreign = text.foreign && instantiateCalls(text.foreign, memory);
  // The signature of `run` is the contract of WasmProgram.
  const run = instanceOf(text, memory, foreign).exports.run as Run;
  return foreign ? foreign.withStack(run) : run;
}

export function instanceOf(
  { module, addresses, math }: KernelText,
  memory: WasmMemory,
  foreign?: ForeignInstances,
): WasmInstance {
  return new WebAssembly.Instance(module, {
    lanewise: { memory },
    global: addresses,
    math: mathImports(math),
    foreign: { ...foreign?.functions },
  });
}
