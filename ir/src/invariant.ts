// For our own bugs only: a user's mistake is a diagnostic or a typed error instead.

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Lanewise internal error: expected that ${message}. Please report this.`);
}
