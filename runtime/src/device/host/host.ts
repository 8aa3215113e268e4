// The "host" target, for debugging and as an oracle: generated JavaScript where code may be made from text, else the interpreter. Both mean what the
// WebAssembly means.

import { accessOf, createInterpreter, type Steps } from "@lanewise/ir";
import { host } from "../../host/index.js";
import { parts, registry } from "../../images/registry/index.js";
import { type Executable, oneByOne, planForeignCalls, type TargetInput } from "../cpu/index.js";
import { type ForeignInstances, instantiateCalls } from "../cpu/instances/index.js";
import { type JavaScriptTarget, javaScriptTarget } from "./javascript.js";

export function* compileForHost(input: TargetInput): Steps<Executable> {
  yield;
  const target = scripts();
  const made = target?.generate(input);
  if (!made) return interpret(input);
  let turn = target?.untilDebuggerIsReady();
  turn?.then(() => {
    turn = undefined;
  });
  return { ...made, readying: () => turn };
}

/** Returns the target that makes kernels scripts; undefined: they are interpreted. */
function scripts(): JavaScriptTarget | undefined {
  if (javaScriptTarget) return host.canGenerateCode ? javaScriptTarget : undefined;
  return parts.javaScript ?? registry().parts.javaScript;
}

export function interpret(input: TargetInput): Executable {
  const { kernel, memory, globalAddress } = input;
  const module = input.module();
  const called = accessOf(module, kernel).functions.flatMap((index) => {
    const fn = module.functions[index];
    return fn?.linkage === "foreign" ? [fn.symbol] : [];
  });
  // Assigned below: which calls the interpreter needs is known only after it is made.
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
  return { run: instances ? instances.withStack(run) : run, stackSize: planned.stackSize, ...oneByOne };
}
