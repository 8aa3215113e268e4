// Fifty kernels that the test has generated, beside one each with work-groups, reductions and atomics: their sums, and where their code came from.
// `?off` keeps nothing, `?clear` removes what is kept at the end, `?bundle` builds all kernels before.

import {
  atomicRef,
  buildAsync,
  type CodeTime,
  codeCache,
  getKernelBundle,
  localMemory,
  type NdItem,
  ndRange,
  Queue,
  reduction,
} from "lanewise";
import { runAll } from "./fifty.js";
import { report } from "./report.js";

export interface CodeReport {
  readonly sums: readonly number[];
  readonly others: readonly number[];
  readonly generated: CodeTime;
  readonly loaded: CodeTime;
  /** From the first launch to the end of the last one, in ms. */
  readonly ms: number;
  readonly place: string | undefined;
  readonly kept: number;
  readonly kernels: readonly string[];
  readonly removed: number | undefined;
}

const asked = new URLSearchParams(location.search);
codeCache.isOn = !asked.has("off");
// On several threads it depends on how long kernels take, which of their programs are made.
const q = new Queue({ threads: 1 });
const x = q.mallocShared(Float32Array, 64);
for (const [i] of x.entries()) x[i] = i;

async function runOthers(): Promise<readonly number[]> {
  const out = q.mallocShared(Float32Array, 64);
  const total = q.mallocShared(Float32Array, 1);
  const counts = q.mallocShared(Int32Array, 4);
  await q.parallelFor(ndRange(64, 8), (item: NdItem<1>) => {
    const tile = localMemory(Float32Array, 8);
    tile[item.localId()] = x[item.globalId()]!;
    item.barrier();
    out[item.globalId()] = tile[7 - item.localId()]!;
  });
  await q.parallelFor(64, reduction(total, "add"), (i, sum) => {
    sum.combine(x[i]!);
  });
  await q.parallelFor(64, (i) => {
    atomicRef(counts, i & 3).fetchAdd(1);
  });
  return [out[0]!, total[0]!, ...counts];
}

if (asked.has("bundle")) await buildAsync(getKernelBundle(q.context, "input"));
const start = performance.now();
const sums = await runAll(q, x);
const ms = performance.now() - start;
const others = await runOthers();
const { generated, loaded } = codeCache.times;
const kept = await codeCache.list();
const kernels = kept.map(({ kernel }) => kernel);
const removed = asked.has("clear") ? await codeCache.clear() : undefined;
const outcome: CodeReport = {
  ...{ sums, others, generated, loaded, ms, place: codeCache.place },
  ...{ kept: kept.length, kernels, removed },
};
report(outcome);
