// A diagnostic for a user's mistake: code, exact span, notes at the causes, a help line. Collected, never thrown.
// print-diagnostics.ts prints them; the catalogue has their texts.

import type { DiagnosticCode } from "./catalogue.js";

/** A stretch of a source file. */
export interface Span {
  /** Absolute path of the source file. */
  readonly file: string;
  /** Offsets in UTF-16 units, as TypeScript counts them. */
  readonly start: number;
  readonly length: number;
}

/** What a diagnostic says about another place. */
export interface Note extends Span {
  readonly message: string;
}

/** An error or a warning of the compiler, at the user's own line. */
export interface Diagnostic extends Span {
  readonly code: DiagnosticCode;
  readonly category: "error" | "warning";
  readonly message: string;
  readonly help: string;
  readonly notes: readonly Note[];
}

export function isError({ category }: Diagnostic): boolean {
  return category === "error";
}
