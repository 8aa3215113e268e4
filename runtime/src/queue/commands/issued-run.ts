// The issued run: the commands at the front of a queue that its device already has. Nothing can be done about them until one returns, and commands
// behind them are checked against all of them at once, so that long queues need not look at each one in every step. The scheduler says when the run
// ends.

import type { Command } from "./command.js";
import type { Lane } from "./scheduler.js";

/** The common traits of a run's issued commands (`Command.followsAll`). */
export interface IssuedTraits {
  readonly stream: object;
  readonly useHost: boolean;
  /** Whether all are launches that cannot fail. */
  readonly areSafeLaunches: boolean;
}

interface IssuedRun {
  /** How many of the queue's first commands belong to it. */
  length: number;
  traits: IssuedTraits | undefined;
}

const runs = new WeakMap<Lane, IssuedRun>();

/** The scheduler's knowledge about commands. */
interface Known {
  /** Whether others work on it. */
  readonly isAway: (command: Command) => boolean;
  /** Called for each command that joins the run. */
  readonly onNew: (command: Command) => void;
}

/** Returns the run of `lane`: its first commands, as far as they are issued and away, and wait for no commands of other queues. */
export function issuedRun(lane: Lane, { isAway, onNew }: Known): Readonly<IssuedRun> {
  const run = runs.get(lane) ?? { length: 0, traits: undefined };
  runs.set(lane, run);
  const isOwn = (command: Command) => lane.isInOrder && command.lane === lane;
  for (let next = lane.commands[run.length]; next; next = lane.commands[run.length]) {
    const traits = isAway(next) && next.waitsOnlyFor(isOwn) ? next.issuedTraits : undefined;
    if (!traits || (run.traits && run.traits.stream !== traits.stream)) break;
    run.traits = {
      stream: traits.stream,
      useHost: traits.useHost || run.traits?.useHost === true,
      areSafeLaunches: traits.areSafeLaunches && run.traits?.areSafeLaunches !== false,
    };
    run.length++;
    onNew(next);
  }
  return run;
}

/** Removes the first command of `lane` from the run; the others are unchanged. */
export function shiftRun(lane: Lane): void {
  const run = runs.get(lane);
  if (run && run.length > 0) run.length--;
  if (run?.length === 0) run.traits = undefined;
}

/** Discards the run of `lane`, since the state of one of its commands has changed. */
export function endRun(lane: Lane): void {
  runs.delete(lane);
}
