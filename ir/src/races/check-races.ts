// Runs a kernel and looks for data races (two work-items touch one location, one of them writes, with neither atomics nor a barrier between them),
// for reads of local memory that was never written, and for barriers that not all work-items reach.

import { type CheckedLaunch, type CheckHost, runChecked } from "../checked/index.js";
import type { Module } from "../module/index.js";
import { Watcher, type WatcherSettings } from "./watcher.js";

/** Throws KernelFailure if the kernel fails, ShadowFull if the budget runs out. */
export function runRaceCheck(
  module: Module,
  kernel: number,
  host: CheckHost & WatcherSettings,
  launch: CheckedLaunch,
): void {
  runChecked(module, kernel, host, launch, (run) => {
    const watcher = new Watcher(run, host);
    return {
      checks: { watch: (kind, place, from, scope) => watcher.watch(kind, place, from, scope) },
      beginGroup: () => watcher.beginGroup(),
    };
  });
}
