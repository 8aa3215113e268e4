// Makes the emitting program report the checked program's diagnostics, plus our errors among the semantic ones of their
// file, so that tsc stops, counts, stores and prints them like type errors (noEmitOnError, --noEmit, --incremental, -b,
// watch). Errors in tsconfig.json join those of the options.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { configFileOf } from "../plugin-entry.js";
import type { Follower } from "./follow-program.js";

type PerFile = (file?: ts.SourceFile, token?: ts.CancellationToken) => readonly ts.Diagnostic[];

/** Internal to TypeScript: its builder programs call these instead of getSemanticDiagnostics. */
interface BuilderView {
  getBindAndCheckDiagnostics?: PerFile;
  getProgramDiagnostics?: PerFile;
}

export function presentDiagnostics(
  typescript: TypeScript,
  program: ts.Program,
  checked: ts.Program,
  errors: readonly ts.Diagnostic[],
  follow: Follower,
): void {
  const isAboutOptions = ({ file }: ts.Diagnostic) =>
    file !== undefined && file === configFileOf(checked.getCompilerOptions());
  const aboutOptions = errors.filter(isAboutOptions);
  const inFiles = errors.filter((error) => !isAboutOptions(error));
  // TypeScript's programs have these methods; without them the view's optional fields are simply absent.
  const shown = program as ts.Program & BuilderView;
  const source = { ...(checked as ts.Program & BuilderView) };
  const fromChecked = (ask: PerFile, own: readonly ts.Diagnostic[]): PerFile => {
    return (file, token) => {
      const original = file && checked.getSourceFile(file.fileName);
      // A file that only the emitting program has, such as the target of an inserted import, is not the user's.
      if (file && original === undefined) return [];
      const added = own.filter((error) => original === undefined || error.file === original);
      const found = follow(
        () => ask(original, token),
        (nested) => nested,
        original,
      );
      return added.length === 0 ? found : typescript.sortAndDeduplicateDiagnostics([...found, ...added]);
    };
  };
  // The methods promise more than PerFile (a diagnostic with a location, arrays that callers own). fromChecked keeps these
  // promises: it returns TypeScript's own diagnostics, and ours, which have files and positions.
  shown.getSyntacticDiagnostics = fromChecked(
    source.getSyntacticDiagnostics,
    [],
  ) as typeof shown.getSyntacticDiagnostics;
  shown.getDeclarationDiagnostics = fromChecked(
    source.getDeclarationDiagnostics,
    [],
  ) as typeof shown.getDeclarationDiagnostics;
  shown.getSemanticDiagnostics = fromChecked(source.getSemanticDiagnostics, inFiles);
  if (source.getBindAndCheckDiagnostics) {
    shown.getBindAndCheckDiagnostics = fromChecked(source.getBindAndCheckDiagnostics, inFiles);
  }
  if (source.getProgramDiagnostics) shown.getProgramDiagnostics = fromChecked(source.getProgramDiagnostics, []);
  shown.getOptionsDiagnostics = (...args) => [...source.getOptionsDiagnostics(...args), ...aboutOptions];
  const globals = fromChecked((_, token) => source.getGlobalDiagnostics(token), []);
  shown.getGlobalDiagnostics = (token) => globals(undefined, token);
}
