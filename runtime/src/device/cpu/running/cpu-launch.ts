// A launch on the "cpu" or "host" device. It begins on the main thread, a chunk per step. If enough is left to be worth it, and there are workers,
// the rest becomes a job for all threads (parallel-launch.ts).

import type { PrivatisedTarget } from "@lanewise/codegen";
import { errorOfLaunch } from "../../../diagnostics/index.js";
import { LanewiseError } from "../../../errors/index.js";
import { host } from "../../../host/index.js";
import { imagePart } from "../../../images/registry/index.js";
import type { Progress, Turn } from "../../../queue/commands/index.js";
import type { IssuedHere, IssuedLaunch } from "../../index.js";
import { type Crew, chunkEnd, type ThreadPool } from "../threads/index.js";
import type { CpuDevice } from "./cpu-device.js";
import { ParallelLaunch } from "./parallel-launch.js";
import type { PlacedTarget } from "./private-copies.js";
import { privateMemoryError } from "./private-memory.js";

/** From this much remaining work, in ms of one thread, other threads are woken; from the second value if this one has to be woken, too. */
const WORTH_SHARING_MS = 0.1;
const WORTH_GIVING_AWAY_MS = 0.3;
/** Workers that have not started by then never will; they cannot while a page's event loop is blocked. */
const LONGEST_START_MS = 30_000;
const LONGEST_BLOCKED_START_MS = 1000;

/** Whether a launch that has not begun will take a while and leave threads free. */
export function leavesThreads({ cut, threads, identity: { program } }: IssuedLaunch): boolean {
  const { total, gang } = cut;
  return total <= gang * (threads - 1) && program.pace.estimate(total) >= WORTH_GIVING_AWAY_MS;
}

export class CpuLaunch implements IssuedHere {
  readonly #device: CpuDevice;
  readonly #crew: Crew;
  readonly #launch: IssuedLaunch;
  #done = 0;
  #mayShare: boolean | undefined;
  #deadline: number | undefined;
  #waitsUntil: number | undefined;
  #parallel: ParallelLaunch | undefined;
  /** Whether only this thread runs it, for want of memory. */
  #isAlone = false;

  constructor(device: CpuDevice, crew: Crew, launch: IssuedLaunch) {
    this.#device = device;
    this.#crew = crew;
    this.#launch = launch;
  }

  /** How many work-items, or groups, have begun. */
  get begun(): number {
    return this.#parallel?.begunItems ?? this.#done;
  }

  advance(turn: Turn): Progress {
    if (this.#parallel?.isStranded) this.#parallel = undefined;
    if (this.#parallel) return this.#stepParallel(this.#parallel, turn);
    const pool = this.#findHelp(turn);
    this.#parallel = pool && this.#share(pool);
    if (this.#parallel) return this.#stepParallel(this.#parallel, turn);
    return pool && this.#isWaiting(turn) ? comeAgain(turn) : this.#runChunk();
  }

  /** If there is no room for all threads' private memory, there may be for one's. */
  #stepParallel(parallel: ParallelLaunch, turn: Turn): Progress {
    try {
      return parallel.step(turn);
    } catch (error) {
      if (!parallel.hasNoRoom) throw error;
      if (this.#isForWorkers(turn)) throw this.#privateMemoryError(error);
      this.#parallel = undefined;
      this.#isAlone = true;
      return "more";
    }
  }

  #isForWorkers({ isBlocking }: Turn): boolean {
    const { timeout, identity } = this.#launch;
    return timeout !== undefined || (!identity.program.isBounded && !isBlocking);
  }

  #privateMemoryError(cause: unknown): unknown {
    const { identity, localBytes } = this.#launch;
    return privateMemoryError(identity, identity.program.executable(), localBytes, cause);
  }

  /** Returns the pool if it is worth sharing the remaining work. */
  #findHelp({ isBlocking }: Turn): ThreadPool | undefined {
    const { threads, timeout, cut, identity } = this.#launch;
    const { pace, hasAtomics, isBounded } = identity.program;
    const { total, gang } = cut;
    const left = total - this.#done;
    if (left === 0 || this.#isAlone) return undefined;
    if (timeout !== undefined) return this.#crew.guard();
    // While it runs here, no timer or signal handler would get its turn.
    if (!isBounded && !isBlocking) return this.#crew.workers();
    if (threads === 1) return undefined;
    if (pace.estimate(left) < (isBlocking ? WORTH_SHARING_MS : WORTH_GIVING_AWAY_MS)) return undefined;
    // A caller that waits anyway may as well run the last gang itself.
    if (isBlocking && left <= gang) return undefined;
    // Real atomics on many threads may be slower than plain ones on one, and a short launch may gain nothing from a second thread. The first
    // chunk shows how long one thread takes.
    if (this.#done === 0 && (hasAtomics || pace.wantsTrial(left))) return undefined;
    this.#mayShare ??= pace.mayShare(left);
    return this.#mayShare ? this.#crew.pool() : undefined;
  }

  /** Gives the remaining work to other threads, if any have the program. */
  #share(pool: ThreadPool): ParallelLaunch | undefined {
    const { identity, localBytes, args, timeout, threads } = this.#launch;
    const { cut } = this.#launch;
    const left = cut.total - this.#done;
    const { program } = identity;
    let executable = program.parallel(true);
    let targets = this.#place(executable.privatised);
    if (targets.length > 0) {
      const { isWorthCopying, areApart } = imagePart("privateCopies");
      if (!isWorthCopying(targets, left) || !areApart(targets, this.#launch.spans())) {
        executable = program.parallel(false);
        targets = [];
      }
    }
    const { text, gang } = executable;
    const isAtGang = (this.#done % cut.row) % gang === 0;
    if (!text || !isAtGang || pool.workers.ready(text) === 0) return undefined;
    return new ParallelLaunch(this.#device, pool, identity, {
      executable,
      text,
      stackSize: executable.stackSize + localBytes,
      targets,
      args,
      begin: this.#done,
      cut: this.#launch.isInBlocks ? cut : { ...cut, gang },
      threads: Math.min(threads, Math.ceil(left / gang)),
      timeout,
    });
  }

  /**
   * A launch with a timeout, or of a kernel that may not end, waits for workers that are still starting. If none starts, a launch with a timeout
   * fails, because nothing could end it on this thread.
   */
  #isWaiting({ isBlocking }: Turn): boolean {
    const { timeout, identity } = this.#launch;
    const isOfWorkers = !identity.program.isBounded && !isBlocking && this.#done === 0;
    if (timeout === undefined && !isOfWorkers) return false;
    const longest = isBlocking && !host.canBlock ? LONGEST_BLOCKED_START_MS : LONGEST_START_MS;
    this.#waitsUntil ??= performance.now() + longest;
    if (performance.now() < this.#waitsUntil) return true;
    if (timeout === undefined) return false;
    const remedy =
      "Await an event before the first launch with a timeout, so that threads can start, or launch it without.";
    throw new LanewiseError(
      "timeout",
      `Kernel ${identity.kernel} did not start: it has a timeout, and no thread that Lanewise can end started within ${longest / 1000} s. ${remedy}`,
    );
  }

  /** Adds the targets' storage. */
  #place(targets: readonly PrivatisedTarget[]): readonly PlacedTarget[] {
    if (targets.length === 0) return [];
    const { identity } = this.#launch;
    const captured = this.#launch.spans();
    return targets.map((target) => {
      if (target.kind === "global") return { ...target, place: identity.program.globalPlace(target.index) };
      const span = captured.find(({ index }) => index === target.index);
      return { ...target, place: span?.place ?? { address: 0, size: 0 } };
    });
  }

  #ownBlock(stackSize: number): number {
    try {
      return this.#device.threadBlock(stackSize);
    } catch (error) {
      throw this.#privateMemoryError(error);
    }
  }

  #runChunk(): Progress {
    const { identity, timeout, localBytes, args } = this.#launch;
    const { cut } = this.#launch;
    const { total } = cut;
    if (this.#done >= total) return "done";
    const { pace } = identity.program;
    const { run, stackSize } = identity.program.executable();
    const thread = this.#ownBlock(stackSize + localBytes);
    const end = chunkEnd(this.#done, this.#done === 0 ? pace.firstChunk(total) : pace.chunk, cut);
    const start = performance.now();
    if (timeout !== undefined) this.#deadline ??= start + timeout;
    this.#device.run(run, thread, args, this.#done, end, identity);
    const now = performance.now();
    pace.measured(end - this.#done, now - start);
    this.#done = end;
    if (this.#deadline !== undefined && now > this.#deadline && end < total) {
      const text = `Kernel ${identity.kernel} took longer than its timeout of ${timeout} ms.`;
      throw errorOfLaunch("timeout", text, identity);
    }
    return end < total ? "more" : "done";
  }
}

/** Waits for other threads: asks for another step, at once if blocking, else in 1 ms. */
function comeAgain(turn: Turn): Progress {
  if (turn.isBlocking) return "more";
  setTimeout(turn.resume, 1);
  return "away";
}
