// Upper bounds on what a module or an image may hold. Real programs stay far below; without limits a few hundred bytes could ask for hours of work,
// or for more memory than exists. The reader and the verifier enforce them (docs/image.md lists them).

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

/** The reader's and the verifier's limits. Programs that skip verification have only the reader's. */
export const limits = {
  ...readingLimits,
  inlined: { most: 2 ** 17, what: "statements and expressions of a function with all that it calls" },
  locals: { most: 50_000, what: "locals" },
  inlinedLocals: { most: 2 ** 18, what: "locals of a function with all that it calls" },
  structs: { most: 2 ** 12, what: "structs" },
  globals: { most: 2 ** 12, what: "globals" },
  sites: { most: 2 ** 16, what: "sites" },
  functions: { most: 2 ** 14, what: "functions" },
  leaves: { most: 2 ** 14, what: "scalar fields of a struct with those in it" },
  privateBytes: { most: 2 ** 26, what: "bytes of private memory of a function with all that it calls" },
} as const satisfies Readonly<Record<string, Limit>>;

/** Message for an exceeded limit. */
export function overLimit({ most, what }: Limit): string {
  return `it has more than ${most} ${what}`;
}
