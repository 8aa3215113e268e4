// What is thrown where the project itself is wrong, and no reporter is at hand: a diagnostic. Whoever compiles reports it (compile.ts); elsewhere its text
// says all.

import { type CatalogueRow, catalogue, type DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { fill } from "../diagnostics/reporter.js";

export interface FilePlace {
  readonly file: string;
  readonly text: string;
  readonly start: number;
}

export class ProjectError extends Error {
  override readonly name = "ProjectError";
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, { file, text, start }: FilePlace, args: readonly string[], cause?: unknown) {
    const row: CatalogueRow = catalogue[code];
    const message = fill(row.message, args);
    const help = fill(row.help, args);
    const before = text.slice(0, start).split("\n");
    const place = `${file}(${before.length},${(before.at(-1) ?? "").length + 1})`;
    super(`${place}: ${row.category} ${code}: ${message}\n  help: ${help}`, { cause });
    this.diagnostic = { code, category: row.category, file, start, length: 0, message, help, notes: [] };
    // Where nobody catches it, Node prints this.
    this.stack = this.message;
  }
}
