// How a kernel is vectorised, for people: the code generator's own report, in the order of the source, each thing said once.
// Of a kernel of work-groups, the reports of its regions, for groups of a usual size.

import type { Position } from "@lanewise/ir";
import { inUsualGroups } from "../groups/usual-groups.js";
import type { KernelReport, WasmOptions } from "../program.js";
import { compileWasm } from "./compile.js";
import { explainer } from "./gang/report.js";

/**
 * Which gang a kernel gets, how its loops run, how its accesses are made and checked, what the host computes, which integers have 64 bits, and what prevented better. What is
 * inlined at two places stands there once, unless it became different code. The last `reducers` parameters of the kernel are reducers.
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

/** The gang is the smallest of all regions. What they keep for each other is not the user's. */
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
