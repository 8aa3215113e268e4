// The tsc adapter: a ts-patch program transformer. In tsconfig.json, under compilerOptions:
//   "plugins": [{ "transform": "@lanewise/transformer/tsc", "transformProgram": true }]
// Then `tspc` compiles kernels and prints our diagnostics beside its own, as TS9<number of the diagnostic>.

import path from "node:path";
import type ts from "typescript-6";
import { compileProgram, type TypeScript } from "../compile.js";
import { printDiagnostic } from "../diagnostics/print-diagnostics.js";
import { usableTypeScript } from "./choose-typescript.js";
import { createTextProgram } from "./text-program.js";

/** ts-patch takes a module's default export. */
export default function transformProgram(
  program: ts.Program,
  host: ts.CompilerHost | undefined,
  _config: unknown,
  { ts: given }: { ts: TypeScript },
): ts.Program {
  // The editor's server loads the same plugins where ts-patch is installed; it must keep seeing the user's text.
  if (path.basename(process.argv[1] ?? "").includes("tsserver")) return program;
  const typescript = usableTypeScript(given, "The TypeScript that ts-patch runs");
  const compilerHost = host ?? typescript.createCompilerHost(program.getCompilerOptions());
  const text = createTextProgram(typescript, program, compilerHost, compileProgram);
  const print = { pretty: false, currentDirectory: program.getCurrentDirectory() };
  for (const warning of text.warnings) process.stderr.write(printDiagnostic(typescript, warning, print));
  return text.program;
}
