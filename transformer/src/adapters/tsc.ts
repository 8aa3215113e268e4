// The tsc adapter: a ts-patch program transformer. In tsconfig.json, under compilerOptions:
//   "plugins": [{ "transform": "@lanewise/transformer/tsc", "transformProgram": true }]
// Then `tspc` compiles kernels and prints our diagnostics beside its own, as TS9<number of the diagnostic>.

import path from "node:path";
import type tsTypes from "typescript-6";
import { compileProgram } from "../compile.js";
import { printDiagnostic } from "../diagnostics/print-diagnostics.js";
import type { TypeScriptModule, TypeScriptProgram } from "../typescript-types.js";
import { usableTypeScript } from "./choose-typescript.js";
import { createTextProgram } from "./text-program.js";

/**
 * The entry point: ts-patch calls a module's default export.
 *
 *     "plugins": [{ "transform": "@lanewise/transformer/tsc", "transformProgram": true }] // in tsconfig.json
 */
export default function transformProgram<Program extends TypeScriptProgram>(
  given: Program,
  host: object | undefined,
  _config: unknown,
  { ts }: { readonly ts: TypeScriptModule },
): Program {
  // If ts-patch is installed, the editor's server loads the same plugins; it must see the user's text.
  if (path.basename(process.argv[1] ?? "").includes("tsserver")) return given;
  const typescript = usableTypeScript(ts, "The TypeScript that ts-patch runs");
  // Both belong to that TypeScript.
  const program = given as TypeScriptProgram as tsTypes.Program;
  const compilerHost =
    (host as tsTypes.CompilerHost | undefined) ?? typescript.createCompilerHost(program.getCompilerOptions());
  const text = createTextProgram(typescript, program, compilerHost, compileProgram);
  const print = { pretty: false, currentDirectory: program.getCurrentDirectory() };
  for (const warning of text.warnings) process.stderr.write(printDiagnostic(typescript, warning, print));
  const made: unknown = text.program;
  return made as Program;
}
