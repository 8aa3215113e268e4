// How a kernel is vectorised, for people: the code generator's own report, in the order of the source, each thing said once.

import type { Position } from "@lanewise/ir";
import type { KernelReport, WasmOptions } from "../program.js";
import { compileWasm } from "./compile.js";

/**
 * Which gang a kernel gets, how its loops run and how its accesses are made and checked, and what prevented better. What is
 * inlined at two places stands there once, unless it became different code.
 */
export function explainKernel(options: WasmOptions): KernelReport {
  const { report } = compileWasm({ ...options, explain: true });
  return { ...report, accesses: inOrder(report.accesses), loops: inOrder(report.loops) };
}

function inOrder<T extends { readonly at: Position }>(entries: readonly T[]): T[] {
  const distinct = new Map(entries.map((entry) => [JSON.stringify(entry), entry]));
  return [...distinct.values()].sort((a, b) => comparePositions(a.at, b.at));
}

function comparePositions(a: Position, b: Position): number {
  return a.file - b.file || a.line - b.line || a.column - b.column;
}
