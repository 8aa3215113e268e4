// What is given to the threads of a pool, and how it comes back.

import type { Block } from "../../../memory/index.js";
import type { Run } from "../index.js";
import type { ProgramText } from "../instances/index.js";
import type { Cut } from "./chunks.js";
import type { ChunkFailure } from "./control.js";

/** Work for several threads: the work-items from `begin` of a range. */
export interface JobRequest {
  readonly text: ProgramText;
  /** The calling thread's function of the program. */
  readonly run: Run;
  /** Address of the argument block. */
  readonly args: number;
  readonly begin: number;
  readonly cut: Cut;
  /** Work-items per chunk, at first. */
  readonly chunk: number;
  /** How many threads may work at once. */
  readonly seats: number;
  /** When the pool is given up for it. Main cannot be, so it takes no part. */
  readonly deadline: number | undefined;
  /** The threads' blocks: that of thread i is at base + i * stride. */
  readonly blocks: ThreadBlocks;
  /** The threads' copies of what atomics update; the pool releases them if it is lost, else the caller. */
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
  /** That threads spent on them, added up. */
  readonly ms: number;
  /** Work-items per chunk, as found out. */
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
  /** Once it is done and `poll` was called. */
  outcome: JobOutcome | undefined;
}
