// How rows of execution/ and linking/ are measured: variants take turns on one queue, a ratio is of the same round, and its median counts.

import type { Queue } from "lanewise";
import { median } from "../statistics.js";

const rounds = 21;
/** Of each variant: the engine compiles what runs often once more, in the background. */
const warmUpMs = 400;
/** Of one sample, at least. */
const sampleMs = 10;

/** Enqueues the work once. */
export type Variant = () => void;
export type Times = Readonly<Record<string, readonly number[]>>;

export interface Measured {
  /** How often as fast as what it is compared with: 1 is as fast. */
  readonly value: number;
  /** Medians, by variant. */
  readonly us: Readonly<Record<string, number>>;
}

/** Milliseconds since some time. */
export type Clock = () => number;

/** Of what the process has run: on a machine with much else to do, time is not what the work takes. */
export const processorTime: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Microseconds of each, round by round; every round begins with another one. */
export function alternating<Name extends string>(
  q: Queue,
  variants: Readonly<Record<Name, Variant>>,
  clock: Clock = () => performance.now(),
): Readonly<Record<Name, readonly number[]>> {
  // The keys of a record of Name are Names.
  const names = Object.keys(variants) as Name[];
  const repetitions = Object.fromEntries(names.map((name) => [name, repetitionsOf(q, variants[name], clock)]));
  const times = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length];
      if (name !== undefined) times[name]?.push(sample(q, variants[name], repetitions[name] ?? 1, clock));
    }
  }
  // It has the names it was made of.
  return times as Record<Name, number[]>;
}

function repetitionsOf(q: Queue, variant: Variant, clock: Clock): number {
  const begin = clock();
  while (clock() - begin < warmUpMs) sample(q, variant, 1, clock);
  return Math.max(1, Math.ceil((sampleMs * 1000) / sample(q, variant, 3, clock)));
}

function sample(q: Queue, variant: Variant, repetitions: number, clock: Clock): number {
  const start = clock();
  for (let i = 0; i < repetitions; i++) variant();
  q.waitSync();
  return ((clock() - start) * 1000) / repetitions;
}

/** The median of the rounds' ratios. */
export function ratio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((time, round) => time / (under[round] ?? Number.NaN)));
}

export function medians(times: Times): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** Variants that compute something else are no comparison. */
export function checkClose(found: ArrayLike<number>, expected: ArrayLike<number>, relative = 0): void {
  for (let i = 0; i < expected.length; i++) {
    const [is, wanted] = [found[i] ?? Number.NaN, expected[i] ?? Number.NaN];
    if (!(Math.abs(is - wanted) <= relative * Math.abs(wanted))) {
      throw new Error(`element ${i} of the result is ${is}; expected ${wanted}`);
    }
  }
}
