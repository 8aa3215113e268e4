// What is said about a kernel: ratios of times from one run. A goal's `against` names a row of this table. Where ours is compared
// with a baseline, higher is better for us; where it is compared with itself (checked against unchecked), lower is better.

import { median, spread } from "../statistics.js";
import { baselines } from "./kernel.js";
import type { RunTimes } from "./measure.js";

export interface Measure {
  /** Contenders whose times are multiplied ... */
  readonly over: readonly string[];
  /** ... and divided by. */
  readonly under: readonly string[];
  /** Contenders that must be steady for the ratio to say something. */
  readonly steady: readonly string[];
}

const fromBaselines: Readonly<Record<string, Measure>> = Object.fromEntries(
  baselines.map((name) => [name, { over: [name], under: ["lanewise"], steady: [name] }]),
);

const openMpScaling = { over: ["lanewise", "openmp"], steady: ["openmp", "openmp-1"] };

export const measures: Readonly<Record<string, Measure>> = {
  ...fromBaselines,
  "gpu.js-threads": { over: ["gpu.js-threads"], under: ["lanewise-threads-await"], steady: ["gpu.js-threads"] },
  /** The cost of checks: 1.02 is 2 %. */
  unchecked: { over: ["lanewise"], under: ["lanewise-unchecked"], steady: ["lanewise-unchecked"] },
  /** How much faster with several threads. */
  "threads-waitsync": { over: ["lanewise"], under: ["lanewise-threads-waitsync"], steady: ["lanewise"] },
  "threads-await": { over: ["lanewise"], under: ["lanewise-threads-await"], steady: ["lanewise"] },
  "openmp-threads": { over: ["openmp-1"], under: ["openmp"], steady: ["openmp-1"] },
  /** Our gain from threads against OpenMP's. */
  "openmp-scaling-waitsync": { ...openMpScaling, under: ["lanewise-threads-waitsync", "openmp-1"] },
  "openmp-scaling-await": { ...openMpScaling, under: ["lanewise-threads-await", "openmp-1"] },
};

export interface Ratio {
  /** The median of the runs' ratios. */
  readonly ratio: number;
  /** The largest spread of what must be steady: 0.1 is 10 %. */
  readonly spread: number;
}

/** undefined where a contender is missing. */
export function ratioOf({ over, under, steady }: Measure, times: ReadonlyMap<string, RunTimes>): Ratio | undefined {
  const all = [...over, ...under].map((name) => times.get(name));
  if (all.some((runs) => runs === undefined)) return undefined;
  const product = (names: readonly string[], run: number): number =>
    names.reduce((value, name) => value * (times.get(name)?.[run] ?? Number.NaN), 1);
  const ratios = (all[0] ?? []).map((_, run) => product(over, run) / product(under, run));
  return { ratio: median(ratios), spread: Math.max(...steady.map((name) => spread(times.get(name) ?? []))) };
}
