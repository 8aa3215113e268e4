// Where a program is profiled (ir/src/profile.ts): tells of each command when it has ended. Costs a look at `globalThis` for each command
// where it is not.

import type { KernelEstimate } from "@lanewise/codegen";
import { type LaunchProfile, type OnProfile, PROFILE_KEY, type Steps } from "@lanewise/ir";
import type { Program } from "../images/programs/index.js";
import type { Work } from "../queue/commands/index.js";

/** Whoever profiles this program; undefined: nobody. */
export function profiler(): OnProfile | undefined {
  // Only who knows what is told puts a function there.
  return (globalThis as { readonly [PROFILE_KEY]?: OnProfile })[PROFILE_KEY];
}

/** The same work, which tells when it has ended. What does not run is not told. */
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

/** The same steps, which tell when a kernel's program is made. */
export function* profiledCompilation<Result>(kernel: string, steps: Steps<Result>): Steps<Result> {
  const start = now();
  const made = yield* steps;
  profiler()?.compiled?.({ kernel, start, end: now() });
  return made;
}

/** By program, and by what the estimate depends on. */
const estimates = new WeakMap<Program, Map<string, KernelEstimate | undefined>>();

/** Of all work-items of a launch; `parameters` as `estimateKernel` takes them. */
export function estimateLaunch(
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
