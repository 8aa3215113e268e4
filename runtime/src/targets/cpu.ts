// The "cpu" target: WebAssembly. Instantiates what codegen made over the device's memory, synchronously, because programs
// are a few kilobytes and a launch must know whether its kernel compiles.

import { compileWasm } from "@lanewise/codegen";
import { builtins } from "@lanewise/ir";
import { LanewiseError } from "../errors.js";
import type { Executable, Run, TargetInput } from "./target.js";

export function compileForCpu({ module, kernel, memory, isSharedMemory, globalAddress }: TargetInput): Executable {
  const program = compileWasm({
    module,
    kernel,
    bounds: "checked",
    threads: "one",
    features: "scalar",
    fp: "default",
    shape: "rows",
    privatise: false,
    sharedMemory: isSharedMemory,
  });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(program.bytes), {
    lanewise: { memory },
    global: Object.fromEntries(program.globals.map((index) => [String(index), globalAddress(index)])),
    math: Object.fromEntries(program.math.map((name) => [name, mathFunction(name)])),
  });
  const { run } = instance.exports;
  if (typeof run !== "function") throw new LanewiseError("compile_program_error", "The program exports no run.");
  // The signature of `run` is the contract of WasmProgram.
  return { run: run as Run, stackSize: program.stackSize };
}

function mathFunction(name: keyof typeof builtins | "rem"): (a: number, b: number) => number {
  if (name === "rem") return (a, b) => a % b;
  // BuiltinRow.math names functions of Math from one or two numbers to a number.
  return Math[builtins[name].math] as (a: number, b: number) => number;
}
