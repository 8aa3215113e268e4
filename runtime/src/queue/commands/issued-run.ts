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

export interface IssuedRun {
  /** How many of the queue's first commands belong to it. */
  length: number;
  traits: IssuedTraits | undefined;
}

const runs = new WeakMap<Lane, IssuedRun>();

/**
 * Returns the run of `lane`: its first commands, as far as they are issued and away, and wait for no commands of other queues. Calls `onNew` for each
 * one that joins it.
 */
export function issuedRun(lane: Lane, onNew: (lane: Lane, command: Command) => void): Readonly<IssuedRun> {
  let run = runs.get(lane);
  if (!run) {
    run = { length: 0, traits: undefined };
    runs.set(lane, run);
  }
  const own = lane.isInOrder ? lane : undefined;
  for (let next = lane.commands.at(run.length); next; next = lane.commands.at(run.length)) {
    const traits = next.resting && next.waitsOnlyIn(own) ? next.issuedTraits : undefined;
    if (!traits || (run.traits && run.traits.stream !== traits.stream)) break;
    run.traits = run.traits ? common(run.traits, traits) : traits;
    run.length++;
    onNew(lane, next);
  }
  return run;
}

/** Most commands of a run are alike. */
function common(all: IssuedTraits, next: IssuedTraits): IssuedTraits {
  const useHost = all.useHost || next.useHost;
  const areSafeLaunches = all.areSafeLaunches && next.areSafeLaunches;
  return useHost === all.useHost && areSafeLaunches === all.areSafeLaunches
    ? all
    : { stream: all.stream, useHost, areSafeLaunches };
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
