// Runs the commands of all queues from the main thread: in slices of 8 ms, then the event loop gets its turn. A queue is
// a list of commands in order; commands of different queues take turns. Nothing runs inside the submitting call. A
// command that other threads work on is away: its queue rests until it is resumed, and the process stays alive.

import type { Command, Progress, Turn } from "./command.js";
import { LanewiseError } from "./errors.js";
import { host } from "./host/host.js";

const SLICE_MS = 8;

/** The commands of one queue that are not final, in order of submission. */
export interface Lane {
  readonly commands: Command[];
  /** The queue's context, by what it is told from others. */
  readonly context: object;
}

const lanes = new Map<Command, Lane>();
/** Lanes that have something to do here. */
const active: Lane[] = [];
/** Commands that other threads work on, and the lanes that rest until they come back. */
const away = new Map<Command, Set<Lane>>();
let isSliceDue = false;
let isStepping = false;
let isInSlice = false;

/** Puts a command at the end of its lane and sees to it that it runs after the current turn of the event loop. */
export function enqueue(lane: Lane, command: Command): void {
  lanes.set(command, lane);
  lane.commands.push(command);
  // Else the lane is active, or rests.
  if (lane.commands.length === 1) activate(lane);
}

/** The last of all commands of a context's queues that are not final; undefined if all are. */
export function lastOf(context: object): Command | undefined {
  return [...lanes].filter(([, lane]) => lane.context === context).at(-1)?.[0];
}

/** Runs due work until `command` is final. */
export function finish(command: Command): void {
  if (!command.isFinal && isStepping) {
    throw new LanewiseError(
      "invalid",
      "waitSync was called while a kernel runs on this thread, so it would never return.",
    );
  }
  while (!command.isFinal) {
    const lane = lanes.get(command);
    if (lane === undefined) return;
    advance(lane, true);
  }
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
    // Lanes take turns: the one that just did a step goes to the end.
    for (let lane = active[0]; lane !== undefined && performance.now() < end; lane = active[0]) {
      advance(lane, false);
      if (active[0] === lane && active.length > 1) active.push(...active.splice(0, 1));
    }
  } finally {
    isInSlice = false;
  }
  if (active[0]) activate(active[0]);
}

/** One step of the lane's first command, or of what that command waits for. */
function advance(lane: Lane, isBlocking: boolean): void {
  const due = dueIn(lane);
  if (!due) return;
  const { command } = due;
  let progress: Progress = "more";
  isStepping = true;
  try {
    progress = command.step(isBlocking ? blockingTurn : { isBlocking, resume: () => resume(command) });
  } finally {
    isStepping = false;
  }
  if (progress !== "away") {
    comeBack(command);
    if (progress === "done") retire(due.lane, command);
    return;
  }
  const resting = away.get(command) ?? new Set();
  if (away.size === 0) host.keepAlive(true);
  away.set(command, resting);
  for (const affected of [due.lane, lane]) {
    resting.add(affected);
    deactivate(affected);
  }
}

const blockingTurn: Turn = { isBlocking: true, resume: () => undefined };

/** The command that can run now, so that the lane gets on. */
function dueIn(lane: Lane): { readonly lane: Lane; readonly command: Command } | undefined {
  const [command] = lane.commands;
  const blocker = command?.dependencies.find((dependency) => !dependency.isFinal);
  const blockingLane = blocker && lanes.get(blocker);
  // Events exist before what depends on them is submitted, so that the recursion ends.
  if (blockingLane) return dueIn(blockingLane);
  return command && { lane, command };
}

/** Others have done their part. */
function resume(command: Command): void {
  comeBack(command);
  // What comes next starts at once, not at a later turn of the event loop.
  if (!isInSlice && !isStepping) runSlice();
}

function comeBack(command: Command): void {
  const resting = away.get(command);
  if (!resting) return;
  away.delete(command);
  if (away.size === 0) host.keepAlive(false);
  for (const lane of resting) if (lane.commands.length > 0) activate(lane);
}

function retire(lane: Lane, command: Command): void {
  lane.commands.shift();
  lanes.delete(command);
  if (lane.commands.length === 0) deactivate(lane);
}
