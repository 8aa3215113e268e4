// A command of a queue: its work, in steps of at most a fraction of a millisecond where possible, its state, its waiters, and what happens to it if
// a command before it fails. The scheduler calls `step`, and `conclude` when it may announce the command's end; this file decides nothing about
// order or time.

import type { LaunchProfile } from "@lanewise/ir";
import type { DeviceTimes, IssuedElsewhere } from "../../device/index.js";
import { LanewiseError } from "../../errors/index.js";
import { areIndependent, type Uses } from "../../memory/index.js";
import type { AbortSignalLike } from "./command-options.js";
import type { EventStatus, QueueEvent } from "./event.js";
import type { IssuedTraits } from "./issued-run.js";
import type { Lane } from "./scheduler.js";

/**
 * "more": call again. "away": others work, and resume the turn when they are done. "issued": the same, but a device has the whole command, so that
 * more can be issued to it. "held": the program itself has to act, for which the process does not stay alive. "done": the command is complete.
 */
export type Progress = "more" | "away" | "issued" | "held" | "done";

/** One call of `step`. */
export interface Turn {
  /** Whether somebody blocks the thread, so that the event loop does not run: then no step may rely on it or be "away", except for a promise. */
  readonly isBlocking: boolean;
  /** Called after a step that was "away", at a later turn of the event loop. */
  readonly resume: () => void;
  /** For a command that consists of several: what was issued before it and must not fail. */
  readonly after?: readonly IssuedElsewhere[];
}

/** Orders commands that use the same host memory (host-use.ts). */
export interface OrderedUse {
  /** Returns the unfinished commands that must be final before this one, except those of its own `lane` if that is in order. */
  conflicting(lane: Lane): readonly Command[];
  /** Makes the use visible to other commands. */
  submitted(command: Command, lane: Lane): void;
}

/** The work of a command. If `step` throws, the command fails. */
export interface Work {
  /** The kernel's name; only for launches. */
  readonly kernel?: string;
  /** Whether it prints: such commands run one after the other on a device. Absent: no. */
  readonly isPrinting?: boolean;
  /** The device instance that it is issued to; absent if it is not issued. */
  readonly stream?: object | undefined;
  /** When its device ran it, if the device measures that. */
  readonly times?: DeviceTimes | undefined;
  /** Whether it may fail other than by the loss of its device. Absent: yes. */
  readonly mayFail?: boolean;
  /** The host memory that it uses; undefined if other commands need not know. */
  readonly hostUse?: OrderedUse | undefined;
  /** Returns the bytes that it reads and writes. In-order queues ask before it has run, while commands before it are running. Absent: anything. */
  uses?(): Uses;
  /** Whether it will take a while and leave threads idle, so that it pays to look for commands to run beside it. Absent: no. */
  leavesThreads?(): boolean;
  step(turn: Turn): Progress;
  /** Gives back arrays and blocks. Called once when the work has ended in any way, even if it made no step (`hasBegun`). */
  release(hasBegun: boolean): void;
  /** For launches, when the program is profiled; called before `release`. */
  profile?(): LaunchProfile;
}

/** The commands that a command waits for, and the signals that cancel it before it starts. */
export interface CommandOrder {
  /** Commands that must be complete. */
  readonly dependencies: readonly Command[];
  readonly signals: readonly AbortSignalLike[];
  /** Commands that must be final, whatever their outcome. */
  readonly predecessors: readonly Command[];
  /** The same for buffers: if one of them never runs, the commands that it would have waited for must be final, too. Absent: none. */
  readonly behind?: readonly Command[];
}

/** `within`: how far the device's clock may be off, if it measured the other times; undefined if the host did. */
type Times = {
  readonly submit: number;
  start: number | undefined;
  end: number | undefined;
  within: number | undefined;
};
/** How a command ends without completing. */
type Failure = "failed" | "cancelled";

/** Waiters that still have to be called. */
const untold: (() => void)[] = [];
let isTelling = false;

/** Calls waiters one after the other instead of recursively: a chain of dependants may be longer than the stack is deep. */
function tell(waiters: readonly (() => void)[]): void {
  for (const wake of waiters) untold.push(wake);
  if (isTelling) return;
  isTelling = true;
  try {
    // The list grows meanwhile.
    for (const wake of untold) wake();
  } finally {
    untold.length = 0;
    isTelling = false;
  }
}

export class Command {
  /** The method that submitted it: "q.copy". */
  readonly #method: string;
  readonly #work: Work;
  readonly #onFailure: (command: Command) => void;
  #dependencies: readonly Command[];
  #predecessors: readonly Command[];
  #behind: readonly Command[];
  /** If it ended before it started: what it would have waited for. */
  #unawaited: readonly Command[] = [];
  /** In the time of `performance.now()`. */
  readonly times: Times = { submit: performance.now(), start: undefined, end: undefined, within: undefined };
  status: EventStatus = "submitted";
  /** The user's handle. */
  event: QueueEvent | undefined;
  #error: unknown;
  /** How its work ended; the command is final once `conclude` has announced that. */
  #ending: "complete" | Failure | undefined;
  #uses: Uses | undefined;
  /** The queue that it is in, until it is final; the scheduler's. */
  lane: Lane | undefined;
  /** While others work on it: the queues that rest until it comes back; the scheduler's. */
  resting: Lane[] | undefined;
  /** Whether the process stays alive for it; the scheduler's. */
  isAwaited = false;
  /** The command that failed first, if this one failed because of it. */
  #origin: Command = this;
  #isIssued = false;
  #isObserved = false;
  #waiters: (() => void)[] | undefined;
  #stopListening: (() => void) | undefined;

  /** Calls `onFailure` when the command fails or is cancelled, possibly before this returns. `isObserved` says whether somebody waits for it. */
  constructor(method: string, work: Work, order: CommandOrder, onFailure: (command: Command) => void) {
    this.#method = method;
    this.#work = work;
    this.#dependencies = order.dependencies;
    this.#predecessors = order.predecessors;
    this.#behind = order.behind ?? [];
    this.#onFailure = onFailure;
    if (order.signals.length > 0) this.#listen(order.signals);
    for (const dependency of order.dependencies) {
      if (dependency.isFinal) this.#follow(dependency);
      else dependency.#wakeAtEnd(() => this.#follow(dependency));
    }
  }

  /** For messages: "q.copy", "Kernel saxpy". */
  get name(): string {
    return this.#work.kernel === undefined ? this.#method : `Kernel ${this.#work.kernel}`;
  }

  get isFinal(): boolean {
    return this.status !== "submitted" && this.status !== "running";
  }

  /** Whether its work has ended. In an in-order queue it is final only when those before it are. */
  get hasRun(): boolean {
    return this.#ending !== undefined;
  }

  /** Whether its device has all of it but has not finished. */
  get isIssued(): boolean {
    return this.#isIssued && this.#ending === undefined;
  }

  /** Whether its device completes it only after the calling thread has returned to the event loop, so that blocking cannot wait for it. */
  get completesLater(): boolean {
    return this.#work.stream !== undefined;
  }

  /** Whether it may be issued behind `before`, which its device has but has not finished. */
  follows(before: Command): boolean {
    const [own, other] = [this.#work, before.#work];
    if (!before.isIssued || own.stream === undefined || own.stream !== other.stream) return false;
    if (!own.hostUse || !other.hostUse) return true;
    // When a launch fails, its writes to host arrays are undone.
    const areLaunches = own.kernel !== undefined && other.kernel !== undefined;
    return (areLaunches && other.mayFail === false) || areIndependent(before.uses, this.uses);
  }

  /** The traits that `followsAll` needs; undefined if it is not issued to a device. */
  get issuedTraits(): IssuedTraits | undefined {
    const { stream, hostUse, kernel, mayFail } = this.#work;
    if (!this.isIssued || stream === undefined) return undefined;
    return { stream, useHost: hostUse !== undefined, areSafeLaunches: kernel !== undefined && mayFail === false };
  }

  /** Whether it certainly `follows` each of several issued commands. */
  followsAll({ stream, useHost, areSafeLaunches }: IssuedTraits): boolean {
    const own = this.#work;
    if (own.stream !== stream) return false;
    return !useHost || own.hostUse === undefined || (own.kernel !== undefined && areSafeLaunches);
  }

  /** Whether all commands before it that have not run are in `lane`; without a lane, whether all have run. */
  waitsOnlyIn(lane: Lane | undefined): boolean {
    // Runs for each issued command, so it makes no function.
    for (const command of this.#predecessors) if (!command.#hasRunOrIsIn(lane)) return false;
    for (const command of this.#dependencies) if (!command.#hasRunOrIsIn(lane)) return false;
    return true;
  }

  #hasRunOrIsIn(lane: Lane | undefined): boolean {
    return this.hasRun || (lane !== undefined && this.lane === lane);
  }

  /** Whether commands that may run beside it should begin first; false once it has begun. */
  get leavesThreads(): boolean {
    return this.status === "submitted" && this.#work.leavesThreads?.() === true;
  }

  /** The bytes that it reads and writes; only valid until it has run. */
  get uses(): Uses {
    this.#uses ??= this.#work.uses?.() ?? "anything";
    return this.#uses;
  }

  /** The dependencies that it still waits for. */
  get waitList(): readonly Command[] {
    return this.#dependencies.filter(({ isFinal }) => !isFinal);
  }

  /** A command before it that has not run; undefined if all have run. */
  get unfinished(): Command | undefined {
    const isLeft = (command: Command) => !command.hasRun;
    return this.#predecessors.find(isLeft) ?? this.#dependencies.find(isLeft);
  }

  /** A command that must run before this one may start; undefined if none is left. */
  get blocker(): Command | undefined {
    // Runs several times for each command, so it makes no function.
    for (const command of this.#predecessors) if (!command.hasRun && !this.follows(command)) return command;
    const behind = Command.#firstLeft(this.#behind);
    if (behind) return behind;
    for (const command of this.#dependencies) if (this.#waitsFor(command)) return command;
    return undefined;
  }

  /** A failed dependency blocks until it is final: then `#follow` fails this command. */
  #waitsFor(dependency: Command): boolean {
    if (dependency.isFinal || dependency.#ending === "complete") return false;
    return dependency.#work.mayFail !== false || !this.follows(dependency);
  }

  /** Returns the first of `commands` that has not run, or, for one that ended without running, the first that it would have waited for. */
  static #firstLeft(commands: readonly Command[]): Command | undefined {
    for (const command of commands) {
      const left = command.hasRun ? Command.#firstLeft(command.#unawaited) : command;
      if (left) return left;
      command.#unawaited = [];
    }
    return undefined;
  }

  /** Returns all `commands` that have not run; for those that ended without running, the ones that they would have waited for. */
  static #allLeft(commands: readonly Command[]): Command[] {
    const left = commands.flatMap((command) => (command.hasRun ? Command.#allLeft(command.#unawaited) : [command]));
    return left.length > 1 ? [...new Set(left)] : left;
  }

  /** Whether somebody has asked for its outcome, or for that of a command that failed from the same cause, and so gets the error. */
  get isObserved(): boolean {
    return this.#isObserved || this.#origin.#isObserved;
  }

  /** The error of a command that failed or was cancelled. */
  get error(): unknown {
    return this.#error;
  }

  /** The failed command whose error is reported instead of this one's; undefined if its own is. */
  get origin(): Command | undefined {
    return this.#origin !== this && this.#origin.status === "failed" ? this.#origin : undefined;
  }

  observe(): void {
    this.#isObserved = true;
    this.#origin.#isObserved = true;
  }

  /** Cancels it, if it has not started. */
  cancel(reason: unknown): void {
    if (this.status === "submitted") this.#fail("cancelled", reason);
  }

  /** Does the next piece of work. Does not throw: a failed command is "done". The caller then concludes it. */
  step(turn: Turn): Progress {
    if (this.status === "submitted") {
      this.status = "running";
      this.times.start = performance.now();
      this.#stopListening?.();
    }
    let progress: Progress;
    try {
      progress = this.#work.step(turn);
    } catch (error) {
      this.#error = error;
      this.#end("failed");
      return "done";
    }
    this.#isIssued = progress === "issued";
    if (progress === "done") this.#end("complete");
    return progress;
  }

  /** Announces that its work has ended. */
  conclude(): void {
    const ending = this.#ending;
    if (ending === undefined || this.isFinal) return;
    this.status = ending;
    // Otherwise the last event of a chain would keep the whole chain alive.
    this.#dependencies = [];
    const waiters = this.#waiters;
    this.#waiters = undefined;
    if (ending !== "complete") this.#onFailure(this);
    if (waiters) tell(waiters);
  }

  /** Called when a dependency is final: if it is not complete, this command fails without running. */
  #follow(dependency: Command): void {
    // The device ends what is issued.
    if (dependency.status === "complete" || this.isFinal || this.#isIssued) return;
    const origin = dependency.#origin;
    this.#origin = origin;
    if (this.#isObserved) origin.#isObserved = true;
    const end = origin.status === "cancelled" ? "was cancelled" : "failed";
    const message = `${this.name} did not run, because it depends on ${origin.name}, which ${end}.`;
    this.#fail("failed", new LanewiseError("dependency_failed", message, { cause: origin.#error }));
  }

  /** Ends it before it starts. */
  #fail(status: Failure, error: unknown): void {
    this.#error = error;
    this.#unawaited = Command.#allLeft([...this.#dependencies, ...this.#behind]);
    this.#end(status);
    this.conclude();
  }

  #end(ending: "complete" | Failure): void {
    this.#ending = ending;
    this.times.end = performance.now();
    const { times } = this.#work;
    if (times) Object.assign(this.times, times);
    this.#stopListening?.();
    this.#predecessors = [];
    this.#behind = [];
    this.#work.release(this.times.start !== undefined);
  }

  #listen(signals: readonly AbortSignalLike[]): void {
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted) {
      this.cancel(aborted.reason);
      return;
    }
    const listeners = signals.map((signal) => ({ signal, cancel: () => this.cancel(signal.reason) }));
    for (const { signal, cancel } of listeners) signal.addEventListener("abort", cancel);
    this.#stopListening = () => {
      this.#stopListening = undefined;
      for (const { signal, cancel } of listeners) signal.removeEventListener("abort", cancel);
    };
  }

  #wakeAtEnd(wake: () => void): void {
    this.#waiters ??= [];
    this.#waiters.push(wake);
  }

  /** Resolves when the command is final, whatever its outcome. Does not count as observing the outcome. */
  finality(): Promise<void> {
    return this.isFinal ? Promise.resolve() : new Promise((resolve) => this.#wakeAtEnd(resolve));
  }

  throwIfFailed(): void {
    this.observe();
    if (this.status === "failed" || this.status === "cancelled") throw this.#error;
  }

  /** Resolves when the command is complete; rejects with its error. */
  async settled(): Promise<void> {
    this.observe();
    await this.finality();
    this.throwIfFailed();
  }
}
