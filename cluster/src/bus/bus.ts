// The narrow interface behind which there is either a pool of processes of this machine or NATS. Delivery is at least once; a result is
// committed at most once for each chunk.

import type { WorkerDevice } from "../pin.js";
import type { AttemptFailure, BlobRef, ChunkMessage, ChunkResult, JobMessage } from "./messages.js";

/** What jobs of a client are to run on. */
export interface AskedDevice {
  readonly device: WorkerDevice;
  /** Of the GPUs; undefined: all that workers have are alike. */
  readonly name: string | undefined;
}

/** What the client of a job asks of the bus. */
export interface ClientBus {
  /** The workers that may run a job (pin.ts). Waits until there is one, where only workers know. */
  pin(asked: AskedDevice, signal: AbortSignal | undefined): Promise<string>;
  /** Settles when the job is stored. Resubmitting the same job goes on with what is left of it. */
  submit(job: Submission): Promise<RunningJob>;
  close(): Promise<void>;
}

export interface Submission {
  readonly job: JobMessage;
  readonly chunks: readonly ChunkMessage[];
  /** The bytes of an input or of the image; undefined: not of this job. */
  readonly blob: (hash: string) => Uint8Array | undefined;
  /** Called at least once for each chunk that is done, also if it was done before. */
  readonly onCommit: (chunk: number, result: ChunkResult) => void;
  readonly onAttemptFailed: (chunk: number, failure: AttemptFailure) => void;
  /** The bus cannot go on with the job. */
  readonly onLost: (reason: unknown) => void;
}

export interface RunningJob {
  /** Hears no more of it. If it is over, also takes back what has not begun, and forgets what is stored of it. */
  end(isOver: boolean): Promise<void>;
}

/** What a worker asks of the bus. */
export interface WorkerBus {
  /** The next chunk, when there is one; undefined when the worker is to stop. It belongs to this worker until it is released, or until the worker is taken for dead. */
  claim(): Promise<Claim | undefined>;
  /** Rejects with `inputs_gone` where nobody has the bytes. */
  fetch(job: JobMessage, blob: BlobRef): Promise<Uint8Array>;
  /** When all that was claimed is done with. */
  close(): Promise<void>;
}

export interface Claim {
  readonly job: JobMessage;
  readonly chunk: ChunkMessage;
  /** Unlike that of any other delivery. */
  readonly attempt: string;
  /** False: the chunk has a result already. */
  commit(result: ChunkResult): Promise<boolean>;
  /** Settles when the bus knows that the chunk is done with. */
  acknowledge(): Promise<void>;
  /** Gives it back: another worker, or the same, tries again. */
  release(failure: AttemptFailure): Promise<void>;
}
