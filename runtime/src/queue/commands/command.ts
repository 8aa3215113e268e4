// A command of a queue: work in steps of at most a fraction of a millisecond where possible, its state, its waiters, and what
// becomes of it when a command before it fails. The scheduler calls `step`, and `conclude` when its end may be told; this file decides
// nothing about order or time.

import type { LaunchProfile } from "@lanewise/ir";
import type { DeviceTimes, IssuedElsewhere } from "../../device/index.js";
import { LanewiseError } from "../../errors/index.js";
import { areIndependent, type Uses } from "../../memory/index.js";
import type { AbortSignalLike } from "./command-options.js";
import type { EventStatus, QueueEvent } from "./event.js";
import type { IssuedTraits } from "./issued-run.js";
import type { Lane } from "./scheduler.js";

/**
 * "more": call again; "away": others work, and resume the turn when they are done; "issued": the same of a device, which has all that it needs, so
 * that more can be issued to it; "held": of the program itself, which the process does not stay alive for; "done": it is complete.
 */
export type Progress = "more" | "away" | "issued" | "held" | "done";

/** A chance to do something. */
export interface Turn {
  /** Whether somebody waits and the event loop stands still: then nothing may be left to it, and no step is "away" but for a promise. */
  readonly isBlocking: boolean;
  /** To be called, at a later turn of the event loop, after a step that was "away". */
  readonly resume: () => void;
  /** Of a command of several: what was issued before, and must not have failed. */
  readonly after?: readonly IssuedElsewhere[];
}

/** What orders commands that use the same memory of the host (host-use.ts). */
export interface OrderedUse {
  /** The unfinished commands that have to be final before, but for those of the command's own `lane`, where that is in order. */
  conflicting(lane: Lane): Command[];
  /** From here on other commands see it. */
  submitted(command: Command, lane: Lane): void;
}

/** What a command does. `step` may throw, which fails the command. */
export interface Work {
  /** The kernel's name, where it is a launch. */
  readonly kernel?: string;
  /** Whether it prints: on one device such commands run one after the other. Absent: no. */
  readonly isPrinting?: boolean;
  /** The device's instance that it is issued to; absent: it is not issued. */
  readonly stream?: object | undefined;
  /** When its device ran it, where that knows. */
  readonly times?: DeviceTimes | undefined;
  /** Whether it may fail but by the loss of its device. Absent: yes. */
  readonly mayFail?: boolean;
  /** What it uses of the host's memory; undefined: nothing that other commands need to know of. */
  readonly hostUse?: OrderedUse | undefined;
  /** What it reads and writes, for a queue in order; asked before it has run, where commands before it are under way. Absent: anything. */
  uses?(): Uses;
  /** Whether it will take a while and leave threads free, so that it is worth it to look what may run beside it. Absent: no. */
  leavesThreads?(): boolean;
  step(turn: Turn): Progress;
  /** Called once when the work ended, in whichever way, also if no step was made (`hasBegun`): gives back arrays and blocks. */
  release(hasBegun: boolean): void;
  /** Of a launch, for who profiles the program; asked before `release`. */
  profile?(): LaunchProfile;
}

/** What a command waits for, and what may end it before it starts. */
export interface CommandOrder {
  /** Those that must be complete. */
  readonly dependencies: readonly Command[];
  readonly signals: readonly AbortSignalLike[];
  /** Those that must be final, in whichever way. */
  readonly predecessors: readonly Command[];
  /** The same of buffers: where one of them never runs, what it was to wait for must be final, too. Absent: none. */
  readonly behind?: readonly Command[];
}

/** `within`: of the device's clock, where the others are its; undefined: they are the host's. */
type Times = {
  readonly submit: number;
  start: number | undefined;
  end: number | undefined;
  within: number | undefined;
};
/** How a command ends that is not complete. */
type Failure = "failed" | "cancelled";

/** Those that have to be told of ends. */
const untold: (() => void)[] = [];
let isTelling = false;

/** One after the other, not one inside the other: a chain of dependants may be longer than the stack is deep. */
function tell(waiters: readonly (() => void)[]): void {
  for (const wake of waiters) untold.push(wake);
  if (isTelling) return;
  isTelling = true;
  try {
    // Grows meanwhile.
    for (const wake of untold) wake();
  } finally {
    untold.length = 0;
    isTelling = false;
  }
}

export class Command {
  /** What submitted it: "q.copy". */
  readonly #method: string;
  readonly #work: Work;
  readonly #onFailure: (command: Command) => void;
  #dependencies: readonly Command[];
  #predecessors: readonly Command[];
  #behind: readonly Command[];
  /** Where it ended before it has started: what it would have waited for. */
  #unawaited: readonly Command[] = [];
  /** Of performance.now(). */
  readonly times: Times = { submit: performance.now(), start: undefined, end: undefined, within: undefined };
  status: EventStatus = "submitted";
  /** The handle that the user has. */
  event: QueueEvent | undefined;
  #error: unknown;
  /** How its work has ended; it is final when that is told. */
  #ending: "complete" | Failure | undefined;
  #uses: Uses | undefined;
  /** Where this command failed because another one did: the first of these. */
  #origin: Command = this;
  #isIssued = false;
  #isObserved = false;
  #waiters: (() => void)[] | undefined;
  #stopListening: (() => void) | undefined;

  /** `onFailure` is told when it failed or was cancelled, also before this returns. Whether somebody waits for it is `isObserved`. */
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

  /** Whether its work has ended. In a queue in order it is final when those before it are. */
  get hasRun(): boolean {
    return this.#ending !== undefined;
  }

  /** Whether its device has all of it, and is not done. */
  get isIssued(): boolean {
    return this.#isIssued && this.#ending === undefined;
  }

  /** Whether its device completes it later than the calling thread could wait. */
  get completesLater(): boolean {
    return this.#work.stream !== undefined;
  }

  /** Whether it may be issued behind `before`, which its device has and is not done with. */
  follows(before: Command): boolean {
    const [own, other] = [this.#work, before.#work];
    if (!before.isIssued || own.stream === undefined || own.stream !== other.stream) return false;
    if (!own.hostUse || !other.hostUse) return true;
    // What a launch that fails has written to arrays of the host is taken back.
    const areLaunches = own.kernel !== undefined && other.kernel !== undefined;
    return (areLaunches && other.mayFail === false) || areIndependent(before.uses, this.uses);
  }

  /** What `followsAll` asks of it; undefined where its device has not got it. */
  get issuedTraits(): IssuedTraits | undefined {
    const { stream, hostUse, kernel, mayFail } = this.#work;
    if (!this.isIssued || stream === undefined) return undefined;
    return { stream, useHost: hostUse !== undefined, areSafeLaunches: kernel !== undefined && mayFail === false };
  }

  /** Whether it surely `follows` each of several that are issued. */
  followsAll({ stream, useHost, areSafeLaunches }: IssuedTraits): boolean {
    const own = this.#work;
    if (own.stream !== stream) return false;
    return !useHost || own.hostUse === undefined || (own.kernel !== undefined && areSafeLaunches);
  }

  /** Whether `isExpected` holds for all commands before it that have not run. */
  waitsOnlyFor(isExpected: (command: Command) => boolean): boolean {
    const isFine = (command: Command) => command.hasRun || isExpected(command);
    return this.#predecessors.every(isFine) && this.#dependencies.every(isFine);
  }

  /** Whether what may run beside it had better begin first; false when it has begun. */
  get leavesThreads(): boolean {
    return this.status === "submitted" && this.#work.leavesThreads?.() === true;
  }

  /** What it reads and writes, while it has not run. */
  get uses(): Uses {
    this.#uses ??= this.#work.uses?.() ?? "anything";
    return this.#uses;
  }

  /** Those that it still waits for. */
  get waitList(): readonly Command[] {
    return this.#dependencies.filter(({ isFinal }) => !isFinal);
  }

  /** A command before it that has not run; undefined if all have. */
  get unfinished(): Command | undefined {
    const isLeft = (command: Command) => !command.hasRun;
    return this.#predecessors.find(isLeft) ?? this.#dependencies.find(isLeft);
  }

  /** A command that must have run before this one may start; undefined if none is left. */
  get blocker(): Command | undefined {
    // Of a dependency that failed this one is told when it is final.
    const isLeft = (command: Command) =>
      !command.isFinal && command.#ending !== "complete" && !(command.#work.mayFail === false && this.follows(command));
    const before =
      this.#predecessors.find((command) => !command.hasRun && !this.follows(command)) ??
      Command.#firstLeft(this.#behind);
    return before ?? this.#dependencies.find(isLeft);
  }

  /** The first of `commands` that has not run, or that one of them was to wait for that never will. */
  static #firstLeft(commands: readonly Command[]): Command | undefined {
    for (const command of commands) {
      const left = command.hasRun ? Command.#firstLeft(command.#unawaited) : command;
      if (left) return left;
      command.#unawaited = [];
    }
    return undefined;
  }

  /** All that have not run, where one of `commands` never will what it was to wait for. */
  static #allLeft(commands: readonly Command[]): Command[] {
    const left = commands.flatMap((command) => (command.hasRun ? Command.#allLeft(command.#unawaited) : [command]));
    return left.length > 1 ? [...new Set(left)] : left;
  }

  /** Whether somebody has asked for the outcome, of it or of one that failed from the same cause, and so gets the error. */
  get isObserved(): boolean {
    return this.#isObserved || this.#origin.#isObserved;
  }

  /** The error of a command that failed or was cancelled. */
  get error(): unknown {
    return this.#error;
  }

  /** The failed command whose error is told in place of this one's; undefined: its own is. */
  get origin(): Command | undefined {
    return this.#origin !== this && this.#origin.status === "failed" ? this.#origin : undefined;
  }

  observe(): void {
    this.#isObserved = true;
    this.#origin.#isObserved = true;
  }

  /** Ends it, if it has not started. */
  cancel(reason: unknown): void {
    if (this.status === "submitted") this.#fail("cancelled", reason);
  }

  /** Does the next piece of work. Does not throw: a failed command is "done". Who steps it then concludes it. */
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

  /** Its work has ended, and this may be told. */
  conclude(): void {
    const ending = this.#ending;
    if (ending === undefined || this.isFinal) return;
    this.status = ending;
    // A chain of events, each after the one before, is not kept by its last.
    this.#dependencies = [];
    const waiters = this.#waiters ?? [];
    this.#waiters = undefined;
    if (ending !== "complete") this.#onFailure(this);
    tell(waiters);
  }

  /** A dependency is final: where it is not complete, this command does not run. */
  #follow(dependency: Command): void {
    // What is issued its device ends.
    if (dependency.status === "complete" || this.isFinal || this.#isIssued) return;
    const origin = dependency.#origin;
    this.#origin = origin;
    if (this.#isObserved) origin.#isObserved = true;
    const end = origin.status === "cancelled" ? "was cancelled" : "failed";
    const message = `${this.name} was not run: ${origin.name} ${end}, on which it depends.`;
    this.#fail("failed", new LanewiseError("dependency_failed", message, { cause: origin.#error }));
  }

  /** Ends it before it has started. */
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

  /** Resolves when the command is final, in whichever way. Does not count as waiting for its outcome. */
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
