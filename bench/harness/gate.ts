// Compares results with goals: pure. What was not measured counts as missed. Where a baseline was not steady, nothing can be said:
// that goal is inconclusive, whichever side its ratio fell on.

import type { Goals } from "./goals.js";
import type { Results } from "./results.js";

/** A baseline whose slowest run is this much slower than its fastest one says nothing. */
const steadyBelow = 0.1;

export type Verdict = "met" | "missed" | "inconclusive" | "not measured";

export interface Judgement {
  readonly verdict: Verdict;
  /** The goal, what was found, and why it is not met. */
  readonly text: string;
}

type Found = { readonly value: number; readonly spread?: number } | undefined;

export function judge(goals: Goals, results: Pick<Results, "kernels" | "figures">): readonly Judgement[] {
  const ofKernels = goals.kernels.map((goal) => {
    const { kernel, size, type, against } = goal;
    const row = results.kernels.find((result) => result.kernel === kernel && result.size === size);
    const ratio = row?.ratios[against];
    const reason = row?.notMeasured[against] ?? row?.notMeasured.lanewise;
    return judgeBound(
      `${kernel} ${size} ${type}, ${against}`,
      goal,
      ratio && { value: ratio.ratio, spread: ratio.spread },
      reason,
    );
  });
  const ofFigures = goals.figures.map((goal) => {
    const found = results.figures.find(({ section, what }) => section === goal.section && what === goal.what);
    return judgeBound(`${goal.section}: ${goal.what} (${goal.unit})`, goal, found);
  });
  return [...ofKernels, ...ofFigures];
}

function judgeBound(
  name: string,
  { op, goal }: { readonly op: ">=" | "<="; readonly goal: number },
  found: Found,
  reason?: string,
): Judgement {
  const wanted = `${name}: goal ${op} ${goal}`;
  if (!found) return { verdict: "not measured", text: `${wanted}, not measured${reason ? `: ${reason}` : ""}` };
  const { value, spread = 0 } = found;
  const text = `${wanted}, found ${value.toFixed(2)}`;
  if (spread > steadyBelow) {
    return { verdict: "inconclusive", text: `${text}; a baseline's own runs differ by ${(100 * spread).toFixed(0)} %` };
  }
  const isMet = op === ">=" ? value >= goal : value <= goal;
  return { verdict: isMet ? "met" : "missed", text };
}

/** 0: all met; 1: something is certainly short or missing; 2: the machine was too noisy to tell. */
export function exitCode(judgements: readonly Judgement[]): 0 | 1 | 2 {
  if (judgements.some(({ verdict }) => verdict === "missed" || verdict === "not measured")) return 1;
  return judgements.some(({ verdict }) => verdict === "inconclusive") ? 2 : 0;
}

/** A line for each goal that is not met, and the count. */
export function gateReport(judgements: readonly Judgement[]): string {
  const short = judgements.filter(({ verdict }) => verdict !== "met");
  const lines = short.map(({ verdict, text }) => `${verdict.padEnd(12)}  ${text}`);
  return [...lines, `${judgements.length - short.length} of ${judgements.length} goals met.`].join("\n");
}
