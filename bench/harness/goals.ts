// The goals of goals.json. Those of kernels are ratios (measures.ts); the others are figures of sections (sections.ts).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { benchFolder } from "./folders.js";
import type { Figure } from "./results.js";

interface Bound {
  readonly op: ">=" | "<=";
  readonly goal: number;
}

export interface KernelGoal extends Bound {
  readonly kernel: string;
  readonly size: number;
  readonly type: string;
  /** A row of `measures`. */
  readonly against: string;
}

export interface FigureGoal extends Bound {
  readonly section: Figure["section"];
  readonly what: string;
  readonly unit: string;
}

export interface Goals {
  readonly kernels: readonly KernelGoal[];
  readonly figures: readonly FigureGoal[];
}

export function readGoals(): Goals {
  // The tests check that each row names what exists.
  return JSON.parse(readFileSync(join(benchFolder, "goals.json"), "utf8")) as Goals;
}

/** Only what was asked for: a run of some kernels is not blamed for the others. */
export function goalsFor(goals: Goals, names: readonly string[]): Goals {
  if (names.length === 0) return goals;
  return {
    kernels: goals.kernels.filter(({ kernel }) => names.includes(kernel)),
    figures: goals.figures.filter(({ section }) => names.includes(section)),
  };
}
