// Runs the commands of all queues on the main thread, in slices of 8 ms, between which the event loop runs. Queues take turns; nothing runs inside
// the submitting call. A queue (`Lane`) runs its commands in order, or each as soon as what it depends on is final. While others work on a command,
// it is away: what waits for it rests until it is resumed, and the process stays alive. While a device has it, it is issued: commands that may
// follow it there are issued, too, without waiting for it. Meanwhile, commands behind it in an in-order queue run, if they use other bytes; they
// become final only after it, so that nobody sees another order.

import { LanewiseError, lackedCapability } from "../../errors/index.js";
import { host } from "../../host/index.js";
import { areIndependent } from "../../memory/index.js";
import type { Command, Progress, Turn } from "./command.js";
import type { CommandLine } from "./command-line.js";
import { endRun, type IssuedRun, issuedRun, shiftRun } from "./issued-run.js";

const SLICE_MS = 8;
/** How many commands an in-order queue considers behind the one that it waits for. */
const REACH = 16;

/** The commands of one queue that are not final, in order of submission. */
export interface Lane {
  readonly commands: CommandLine;
  /** Whether each command waits for those before it, instead of only for its dependencies. */
  readonly isInOrder: boolean;
  /** The queue's context; used only as a key. */
  readonly context: object;
}

/** Queues with commands. */
const occupied = new Set<Lane>();
/** Queues with commands to run or to look at. */
const active: Lane[] = [];
/** How many commands keep the process alive (`Command.isAwaited`). */
let awaited = 0;
let isSliceDue = false;
let isStepping = false;
let isInSlice = false;

/** Appends a command to its queue; it runs after the current turn of the event loop. */
export function enqueue(lane: Lane, command: Command): void {
  // A dependency has failed already, or the signal was aborted.
  if (command.isFinal) return;
  command.lane = lane;
  if (lane.commands.length === 0) occupied.add(lane);
  const { last } = lane.commands;
  lane.commands.push(command);
  // Otherwise the queue is active already, or rests whatever is appended.
  if (lane.commands.length <= REACH || !lane.isInOrder || last?.isIssued) activate(lane);
}

/** Removes a command that ended without being run. */
export function withdraw(command: Command): void {
  const { lane } = command;
  if (!lane) return;
  remove(lane, command);
  concludeFirst(lane);
  if (lane.commands.length > 0) activate(lane);
}

/** Returns the last unfinished command of one of a context's queues; undefined if all are final. */
export function lastOf(context: object): Command | undefined {
  for (const lane of occupied) if (lane.context === context) return lane.commands.last;
  return undefined;
}

/** Runs due work until `command` is final. */
export function finish(command: Command): void {
  if (!command.isFinal && isStepping) {
    throw new LanewiseError(
      "invalid",
      "waitSync was called while a kernel or host task runs on this thread, so it would never return.",
    );
  }
  while (!command.isFinal) {
    let due = headOf(command);
    for (let { blocker } = due; blocker; blocker = due.blocker) due = headOf(blocker);
    if (due !== command && due.leavesThreads) beginBeside(due, command);
    if (due.completesLater) throw cannotWait(due);
    const progress = step(due, true);
    if (progress === "away" || progress === "held") throw neverEnding(due, progress);
  }
}

/** Starts the commands up to `command` that may run beside `due`, if other threads can run them. */
function beginBeside(due: Command, command: Command): void {
  const { lane } = due;
  if (!lane?.isInOrder || lane !== command.lane) return;
  const last = Math.min(REACH, lane.commands.indexOf(command) + 1);
  const passed: Command[] = [];
  for (const next of lane.commands.upTo(last)) {
    const isDue = next !== due && !next.hasRun && !next.blocker && !next.resting;
    if (isDue && mayOvertake(next, passed)) step(next, false);
    if (!next.hasRun) passed.push(next);
  }
}

/** Why blocking for a command would never end. */
const reasons = {
  away: { why: "waits for a promise", help: "Use `await event` or `await q.wait()`." },
  held: { why: "was not released", help: "Release it first: at the end of its `using` block, or with dispose()." },
};

function neverEnding({ name }: Command, progress: keyof typeof reasons): LanewiseError {
  const { why, help } = reasons[progress];
  return new LanewiseError("invalid", `${name} ${why}, so waitSync would never return.`, { help });
}

function cannotWait({ name }: Command): LanewiseError {
  return lackedCapability("waitSync", `waitSync for ${name}`, reasons.away.help);
}

function activate(lane: Lane): void {
  if (!active.includes(lane)) active.push(lane);
  if (isSliceDue || isInSlice) return;
  isSliceDue = true;
  host.defer(runDueSlice);
}

function deactivate(lane: Lane): void {
  const index = active.indexOf(lane);
  if (index >= 0) active.splice(index, 1);
}

function runDueSlice(): void {
  isSliceDue = false;
  runSlice();
}

function runSlice(): void {
  const end = performance.now() + SLICE_MS;
  isInSlice = true;
  try {
    // Queues take turns: the one that just made a step moves to the end.
    for (let lane = active[0]; lane !== undefined && performance.now() < end; lane = active[0]) {
      advance(lane);
      if (active[0] === lane && active.length > 1) active.push(...active.splice(0, 1));
    }
  } finally {
    isInSlice = false;
  }
  if (active[0]) activate(active[0]);
}

/** Makes one step of a command that can run. If none can, the queue rests until what it waits for comes back. */
function advance(lane: Lane): void {
  const waitsFor: Command[] = [];
  const command = dueIn(lane, waitsFor);
  if (command) {
    step(command, false);
    return;
  }
  for (const one of waitsFor) rest(lane, one);
  deactivate(lane);
}

/** Makes the function that resumes the command only for steps that ask for it: most end at once. */
class StepTurn implements Turn {
  readonly #command: Command;
  readonly isBlocking: boolean;

  constructor(command: Command, isBlocking: boolean) {
    this.#command = command;
    this.isBlocking = isBlocking;
  }

  get resume(): () => void {
    return () => resume(this.#command);
  }
}

/** If the command is away, the queue rests until it comes back. */
function rest(lane: Lane, { resting }: Command): void {
  if (resting && !resting.includes(lane)) resting.push(lane);
}

function step(command: Command, isBlocking: boolean): Progress {
  let progress: Progress = "more";
  isStepping = true;
  try {
    progress = command.step(new StepTurn(command, isBlocking));
  } finally {
    isStepping = false;
  }
  if (progress === "more" || progress === "done") comeBack(command);
  else command.resting ??= [];
  if ((progress === "away" || progress === "issued") && !command.isAwaited) {
    if (awaited === 0) host.keepAlive(true);
    awaited += 1;
    command.isAwaited = true;
  }
  const { lane } = command;
  if (lane?.commands.first === command && !command.hasRun) endRun(lane);
  if (progress === "done") conclude(command);
  return progress;
}

/**
 * Returns the command that can run now. Adds to `waitsFor` the commands that are away and that the queue waits for, unless they know it already.
 */
function dueIn(lane: Lane, waitsFor: Command[]): Command | undefined {
  const { commands, isInOrder } = lane;
  const { first } = commands;
  if (first && !first.resting) {
    if (!first.blocker) return first;
    endRun(lane);
  }
  const run = issuedRun(lane, rest);
  let seen: Set<Command> | undefined;
  /** In an in-order queue: commands behind the issued run that have not run. */
  const passed: Command[] = [];
  let reached = 0;
  let at = run.length;
  for (let command = commands.at(at); command; command = commands.at(++at)) {
    if (command.isIssued) {
      const due = returningFirst(command);
      if (due.resting) waitsFor.push(due);
      else if (!isInOrder || isApart(command, [...commands.upTo(run.length), ...passed])) return due;
      passed.push(command);
      continue;
    }
    reached += 1;
    if (isInOrder && reached > REACH) break;
    if (command.hasRun) continue;
    if (followsRun(lane, run, command) && mayOvertake(command, passed)) {
      if (!command.resting && !command.blocker) return command;
      seen ??= new Set();
      const due = dueFor(command, waitsFor, seen);
      if (due) return due;
    }
    if (isInOrder) passed.push(command);
  }
  return undefined;
}

function followsRun({ commands }: Lane, { traits, length }: IssuedRun, command: Command): boolean {
  return !traits || command.followsAll(traits) || mayOvertake(command, commands.upTo(length));
}

function isApart(command: Command, passed: readonly Command[]): boolean {
  return passed.every((before) => areIndependent(before.uses, command.uses));
}

/**
 * Returns the command that must come back from its device before an issued command's results are read: itself, or one that it was issued behind.
 */
function returningFirst(command: Command): Command {
  let due = command;
  for (let before = due.unfinished; before; before = due.unfinished) due = headOf(before);
  return due;
}

function mayOvertake(command: Command, passed: readonly Command[]): boolean {
  return passed.every((before) => command.follows(before) || areIndependent(before.uses, command.uses));
}

/** Returns what can run so that `command` can; undefined if that is away, or is in `seen`, where nothing was found. */
function dueFor(command: Command, waitsFor: Command[], seen: Set<Command>): Command | undefined {
  let due = command;
  while (!seen.has(due)) {
    seen.add(due);
    if (due.resting) {
      waitsFor.push(due);
      return undefined;
    }
    const { blocker } = due;
    if (!blocker) return due;
    // Events exist before commands that depend on them, so this terminates.
    due = headOf(blocker);
  }
  return undefined;
}

/** Returns the command that must run first for `command` to run: in an in-order queue, the queue's first. */
function headOf(command: Command): Command {
  const { lane } = command;
  return (lane?.isInOrder && lane.commands.first) || command;
}

/** Called when the others have finished. */
function resume(command: Command): void {
  comeBack(command);
  // The next command starts at once, not in a later turn of the event loop.
  if (!isInSlice && !isStepping) runSlice();
}

function comeBack(command: Command): void {
  const { resting } = command;
  if (!resting) return;
  command.resting = undefined;
  const { lane } = command;
  // The first command is checked anyway, and in an in-order queue the others wait for it.
  if (lane && lane.commands.first !== command) endRun(lane);
  if (command.isAwaited) {
    command.isAwaited = false;
    awaited -= 1;
    if (awaited === 0) host.keepAlive(false);
  }
  for (const lane of resting) if (lane.commands.length > 0) activate(lane);
}

/** Called when a command's work has ended. In an in-order queue it becomes final when those before it are. */
function conclude(command: Command): void {
  const { lane } = command;
  if (lane?.isInOrder) concludeFirst(lane);
  else {
    if (lane) remove(lane, command);
    command.conclude();
  }
}

function concludeFirst(lane: Lane): void {
  for (let first = lane.commands.first; first?.hasRun; first = lane.commands.first) {
    remove(lane, first);
    first.conclude();
  }
}

function remove(lane: Lane, command: Command): void {
  command.lane = undefined;
  // Any other one has come back, or was not issued: in both cases it is not in the issued run.
  if (lane.commands.first === command) shiftRun(lane);
  lane.commands.remove(command);
  if (lane.commands.length > 0) return;
  occupied.delete(lane);
  deactivate(lane);
}
