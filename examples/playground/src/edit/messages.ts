// What the page and its workers say to each other.

/** Where a diagnostic is, in characters from the start. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface Compiled {
  readonly marks: readonly Mark[];
  /** None if there are errors. */
  readonly javascript?: string;
}

/** To the worker that compiles, and its answer. */
export interface CompileRequest {
  readonly id: number;
  readonly text: string;
}
export type CompileReply = { readonly id: number } & (Compiled | { readonly failure: string });

/** From the worker that runs a program. */
export type RunReply =
  | { readonly kind: "print"; readonly text: string; readonly isError: boolean }
  | { readonly kind: "draw"; readonly pixels: Uint8ClampedArray<ArrayBuffer>; readonly width: number }
  | { readonly kind: "done"; readonly ms: number; readonly failure?: string };
