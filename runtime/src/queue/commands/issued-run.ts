// The commands at the front of a lane that their device has: nothing can be done about them until one comes back, and what follows them is
// decided for all at once. So a queue with many of them does not look at each one for every step. The scheduler says when it no longer holds.

import type { Command } from "./command.js";
import type { Lane } from "./scheduler.js";

/** What commands of one device have in common (`Command.followsAll`). */
export interface IssuedTraits {
  readonly stream: object;
  readonly useHost: boolean;
  /** Whether all are launches that cannot fail. */
  readonly areSafeLaunches: boolean;
}

interface IssuedRun {
  /** How many of the lane's first commands it has. */
  length: number;
  traits: IssuedTraits | undefined;
}

const runs = new WeakMap<Lane, IssuedRun>();

/** What the scheduler knows of commands. */
interface Known {
  /** Whether its device has it and has not told of it. */
  readonly isAway: (command: Command) => boolean;
  readonly laneOf: (command: Command) => Lane | undefined;
  /** Is told of each command that becomes part of the run. */
  readonly onNew: (command: Command) => void;
}

/** The lane's first commands, as far as they are issued and away, and wait for no commands of other lanes. */
export function issuedRun(lane: Lane, { isAway, laneOf, onNew }: Known): Readonly<IssuedRun> {
  const run = runs.get(lane) ?? { length: 0, traits: undefined };
  runs.set(lane, run);
  const isOwn = (command: Command) => lane.isInOrder && laneOf(command) === lane;
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

/** The lane's first command is gone: the others are as they were. */
export function shiftRun(lane: Lane): void {
  const run = runs.get(lane);
  if (run && run.length > 0) run.length--;
  if (run?.length === 0) run.traits = undefined;
}

/** Something about one of its commands is other than before. */
export function endRun(lane: Lane): void {
  runs.delete(lane);
}
