// The rest of a launch as a job of the pool: waits for its turn, is given to the workers, and comes back with an outcome.
// Main takes part while workers are missing, and when it waits anyway.

import { FAILURE, THREAD_STACK_OFFSET } from "@lanewise/ir";
import type { Block } from "./allocator.js";
import type { Progress, Turn } from "./command.js";
import type { DeviceContext } from "./device-context.js";
import { LanewiseError } from "./errors.js";
import { type LaunchIdentity, toKernelError } from "./kernel-failure.js";
import { makeCopies, mergeCopies, type PlacedTarget } from "./private-copies.js";
import type { ProgramText } from "./targets/program-text.js";
import type { Executable } from "./targets/target.js";
import { type Cut, TARGET_MS } from "./threads/chunks.js";
import type { Job, JobOutcome, Loss, ThreadBlocks } from "./threads/job.js";
import type { ThreadPool } from "./threads/thread-pool.js";

/** What is left of a launch. */
export interface Rest {
  readonly executable: Executable;
  readonly text: ProgramText;
  /** Bytes of private memory that each thread needs. */
  readonly stackSize: number;
  /** What the executable wants copies of. */
  readonly targets: readonly PlacedTarget[];
  /** Address of the argument block. */
  readonly args: number;
  readonly begin: number;
  readonly cut: Cut;
  readonly threads: number;
  /** After how many ms it is given up; undefined: never. */
  readonly timeout: number | undefined;
}

interface Begun {
  readonly job: Job;
  readonly blocks: ThreadBlocks;
  readonly copies: Block | undefined;
  readonly start: number;
}

export class ParallelLaunch {
  readonly #context: DeviceContext;
  readonly #pool: ThreadPool;
  readonly #identity: LaunchIdentity;
  readonly #rest: Rest;
  #begun: Begun | undefined;

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

  /** How many work-items of the range have begun. */
  get begunItems(): number {
    const { begin, cut } = this.#rest;
    return this.#begun ? (this.#pool.begunBy(this.#begun.job) ?? cut.total) : begin;
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
      // The other job's end may have been the pool's.
      if (this.isStranded) return "more";
    }
    this.#begun ??= this.#begin(turn);
    return this.#proceed(turn, this.#begun);
  }

  #begin(turn: Turn): Begun {
    const { executable, text, stackSize, targets, args, begin, cut, threads, timeout } = this.#rest;
    const blocks = this.#pool.threadBlocks(THREAD_STACK_OFFSET + stackSize);
    const hasCopies = targets.length > 0;
    const copies = hasCopies ? makeCopies(this.#context, targets, blocks, this.#pool.threads) : undefined;
    const { chunk } = this.#identity.program.pace;
    const { run } = executable;
    const start = performance.now();
    const deadline = timeout === undefined ? undefined : start + timeout;
    const job = this.#pool.begin({ text, run, args, begin, cut, chunk, seats: threads, deadline, blocks, copies });
    this.#pool.call(turn.isBlocking && deadline === undefined);
    return { job, blocks, copies, start };
  }

  #proceed(turn: Turn, begun: Begun): Progress {
    const { job } = begun;
    this.#pool.poll();
    if (job.outcome) return this.#end(job.outcome, begun);
    if (turn.isBlocking) {
      this.#pool.finish();
      return "more";
    }
    if (this.#rest.timeout !== undefined || this.#pool.workers.ready(job.text) >= job.seats) {
      this.#pool.whenDone(turn.resume);
      return "away";
    }
    // Some workers are still on their way.
    this.#pool.help(performance.now() + TARGET_MS);
    return "more";
  }

  #end({ failure, lost, chunk, items, ms }: JobOutcome, { blocks, copies, start }: Begun): Progress {
    if (lost) throw this.#lossError(lost);
    if (copies) {
      mergeCopies(this.#context, this.#rest.targets, copies, this.#pool.threads);
      this.#context.releaseInternal(copies);
    }
    const { pace, hasAtomics } = this.#identity.program;
    if (hasAtomics && !copies) pace.compare(items, performance.now() - start);
    else pace.agreed(chunk, items, ms);
    if (!failure) return "done";
    const { view } = this.#context.memory;
    const block = blocks.base + failure.thread * blocks.stride;
    const error = toKernelError(view.buffer, block, this.#identity, new WebAssembly.RuntimeError(failure.reason));
    for (let thread = 0; thread < this.#pool.threads; thread++) {
      view.setInt32(blocks.base + thread * blocks.stride + FAILURE.site, 0, true);
    }
    throw error;
  }

  #lossError({ code, reason }: Loss): LanewiseError {
    return new LanewiseError(code, `Kernel ${this.#identity.kernel} lost its threads: ${reason}.`);
  }
}
