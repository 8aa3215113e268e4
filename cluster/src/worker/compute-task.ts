// The messages between a worker and its compute thread.

import type { ArgumentMessage, KernelFailureMessage, ReductionMessage } from "../bus/messages.js";
import type { WorkerDevice } from "../pin.js";

export interface ComputeSettings {
  readonly device: WorkerDevice;
  /** Threads of the processor. */
  readonly threads: number;
}

/** The thread's first message: how its device rounds (pin.ts), or why it has none. */
export type ComputeStart =
  | { readonly kind: "ready"; readonly rounding: string }
  | { readonly kind: "no device"; readonly reason: string };

export interface ComputeTask {
  readonly id: number;
  /** Names the image: the thread caches what it has built from it. */
  readonly imageHash: string;
  readonly image: Uint8Array;
  readonly symbol: string;
  /** The sizes of the chunk. */
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
  /** The device cannot run the kernel. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "error"; readonly code: string; readonly message: string }
);
