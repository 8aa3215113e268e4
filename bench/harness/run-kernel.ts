// Measures one kernel at one size: everybody is prepared and checked, then timed, then the ratios are made.

import { median } from "../statistics.js";
import { prepareContest } from "./contenders.js";
import type { Kernel } from "./kernel.js";
import { type Effort, measure, type RunTimes } from "./measure.js";
import { measures, ratioOf } from "./measures.js";
import type { KernelResult } from "./results.js";

/** A failure while measuring costs this kernel's row, not the others'. */
export async function runKernel(kernel: Kernel, size: number, threads: number, effort: Effort): Promise<KernelResult> {
  const { name, title, type } = kernel;
  const row = { kernel: name, title, size, type };
  const contest = await prepareContest(kernel, kernel.workload(size), threads);
  try {
    const times = await measure(contest.contenders, effort);
    return { ...row, ...summarise(kernel, size, times), notMeasured: Object.fromEntries(contest.absent) };
  } catch (error) {
    const reason = `the measurement failed: ${error instanceof Error ? error.message : error}`;
    return { ...row, times: {}, ratios: {}, notMeasured: { lanewise: reason } };
  } finally {
    await contest.dispose();
  }
}

function summarise(kernel: Kernel, size: number, times: ReadonlyMap<string, RunTimes>) {
  const ratios = Object.entries(measures).flatMap(([name, row]) => {
    const ratio = ratioOf(row, times);
    return ratio ? [[name, ratio] as const] : [];
  });
  const own = times.get("lanewise");
  return {
    times: Object.fromEntries(times),
    ratios: Object.fromEntries(ratios),
    ...(own && kernel.operations ? { gigaOperations: kernel.operations(size) / median(own) / 1e6 } : {}),
    ...(own && kernel.bytes ? { gigaBytes: kernel.bytes(size) / median(own) / 1e6 } : {}),
  };
}
