// Explains how a kernel is vectorised: the code generator's own report, in source order, without repetition. For a kernel with work-groups, it joins
// the reports of its regions, for groups of a usual size.

import type { Position } from "@lanewise/ir";
import { inUsualGroups } from "../groups/usual-groups.js";
import type { KernelReport, WasmOptions } from "../program.js";
import { compileWasm } from "./compile.js";
import { explainer } from "./gang/report.js";

/**
 * Reports which gang a kernel gets, how its loops run, how its accesses are made and checked, what the host computes, which integers have 64 bits,
 * and what prevented better code. Code inlined twice is listed once, unless the copies became different code. The last `reducers` parameters of the
 * kernel are reducers.
 */
export function explainKernel(options: WasmOptions, reducers = 0): KernelReport {
  const report = reportOf({ ...options, explainer }, reducers);
  const { accesses, loops, hostCalls, widened } = report;
  return {
    ...report,
    accesses: inOrder(accesses),
    loops: inOrder(loops),
    hostCalls: inOrder(hostCalls),
    widened: inOrder(widened),
  };
}

/** Reports the smallest gang of all regions, and leaves out the accesses with which they save values for each other. */
function reportOf(options: WasmOptions, reducers: number): KernelReport {
  const { kernels, size, areBlocks, ...usual } = inUsualGroups(
    options.module,
    options.kernel,
    options.features,
    reducers,
  );
  const shape = usual.subGroups || areBlocks ? "rows" : options.shape;
  const reports = kernels.map((kernel) => compileWasm({ ...options, ...usual, shape, kernel }).report);
  const least = reports.reduce((a, b) => (b.gang < a.gang ? b : a));
  const reason =
    usual.features === options.features
      ? `${areBlocks ? "in blocks of its range, whose results are combined: " : ""}${least.reason}`
      : "work-items combine into an array in their order, of which each block of them has a copy";
  if (size === undefined) return { ...least, reason };
  return {
    ...least,
    reason: `in groups of ${size}, divided at barriers: ${reason}`,
    accesses: reports.flatMap(({ accesses }) => accesses.filter(({ name }) => name !== "")),
    loops: reports.flatMap(({ loops }) => loops),
    hostCalls: reports.flatMap(({ hostCalls }) => hostCalls),
    widened: reports.flatMap(({ widened }) => widened),
  };
}

function inOrder<T extends { readonly at: Position }>(entries: readonly T[]): T[] {
  const distinct = new Map(entries.map((entry) => [JSON.stringify(entry), entry]));
  return [...distinct.values()].sort((a, b) => comparePositions(a.at, b.at));
}

function comparePositions(a: Position, b: Position): number {
  return a.file - b.file || a.line - b.line || a.column - b.column;
}
