// Compiles kernels to scripts that debuggers step through: generated JavaScript, whose source map leads to the user's files.

import { compileJavaScript, type JavaScriptProgram } from "@lanewise/codegen";
import type { ForeignFunction } from "@lanewise/ir";
import { type Executable, oneByOne, planForeignCalls, type Run, type TargetInput } from "../cpu/index.js";
import { instantiateCalls } from "../cpu/instances/index.js";

/** The function that the text of a JavaScriptProgram evaluates to. */
export type CreateRun = (
  memory: () => ArrayBufferLike,
  globals: readonly number[],
  foreign: readonly (ForeignFunction | undefined)[],
) => Run;

/** `evaluate` receives the program's source files, as its module numbers them, and the kernel's name. */
export function generateScript(
  input: TargetInput,
  evaluate: (program: JavaScriptProgram, files: readonly string[], name: string) => CreateRun,
): Executable {
  const { kernel, bounds, memory, globalAddress } = input;
  const module = input.module();
  const program = compileJavaScript({ module, kernel, bounds, threads: "one" });
  const addresses = program.globals.map((index) => globalAddress(index));
  const { calls, stackSize } = planForeignCalls(input, program.foreign, program.stackSize);
  const foreign = calls && instantiateCalls(calls, memory);
  const create = evaluate(program, module.files, module.functions[kernel]?.name ?? "kernel");
  const functions = program.foreign.map((symbol) => foreign?.functions[symbol]);
  const run = create(() => memory.buffer, addresses, functions);
  return { run: foreign ? foreign.withStack(run) : run, stackSize, ...oneByOne };
}
