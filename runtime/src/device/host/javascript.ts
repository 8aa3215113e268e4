// The "host" target where code may be made from text: generated JavaScript. Bundles for browsers have no-javascript.ts in its place, by the
// field "browser" of package.json.

import { compileJavaScript, withSourceMap } from "@lanewise/codegen";
import type { ForeignFunction } from "@lanewise/ir";
import { type Executable, oneByOne, planForeignCalls, type Run, type TargetInput } from "../cpu/index.js";
import { instantiateCalls } from "../cpu/instances/index.js";

export const generateJavaScript: ((input: TargetInput) => Executable) | undefined = (input) => {
  const { kernel, bounds, memory, globalAddress } = input;
  const module = input.module();
  const program = compileJavaScript({ module, kernel, bounds, threads: "one" });
  const addresses = program.globals.map((index) => globalAddress(index));
  const { calls, stackSize } = planForeignCalls(input, program.foreign, program.stackSize);
  const foreign = calls && instantiateCalls(calls, memory);
  // The text is our own code generator's, made from a verified module; its result is the contract of JavaScriptProgram.
  const text = withSourceMap(program, module.files, module.functions[kernel]?.name ?? "kernel");
  const create = new Function("memory", "globals", "foreign", text) as (
    memory: () => ArrayBufferLike,
    globals: readonly number[],
    foreign: readonly (ForeignFunction | undefined)[],
  ) => Run;
  const functions = program.foreign.map((symbol) => foreign?.functions[symbol]);
  const run = create(() => memory.buffer, addresses, functions);
  return { run: foreign ? foreign.withStack(run) : run, stackSize, ...oneByOne };
};
