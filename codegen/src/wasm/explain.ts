// How a kernel is vectorised, for people: the code generator's own report, in the order of the source, each thing said once.
// Of a kernel of work-groups, the reports of its regions, for groups of a usual size.

import type { Position } from "@lanewise/ir";
import { inUsualGroups } from "../groups/usual-groups.js";
import type { KernelReport, WasmOptions } from "../program.js";
import { compileWasm } from "./compile.js";
import { explainer } from "./gang/report.js";

/**
 * Which gang a kernel gets, how its loops run and how its accesses are made and checked, and what prevented better. What is
 * inlined at two places stands there once, unless it became different code.
 */
export function explainKernel(options: WasmOptions): KernelReport {
  const report = reportOf({ ...options, explainer });
  return { ...report, accesses: inOrder(report.accesses), loops: inOrder(report.loops) };
}

/** The gang is the smallest of all regions. What they keep for each other is not the user's. */
function reportOf(options: WasmOptions): KernelReport {
  const { kernels, size, ...usual } = inUsualGroups(options.module, options.kernel, options.features);
  const shape = usual.subGroups ? "rows" : options.shape;
  const reports = kernels.map((kernel) => compileWasm({ ...options, ...usual, shape, kernel }).report);
  const least = reports.reduce((a, b) => (b.gang < a.gang ? b : a));
  if (size === undefined) return least;
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
