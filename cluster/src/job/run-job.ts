// Runs a planned job: passes it to the bus, writes the results into the program's arrays, and settles when all are there.

import type { ClientBus, RunningJob } from "../bus/bus.js";
import type { AttemptFailure, ChunkResult } from "../bus/messages.js";
import { ClusterError, cancelled, isClusterErrorCode } from "../errors.js";
import { elementsOf } from "../kernel/mappers.js";
import type { ClusterLimits } from "../limits.js";
import { withResolvers } from "../with-resolvers.js";
import { writeElements } from "./captured-arrays.js";
import { OrderedReduction } from "./combine.js";
import { rowsOf } from "./cut-range.js";
import { errorOfFailure } from "./kernel-error.js";
import type { JobPlan } from "./plan-job.js";

/** How far a job is: what `onProgress` receives. */
export interface Progress {
  readonly job: string;
  readonly done: number;
  readonly chunks: number;
  /** The chunk that has just finished: chunks count from 0 along the range. */
  readonly chunk: number;
  /** The worker that ran it, and how long it computed, in ms. */
  readonly worker: string;
  readonly ms: number;
}

export interface RunSettings {
  readonly limits: ClusterLimits;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

export async function runJob(bus: ClientBus, plan: JobPlan, settings: RunSettings): Promise<void> {
  const { signal } = settings;
  if (signal?.aborted) throw cancelled(signal);
  const result = new JobResult(plan, settings);
  let running: RunningJob | undefined;
  let isOver = true;
  try {
    const onAbort = () => result.fail(cancelled(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      running = await bus.submit({
        job: plan.message,
        chunks: plan.chunks,
        blob: (hash) => plan.blobs.get(hash),
        onCommit: (chunk, committed) => result.commit(chunk, committed),
        onAttemptFailed: (chunk, failure) => result.attemptFailed(chunk, failure),
        // If the bus lost the job, or was closed, another client may continue from what is stored.
        onLost: (reason) => {
          isOver = false;
          result.fail(reason);
        },
      });
      await result.done;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  } finally {
    await running?.end(isOver);
  }
}

/** The results received so far. */
class JobResult {
  readonly done: Promise<void>;
  readonly #plan: JobPlan;
  readonly #settings: RunSettings;
  readonly #committed = new Set<number>();
  readonly #failures = new Map<number, Map<string, AttemptFailure>>();
  readonly #reductions: readonly OrderedReduction[];
  #isSettled = false;
  readonly #resolve: () => void;
  readonly #reject: (reason: unknown) => void;

  constructor(plan: JobPlan, settings: RunSettings) {
    this.#plan = plan;
    this.#settings = settings;
    const { message } = plan;
    this.#reductions = plan.reductions.flatMap((reduction, index) => {
      const described = message.reductions[index];
      return described ? [new OrderedReduction(reduction, described, message.chunks)] : [];
    });
    const { promise, resolve, reject } = withResolvers<void>();
    [this.done, this.#resolve, this.#reject] = [promise, resolve, reject];
    // It may reject before anybody waits for it, while the job is being submitted.
    promise.catch(() => undefined);
  }

  /** A result that arrives twice is the same one: the bus commits once. */
  commit(chunk: number, result: ChunkResult): void {
    if (this.#isSettled || this.#committed.has(chunk)) return;
    const { message } = this.#plan;
    try {
      if (result.kind === "failed") {
        this.fail(errorOfFailure(this.#plan, chunk, result.failure));
        return;
      }
      if (result.kind === "refused") {
        const help = "Run the job on workers that compute on the processor, or change what the message names.";
        this.fail(new ClusterError("kernel_not_supported", result.message, { help }));
        return;
      }
      this.#write(chunk, result.outputs);
      this.#committed.add(chunk);
      const { worker, ms } = result;
      const done = this.#committed.size;
      this.#settings.onProgress?.({ job: message.job, done, chunks: message.chunks, chunk, worker, ms });
      if (done < message.chunks) return;
      for (const reduction of this.#reductions) reduction.finish();
      this.#isSettled = true;
      this.#resolve();
    } catch (error) {
      this.fail(error);
    }
  }

  attemptFailed(chunk: number, failure: AttemptFailure): void {
    if (this.#committed.has(chunk)) return;
    const failures = this.#failures.get(chunk) ?? new Map<string, AttemptFailure>();
    this.#failures.set(chunk, failures);
    // A failure reported twice counts once; the first report keeps its reason even if the stored one is damaged.
    if (!failures.has(failure.attempt)) failures.set(failure.attempt, failure);
    if (failures.size < this.#settings.limits.failuresPerChunk) return;
    const errors = [...failures.values()].map(({ code, message, worker }) => {
      const cause = new ClusterError(isClusterErrorCode(code) ? code : "worker_failed", `${worker}: ${message}`);
      return cause;
    });
    const reasons = errors.map(({ message }) => `\n  ${message.replace(/\n.*/s, "")}`).join("");
    const { job } = this.#plan.message;
    this.fail(
      new ClusterError("poisoned", `Chunk ${chunk} of job ${job} failed ${errors.length} times:${reasons}`, {
        errors,
        cause: errors[0],
      }),
    );
  }

  fail(reason: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#reject(reason);
  }

  #write(chunk: number, outputs: readonly Uint8Array[]): void {
    const { arrays, cut, message } = this.#plan;
    const { begin, end } = rowsOf(cut, chunk);
    const written = arrays.filter(({ isWritten }) => isWritten);
    if (outputs.length !== written.length + this.#reductions.length)
      throw new ClusterError("protocol", `Chunk ${chunk} of job ${message.job} has ${outputs.length} outputs.`);
    written.forEach((one, index) => {
      const bytes = outputs[index] ?? new Uint8Array();
      if (!writeElements(one, elementsOf(one.region, begin, end), bytes))
        throw new ClusterError("protocol", `Chunk ${chunk}: ${one.name} came back with ${bytes.length} bytes.`);
    });
    this.#reductions.forEach((reduction, index) => {
      reduction.add(chunk, outputs[written.length + index] ?? new Uint8Array());
    });
  }
}
