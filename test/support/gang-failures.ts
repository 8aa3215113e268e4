// How a kernel fails in gangs: as its work-items fail alone, of which the first gang with any reports one. And the comparison
// of all gangs with the scalar program that tests of single kernels want.

import { expect } from "vitest";
import { executors, type GangExecutor, gangExecutors, type KernelLaunch, runKernel } from "./run-kernel.js";

interface Failure {
  readonly item: number;
}

/** Those failures that the first failing gang has. */
export function firstGangOf<F extends Failure>(
  range: readonly number[],
  { gang, shape }: Pick<GangExecutor, "gang" | "shape">,
  failures: readonly F[],
): readonly F[] {
  const isRows = shape === "rows" && range.length > 1;
  const inner = range.at(-1) ?? 1;
  const gangOf = (item: number): string =>
    isRows ? `${Math.floor(item / inner)} ${Math.floor((item % inner) / gang)}` : String(Math.floor(item / gang));
  const [first] = failures;
  return failures.filter(({ item }) => first && gangOf(item) === gangOf(first.item));
}

export interface Expectation {
  /** Whether work-items that fail together do so at one check, so that the lowest is reported. */
  readonly isOneCheck?: boolean;
}

const LARGEST_GANG = 16;

/** Every gang does what the scalar program does, one work-item after the other; returns whether that fails. */
export function expectAlike(launch: KernelLaunch, { isOneCheck = false }: Expectation = {}): boolean {
  const items = launch.range.reduce((a, b) => a * b, 1);
  const whole = runKernel(executors.wasm, launch);
  const { failure } = whole;
  const first = failure?.item ?? items;
  // Nothing before the first, and no gang has more.
  const count = isOneCheck ? 0 : Math.min(LARGEST_GANG, items - first);
  const failures = Array.from({ length: count }, (_, index) => first + index).flatMap(
    (begin) => runKernel(executors.wasm, { ...launch, begin, end: begin + 1 }).failure ?? [],
  );
  for (const executor of gangExecutors) {
    if (executor.bounds === "unchecked" && failure) continue;
    const result = runKernel(executor, launch);
    if (!failure) expect(result, executor.name).toEqual(whole);
    else if (isOneCheck) expect(result.failure, executor.name).toEqual(failure);
    else expect(firstGangOf(launch.range, executor, failures), executor.name).toContainEqual(result.failure);
  }
  return failure !== undefined;
}
