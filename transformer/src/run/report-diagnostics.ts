// Turns diagnostics into a report.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { printDiagnostics } from "../diagnostics/print-diagnostics.js";
import { placeholder, type Report } from "./report.js";

/** Undefined if there are none. */
export function reportOf(
  typescript: TypeScript,
  diagnostics: readonly ts.Diagnostic[],
  { pretty }: ts.CompilerOptions,
): Report | undefined {
  if (diagnostics.length === 0) return undefined;
  const files: ts.SourceFile[] = [];
  const renamed = new Map<ts.SourceFile, ts.SourceFile>();
  const rename = (file: ts.SourceFile): ts.SourceFile => {
    const known = renamed.get(file);
    if (known) return known;
    // Everything but the name is the file's.
    const made: ts.SourceFile = Object.create(file, { fileName: { value: placeholder(files.length) } });
    files.push(file);
    renamed.set(file, made);
    return made;
  };
  const withNames = <T extends ts.DiagnosticRelatedInformation>(one: T): T =>
    one.file ? { ...one, file: rename(one.file) } : one;
  const named = diagnostics.map((one) => ({
    ...withNames(one),
    ...(one.relatedInformation && { relatedInformation: one.relatedInformation.map(withNames) }),
  }));
  const print = (isPretty: boolean) =>
    printDiagnostics(typescript, named, { pretty: isPretty, currentDirectory: process.cwd() });
  return {
    plain: print(false),
    pretty: print(true),
    isPretty: pretty === undefined ? undefined : pretty === true,
    files: files.map(({ fileName }) => fileName),
  };
}
