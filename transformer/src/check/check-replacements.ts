// Reports device functions of one program that replace the same function of Math (LW1533): the one that kernels get would be arbitrary.

import type { Reporter } from "../diagnostics/reporter.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PlacedDeviceFn } from "../recognise/device-fns.js";

export function checkReplacements(reporter: Reporter, deviceFns: readonly PlacedDeviceFn[]): void {
  const known = new Map<string, PlacedDeviceFn>();
  for (const fn of deviceFns) {
    if (!fn.replaces) continue;
    const first = known.get(fn.replaces.symbol);
    known.set(fn.replaces.symbol, first ?? fn);
    if (!first) continue;
    const note = { ...spanOf(first.nameNode), message: "the other one is here" };
    reporter.report("LW1533", fn.nameNode, [fn.replaces.name, first.name, fn.name], [note]);
  }
}
