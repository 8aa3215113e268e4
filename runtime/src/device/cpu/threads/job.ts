// The jobs given to the threads of a pool, and their outcomes.

import type { Block } from "../../../memory/index.js";
import type { Run } from "../index.js";
import type { ProgramText } from "../instances/index.js";
import type { Cut } from "./chunks.js";
import type { ChunkFailure } from "./control.js";

/** Work for several threads: the work-items of a range from `begin`. */
export interface JobRequest {
  readonly text: ProgramText;
  /** The calling thread's function of the program. */
  readonly run: Run;
  /** Address of the argument block. */
  readonly args: number;
  readonly begin: number;
  readonly cut: Cut;
  /** Initial work-items per chunk. */
  readonly chunk: number;
  /** How many threads may work at once. */
  readonly seats: number;
  /** When the pool is given up because of this job. Main cannot be ended, so it takes no part. */
  readonly deadline: number | undefined;
  /** The threads' blocks: that of thread i is at base + i * stride. */
  readonly blocks: ThreadBlocks;
  /** The threads' copies of what atomics update; the pool releases them if it is lost, else the caller does. */
  readonly copies: Block | undefined;
}
export interface ThreadBlocks {
  readonly base: number;
  readonly stride: number;
}

/** The lowest chunk that failed, and the record that its thread left. */
export interface JobFailure extends ChunkFailure {
  readonly record: ArrayBuffer;
}

/** How a job ended. */
export interface JobOutcome {
  readonly failure: JobFailure | undefined;
  /** How the pool was lost, and the job with it. */
  readonly lost: Loss | undefined;
  readonly items: number;
  /** Time that the threads spent on them, added up. */
  readonly ms: number;
  /** Work-items per chunk, as adapted by the threads. */
  readonly chunk: number;
}

/** A worker has ended, or was ended because its job took too long. */
export interface Loss {
  readonly code: "thread_lost" | "timeout";
  readonly reason: string;
}

export interface Job {
  readonly seats: number;
  readonly text: ProgramText;
  /** Whether no other job of the pool has run at the same time. */
  isAlone: boolean;
  /** Set once the job is done and `poll` was called. */
  outcome: JobOutcome | undefined;
}
