// The messages on the bus: plain data that JSON can hold, with bytes beside it. `format` changes whenever their form does.

import type { StructDefinition } from "@lanewise/ir";
import type { KernelFailure } from "lanewise";

export const FORMAT = 3;

/** Bytes, identified by their SHA-256. All-zero bytes are never sent. */
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

/** A number as its 64 bits in hexadecimal, a boolean, or a bigint in decimal. */
export type ScalarMessage =
  | { readonly kind: "number" | "bigint"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean };

/** A captured array. The bytes are in the chunk's message. */
export type ArrayArgument = { readonly isWritten: boolean } & (
  | { readonly kind: "array"; readonly type: string }
  /** Structs; `size` is that of an element, in bytes. Columns follow one another. */
  | {
      readonly kind: "structs";
      readonly struct: StructMessage;
      readonly size: number;
      readonly layout: "aos" | "soa";
    }
);

/** A struct, with all structs that it contains. */
export interface StructMessage {
  readonly name: string;
  readonly structs: readonly StructDefinition[];
}

export interface ReductionMessage {
  readonly type: string;
  readonly length: number;
  readonly by: CombinationMessage;
}

/** A function is part of the kernel's image. */
export type CombinationMessage =
  | { readonly kind: "operation"; readonly operation: string }
  | { readonly kind: "function"; readonly identity: ScalarMessage };

/** The parts of a job that all its chunks share. */
export interface JobMessage {
  readonly format: number;
  readonly job: string;
  /** The hash of everything that determines the results: the same id with another digest is another job. */
  readonly digest: string;
  /** The workers that may run it: version, kind of device, floating-point class. */
  readonly pin: string;
  readonly image: BlobRef;
  readonly symbol: string;
  /** The sizes of the whole range. */
  readonly sizes: readonly number[];
  readonly chunks: number;
  readonly rowsPerChunk: number;
  readonly arguments: readonly ArgumentMessage[];
  readonly reductions: readonly ReductionMessage[];
  /** Whether the bus stores the bytes of its inputs. */
  readonly isDurable: boolean;
}

/** A part of the range. */
export interface ChunkMessage {
  readonly job: string;
  /** The job's digest. */
  readonly digest: string;
  readonly chunk: number;
  readonly begin: number;
  readonly end: number;
  /** Set if it was published again, so it may already have a result. */
  readonly isAgain?: true;
  /** One for each array argument. */
  readonly inputs: readonly BlobRef[];
}

/** A kernel's failure as in KernelError, with indices relative to the chunk. */
export interface KernelFailureMessage extends Omit<KernelFailure, "calledFrom"> {
  readonly code: string;
  readonly message: string;
  readonly isInCall: boolean;
}

/** The outcome of a chunk. A kernel that fails, or that the kind of device cannot run, is a result, too: it would be the same anywhere. */
export type ChunkResult = { readonly worker: string; readonly ms: number } & (
  | { readonly kind: "done"; readonly outputs: readonly Uint8Array[] }
  | { readonly kind: "failed"; readonly failure: KernelFailureMessage }
  | { readonly kind: "refused"; readonly message: string }
);

/** Why an attempt failed, through no fault of the kernel. */
export interface AttemptFailure {
  readonly code: string;
  readonly message: string;
  readonly worker: string;
  /** Unique to each attempt: duplicates count once. */
  readonly attempt: string;
}
