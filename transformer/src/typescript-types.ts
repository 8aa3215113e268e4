// The parts of TypeScript's API in the package's declarations: only what is required, so that every version from 5.7 fits, and a project does
// not need TypeScript's declarations. TypeScript 7 has no such API. Internally, the compiler uses TypeScript 6's full types.

/** The result of `import typescript from "typescript"`. */
export interface TypeScriptModule {
  readonly version: string;
}

/** A `ts.Program`. */
export interface TypeScriptProgram {
  getCompilerOptions(): object;
  getSourceFile(fileName: string): object | undefined;
  getOptionsDiagnostics(): readonly TypeScriptDiagnostic[];
}

/** A `ts.Diagnostic`. */
export interface TypeScriptDiagnostic {
  readonly category: number;
  readonly code: number;
  readonly file: { readonly fileName: string; readonly text: string } | undefined;
  readonly start: number | undefined;
  readonly length: number | undefined;
  readonly messageText: string | { readonly messageText: string };
}

/** The `ts.Diagnostic` of the program's version of TypeScript. */
export type DiagnosticOf<Program extends TypeScriptProgram> = ReturnType<Program["getOptionsDiagnostics"]>[number];
