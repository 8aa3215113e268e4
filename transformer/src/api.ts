// The compiler's functions as other packages see them: their declarations name no version of TypeScript. Each wraps the function of the same
// name, which has TypeScript's own types.

import type ts from "typescript-6";
import * as texts from "./adapters/text-program.js";
import * as diagnostics from "./adapters/typescript-diagnostic.js";
import type { CompileOptions } from "./build-options.js";
import type { Compilation } from "./compilation.js";
import * as compiler from "./compile.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import * as printer from "./diagnostics/print-diagnostics.js";
import type { PrintOptions } from "./diagnostics/print-options.js";
import type { TypeScript } from "./pass-context.js";
import type { DiagnosticOf, TypeScriptDiagnostic, TypeScriptModule, TypeScriptProgram } from "./typescript-types.js";
import * as memories from "./watch/compiler-memory.js";

// The type assertions below are safe: a caller with a program or a diagnostic has the TypeScript module that made it.

/** The state that a compilation leaves for the next one of the same project. */
export interface CompilerMemory {
  /** The last program's files, by name. */
  readonly program: ReadonlyMap<string, object>;
}

/**
 * The state that compilations of one project share, so that each redoes only what has changed.
 *
 *     const memory = createMemory();
 *     const compilation = compileProgram(ts, program, {}, memory);
 */
export function createMemory(): CompilerMemory {
  return memories.createMemory();
}

/**
 * Compiles the kernels of a program. `asked` overrides the tsconfig's plugin entry. With a memory, only what has changed since the last
 * compilation is redone. `pause` is called before each file; if it throws, the compilation ends, and the memory keeps the results so far.
 *
 *     const { files, diagnostics } = compileProgram(ts, program);
 */
export function compileProgram(
  typescript: TypeScriptModule,
  program: TypeScriptProgram,
  asked: CompileOptions = {},
  memory?: CompilerMemory,
  pause?: () => void,
): Compilation {
  const known = memory as memories.CompilerMemory | undefined;
  return compiler.compileProgram(typescript as TypeScript, program as ts.Program, asked, known, pause);
}

/** Compiles the kernels of a program, such as `compileProgram`. */
export type Compile<Program> = (typescript: TypeScriptModule, program: Program) => Compilation;

/** A program of the edited texts, which TypeScript emits. */
export interface TextProgram<Program extends TypeScriptProgram> {
  /** Emits the edited text; its error diagnostics are the user's program's and ours. */
  readonly program: Program;
  readonly compilation: Compilation;
  /** Our diagnostics that are not errors: tsc fails on every diagnostic of a program, so they are not among the program's. */
  readonly warnings: readonly DiagnosticOf<Program>[];
}

/**
 * A program whose kernels are compiled, which emits as tsc would: the result of a compiler plugin. `host` is the host of the checked program.
 *
 *     const { program, warnings } = createTextProgram(ts, checked, host, (typescript, program) => compileProgram(typescript, program));
 *     program.emit();
 */
export function createTextProgram<Program extends TypeScriptProgram>(
  typescript: TypeScriptModule,
  checked: Program,
  host: object,
  compile: Compile<Program>,
): TextProgram<Program> {
  const made: unknown = texts.createTextProgram(
    typescript as TypeScript,
    checked as TypeScriptProgram as ts.Program,
    host as ts.CompilerHost,
    (_, program) => compile(typescript, program as TypeScriptProgram as Program),
  );
  return made as TextProgram<Program>;
}

/**
 * Converts our diagnostic to TypeScript's, with the same category, position and notes; its code is 90000 plus our number: LW1203 is 91203.
 *
 *     const all = compilation.diagnostics.map((one) => toTypeScriptDiagnostic(ts, program, one));
 */
export function toTypeScriptDiagnostic<Program extends TypeScriptProgram>(
  typescript: TypeScriptModule,
  program: Program,
  diagnostic: Diagnostic,
): DiagnosticOf<Program> {
  const finder = program as TypeScriptProgram as ts.Program;
  return diagnostics.toTypeScriptDiagnostic(typescript as TypeScript, finder, diagnostic) as DiagnosticOf<Program>;
}

/**
 * Prints diagnostics in tsc's order, without duplicates, followed by their count if `pretty`.
 *
 *     console.error(printDiagnostics(ts, diagnostics, { pretty: true, currentDirectory: process.cwd() }));
 */
export function printDiagnostics(
  typescript: TypeScriptModule,
  found: readonly TypeScriptDiagnostic[],
  options: PrintOptions,
): string {
  return printer.printDiagnostics(typescript as TypeScript, found as readonly ts.Diagnostic[], options);
}

/**
 * Prints one diagnostic as it appears in a list, with its source line if the options ask for it.
 *
 *     console.error(printDiagnostic(ts, diagnostic, { pretty: false, currentDirectory: process.cwd() }));
 */
export function printDiagnostic(
  typescript: TypeScriptModule,
  found: TypeScriptDiagnostic,
  options: PrintOptions,
): string {
  return printer.printDiagnostic(typescript as TypeScript, found as ts.Diagnostic, options);
}
