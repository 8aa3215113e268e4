// A WebAssembly program as it goes to other threads, and how a thread makes a function of it. Imports types alone, so that
// workers load nothing else.

import type { Run } from "./target.js";

export interface ProgramText {
  readonly module: WebAssembly.Module;
  /** By the name of the import. */
  readonly addresses: Readonly<Record<string, number>>;
  /** By the name of the import: a function of Math, or "rem", which is JavaScript's %. */
  readonly math: Readonly<Record<string, MathName>>;
}
export type MathName = Extract<keyof Math, string> | "rem";

/** Throws WebAssembly's errors where text and memory do not fit. */
export function instantiate({ module, addresses, math }: ProgramText, memory: WebAssembly.Memory): Run {
  const instance = new WebAssembly.Instance(module, {
    lanewise: { memory },
    global: addresses,
    math: Object.fromEntries(Object.entries(math).map(([name, fn]) => [name, mathFunction(fn)])),
  });
  // The signature of `run` is the contract of WasmProgram.
  return instance.exports.run as Run;
}

function mathFunction(name: MathName): WebAssembly.ImportValue {
  if (name === "rem") return (a: number, b: number) => a % b;
  // A MathImport names functions of Math from one or two numbers to a number.
  return Math[name] as (a: number, b: number) => number;
}
