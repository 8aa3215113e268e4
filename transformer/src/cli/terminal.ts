// Prints a command's diagnostics with tsc's choice of colours and source lines, to a given stream.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { printDiagnostics } from "../diagnostics/print-diagnostics.js";
import { hasColours } from "../run/report.js";

/** tsc's rule: --pretty or the tsconfig's `pretty`, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
export function isPretty(options: ts.CompilerOptions, stream: NodeJS.WriteStream): boolean {
  return options.pretty === undefined ? hasColours(stream) : options.pretty === true;
}

export function writeDiagnostics(
  typescript: TypeScript,
  diagnostics: readonly ts.Diagnostic[],
  options: ts.CompilerOptions,
  stream: NodeJS.WriteStream,
): void {
  const pretty = isPretty(options, stream);
  stream.write(printDiagnostics(typescript, diagnostics, { pretty, currentDirectory: process.cwd() }));
}
