// The narrow interface to a pool of processes on this machine, or to NATS. Delivery is at least once; a result is committed at most once for each
// chunk.

import type { WorkerDevice } from "../pin.js";
import type { AttemptFailure, BlobRef, ChunkMessage, ChunkResult, JobMessage } from "./messages.js";

/** The device on which a client's jobs run. */
export interface AskedDevice {
  readonly device: WorkerDevice;
  /** The GPU's name; undefined if all GPUs of the workers are alike. */
  readonly name: string | undefined;
}

/** The client's interface to the bus. */
export interface ClientBus {
  /** Returns the pin of the workers that may run a job (pin.ts). Waits for a worker if only workers know it. */
  pin(asked: AskedDevice, signal: AbortSignal | undefined): Promise<string>;
  /** Settles when the job is stored. Resubmitting the same job continues with its remaining chunks. */
  submit(job: Submission): Promise<RunningJob>;
  close(): Promise<void>;
}

export interface Submission {
  readonly job: JobMessage;
  readonly chunks: readonly ChunkMessage[];
  /** The bytes of an input or of the image; undefined if the job has no such bytes. */
  readonly blob: (hash: string) => Uint8Array | undefined;
  /** Called at least once for each finished chunk, even if it was finished earlier. */
  readonly onCommit: (chunk: number, result: ChunkResult) => void;
  readonly onAttemptFailed: (chunk: number, failure: AttemptFailure) => void;
  /** Called when the bus cannot continue the job. */
  readonly onLost: (reason: unknown) => void;
}

export interface RunningJob {
  /** Stops listening to the job. If it is over, also withdraws chunks that have not begun, and deletes what is stored of it. */
  end(isOver: boolean): Promise<void>;
}

/** A worker's interface to the bus. */
export interface WorkerBus {
  /**
   * Waits for the next chunk; undefined when the worker should stop. The chunk belongs to this worker until it is released, or the worker is presumed
   * dead.
   */
  claim(): Promise<Claim | undefined>;
  /** Rejects with `inputs_gone` if nobody has the bytes. */
  fetch(job: JobMessage, blob: BlobRef): Promise<Uint8Array>;
  /** Called when all claims are finished. */
  close(): Promise<void>;
}

export interface Claim {
  readonly job: JobMessage;
  readonly chunk: ChunkMessage;
  /** Differs from that of any other delivery. */
  readonly attempt: string;
  /** Returns false if the chunk already has a result. */
  commit(result: ChunkResult): Promise<boolean>;
  /** Settles when the bus knows that the chunk is finished. */
  acknowledge(): Promise<void>;
  /** Returns the chunk: another worker, or the same one, tries again. */
  release(failure: AttemptFailure): Promise<void>;
}
