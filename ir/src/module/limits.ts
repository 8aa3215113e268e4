// Upper bounds on what a module or an image may hold. Real programs stay far below; without limits a few hundred bytes could ask for hours of work,
// or for more memory than exists. The reader and the verifier enforce them (docs/image.md lists them).

import { type Limit, readingLimits } from "./reading-limits.js";

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
