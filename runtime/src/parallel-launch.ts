// The rest of a launch as a job of the pool: waits for its turn, is given to the workers, and comes back with an outcome.
// Main takes part while workers are missing, and when it waits anyway.

import { FAILURE, THREAD_STACK_OFFSET } from "@lanewise/ir";
import type { Progress, Turn } from "./command.js";
import type { DeviceContext } from "./device-context.js";
import { LanewiseError } from "./errors.js";
import { type LaunchIdentity, toKernelError } from "./kernel-failure.js";
import type { ProgramText } from "./targets/program-text.js";
import type { Executable } from "./targets/target.js";
import { type Cut, TARGET_MS } from "./threads/chunks.js";
import type { Job, JobOutcome, ThreadBlocks, ThreadPool } from "./threads/thread-pool.js";

/** What is left of a launch. */
export interface Rest {
  readonly executable: Executable;
  readonly text: ProgramText;
  /** Address of the argument block. */
  readonly args: number;
  readonly begin: number;
  readonly cut: Cut;
  readonly threads: number;
}

export class ParallelLaunch {
  readonly #context: DeviceContext;
  readonly #pool: ThreadPool;
  readonly #identity: LaunchIdentity;
  readonly #rest: Rest;
  #begun: { readonly job: Job; readonly blocks: ThreadBlocks } | undefined;

  constructor(context: DeviceContext, pool: ThreadPool, identity: LaunchIdentity, rest: Rest) {
    this.#context = context;
    this.#pool = pool;
    this.#identity = identity;
    this.#rest = rest;
  }

  /** Whether its pool was lost before it began. */
  get isStranded(): boolean {
    return this.#begun === undefined && this.#pool.problem !== undefined;
  }

  step(turn: Turn): Progress {
    if (!this.#begun) {
      // Jobs of other queues come first; one that is over may not have been noticed yet.
      this.#pool.poll();
      if (this.#pool.isBusy && turn.isBlocking) this.#pool.finish();
      if (this.#pool.isBusy) {
        this.#pool.whenIdle(turn.resume);
        return "away";
      }
      this.#begin(turn);
    }
    return this.#proceed(turn);
  }

  #begin(turn: Turn): void {
    const { executable, text, args, begin, cut, threads } = this.#rest;
    const blocks = this.#pool.threadBlocks(THREAD_STACK_OFFSET + executable.stackSize);
    const { chunk } = this.#identity.program.pace;
    const job = this.#pool.begin({ text, run: executable.run, args, begin, cut, chunk, seats: threads, blocks });
    this.#begun = { job, blocks };
    this.#pool.call(turn.isBlocking ? 1 : 0);
  }

  #proceed(turn: Turn): Progress {
    const { job } = this.#begun ?? {};
    if (!job) return "more";
    this.#pool.poll();
    if (job.outcome) return this.#end(job.outcome);
    if (turn.isBlocking) {
      this.#pool.finish();
      return "more";
    }
    if (this.#pool.ready(job.text) >= job.seats) {
      this.#pool.whenDone(turn.resume);
      return "away";
    }
    // Some workers are still on their way.
    this.#pool.help(performance.now() + TARGET_MS);
    return "more";
  }

  #end({ failure, lost, chunk, items, ms }: JobOutcome): Progress {
    if (lost !== undefined) {
      throw new LanewiseError("thread_lost", `Kernel ${this.#identity.kernel}: a thread was lost: ${lost}.`);
    }
    this.#identity.program.pace.agreed(chunk, items, ms);
    if (!failure) return "done";
    const { buffer } = this.#context.memory.memory;
    const { base, stride } = this.#begun?.blocks ?? { base: 0, stride: 0 };
    const cause = new WebAssembly.RuntimeError(failure.reason);
    const error = toKernelError(buffer, base + failure.thread * stride, this.#identity, cause);
    const records = new DataView(buffer, base);
    for (let thread = 0; thread < this.#pool.threads; thread++)
      records.setInt32(thread * stride + FAILURE.site, 0, true);
    throw error;
  }
}
