// For our own bugs only: a user's mistake becomes a diagnostic or a typed error.

/** `message` says what should hold; pass a function if building it is costly. Bundles may omit it (docs/bundlers.md, `errorTexts`). */
export function invariant(condition: unknown, message?: string | (() => string)): asserts condition {
  if (condition) return;
  const expected = typeof message === "function" ? message() : message;
  throw new Error(`Lanewise internal error${expected ? `: expected that ${expected}` : ""}. Please report this.`);
}
