// Collects diagnostics during a compilation: fills in the catalogue's text and drops repetitions, which arise because one
// function is looked at once for every way it is called.

import type ts from "typescript-6";
import { type CatalogueRow, catalogue, type DiagnosticCode } from "./catalogue.js";
import type { Diagnostic, Note, Span } from "./diagnostic.js";

export interface Reporter {
  report(code: DiagnosticCode, place: ts.Node | Span, args?: readonly string[], notes?: readonly Note[]): void;
  /** In the order of reporting; what several collections have stands there several times. */
  readonly diagnostics: readonly Diagnostic[];
  /** Takes back all but the first `count`. */
  withdraw(count: number): void;
  /** What `make` gives and reports, with what was reported before, too: so it can be said again without making it. */
  collect<T>(make: () => T): Collected<T>;
  /** Says what was collected in an earlier compilation. */
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

function fill(text: string, args: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? "");
}

function keyOf({ code, file, start, message }: Diagnostic): string {
  return `${code} ${file} ${start} ${message}`;
}

export function createReporter(): Reporter {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  return {
    diagnostics,
    report(code, place, args = [], notes = []) {
      const row: CatalogueRow = catalogue[code];
      const span = "file" in place ? place : spanOf(place);
      const message = fill(row.message, args);
      const diagnostic = { ...span, code, category: row.category, message, help: fill(row.help, args), notes };
      if (seen.has(keyOf(diagnostic))) return;
      seen.add(keyOf(diagnostic));
      diagnostics.push(diagnostic);
    },
    withdraw(count) {
      for (const diagnostic of diagnostics.splice(count)) seen.delete(keyOf(diagnostic));
    },
    collect(make) {
      const [outer, before] = [[...seen], diagnostics.length];
      seen.clear();
      const value = make();
      for (const key of outer) seen.add(key);
      return { value, diagnostics: diagnostics.slice(before) };
    },
    repeat(collected) {
      diagnostics.push(...collected);
    },
  };
}

/** Without repetitions. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [keyOf(one), one] as const).reverse()).values()].reverse();
}
