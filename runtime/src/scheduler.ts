// Runs the commands of all queues on the main thread: in slices of 8 ms, then the event loop gets its turn. A queue is a
// list of commands in order; commands of different queues take turns. Nothing runs inside the submitting call.

import type { Command } from "./command.js";
import { LanewiseError } from "./errors.js";
import { host } from "./host/host.js";

const SLICE_MS = 8;

/** The commands of one queue that are not final, in order of submission. */
export interface Lane {
  readonly commands: Command[];
}

const lanes = new Map<Command, Lane>();
const active: Lane[] = [];
let isSliceDue = false;
let isStepping = false;

/** Puts a command at the end of its lane and sees to it that it runs after the current turn of the event loop. */
export function enqueue(lane: Lane, command: Command): void {
  lanes.set(command, lane);
  lane.commands.push(command);
  if (!active.includes(lane)) active.push(lane);
  requestSlice();
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
    advance(lane);
  }
}

function requestSlice(): void {
  if (isSliceDue) return;
  isSliceDue = true;
  host.defer(runSlice);
}

function runSlice(): void {
  isSliceDue = false;
  const end = performance.now() + SLICE_MS;
  // Lanes take turns: the one that just did a step goes to the end.
  for (let lane = active[0]; lane !== undefined && performance.now() < end; lane = active[0]) {
    advance(lane);
    if (active[0] === lane) active.push(...active.splice(0, 1));
  }
  if (active.length > 0) requestSlice();
}

/** One step of the lane's first command, or of what that command waits for. */
function advance(lane: Lane): void {
  const command = lane.commands[0];
  if (command === undefined) return;
  const blocker = command.dependencies.find((dependency) => !dependency.isFinal);
  const blockingLane = blocker && lanes.get(blocker);
  // Events exist before what depends on them is submitted, so that the recursion ends.
  if (blockingLane) {
    advance(blockingLane);
    return;
  }
  isStepping = true;
  try {
    command.step();
  } finally {
    isStepping = false;
    if (command.isFinal) retire(lane, command);
  }
}

function retire(lane: Lane, command: Command): void {
  lane.commands.shift();
  lanes.delete(command);
  if (lane.commands.length === 0) active.splice(active.indexOf(lane), 1);
}
