// The rest of a launch as a job of the pool: waits for its turn, is given to the workers, and returns an outcome. Main takes part while workers are
// missing, and when it waits anyway.

import { THREAD_STACK_OFFSET } from "@lanewise/ir";
import { errorOfLaunch, type LaunchIdentity, toKernelError } from "../../../diagnostics/index.js";
import type { KernelError } from "../../../errors/index.js";
import { imagePart } from "../../../images/registry/index.js";
import type { Block } from "../../../memory/index.js";
import type { Progress, Turn } from "../../../queue/commands/index.js";
import type { Executable } from "../index.js";
import type { ProgramText } from "../instances/index.js";
import {
  type Cut,
  type Job,
  type JobOutcome,
  type JobSlot,
  type Loss,
  TARGET_MS,
  type ThreadPool,
} from "../threads/index.js";
import type { CpuDevice } from "./cpu-device.js";
import type { PlacedTarget } from "./private-copies.js";

/** The remaining work of a launch. */
export interface Rest {
  readonly executable: Executable;
  readonly text: ProgramText;
  /** Bytes of private memory that each thread needs. */
  readonly stackSize: number;
  /** The targets that the executable wants copied. */
  readonly targets: readonly PlacedTarget[];
  /** Address of the argument block. */
  readonly args: number;
  readonly begin: number;
  readonly cut: Cut;
  readonly threads: number;
  /** After how many ms the launch is given up; undefined: never. */
  readonly timeout: number | undefined;
}

interface Begun {
  readonly slot: JobSlot;
  readonly job: Job;
  readonly copies: Block | undefined;
  readonly start: number;
}

export class ParallelLaunch {
  readonly #device: CpuDevice;
  readonly #pool: ThreadPool;
  readonly #identity: LaunchIdentity;
  readonly #rest: Rest;
  #begun: Begun | undefined;
  /** Whether `step` has thrown for want of private memory for its threads. */
  hasNoRoom = false;

  constructor(device: CpuDevice, pool: ThreadPool, identity: LaunchIdentity, rest: Rest) {
    this.#device = device;
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
    if (!this.#begun) return begin;
    const { slot, job } = this.#begun;
    return slot.job === job ? slot.begun : cut.total;
  }

  step(turn: Turn): Progress {
    if (!this.#begun) {
      const slot = this.#findSlot(turn);
      // The end of another job may have been the end of the pool.
      if (this.isStranded) return "more";
      if (!slot) {
        this.#pool.whenFree(turn.resume);
        return "away";
      }
      this.#begun = this.#begin(turn, slot);
    }
    return this.#proceed(turn, this.#begun);
  }

  /** Finds a free slot. If there is none and the caller is blocking, waits for other jobs. */
  #findSlot({ isBlocking }: Turn): JobSlot | undefined {
    const isAlone = this.#rest.timeout !== undefined;
    const find = () => this.#pool.slotFor(this, isAlone, isBlocking);
    // A finished job may not have been noticed yet.
    this.#pool.poll();
    let slot = find();
    while (isBlocking && !slot && !this.isStranded) {
      this.#pool.finishOne();
      slot = find();
    }
    return slot;
  }

  #begin(turn: Turn, slot: JobSlot): Begun {
    const { executable, text, stackSize, targets, args, begin, cut, threads, timeout } = this.#rest;
    this.hasNoRoom = true;
    const blocks = this.#pool.threadBlocks(slot, THREAD_STACK_OFFSET + stackSize);
    this.hasNoRoom = false;
    const hasCopies = targets.length > 0;
    const copies = hasCopies
      ? imagePart("privateCopies").makeCopies(this.#device, targets, blocks, this.#pool.threads)
      : undefined;
    const { chunk } = this.#identity.program.pace;
    const { run } = executable;
    const start = performance.now();
    const deadline = timeout === undefined ? undefined : start + timeout;
    const request = { text, run, args, begin, cut, chunk, seats: threads, deadline, blocks, copies };
    const job = this.#pool.begin(slot, request);
    slot.call(turn.isBlocking && deadline === undefined);
    return { slot, job, copies, start };
  }

  #proceed(turn: Turn, begun: Begun): Progress {
    const { job, slot } = begun;
    this.#pool.poll();
    if (job.outcome) return this.#end(job.outcome, begun, turn);
    if (turn.isBlocking) {
      slot.finish();
      return "more";
    }
    const isOfWorkers = this.#rest.timeout !== undefined || !this.#identity.program.isBounded;
    if (isOfWorkers || this.#pool.workers.ready(job.text) >= job.seats) {
      slot.whenDone(turn.resume);
      return "away";
    }
    // Some workers are still starting.
    slot.help(performance.now() + TARGET_MS);
    return "more";
  }

  #end({ failure, lost, chunk, items, ms }: JobOutcome, { job, copies, start }: Begun, { isBlocking }: Turn): Progress {
    if (lost) throw this.#lossError(lost);
    if (copies) {
      imagePart("privateCopies").mergeCopies(this.#device, this.#rest.targets, copies, this.#pool.threads);
      this.#device.internal.release(copies);
    }
    const { pace, hasAtomics } = this.#identity.program;
    const hasPlainForm = hasAtomics && !copies;
    if (!hasPlainForm) pace.agreed(chunk, items, ms);
    // An awaited launch may have ended long before this thread noticed. It took at least each thread's share of the work.
    const took = hasPlainForm || isBlocking ? performance.now() - start : ms / job.seats;
    // Beside other jobs the time says nothing about this one.
    if (job.isAlone && (hasPlainForm || pace.isShort(items))) pace.compare(items, took);
    if (!failure) return "done";
    throw toKernelError(failure.record, 0, this.#identity, new WebAssembly.RuntimeError(failure.reason));
  }

  #lossError({ code, reason }: Loss): KernelError {
    const { kernel } = this.#identity;
    const { timeout } = this.#rest;
    const message =
      code === "timeout" ? `took longer than its timeout of ${timeout} ms` : `lost its threads: ${reason}`;
    return errorOfLaunch(code, `Kernel ${kernel} ${message}.`, this.#identity);
  }
}
