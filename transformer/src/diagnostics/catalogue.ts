// Every diagnostic of the compiler: one row a code, never reused. `{0}` and on are filled in by the reporter.
// docs/diagnostics.md is generated from this table.

export interface CatalogueRow {
  readonly category: "error" | "warning";
  readonly message: string;
  /** How to fix it, in one line. */
  readonly help: string;
}

export const catalogue = {
  LW1001: {
    category: "error",
    message: "A kernel must be a function expression or a const function; this value cannot be traced to one.",
    help: "Pass a lambda, or a function declared with `const` or `function`.",
  },
} as const satisfies Record<`LW${number}`, CatalogueRow>;

export type DiagnosticCode = keyof typeof catalogue;
