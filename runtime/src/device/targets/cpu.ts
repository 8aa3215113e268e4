// The "cpu" target: WebAssembly. Generates, compiles and instantiates a program over the device's memory. A launch does all of it at once, because
// programs are a few kilobytes and the launch must know whether its kernel compiles.

import { compileWasmSteps, type MathImport } from "@lanewise/codegen";
import { builtins, hostMath, type Steps } from "@lanewise/ir";
import { compileModule, wasmFeatures } from "../../host/index.js";
import { keptProgram } from "../../images/code-cache/index.js";
import { imagePart } from "../../images/registry/index.js";
import { type Executable, planForeignCalls, type TargetInput } from "../cpu/index.js";
import { instantiateKernel, type MathName } from "../cpu/instances/index.js";

export function* compileForCpu(input: TargetInput): Steps<Executable> {
  const { module, origin, memory, isSharedMemory, globalAddress, foreignFunction: _, isInOrder, ...asked } = input;
  const features = isInOrder ? "scalar" : wasmFeatures();
  const options = { ...asked, features, sharedMemory: isSharedMemory };
  const mathFunctions = (type: "f32" | "f64") => (type === "f32" ? imagePart("mathCode") : imagePart("wideMathCode")());
  const optional = {
    mathFunctions,
    narrowLanes: () => imagePart("narrowCode"),
    atomicLowering: () => imagePart("atomicCode"),
    lowerSubGroup: () => imagePart("subGroupCode"),
    replacePrivate: () => imagePart("privateCode"),
  };
  const generate = () => compileWasmSteps({ module: module(), ...options, ...optional });
  // The math that gangs compute themselves depends on the host's Math.
  const program = yield* keptProgram(origin, { ...options, math: hostMath() }, generate);
  const compiled = yield* compileModule(program.bytes);
  const { calls, stackSize } = planForeignCalls(input, program.foreign, program.stackSize);
  const text = {
    module: compiled,
    addresses: Object.fromEntries(program.globals.map((index) => [String(index), globalAddress(index)])),
    math: Object.fromEntries(program.math.map((name) => [name, mathName(name)])),
    foreign: calls,
  };
  const { gang, privatised, report } = program;
  return { run: instantiateKernel(text, memory), stackSize, gang, privatised, report, text };
}

function mathName(name: MathImport): MathName {
  return name === "rem" ? name : builtins[name].math;
}
