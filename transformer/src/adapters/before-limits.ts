// Reports once which project options a classic transformer cannot honour, and returns the build options without them.

import type ts from "typescript-6";
import type { BuildOptions } from "../build-options.js";
import type { TypeScript } from "../compile.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { createReporter } from "../diagnostics/reporter.js";
import { configFileOf, projectOptions } from "../plugin-entry.js";

export interface Limits {
  readonly limits: readonly Diagnostic[];
  readonly options: BuildOptions;
}

export function limitsOf(typescript: TypeScript, program: ts.Program, asked: BuildOptions): Limits {
  const reporter = createReporter();
  const compilerOptions = program.getCompilerOptions();
  const [root = ""] = program.getRootFileNames();
  const place = { file: configFileOf(compilerOptions)?.fileName ?? root, start: 0, length: 0 };
  const { noEmitOnError, incremental, composite } = compilerOptions;
  if (noEmitOnError) reporter.report("LW1920", place);
  if (incremental || composite) reporter.report("LW1921", place, [composite ? "composite" : "incremental"]);
  // The compiler itself reports invalid options.
  const wanted = { ...projectOptions({ ts: typescript, program, reporter: createReporter() }), ...asked };
  const options: BuildOptions = { ...asked, wasm: "inline", split: wanted.split ?? "per_source" };
  const { split, wasm = "inline" } = wanted;
  if (wasm !== "inline") reporter.report("LW1923", place, ["wasm", wasm, "inline"]);
  if (split !== "off" && split !== "auto") return { limits: reporter.diagnostics, options };
  reporter.report("LW1923", place, ["split", split, "per_source"]);
  return { limits: reporter.diagnostics, options: { ...options, split: "per_source" } };
}
