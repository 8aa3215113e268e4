// For our own bugs only: a user's mistake is a diagnostic or a typed error instead.

/** `message` says what should hold; as a function where making it costs. Bundles may be without (docs/bundlers.md, `errorTexts`). */
export function invariant(condition: unknown, message?: string | (() => string)): asserts condition {
  if (condition) return;
  const expected = typeof message === "function" ? message() : message;
  throw new Error(`Lanewise internal error${expected ? `: expected that ${expected}` : ""}. Please report this.`);
}
