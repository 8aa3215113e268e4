// Kernels as text, before and after simplification: both sound, with the same behaviour on every executor.

import { simplifyKernel } from "@lanewise/codegen";
import { isAggregate, type Module, parseModule, printModule, verify } from "@lanewise/ir";
import { expect } from "vitest";
import { executors, type KernelLaunch, runKernel } from "./run-kernel.js";

export interface Simplified {
  /** As written. */
  readonly module: Module;
  /** With the simplified kernel alone. */
  readonly simplified: Module;
  /** The lines of its body, without names of locals and sites. */
  readonly body: readonly string[];
  /** Names and types of the locals that stay in private memory. */
  readonly inMemory: readonly string[];
}

export function simplifyText(text: string): Simplified {
  const module = parseModule(text);
  expect(verify(module)).toEqual([]);
  const kernel = module.functions.find(({ linkage }) => linkage === "kernel");
  if (!kernel) throw new Error("the text has a kernel");
  const fn = simplifyKernel(module, kernel);
  const simplified = { ...module, functions: [fn] };
  expect(verify(simplified)).toEqual([]);
  const lines = printModule(simplified).split("\n");
  const start = lines.findIndex((line) => line.startsWith("fn "));
  const body = lines
    .slice(start + 1, -2)
    .map((line) => line.slice(2))
    .filter((line) => !line.startsWith("local "))
    .map((line) => line.replace(/([%!]\d+)\.("[^"]*"|\w+)/g, "$1").replace(/ @\d+:\d+/g, ""));
  const inMemory = fn.locals.filter(({ type }) => isAggregate(type)).map(({ name }) => name);
  return { module, simplified, body, inMemory };
}

/** Runs it on every executor; what the interpreter makes of the kernel as written is the result. */
export function runAlike({ module, simplified }: Simplified, launch: Omit<KernelLaunch, "module" | "kernel">) {
  const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
  const expected = runKernel(executors.interpreter, { module, kernel, ...launch });
  expect(runKernel(executors.interpreter, { module: simplified, kernel: 0, ...launch })).toEqual(expected);
  for (const [name, executor] of Object.entries(executors)) {
    const found = runKernel(executor, { module, kernel, ...launch });
    // In a gang, what other work-items have stored when one fails is another matter.
    if (expected.failure && executor.gang > 1) expect(found.failure, name).toEqual(expected.failure);
    else expect(found, name).toEqual(expected);
  }
  return expected;
}
