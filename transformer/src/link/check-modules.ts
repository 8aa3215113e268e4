// Checks for faults that no module shows alone. Each counts against the file it is reported in; the others are linked without that
// file.

import type ts from "typescript-6";
import { checkKernelNames } from "../check/check-kernel-names.js";
import { checkReplacements } from "../check/check-replacements.js";
import type { LoweredFile } from "../compile-file.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { checkRecursion } from "./check-recursion.js";
import { checkSizes } from "./check-sizes.js";
import { type LinkMemory, linkedWithin } from "./link-memory.js";

export function checkModules(reporter: Reporter, lowered: readonly LoweredFile[], memory: LinkMemory): void {
  const modules = lowered.map(({ module }) => linkedWithin(memory, module));
  const declarations = declarationsIn(lowered);
  checkRecursion(reporter, modules, declarations);
  checkSizes(reporter, modules, declarations);
  checkReplacements(
    reporter,
    lowered.flatMap(({ content }) => content.findings.deviceFns),
  );
  checkKernelNames(
    reporter,
    lowered.flatMap(({ content }) => content.findings.kernelNames),
    new Map(lowered.map(({ module, kernels }) => [module.name, kernels.map(({ symbol }) => symbol)])),
  );
}

/** The declarations of kernels and device functions, by symbol. */
export function declarationsIn(lowered: readonly LoweredFile[]): ReadonlyMap<string, ts.Node> {
  const declarations = new Map<string, ts.Node>();
  for (const { kernels, content } of lowered) {
    for (const { symbol, declaration } of kernels) declarations.set(symbol, declaration);
    for (const { symbol, nameNode } of content.findings.deviceFns) declarations.set(symbol, nameNode);
  }
  return declarations;
}
