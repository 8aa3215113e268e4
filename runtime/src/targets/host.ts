// The "host" target, for debugging and as an oracle: generated JavaScript where code may be made from text, the
// interpreter elsewhere. Both mean what the WebAssembly means.

import { compileJavaScript } from "@lanewise/codegen";
import { createInterpreter } from "@lanewise/ir";
import { host } from "../host/host.js";
import type { Executable, Run, TargetInput } from "./target.js";

export function compileForHost(input: TargetInput): Executable {
  return host.canGenerateCode ? generate(input) : interpret(input);
}

/** What is the same for both: one work-item after the other, on the calling thread alone. */
const plain = { gang: 1, privatised: [], report: undefined, text: undefined } as const;

function generate({ module, kernel, bounds, memory, globalAddress }: TargetInput): Executable {
  const program = compileJavaScript({ module: module(), kernel, bounds, threads: "one" });
  const addresses = program.globals.map((index) => globalAddress(index));
  // The text is our own code generator's, made from a verified module; its result is the contract of JavaScriptProgram.
  const create = new Function("memory", "globals", program.source) as (
    memory: () => ArrayBufferLike,
    globals: readonly number[],
  ) => Run;
  return { run: create(() => memory.buffer, addresses), stackSize: program.stackSize, ...plain };
}

export function interpret({ module, kernel, memory, globalAddress }: TargetInput): Executable {
  return { ...createInterpreter(module(), kernel, { memory: () => memory.buffer, globals: globalAddress }), ...plain };
}
