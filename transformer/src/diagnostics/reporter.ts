// Collects diagnostics during a compilation, and fills in the catalogue's text.

import type ts from "typescript-6";
import { type CatalogueRow, catalogue, type DiagnosticCode } from "./catalogue.js";
import type { Diagnostic, Note, Span } from "./diagnostic.js";

export interface Reporter {
  report(code: DiagnosticCode, place: ts.Node | Span, args?: readonly string[], notes?: readonly Note[]): void;
  /** In the order of reporting, with repetitions. */
  readonly diagnostics: readonly Diagnostic[];
  /** Takes back all but the first `count`. */
  withdraw(count: number): void;
  /** What `make` gives and all that it reports, so that whoever keeps the value can repeat what was said of it. */
  collect<T>(make: () => T): Collected<T>;
  repeat(collected: readonly Diagnostic[]): void;
}

export interface Collected<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

export function spanOf(node: ts.Node): Span {
  const sourceFile = node.getSourceFile();
  const start = node.getStart(sourceFile);
  return { file: sourceFile.fileName, start, length: node.getEnd() - start };
}

export function fill(text: string, args: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? "");
}

function keyOf({ code, file, start, message }: Diagnostic): string {
  return `${code} ${file} ${start} ${message}`;
}

export function createReporter(): Reporter {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    report(code, place, args = [], notes = []) {
      const row: CatalogueRow = catalogue[code];
      const span = "file" in place ? place : spanOf(place);
      const message = fill(row.message, args);
      diagnostics.push({ ...span, code, category: row.category, message, help: fill(row.help, args), notes });
    },
    withdraw(count) {
      diagnostics.length = count;
    },
    collect(make) {
      const before = diagnostics.length;
      const value = make();
      return { value, diagnostics: distinct(diagnostics.slice(before)) };
    },
    repeat(collected) {
      diagnostics.push(...collected);
    },
  };
}

/** Without repetitions, which arise because one function is looked at once for every way it is called. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((one) => seen.size < seen.add(keyOf(one)).size);
}
