// For our own bugs only: a user's mistake is a diagnostic or a typed error instead.

/** `message` says what should hold; as a function where making it costs. */
export function invariant(condition: unknown, message: string | (() => string)): asserts condition {
  if (condition) return;
  const expected = typeof message === "string" ? message : message();
  throw new Error(`Lanewise internal error: expected that ${expected}. Please report this.`);
}
