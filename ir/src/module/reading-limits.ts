// Upper bounds that the reader enforces on a module or an image (limits.ts has those of the verifier). They have a file of their own because programs
// that read images, but no IR, need no others.

/** A limit, and what it counts, as messages word it. */
export interface Limit {
  readonly most: number;
  readonly what: string;
}

/** The limits the reader enforces. */
export const readingLimits = {
  nesting: { most: 500, what: "levels of statements, expressions, calls or structs" },
  typeNesting: { most: 32, what: "levels of one type" },
  text: { most: 2 ** 20, what: "bytes of one text" },
  nodes: { most: 2 ** 19, what: "statements and expressions of one module" },
} as const satisfies Readonly<Record<string, Limit>>;

/** Message for an exceeded limit. */
export function overLimit({ most, what }: Limit): string {
  return `it has more than ${most} ${what}`;
}
