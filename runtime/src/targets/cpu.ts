// The "cpu" target: WebAssembly. Instantiates what codegen made over the device's memory, synchronously, because programs
// are a few kilobytes and a launch must know whether its kernel compiles.

import { compileWasm, type MathImport } from "@lanewise/codegen";
import { builtins } from "@lanewise/ir";
import { keptProgram } from "../code-cache/kept-program.js";
import { wasmFeatures } from "../features.js";
import { planForeignCalls } from "./foreign-calls.js";
import type { MathName } from "./math-imports.js";
import { instantiate } from "./program-text.js";
import type { Executable, TargetInput } from "./target.js";

export function compileForCpu(input: TargetInput): Executable {
  const { module, origin, memory, isSharedMemory, globalAddress, foreignFunction: _, isInOrder, ...asked } = input;
  const features = isInOrder ? "scalar" : wasmFeatures();
  const options = { ...asked, features, sharedMemory: isSharedMemory };
  const program = keptProgram(origin, options, () => compileWasm({ module: module(), ...options }));
  const { calls, stackSize } = planForeignCalls(input, program.foreign, program.stackSize);
  const text = {
    module: new WebAssembly.Module(program.bytes),
    addresses: Object.fromEntries(program.globals.map((index) => [String(index), globalAddress(index)])),
    math: Object.fromEntries(program.math.map((name) => [name, mathName(name)])),
    foreign: calls,
  };
  const { gang, privatised, report } = program;
  return { run: instantiate(text, memory), stackSize, gang, privatised, report, text };
}

function mathName(name: MathImport): MathName {
  return name === "rem" ? name : builtins[name].math;
}
