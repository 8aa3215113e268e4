// Runs a kernel and looks for data races: two work-items that touch one location, one of them writing, without atomics or a barrier between;
// for reads of local memory that nobody has written; and for barriers that not all reach.

import { type CheckedLaunch, type CheckHost, runChecked } from "../checked/run-checked.js";
import type { Module } from "../module.js";
import { Watcher, type WatcherSettings } from "./watcher.js";

/** Throws KernelFailure where the kernel fails, ShadowFull where the budget does not do. */
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
