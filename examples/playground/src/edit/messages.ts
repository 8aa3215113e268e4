// What the page and its workers say to each other.

import type { Trace } from "../../../../transformer/dist/cli/run/profile/trace.js";

/** Where a diagnostic is, in characters from the start. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** What a kernel, loop, load or store became: one of those that `lanewise inspect --why` lists. */
export interface Note {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Why it is no better, or what decides it. */
  readonly reason: string;
  readonly isGood: boolean;
}

export interface Compiled {
  readonly marks: readonly Mark[];
  /** None if there are errors. */
  readonly javascript?: string;
  readonly notes: readonly Note[];
}

/** To the worker that compiles, and its answer. */
export interface CompileRequest {
  readonly id: number;
  readonly text: string;
}
export type CompileReply = { readonly id: number } & (Compiled | { readonly failure: string });

/** Four bytes for each pixel, row by row. */
export interface Picture {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** To the worker that runs a program. */
export interface RunRequest {
  readonly javascript: string;
  /** Undefined if the program does not ask for it. */
  readonly picture: Picture | undefined;
}

/** From the worker that runs a program. */
export type RunReply =
  | { readonly kind: "print"; readonly text: string; readonly isError: boolean }
  | { readonly kind: "draw"; readonly pixels: Uint8ClampedArray<ArrayBuffer>; readonly width: number }
  | { readonly kind: "done"; readonly ms: number; readonly failure?: string; readonly trace: Trace };
