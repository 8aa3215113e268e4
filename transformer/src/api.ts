// The compiler's functions as other packages see them: their declarations name no version of TypeScript. Each does what the function of its name
// does, with the types that TypeScript gives.

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

// Why the types are asserted below: whoever has a program or a diagnostic has the module of TypeScript that made it.

/** What a compilation leaves for the next one of the same project. */
export interface CompilerMemory {
  /** The last program's files, by name. */
  readonly program: ReadonlyMap<string, object>;
}

/**
 * What the compilations of one project share: each makes anew what has changed since the one before.
 *
 *     const memory = createMemory();
 *     const compilation = compileProgram(ts, program, {}, memory);
 */
export function createMemory(): CompilerMemory {
  return memories.createMemory();
}

/**
 * `asked` goes before what the tsconfig's plugin entry says. With a memory, only what changed since the last compilation is made anew.
 * `pause` is called before each file that is looked at; what it throws ends the compilation, and the memory keeps what has been made so far.
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

export type Compile<Program> = (typescript: TypeScriptModule, program: Program) => Compilation;

export interface TextProgram<Program extends TypeScriptProgram> {
  /** Emits the edited text; its error diagnostics are the user's program's and ours. */
  readonly program: Program;
  readonly compilation: Compilation;
  /** Ours that are no errors: tsc fails on every diagnostic that a program has, so they are not among the program's. */
  readonly warnings: readonly DiagnosticOf<Program>[];
}

/**
 * A program of the texts with their kernels compiled, which emits as tsc would: what a compiler's plugin returns. `host` is the one that made
 * the checked program.
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
 * One of ours as a diagnostic of TypeScript, of category, place and notes as they are; its code is 90000 and the number of ours: LW1203 is 91203.
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
 * In tsc's order, without repetitions, followed by the count when pretty.
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
 * One of them, as it would stand among others, with its line where the options ask for that.
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
