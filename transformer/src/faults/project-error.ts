// An error in the project itself, thrown where no reporter is available, with its diagnostic. The compiler reports that (compile.ts); elsewhere the
// error's text suffices.

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
    // Node prints this if the error is not caught.
    this.stack = this.message;
  }
}
