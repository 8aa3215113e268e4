// The baseline "prototype": hand-written WebAssembly. Of its versions by K, the fastest on this machine is the baseline.

import wabt from "wabt";
import type { Kernel } from "../kernel.js";
import { NotMeasured, type Prepared, preparedFunction } from "../variant.js";
import { outputsOf, type Workload } from "../workload.js";
import { createArena, instantiate } from "./wasm.js";

const trialMs = 15;

export async function preparePrototype(kernel: Kernel, workload: Workload): Promise<Prepared> {
  const { prototype } = kernel;
  if (!prototype) throw new NotMeasured("there is no prototype");
  const assembler = await wabt();
  const prepareVersion = (k: number): Prepared => {
    const text = assembler.parseWat(`${kernel.name}-${k}.wat`, prototype.source(k), { simd: true });
    const module = new WebAssembly.Module(text.toBinary({}).buffer as Uint8Array<ArrayBuffer>);
    text.destroy();
    const arena = createArena(workload, 0);
    const run = instantiate(module, arena.memory);
    const values = prototype.arguments(arena.addresses, workload.scalars);
    return preparedFunction(
      () => run(...values),
      () => outputsOf(workload, arena.arrays),
    );
  };
  // Trials write to arenas of their own, which are dropped.
  const times = await Promise.all(prototype.versions.map(async (k) => [await trial(prepareVersion(k)), k] as const));
  const [, best = 1] = times.sort(([a], [b]) => a - b)[0] ?? [];
  return prepareVersion(best);
}

/** Milliseconds of one run, the least of a few after a warm-up. */
async function trial(version: Prepared): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let total = 0, runs = 0; total < 2 * trialMs || runs < 3; runs++) {
    const time = await version.run(1);
    total += time;
    least = Math.min(least, time);
  }
  return least;
}
