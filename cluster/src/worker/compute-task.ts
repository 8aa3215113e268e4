// What the compute thread of a worker is asked, and answers.

import type { ArgumentMessage, KernelFailureMessage, ReductionMessage } from "../bus/messages.js";

export interface ComputeTask {
  readonly id: number;
  /** Names the image: the thread keeps what it has built of it. */
  readonly imageHash: string;
  readonly image: Uint8Array;
  readonly symbol: string;
  /** Of the chunk. */
  readonly sizes: readonly number[];
  readonly row: number;
  readonly arguments: readonly ArgumentMessage[];
  readonly inputs: readonly ComputeInput[];
  readonly reductions: readonly ReductionMessage[];
}

export interface ComputeInput {
  readonly hash: string;
  readonly size: number;
  /** Undefined: zeros. */
  readonly bytes: Uint8Array | undefined;
}

export type ComputeAnswer = { readonly id: number; readonly ms: number } & (
  | { readonly kind: "done"; readonly outputs: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly kind: "failed"; readonly failure: KernelFailureMessage }
  | { readonly kind: "error"; readonly code: string; readonly message: string }
);
