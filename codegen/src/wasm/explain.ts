// How a kernel is vectorised, for people: the code generator's own report, in the order of the source, each thing said once.
// Of a kernel of work-groups, the reports of its regions, for groups of a usual size.

import { type Fn, groupUseOf, type Position } from "@lanewise/ir";
import { bindLocalSize, type LocalSizes } from "../groups/bind-local-size.js";
import { splitGroups } from "../groups/split-groups.js";
import type { KernelReport, WasmOptions } from "../program.js";
import { compileWasm } from "./compile.js";

/**
 * Which gang a kernel gets, how its loops run and how its accesses are made and checked, and what prevented better. What is
 * inlined at two places stands there once, unless it became different code.
 */
export function explainKernel(options: WasmOptions): KernelReport {
  const report = reportOf({ ...options, explain: true });
  return { ...report, accesses: inOrder(report.accesses), loops: inOrder(report.loops) };
}

/** Of the groups that a report is about. */
const usualSizes = {
  0: [1, 1, 1],
  1: [256, 1, 1],
  2: [16, 16, 1],
  3: [4, 4, 16],
} as const satisfies Record<Fn["dimensions"], LocalSizes>;

function reportOf(options: WasmOptions): KernelReport {
  const { module, kernel } = options;
  const { asks, waits, memory } = groupUseOf(module, kernel);
  const dimensions = module.functions[kernel]?.dimensions ?? 0;
  const sizes = usualSizes[dimensions];
  if (waits || memory.length > 0) return reportOfRegions(options, sizes, dimensions);
  return compileWasm(asks ? { ...options, module: bindLocalSize(module, sizes) } : options).report;
}

/** The gang is the smallest of all regions. What they keep for each other is not the user's. */
function reportOfRegions(options: WasmOptions, sizes: LocalSizes, dimensions: Fn["dimensions"]): KernelReport {
  const { module } = splitGroups(options.module, options.kernel, sizes);
  const reports = module.functions.map((_, kernel) => compileWasm({ ...options, module, kernel }).report);
  const first: KernelReport = { gang: 1, reason: "it does nothing", at: undefined, accesses: [], loops: [] };
  const least = reports.reduce((a, b) => (b.gang < a.gang ? b : a), reports[0] ?? first);
  const size = sizes.slice(0, dimensions).join(" x ");
  return {
    ...least,
    reason: `in groups of ${size}, divided at barriers: ${least.reason}`,
    accesses: reports.flatMap(({ accesses }) => accesses.filter(({ name }) => name !== "")),
    loops: reports.flatMap(({ loops }) => loops),
  };
}

function inOrder<T extends { readonly at: Position }>(entries: readonly T[]): T[] {
  const distinct = new Map(entries.map((entry) => [JSON.stringify(entry), entry]));
  return [...distinct.values()].sort((a, b) => comparePositions(a.at, b.at));
}

function comparePositions(a: Position, b: Position): number {
  return a.file - b.file || a.line - b.line || a.column - b.column;
}
