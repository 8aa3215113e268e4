// What goes over the bus: plain data that JSON can hold, and bytes beside it. `format` changes with every change of their form.

import type { StructDefinition } from "@lanewise/ir";
import type { KernelFailure } from "lanewise";

export const FORMAT = 3;

/** Bytes by their SHA-256. Those that are all zero are never sent. */
export interface BlobRef {
  readonly hash: string;
  readonly size: number;
  readonly isZero: boolean;
}

/** An argument of the kernel, in the order of its parameters. */
export type ArgumentMessage =
  | ScalarMessage
  /** The chunk's first row. */
  | { readonly kind: "row" }
  | ArrayArgument;

/** A number as its 64 bits in hexadecimal digits, a boolean, a bigint in decimal digits. */
export type ScalarMessage =
  | { readonly kind: "number" | "bigint"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean };

/** The bytes are in the chunk's message. */
export type ArrayArgument = { readonly isWritten: boolean } & (
  | { readonly kind: "array"; readonly type: string }
  /** Of structs; `size` is an element's, in bytes. Of columns, one part follows the other. */
  | {
      readonly kind: "structs";
      readonly struct: StructMessage;
      readonly size: number;
      readonly layout: "aos" | "soa";
    }
);

/** A struct, with those that it contains. */
export interface StructMessage {
  readonly name: string;
  readonly structs: readonly StructDefinition[];
}

export interface ReductionMessage {
  readonly type: string;
  readonly length: number;
  readonly by: CombinationMessage;
}

/** A function is in the kernel's image. */
export type CombinationMessage =
  | { readonly kind: "operation"; readonly operation: string }
  | { readonly kind: "function"; readonly identity: ScalarMessage };

/** What all chunks of a job share. */
export interface JobMessage {
  readonly format: number;
  readonly job: string;
  /** Of everything that decides the results: the same id with another digest is another job. */
  readonly digest: string;
  /** Which workers may run it: version, kind of device, floating-point class. */
  readonly pin: string;
  readonly image: BlobRef;
  readonly symbol: string;
  /** Of the whole range. */
  readonly sizes: readonly number[];
  readonly chunks: number;
  readonly rowsPerChunk: number;
  readonly arguments: readonly ArgumentMessage[];
  readonly reductions: readonly ReductionMessage[];
  /** Whether the bytes of its inputs are kept by the bus. */
  readonly isDurable: boolean;
}

/** A part of the range. */
export interface ChunkMessage {
  readonly job: string;
  /** Of the job. */
  readonly digest: string;
  readonly chunk: number;
  readonly begin: number;
  readonly end: number;
  /** Published again: it may have been done meanwhile. */
  readonly isAgain?: true;
  /** For each argument that is an array. */
  readonly inputs: readonly BlobRef[];
}

/** How a kernel failed, as a KernelError has it, with indices of the chunk. */
export interface KernelFailureMessage extends Omit<KernelFailure, "calledFrom"> {
  readonly code: string;
  readonly message: string;
  readonly isInCall: boolean;
}

/** What a chunk came to. A kernel that fails, or that the kind of device cannot run, is a result, too: it would be so anywhere. */
export type ChunkResult = { readonly worker: string; readonly ms: number } & (
  | { readonly kind: "done"; readonly outputs: readonly Uint8Array[] }
  | { readonly kind: "failed"; readonly failure: KernelFailureMessage }
  | { readonly kind: "refused"; readonly message: string }
);

/** Why an attempt came to nothing, through no fault of the kernel. */
export interface AttemptFailure {
  readonly code: string;
  readonly message: string;
  readonly worker: string;
  /** Distinct of each attempt: what is delivered twice counts once. */
  readonly attempt: string;
}
