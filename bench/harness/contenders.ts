// Who takes part in the comparison of one kernel at one size, and whether all of them compute the same. A variant that cannot be
// had, or whose results differ, is left out with the reason.

import { baselinePreparations } from "./baselines.js";
import { findDifference } from "./equality.js";
import type { Kernel } from "./kernel.js";
import type { Contender } from "./measure.js";
import { NotMeasured, type Prepared } from "./variant.js";
import { prepareGpu } from "./variants/gpu.js";
import { OwnArrays, prepareLanewise } from "./variants/lanewise.js";
import { openMp, prepareNative } from "./variants/native.js";
import { preparePlain } from "./variants/plain.js";
import type { Workload } from "./workload.js";

export interface Contest {
  readonly contenders: readonly Contender[];
  /** Why others do not take part, by name. */
  readonly absent: ReadonlyMap<string, string>;
  dispose(): Promise<void>;
}

interface Candidate {
  readonly name: string;
  readonly isThreaded: boolean;
  prepare(): Prepared | Promise<Prepared>;
}

export async function prepareContest(kernel: Kernel, workload: Workload, threads: number): Promise<Contest> {
  const own = new OwnArrays(workload);
  const expected = await expectedOutputs(kernel, workload);
  const contenders: Contender[] = [];
  const absent = new Map<string, string>();
  for (const { name, isThreaded, prepare } of candidatesFor(kernel, workload, own, threads)) {
    const prepared = await orReason(prepare);
    const reason = typeof prepared === "string" ? prepared : await checkOutputs(prepared, expected, kernel);
    if (reason !== undefined) absent.set(name, reason);
    if (typeof prepared === "string") continue;
    if (reason === undefined) contenders.push({ name, prepared, isThreaded });
    else await prepared.dispose();
  }
  return {
    contenders,
    absent,
    dispose: async () => {
      for (const { prepared } of contenders) await prepared.dispose();
      own.free();
    },
  };
}

function candidatesFor(kernel: Kernel, workload: Workload, own: OwnArrays, threads: number): readonly Candidate[] {
  const single = { threads: 1, wait: "waitSync" } as const;
  const ours = (name: string, settings: Parameters<typeof prepareLanewise>[2]): Candidate => ({
    name,
    isThreaded: settings.threads > 1,
    prepare: () => prepareLanewise(kernel, own, settings),
  });
  const native = (name: string, count: number): Candidate => ({
    name,
    isThreaded: count > 1,
    prepare: () => prepareNative(kernel, workload, openMp(count)),
  });
  const threaded = [
    ours("lanewise-threads-waitsync", { threads, wait: "waitSync" }),
    ours("lanewise-threads-await", { threads, wait: "await" }),
    native("openmp-1", 1),
    native("openmp", threads),
  ];
  const gpu: Candidate = {
    name: "gpu.js-threads",
    isThreaded: true,
    prepare: () => prepareGpu(kernel, workload, threads),
  };
  return [
    ours("lanewise", single),
    ours("lanewise-unchecked", { ...single, options: { bounds: "unchecked" } }),
    ...kernel.baselines.map((name) => ({
      name,
      isThreaded: false,
      prepare: () => baselinePreparations[name](kernel, workload),
    })),
    ...(kernel.isThreaded ? threaded : []),
    ...(kernel.isThreaded && kernel.gpu ? [gpu] : []),
  ];
}

/** What plain JavaScript computes in one run. */
async function expectedOutputs(kernel: Kernel, workload: Workload): Promise<readonly ArrayLike<number>[]> {
  const plain = preparePlain(kernel, workload);
  await plain.run(1);
  return plain.outputs();
}

async function checkOutputs(
  prepared: Prepared,
  expected: readonly ArrayLike<number>[],
  { tolerance }: Kernel,
): Promise<string | undefined> {
  const problem = await orReason(() => prepared.run(1));
  if (typeof problem === "string") return problem;
  const difference = findDifference(await prepared.outputs(), expected, tolerance);
  return difference && `its results differ: ${difference}`;
}

/** What `action` gives, or why it cannot. */
async function orReason<T>(action: () => T | Promise<T>): Promise<T | string> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof NotMeasured) return error.message;
    return `it failed: ${error instanceof Error ? error.message.split("\n", 1).join("") : error}`;
  }
}
