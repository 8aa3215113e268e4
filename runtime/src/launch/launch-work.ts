// The work of one kernel launch, once it is made (launch.ts). It begins on the main thread, a chunk per step. Where enough is left to be
// worth it, and workers are there, the rest becomes a job for all threads (parallel-launch.ts).

import type { PrivatisedTarget } from "@lanewise/codegen";
import { type LaunchProfile, layoutOf } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { type Crew, type Cut, chunkEnd, type ThreadPool } from "../device/cpu/threads/index.js";
import { errorOfLaunch, estimateLaunch, type LaunchIdentity, type OnLog, toKernelError } from "../diagnostics/index.js";
import { LanewiseError } from "../errors/index.js";
import { host } from "../host/index.js";
import type { SpecializationValues } from "../images/constants/index.js";
import type { FoundKernel } from "../images/index.js";
import type { AskedVariant } from "../images/programs/index.js";
import { imagePart, parts } from "../images/registry/index.js";
import type { Allocation, Block, HostUse, TableSnapshot, Uses } from "../memory/index.js";
import { type OnProgress, type Progress, ProgressReports, type Turn, type Work } from "../queue/commands/index.js";
import type { ReducingLaunch } from "../reductions/index.js";
import { usesOfLaunch } from "./launch-uses.js";
import type { MovedArrays } from "./moved-arrays.js";
import { ParallelLaunch } from "./parallel-launch.js";
import { elementSize, type PlacedSpan, type PlacedTarget } from "./private-copies.js";
import { privateMemoryError } from "./private-memory.js";

/** What the queue says about a launch. */
export interface LaunchSettings {
  readonly name: string | undefined;
  readonly variant: AskedVariant;
  /** Where its kernel comes from, if not from what is loaded. */
  readonly find?: ((symbol: string) => FoundKernel) | undefined;
  /** What its command group has set. */
  readonly constants?: SpecializationValues | undefined;
  readonly crew: Crew;
  /** The most threads that may work on it. */
  readonly threads: number;
  /** In ms, from its start. */
  readonly timeout: number | undefined;
  /** Who gets what the kernel prints, asked when it is printed; undefined: the console. */
  readonly onLog: () => OnLog | undefined;
  /** Who is told how far it is, asked at each step. */
  readonly onProgress: () => OnProgress | undefined;
}

/** What is left, in ms of one thread, from which on other threads are woken for it; more where this one is woken, too. */
const WORTH_SHARING_MS = 0.1;
const WORTH_GIVING_AWAY_MS = 0.3;
/** Workers that have not started by then do not start; where a page's event loop stands still, they cannot. */
const LONGEST_START_MS = 30_000;
const LONGEST_BLOCKED_START_MS = 1000;

/** What a launch keeps until it is final. */
export interface Retained {
  /** Its argument block. */
  readonly block: Block;
  /** Those it was given. */
  readonly allocations: readonly Allocation[];
  readonly pointers: TableSnapshot | undefined;
  /** Captured arrays that are not in the device's memory. */
  readonly moved: MovedArrays | undefined;
  /** Of each thread's private memory: for local memory whose length the launch says. */
  readonly localBytes: number;
  readonly reducing?: ReducingLaunch;
}

export class LaunchWork implements Work {
  readonly #context: DeviceContext;
  readonly #identity: LaunchIdentity;
  readonly #settings: LaunchSettings;
  readonly #cutOf: () => Cut;
  #knownCut: Cut | undefined;
  readonly #block: Block;
  readonly #retained: Retained;
  #done = 0;
  #mayShare: boolean | undefined;
  #deadline: number | undefined;
  #waitsUntil: number | undefined;
  #parallel: ParallelLaunch | undefined;
  /** Whether it is left to this thread for want of memory. */
  #isAlone = false;
  #hasRing = false;
  #reports: ProgressReports | undefined;

  constructor(
    context: DeviceContext,
    identity: LaunchIdentity,
    settings: LaunchSettings,
    cut: () => Cut,
    retained: Retained,
  ) {
    this.#context = context;
    this.#identity = identity;
    this.#settings = settings;
    this.#cutOf = cut;
    this.#block = retained.block;
    this.#retained = retained;
  }

  /** Depends on the program's code, which may be waited for. */
  get #cut(): Cut {
    this.#knownCut ??= this.#cutOf();
    return this.#knownCut;
  }

  get kernel(): string {
    return this.#identity.kernel;
  }

  get isPrinting(): boolean {
    return this.#identity.program.console !== undefined;
  }

  get hostUse(): HostUse | undefined {
    return this.#retained.moved?.use;
  }

  uses(): Uses {
    const { moved, reducing } = this.#retained;
    const others = [...(moved?.use.ranges ?? []), ...(reducing?.uses() ?? [])];
    return usesOfLaunch(this.#context, this.#identity.program, this.#spans(), others);
  }

  leavesThreads(): boolean {
    const { threads } = this.#settings;
    const { total, gang } = this.#cut;
    return total <= gang * (threads - 1) && this.#identity.program.pace.estimate(total) >= WORTH_GIVING_AWAY_MS;
  }

  step(turn: Turn): Progress {
    const loading = turn.isBlocking ? undefined : this.#identity.program.loading();
    if (loading) {
      loading.then(turn.resume);
      return "away";
    }
    const { onProgress } = this.#settings;
    if (onProgress()) this.#reports ??= new ProgressReports(this.kernel, this.#identity.range.total, onProgress);
    const progress = this.#work(turn);
    const { groupSize } = this.#identity.program;
    const items = this.#retained.reducing ? this.#identity.range.total / this.#cut.total : groupSize;
    this.#reports?.after(progress, () => items * (this.#parallel?.begunItems ?? this.#done));
    return progress;
  }

  #work(turn: Turn): Progress {
    const { console: ring } = this.#identity.program;
    const { moved, reducing } = this.#retained;
    moved?.begin();
    const progress = ring === undefined ? this.#advance(turn) : this.#advanceAndPrint(turn, ring);
    if (progress !== "done") return progress;
    reducing?.finish();
    moved?.copyBack();
    return progress;
  }

  /** Prints when the launch ends, also when it fails, before anybody is told. */
  #advanceAndPrint(turn: Turn, ring: number): Progress {
    const place = this.#identity.program.globalPlace(ring);
    const { emptyRing, printRing } = imagePart("printing");
    if (!this.#hasRing) {
      // Threads of a lost pool may still print.
      if (this.#context.endingPools > 0 && !turn.isBlocking) return comeAgain(turn);
      emptyRing(this.#context.memory.view.buffer, place);
      this.#hasRing = true;
    }
    const print = () => printRing(this.#context.memory.view.buffer, place, this.#identity, this.#settings.onLog());
    let progress: Progress;
    try {
      progress = this.#advance(turn);
    } catch (error) {
      print();
      throw error;
    }
    if (progress === "done") print();
    return progress;
  }

  #advance(turn: Turn): Progress {
    if (this.#parallel?.isStranded) this.#parallel = undefined;
    if (this.#parallel) return this.#stepParallel(this.#parallel, turn);
    if (this.#done === 0 && parts.check?.run(this.#context, this.#identity, this.#block.offset, this.#retained)) {
      this.#done = this.#cut.total;
      return "done";
    }
    const pool = this.#findHelp(turn);
    this.#parallel = pool && this.#share(pool);
    if (this.#parallel) return this.#stepParallel(this.#parallel, turn);
    return pool && this.#isWaiting(turn) ? comeAgain(turn) : this.#runChunk();
  }

  /** Where there is no room for all threads' private memory, there may be for one's. */
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
    return this.#settings.timeout !== undefined || (!this.#identity.program.isBounded && !isBlocking);
  }

  #privateMemoryError(cause: unknown): unknown {
    const { localBytes } = this.#retained;
    return privateMemoryError(this.#identity, this.#identity.program.executable(), localBytes, cause);
  }

  /** Ends it where what it retains is kept for others. */
  stop(): void {
    this.#reports?.stop();
  }

  release(hasBegun: boolean): void {
    this.stop();
    const { allocations, pointers, moved, reducing } = this.#retained;
    moved?.release(hasBegun);
    for (const allocation of allocations) this.#context.usm.release(allocation);
    if (pointers) this.#context.pointers.release(pointers);
    reducing?.release();
    this.#identity.program.places.release();
    this.#context.returnThreadBlock();
    this.#context.returnArguments(this.#block);
  }

  profile(): LaunchProfile {
    const { kernel, program, range } = this.#identity;
    return { kernel, items: range.total, estimate: estimateLaunch(program, range.total, this.#integers()) };
  }

  /** The lengths of captured arrays and the integers, as they stand in the argument block. */
  #integers(): readonly (number | undefined)[] {
    const { layout, parameters } = this.#identity.program;
    const { view } = this.#context.memory;
    return parameters.map(({ type }, index) => {
      const at = this.#block.offset + (layout.offsets[index] ?? 0);
      if (type === "i32" || type === "u32") return type === "i32" ? view.getInt32(at, true) : view.getUint32(at, true);
      return typeof type === "object" && type.kind === "span" ? view.getInt32(at + 4, true) : undefined;
    });
  }

  /** The pool, if it is worth it to give other threads what is left. */
  #findHelp({ isBlocking }: Turn): ThreadPool | undefined {
    const { threads, crew, timeout } = this.#settings;
    const { pace, hasAtomics, isBounded } = this.#identity.program;
    const left = this.#cut.total - this.#done;
    if (left === 0 || this.#isAlone) return undefined;
    if (timeout !== undefined) return crew.guard();
    // While it runs here, no timer and no signal's handler would get its turn.
    if (!isBounded && !isBlocking) return crew.workers();
    if (threads === 1) return undefined;
    if (pace.estimate(left) < (isBlocking ? WORTH_SHARING_MS : WORTH_GIVING_AWAY_MS)) return undefined;
    // Where the caller waits anyway, it may as well do the only work-item.
    if (isBlocking && left <= this.#cut.gang) return undefined;
    // Real atomics may be slower on many threads than plain ones on one. The first chunk shows what these are.
    if (hasAtomics && this.#done === 0) return undefined;
    this.#mayShare ??= pace.mayShare();
    return this.#mayShare ? crew.pool() : undefined;
  }

  /** Gives what is left to other threads, if there are any that have the program. */
  #share(pool: ThreadPool): ParallelLaunch | undefined {
    const left = this.#cut.total - this.#done;
    const { program } = this.#identity;
    let executable = program.parallel(true);
    let targets = this.#place(executable.privatised);
    if (targets.length > 0) {
      const { isWorthCopying, areApart } = imagePart("privateCopies");
      if (!isWorthCopying(targets, left) || !areApart(targets, this.#spans())) {
        executable = program.parallel(false);
        targets = [];
      }
    }
    const { text, gang } = executable;
    const { reducing } = this.#retained;
    const inBlocks = reducing !== undefined && reducing.blocks.kind !== "none";
    const isAtGang = (this.#done % this.#cut.row) % gang === 0;
    if (!text || !isAtGang || pool.workers.ready(text) === 0) return undefined;
    return new ParallelLaunch(this.#context, pool, this.#identity, {
      executable,
      text,
      stackSize: executable.stackSize + this.#retained.localBytes,
      targets,
      args: this.#block.offset,
      begin: this.#done,
      cut: { ...this.#cut, gang: inBlocks ? this.#cut.gang : gang },
      threads: Math.min(this.#settings.threads, Math.ceil(left / gang)),
      timeout: this.#settings.timeout,
    });
  }

  /**
   * A launch with a timeout, or of a kernel that may not end, waits for workers that have yet to start. Where none comes, the first one fails,
   * because on this thread nobody could end it.
   */
  #isWaiting({ isBlocking }: Turn): boolean {
    const { timeout } = this.#settings;
    const isOfWorkers = !this.#identity.program.isBounded && !isBlocking && this.#done === 0;
    if (timeout === undefined && !isOfWorkers) return false;
    const longest = isBlocking && !host.canBlock ? LONGEST_BLOCKED_START_MS : LONGEST_START_MS;
    this.#waitsUntil ??= performance.now() + longest;
    if (performance.now() < this.#waitsUntil) return true;
    if (timeout === undefined) return false;
    const remedy =
      "Await an event before the first launch with a timeout, so that threads can start, or launch it without.";
    throw new LanewiseError(
      "timeout",
      `Kernel ${this.kernel} has not begun: it has a timeout, and no thread that can be ended has started within ${longest / 1000} s. ${remedy}`,
    );
  }

  /** Where the targets lie: a span parameter's address and length stand in the argument block. */
  #place(targets: readonly PrivatisedTarget[]): readonly PlacedTarget[] {
    const { layout, globalPlace } = this.#identity.program;
    const { view } = this.#context.memory;
    return targets.map((target) => {
      if (target.kind === "global") return { ...target, place: globalPlace(target.index) };
      const at = this.#block.offset + (layout.offsets[target.index] ?? 0);
      const bytes = elementSize[target.element] * view.getInt32(at + 4, true);
      return { ...target, place: { address: view.getUint32(at, true), size: bytes } };
    });
  }

  /** The captured arrays, as they stand in the argument block. */
  #spans(): readonly PlacedSpan[] {
    const { layout, parameters, module } = this.#identity.program;
    const { view } = this.#context.memory;
    return parameters.flatMap(({ type }, index) => {
      if (typeof type === "string" || type.kind !== "span") return [];
      const at = this.#block.offset + (layout.offsets[index] ?? 0);
      const size = layoutOf(type.element, module.structs).size * view.getInt32(at + 4, true);
      return [{ index, place: { address: view.getUint32(at, true), size } }];
    });
  }

  #ownBlock(stackSize: number): number {
    try {
      return this.#context.threadBlock(stackSize);
    } catch (error) {
      throw this.#privateMemoryError(error);
    }
  }

  #runChunk(): Progress {
    const { total } = this.#cut;
    if (this.#done >= total) return "done";
    const { pace } = this.#identity.program;
    const executable = this.#identity.program.executable();
    const thread = this.#ownBlock(executable.stackSize + this.#retained.localBytes);
    const end = chunkEnd(this.#done, this.#done === 0 ? pace.firstChunk(total) : pace.chunk, this.#cut);
    const start = performance.now();
    const { timeout } = this.#settings;
    if (timeout !== undefined) this.#deadline ??= start + timeout;
    try {
      executable.run(this.#block.offset, thread, this.#done, end);
    } catch (error) {
      throw toKernelError(this.#context.memory.memory.buffer, thread, this.#identity, error);
    }
    const now = performance.now();
    pace.measured(end - this.#done, now - start);
    this.#done = end;
    if (this.#deadline !== undefined && now > this.#deadline && end < total) {
      const text = `Kernel ${this.#identity.kernel} took longer than its timeout of ${timeout} ms.`;
      throw errorOfLaunch("timeout", text, this.#identity);
    }
    return end < total ? "more" : "done";
  }
}

/** For what other threads are about to do. */
function comeAgain(turn: Turn): Progress {
  if (turn.isBlocking) return "more";
  setTimeout(turn.resume, 1);
  return "away";
}
