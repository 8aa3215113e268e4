// What main.ts asks a contender.ts.

export type Contender = "ours" | "plain" | "clang";

export interface Question {
  readonly name: string;
  readonly contender: Contender;
  readonly times: number;
}

/** Milliseconds of the processor for one time, or why there are none. */
export type Answer = { readonly ms: number } | { readonly reason: string };
