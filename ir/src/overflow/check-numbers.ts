// Runs a kernel and reports where numbers that differ from JavaScript's become visible: integers that wrapped, conversions that clamped or narrowed,
// floats with fewer digits than a double.

import { type CheckedLaunch, type CheckHost, runChecked } from "../checked/index.js";
import type { Module } from "../module/index.js";
import { type NumberSettings, NumberWatcher } from "./number-watcher.js";

/** Throws KernelFailure if the kernel fails, ShadowFull if the budget runs out. */
export function runNumberCheck(
  module: Module,
  kernel: number,
  host: CheckHost & NumberSettings,
  launch: CheckedLaunch,
): void {
  runChecked(module, kernel, host, launch, (run) => {
    const watcher = new NumberWatcher(run, host, host.memory);
    return {
      checks: { values: watcher },
      beginGroup: () => watcher.beginGroup(),
      save: (place) => watcher.save(place),
      restore: (place) => watcher.restore(place),
      finish: () => watcher.finish(),
    };
  });
}
