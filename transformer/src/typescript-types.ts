// What the package's declarations say of TypeScript's API: only what is asked for, so that each version from 5.7 on fits, and a project needs
// none of its declarations. TypeScript 7 has no such API. Inside, the compiler has all of TypeScript 6's types.

/** What `import typescript from "typescript"` gives. */
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

/** The `ts.Diagnostic` of that version of TypeScript. */
export type DiagnosticOf<Program extends TypeScriptProgram> = ReturnType<Program["getOptionsDiagnostics"]>[number];
