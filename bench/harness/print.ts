// The results as text: one table of ratios, our own variants' ratios below, then what was not measured and why.

import { median } from "../statistics.js";
import { baselines } from "./kernel.js";
import type { Figure, KernelResult } from "./results.js";

const ownMeasures: readonly string[] = [
  "unchecked",
  "threads-waitsync",
  "threads-await",
  "openmp-threads",
  "gpu.js-threads",
];

export function kernelsTable(results: readonly KernelResult[]): string {
  return ratiosTable(results, ["ms", "rate", ...baselines]);
}

/** Only kernels that were measured with threads have most of these. */
export function ownTable(results: readonly KernelResult[]): string {
  return ratiosTable(results, ["ms", ...ownMeasures]);
}

export function notMeasured(results: readonly KernelResult[]): readonly string[] {
  return results.flatMap(({ kernel, size, notMeasured }) =>
    Object.entries(notMeasured).map(([name, reason]) => `not measured: ${kernel} ${size}, ${name}: ${reason}`),
  );
}

export function figuresTable(figures: readonly Figure[]): string {
  return align(figures.map(({ section, what, unit, value }) => [section, what, `${value.toPrecision(3)} ${unit}`]));
}

function ratiosTable(results: readonly KernelResult[], columns: readonly string[]): string {
  const lines = results.map((result) => [
    result.kernel,
    `${result.size} ${result.type}`,
    ...columns.map((column) => cell(result, column)),
  ]);
  return align([["kernel", "size", ...columns], ...lines]);
}

function cell(result: KernelResult, column: string): string {
  if (column === "ms") return median(result.times.lanewise ?? []).toPrecision(3);
  if (column === "rate") return rateOf(result);
  const ratio = result.ratios[column];
  if (!ratio) return column in result.notMeasured ? "?" : "";
  // A tilde marks what the gate calls inconclusive.
  return `${ratio.spread > 0.1 ? "~" : ""}${ratio.ratio.toFixed(2)}`;
}

function rateOf({ gigaBytes, gigaOperations }: KernelResult): string {
  if (gigaBytes !== undefined) return `${gigaBytes.toFixed(1)} GB/s`;
  return gigaOperations === undefined ? "" : `${gigaOperations.toFixed(1)} Gop/s`;
}

/** Columns by their widest cell, the first two to the left. */
function align(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => (column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
