// The public surface of @lanewise/transformer: the core for adapters of other tools, and printing what it reports.
// The tsc adapter is the entry ./tsc, the command is bin/lanewise.js.

export { type Compile, createTextProgram, type TextProgram } from "./adapters/text-program.js";
export { toTypeScriptDiagnostic } from "./adapters/typescript-diagnostic.js";
export type { BuildOptions } from "./build-options.js";
export type { AddedFile, Compilation, CompiledFile, Edit } from "./compilation.js";
export { compileProgram, type TypeScript } from "./compile.js";
export type { DiagnosticCode } from "./diagnostics/catalogue.js";
export type { Diagnostic, Note, Span } from "./diagnostics/diagnostic.js";
export { type PrintOptions, printDiagnostic, printDiagnostics } from "./diagnostics/print-diagnostics.js";
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
export { type CompilerMemory, createMemory } from "./watch/compiler-memory.js";
