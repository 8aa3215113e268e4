// The inputs of every front-end pass: the injected TypeScript, the program, its checker, and the reporter for
// diagnostics.

import type ts from "typescript-6";
import type { Reporter } from "./diagnostics/reporter.js";
import type { PackageBodies } from "./package-bodies/package-bodies.js";

/** The TypeScript API that the host supplies (ours or its own): the compiler never imports one itself. */
export type TypeScript = typeof ts;

export interface Progress {
  node: ts.Node | undefined;
}

export interface PassContext {
  readonly ts: TypeScript;
  /** Includes the sources of packages whose functions can be in kernels (visible-sources.ts). */
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly reporter: Reporter;
  /** The user's own program, in which TypeScript finds the user's errors. It has declarations in place of those sources. */
  readonly userProgram: ts.Program;
  readonly visibleSources: ReadonlySet<ts.SourceFile>;
  /** The JavaScript of packages that kernels call; its files are among the visible sources. */
  readonly bodies: PackageBodies;
  /** Called before each file; throws to end the compilation. */
  readonly pause: () => void;
  /** The current node, for reports of internal failures. */
  readonly progress: Progress;
  /** TypeScript's errors in the user's files, cached: TypeScript checks whole files. */
  readonly typeErrors: Map<ts.SourceFile, readonly ts.Diagnostic[]>;
}
