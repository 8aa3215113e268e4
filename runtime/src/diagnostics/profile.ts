// Reports commands to a profiler (ir/src/profile.ts) when they have ended. Without a profiler it costs a look at `globalThis` for each command.

import type { KernelEstimate } from "@lanewise/codegen";
import { type LaunchProfile, type OnProfile, PROFILE_KEY, type Steps } from "@lanewise/ir";
import type { Program } from "../images/programs/index.js";
import type { Argument } from "../launch/index.js";
import type { Work } from "../queue/commands/index.js";
import type { LaunchIdentity } from "./kernel-failure.js";

/** The profiler of this program; undefined if there is none. */
export function profiler(): OnProfile | undefined {
  // Only a profiler that knows this interface puts a function there.
  return (globalThis as { readonly [PROFILE_KEY]?: OnProfile })[PROFILE_KEY];
}

/** Wraps work to report when it has ended. Work that never runs is not reported. */
export function profiled(work: Work, tell: OnProfile, queue: { readonly name: string }, method: string): Work {
  const submit = now();
  let start: number | undefined;
  return {
    ...(work.kernel !== undefined && { kernel: work.kernel }),
    ...(work.isPrinting !== undefined && { isPrinting: work.isPrinting }),
    hostUse: work.hostUse,
    stream: work.stream,
    ...(work.mayFail !== undefined && { mayFail: work.mayFail }),
    uses: () => work.uses?.() ?? "anything",
    leavesThreads: () => work.leavesThreads?.() ?? false,
    step: (turn) => {
      start ??= now();
      return work.step(turn);
    },
    release: (hasBegun) => {
      const end = now();
      const launch: LaunchProfile | undefined = work.profile?.();
      work.release(hasBegun);
      if (start !== undefined) tell({ queue, method, launch, submit, start, end });
    },
  };
}

/** Wraps the steps that make a kernel's program to report when they are done. */
export function* profiledCompilation<Result>(kernel: string, steps: Steps<Result>): Steps<Result> {
  const start = now();
  const made = yield* steps;
  profiler()?.compiled?.({ kernel, start, end: now() });
  return made;
}

/** By program, and by the parameters on which the estimate depends. */
const estimates = new WeakMap<Program, Map<string, KernelEstimate | undefined>>();

/** What a profiler is told of a launch with these arguments. */
export function profileOf({ kernel, program, range }: LaunchIdentity, values: readonly Argument[]): LaunchProfile {
  // The lengths of captured arrays and the values of captured integers, as `estimateKernel` takes them.
  const parameters = program.parameters.map(({ type }, index) => {
    const value = values[index];
    // The range's offset comes last.
    if (!value) return range.offset?.[index - values.length];
    if (value.kind !== "scalar") return value.length;
    return type === "i32" || type === "u32" ? Number(value.value) : undefined;
  });
  return { kernel, items: range.total, estimate: estimateLaunch(program, range.total, parameters) };
}

/** The estimate for all work-items of a launch. */
function estimateLaunch(
  program: Program,
  items: number,
  parameters: readonly (number | undefined)[],
): LaunchProfile["estimate"] {
  const known = estimates.get(program) ?? new Map<string, KernelEstimate | undefined>();
  estimates.set(program, known);
  const key = parameters.join();
  if (!known.has(key)) known.set(key, program.estimate(parameters));
  const each = known.get(key);
  return each && { bytes: each.bytes * items, operations: each.operations * items };
}

function now(): number {
  return Math.round(performance.now() * 1e6);
}
