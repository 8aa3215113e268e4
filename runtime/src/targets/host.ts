// The "host" target, for debugging and as an oracle: generated JavaScript where code may be made from text, the
// interpreter elsewhere. Both mean what the WebAssembly means.

import { compileJavaScript } from "@lanewise/codegen";
import { accessOf, createInterpreter, type ForeignFunction } from "@lanewise/ir";
import { host } from "../host/host.js";
import { planForeignCalls } from "./foreign-calls.js";
import { type ForeignInstances, instantiateCalls } from "./foreign-instance.js";
import type { Executable, Run, TargetInput } from "./target.js";

export function compileForHost(input: TargetInput): Executable {
  return host.canGenerateCode ? generate(input) : interpret(input);
}

/** What is the same for both: one work-item after the other, on the calling thread alone. */
const plain = { gang: 1, privatised: [], report: undefined, text: undefined } as const;

function generate(input: TargetInput): Executable {
  const { module, kernel, bounds, memory, globalAddress } = input;
  const program = compileJavaScript({ module: module(), kernel, bounds, threads: "one" });
  const addresses = program.globals.map((index) => globalAddress(index));
  const { calls, stackSize } = planForeignCalls(input, program.foreign, program.stackSize);
  const foreign = calls && instantiateCalls(calls, memory);
  // The text is our own code generator's, made from a verified module; its result is the contract of JavaScriptProgram.
  const create = new Function("memory", "globals", "foreign", program.source) as (
    memory: () => ArrayBufferLike,
    globals: readonly number[],
    foreign: readonly (ForeignFunction | undefined)[],
  ) => Run;
  const functions = program.foreign.map((symbol) => foreign?.functions[symbol]);
  const run = create(() => memory.buffer, addresses, functions);
  return { run: foreign ? foreign.withStack(run) : run, stackSize, ...plain };
}

export function interpret(input: TargetInput): Executable {
  const { kernel, memory, globalAddress } = input;
  const module = input.module();
  const called = accessOf(module, kernel).functions.flatMap((index) => {
    const fn = module.functions[index];
    return fn?.linkage === "foreign" ? [fn.symbol] : [];
  });
  // What the interpreter needs itself is not known before it is made.
  let instances: ForeignInstances | undefined;
  const { run, stackSize } = createInterpreter(module, kernel, {
    memory: () => memory.buffer,
    globals: globalAddress,
    foreign:
      (symbol) =>
      (...args) =>
        instances?.functions[symbol]?.(...args),
  });
  const planned = planForeignCalls(input, called, stackSize);
  instances = planned.calls && instantiateCalls(planned.calls, memory);
  return { run: instances ? instances.withStack(run) : run, stackSize: planned.stackSize, ...plain };
}
