// Times contenders interleaved: in every round each has one sample, so that whatever else the machine does meets all alike. A
// sample repeats the work for at least `sampleMs`. Of the rounds of a run the least time counts (noise only adds); ratios are
// made within a run, and the median of the runs' ratios is the result.

import { setTimeout } from "node:timers/promises";
import type { Prepared } from "./variant.js";

export interface Contender {
  readonly name: string;
  readonly prepared: Prepared;
  /** Threads may spin for a moment after their work: whoever comes next waits that out. */
  readonly isThreaded: boolean;
}

export interface Effort {
  readonly runs: number;
  readonly rounds: number;
  readonly sampleMs: number;
  readonly warmUpMs: number;
}

export const thorough: Effort = { runs: 5, rounds: 5, sampleMs: 20, warmUpMs: 200 };
export const quick: Effort = { runs: 3, rounds: 2, sampleMs: 8, warmUpMs: 60 };

/** Milliseconds of one call, for each run. */
export type RunTimes = readonly number[];

const settleMs = 5;

export async function measure(
  contenders: readonly Contender[],
  effort: Effort,
): Promise<ReadonlyMap<string, RunTimes>> {
  const repeats = new Map<string, number>();
  for (const contender of contenders) repeats.set(contender.name, await warmUp(contender, effort));
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let run = 0; run < effort.runs; run++) {
    for (const [name, least] of await measureRun(contenders, repeats, effort)) times.get(name)?.push(least);
  }
  return times;
}

async function measureRun(
  contenders: readonly Contender[],
  repeats: ReadonlyMap<string, number>,
  { rounds }: Effort,
): Promise<ReadonlyMap<string, number>> {
  const least = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    // Another one begins each time: none always follows the same other.
    const order = [...contenders.slice(round % contenders.length), ...contenders.slice(0, round % contenders.length)];
    for (const { name, prepared, isThreaded } of order) {
      const times = repeats.get(name) ?? 1;
      const time = (await prepared.run(times)) / times;
      least.set(name, Math.min(time, least.get(name) ?? Number.POSITIVE_INFINITY));
      if (isThreaded) await setTimeout(settleMs);
    }
  }
  return least;
}

/** Runs until the engine has optimised. How many calls make a sample. */
async function warmUp({ prepared, isThreaded }: Contender, { warmUpMs, sampleMs }: Effort): Promise<number> {
  let repeat = 1;
  let each = await prepared.run(1);
  for (let total = each; total < warmUpMs; ) {
    repeat = Math.max(1, Math.min(Math.ceil(sampleMs / each), 8 * repeat));
    const time = await prepared.run(repeat);
    each = Math.max(time / repeat, 1e-6);
    total += time;
  }
  if (isThreaded) await setTimeout(settleMs);
  return Math.max(1, Math.ceil(sampleMs / each));
}
