// Collects diagnostics during a compilation, and fills in the catalogue's text.

import type ts from "typescript-6";
import { type CatalogueRow, catalogue, type DiagnosticCode } from "./catalogue.js";
import type { Diagnostic, Note, Span } from "./diagnostic.js";

export interface Reporter {
  report(code: DiagnosticCode, place: ts.Node | Span, args?: readonly string[], notes?: readonly Note[]): void;
  /** In the order of reporting, with duplicates. */
  readonly diagnostics: readonly Diagnostic[];
  /** Removes diagnostics after the first `count`: all, or those that `isWrong` selects. */
  withdraw(count: number, isWrong?: (diagnostic: Diagnostic) => boolean): void;
  /** Returns the result of `make` with all that it reports and reads, so that a cached result can repeat them. */
  collect<T>(make: () => T): Collected<T>;
  repeat(collected: Collected<unknown>): void;
  /** Records that more than the types of these files was read: the result depends on their text. */
  read(files: Iterable<ts.SourceFile>): void;
  /** Records that any file of the program could affect members of that name, even if it was not read (replaced-members.ts). */
  asked(member: string): void;
}

export interface Collected<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
  /** The names of the files that were read, and of those with diagnostics or notes. */
  readonly files: ReadonlySet<string>;
  /** The names of members that the whole program could affect. */
  readonly members: ReadonlySet<string>;
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

/** Shared by most results, of which there are many. */
const nothing: Omit<Collected<unknown>, "value"> = { diagnostics: [], files: new Set(), members: new Set() };

export function createReporter(): Reporter {
  const diagnostics: Diagnostic[] = [];
  const files: string[] = [];
  const members: string[] = [];
  return {
    diagnostics,
    report(code, place, args = [], notes = []) {
      const row: CatalogueRow = catalogue[code];
      const span = "file" in place ? place : spanOf(place);
      const message = fill(row.message, args);
      diagnostics.push({ ...span, code, category: row.category, message, help: fill(row.help, args), notes });
    },
    withdraw(count, isWrong = () => true) {
      diagnostics.push(...diagnostics.splice(count).filter((one) => !isWrong(one)));
    },
    collect(make) {
      const [before, readBefore, askedBefore] = [diagnostics.length, files.length, members.length];
      const value = make();
      const hasNothing = diagnostics.length <= before && files.length === readBefore && members.length === askedBefore;
      if (hasNothing) return { value, ...nothing };
      const reported = distinct(diagnostics.slice(before));
      const spans = reported.flatMap((one) => [one, ...one.notes]);
      return {
        value,
        diagnostics: reported,
        files: new Set([...files.slice(readBefore), ...spans.map(({ file }) => file)]),
        members: new Set(members.slice(askedBefore)),
      };
    },
    repeat(collected) {
      if (collected.diagnostics.length > 0) diagnostics.push(...collected.diagnostics);
      if (collected.files.size > 0) files.push(...collected.files);
      if (collected.members.size > 0) members.push(...collected.members);
    },
    read(found) {
      for (const { fileName } of found) files.push(fileName);
    },
    asked(member) {
      members.push(member);
    },
  };
}

/** Removes duplicates, which arise because a function is checked once for every way it is called. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((one) => seen.size < seen.add(keyOf(one)).size);
}
