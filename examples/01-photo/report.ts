// Runs the steps of a pipeline, measures them, and prints the table: for each kernel its first launch, which includes
// compiling it, and its steady state, beside the steady state of the same function in plain JavaScript.

import type { Pipeline, Step } from "./stages.js";

/** Milliseconds by the steps' order. */
export type Times = readonly number[];

const warmUpMs = 100;
const measureMs = 60;
const measureRuns = 3; // at least

/** Runs all steps once, in order. This is what fills the stages. */
export async function runOnce({ steps }: Pipeline): Promise<Times> {
  const times: number[] = [];
  for (const step of steps) {
    times.push(await timeOf(step));
    await step.finish?.();
  }
  return times;
}

/** The median time of each step, once the engine has had time to optimise it. */
export async function steadyTimes({ steps }: Pipeline): Promise<Times> {
  const times: number[] = [];
  for (const step of steps) {
    await repeat(step, warmUpMs, 1);
    times.push(median(await repeat(step, measureMs, measureRuns)));
  }
  return times;
}

/** The table as lines of text. */
export function timesTable({ steps }: Pipeline, first: Times, steady: Times, plain: Times): string {
  const rows = steps.map(({ name }, i) => row(name, first[i] ?? 0, steady[i] ?? 0, plain[i] ?? 0));
  const whole = row("all", sum(first), sum(steady), sum(plain));
  const lines = [["kernel", "first launch", "steady", "plain JS", "ratio"], ...rows, whole];
  const widths = [14, 14, 12, 12, 9];
  return lines.map((line) => line.map((text, i) => pad(text, widths[i] ?? 0, i === 0)).join("")).join("\n");
}

function row(name: string, first: number, steady: number, plain: number): string[] {
  return [name, milliseconds(first), milliseconds(steady), milliseconds(plain), `${(plain / steady).toFixed(2)}x`];
}

function pad(text: string, width: number, isLeft: boolean): string {
  return isLeft ? text.padEnd(width) : text.padStart(width);
}

function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 3 : 1)} ms`;
}

async function timeOf(step: Step): Promise<number> {
  const start = performance.now();
  const running = step.run();
  if (running !== undefined) await running;
  return performance.now() - start;
}

async function repeat(step: Step, atLeastMs: number, atLeastRuns: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + atLeastMs;
  do times.push(await timeOf(step));
  while (performance.now() < end || times.length < atLeastRuns);
  return times;
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function sum(times: Times): number {
  return times.reduce((total, time) => total + time, 0);
}
