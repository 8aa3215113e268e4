// One workload: Lanewise on one thread against plain JavaScript, and GPU.js where it has the workload, by the processor's time. Results are compared
// before anything is measured.

import { Queue } from "lanewise";
import { processorTime } from "../harness/alternating.js";
import { findDifference } from "../harness/equality.js";
import { OwnArrays } from "../harness/variants/lanewise.js";
import { copyArrays, outputsOf, type Workload } from "../harness/workload.js";
import type { Group, Rock } from "./define.js";
import { type GpuJsContender, type GpuJsRock, prepareGpuJs } from "./gpu-js/contender.js";

export interface Row {
  readonly name: string;
  readonly group: Group;
  readonly what: string;
  /** The shortest of the rounds: noise only adds time. */
  readonly ms: Times;
}

/** `gpuJs` in its WebAssembly mode, of the workloads that it has. */
export interface Times {
  readonly javascript: number;
  readonly lanewise: number;
  readonly gpuJs?: number;
}

export interface Effort {
  readonly quick: boolean;
  readonly rounds: number;
  /** Of a sample, at least. */
  readonly sampleMs: number;
}

/** `gpuJsRock`: the same workload for GPU.js, if it is measured. */
export async function measure(rock: Rock, gpuJsRock: GpuJsRock | undefined, effort: Effort): Promise<Row> {
  const workload = rock.workload(effort.quick);
  const gpuJs = gpuJsRock && prepareGpuJs(gpuJsRock, workload);
  try {
    return { name: rock.name, group: rock.group, what: rock.what, ms: timesOf(rock, workload, gpuJs, effort) };
  } finally {
    await gpuJs?.dispose();
  }
}

function timesOf(
  rock: Rock,
  workload: Workload,
  gpuJs: GpuJsContender | undefined,
  { rounds, sampleMs }: Effort,
): Times {
  const own = new OwnArrays(workload);
  using q = new Queue({ device: "cpu", threads: 1 });
  try {
    own.reset();
    const launch = rock.lanewise(q, own.arrays, workload.scalars);
    const lanewise = (): void => {
      launch();
      q.waitSync();
    };
    const arrays = copyArrays(workload.arrays);
    const javascript = (): void => rock.plain(arrays, workload.scalars);
    lanewise();
    javascript();
    const expected = outputsOf(workload, arrays);
    assertSame(rock, "Lanewise", outputsOf(workload, own.arrays), expected);
    if (gpuJs) assertSame(rock, "GPU.js", gpuJs.outputs(), expected);
    const round = (): Times => ({
      javascript: sample(javascript, sampleMs),
      lanewise: sample(lanewise, sampleMs),
      ...(gpuJs && { gpuJs: sample(gpuJs.run, sampleMs) }),
    });
    // The engine compiles what runs often once more: the first samples warm up.
    let least = round();
    for (let done = 0; done < rounds; done++) least = leastOf(least, round());
    return least;
  } finally {
    own.free();
  }
}

export function assertSame(
  { name, tolerance }: Rock,
  contender: string,
  found: readonly ArrayLike<number>[],
  expected: readonly ArrayLike<number>[],
): void {
  const difference = findDifference(found, expected, tolerance);
  if (difference) throw new Error(`${name} in ${contender} computes something else: ${difference}`);
}

function leastOf(a: Times, b: Times): Times {
  return {
    javascript: Math.min(a.javascript, b.javascript),
    lanewise: Math.min(a.lanewise, b.lanewise),
    ...(a.gpuJs !== undefined && b.gpuJs !== undefined && { gpuJs: Math.min(a.gpuJs, b.gpuJs) }),
  };
}

/** Milliseconds of one run. */
function sample(run: () => void, atLeastMs: number): number {
  const start = processorTime();
  let runs = 0;
  do {
    run();
    runs++;
  } while (processorTime() - start < atLeastMs);
  return (processorTime() - start) / runs;
}
