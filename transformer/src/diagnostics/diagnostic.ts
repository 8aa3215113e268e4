// A diagnostic for a user's mistake: code, exact span, notes at the causes, a help line. Collected, never thrown.
// print-diagnostics.ts prints them; the catalogue has their texts.

import type { DiagnosticCode } from "./catalogue.js";

export interface Span {
  /** Absolute path of the source file. */
  readonly file: string;
  /** Offsets in UTF-16 units, as TypeScript counts them. */
  readonly start: number;
  readonly length: number;
}

export interface Note extends Span {
  readonly message: string;
}

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
