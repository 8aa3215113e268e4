// What every pass of the front end is given: the injected TypeScript, the program, its checker, and where diagnostics go.

import type ts from "typescript-6";
import type { Reporter } from "./diagnostics/reporter.js";
import type { PackageBodies } from "./package-bodies/package-bodies.js";

/** The TypeScript API the host brought (ours or its own): the compiler never imports one itself. */
export type TypeScript = typeof ts;

export interface Progress {
  node: ts.Node | undefined;
}

export interface PassContext {
  readonly ts: TypeScript;
  /** With the sources of packages whose functions can be in kernels (visible-sources.ts). */
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly reporter: Reporter;
  /** The user's own, in which TypeScript finds the user's errors. It has declarations in place of those sources. */
  readonly userProgram: ts.Program;
  readonly visibleSources: ReadonlySet<ts.SourceFile>;
  /** The JavaScript of packages that kernels call; its files are among the visible sources. */
  readonly bodies: PackageBodies;
  /** Before each file that is looked at; throws where the compilation is to end. */
  readonly pause: () => void;
  /** What is looked at: where it was, if we fail. */
  readonly progress: Progress;
  /** What TypeScript has against the user's files, as far as it was asked: it looks at all of a file at a time. */
  readonly typeErrors: Map<ts.SourceFile, readonly ts.Diagnostic[]>;
}
