// The public surface of @lanewise/transformer: the core for other tools' adapters, and printing of its reports. The tsc
// adapter is the entry ./tsc; the command is bin/lanewise.js.

export {
  type Compile,
  type CompilerMemory,
  compileProgram,
  createMemory,
  createTextProgram,
  printDiagnostic,
  printDiagnostics,
  type TextProgram,
  toTypeScriptDiagnostic,
} from "./api.js";
export type { BuildOptions, CompileOptions } from "./build-options.js";
export type { AddedFile, Compilation, CompiledFile, Edit } from "./compilation.js";
export type { DiagnosticCode } from "./diagnostics/catalogue.js";
export type { Diagnostic, Note, Span } from "./diagnostics/diagnostic.js";
export type { PrintOptions } from "./diagnostics/print-options.js";
export {
  type ExplainedAccess,
  type ExplainedHostCall,
  type ExplainedKernel,
  type ExplainedLoop,
  explain,
  printExplained,
  type SourcePlace,
} from "./explain.js";
export type { ProgramOptions } from "./program-options.js";
export { applyEdits, type EditedText, originalOffset } from "./text-edits.js";
export type { DiagnosticOf, TypeScriptDiagnostic, TypeScriptModule, TypeScriptProgram } from "./typescript-types.js";
