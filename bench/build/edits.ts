// The edits after which a rebuild is measured, and how often: the median of nine, after three that warm up.

import type { Edits } from "./generate-project.js";

export interface Edit {
  readonly what: string;
  /** Of the file: 199 is imported by the main module alone, 3 by some twenty others, whose kernels call its function. */
  readonly index: number;
  readonly edits: (round: number) => Edits;
}

export const warmUp = 3;
export const rounds = 12;
export const files = 200;

export const edits: readonly Edit[] = [
  { what: "a kernel", index: 199, edits: (round) => ({ kernel: round }) },
  { what: "the body of a function that many kernels call", index: 3, edits: (round) => ({ body: round }) },
  {
    what: "the signature of a function that many kernels call",
    index: 3,
    edits: (round) => ({ body: round, parameter: round % 2 === 0 ? "number" : "number | 0.25" }),
  },
];
