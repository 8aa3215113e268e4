// Measures one kernel at one size: everybody is prepared and checked, then timed, then the ratios are made.

import { median } from "../statistics.js";
import { prepareContest } from "./contenders.js";
import type { Kernel } from "./kernel.js";
import { type Effort, measure } from "./measure.js";
import { measures, ratioOf } from "./measures.js";
import type { KernelResult } from "./results.js";

export async function runKernel(kernel: Kernel, size: number, threads: number, effort: Effort): Promise<KernelResult> {
  const contest = await prepareContest(kernel, kernel.workload(size), threads);
  const times = await measure(contest.contenders, effort);
  await contest.dispose();
  const ratios = Object.entries(measures).flatMap(([name, row]) => {
    const ratio = ratioOf(row, times);
    return ratio ? [[name, ratio] as const] : [];
  });
  const own = times.get("lanewise");
  return {
    kernel: kernel.name,
    title: kernel.title,
    size,
    type: kernel.type,
    times: Object.fromEntries(times),
    ratios: Object.fromEntries(ratios),
    notMeasured: Object.fromEntries(contest.absent),
    ...(own && kernel.operations ? { gigaOperations: kernel.operations(size) / median(own) / 1e6 } : {}),
    ...(own && kernel.bytes ? { gigaBytes: kernel.bytes(size) / median(own) / 1e6 } : {}),
  };
}
