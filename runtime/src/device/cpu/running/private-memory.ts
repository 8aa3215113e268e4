// Reports a launch that finds no room for its threads' private memory: how much it needs, and the largest array.

import { layoutOf } from "@lanewise/ir";
import { errorOfLaunch, type LaunchIdentity } from "../../../diagnostics/index.js";
import { LanewiseError } from "../../../errors/index.js";
import type { Program } from "../../../images/programs/index.js";
import type { Executable } from "../index.js";

const HELP =
  "Make private arrays smaller, or allocate one array with a part for each work-item. Or free other arrays with q.free(array).";

/** `localBytes`: bytes of local memory whose length the launch sets; `cause`: the allocation's error. */
export function privateMemoryError(
  { kernel, program }: LaunchIdentity,
  { stackSize, gang }: Executable,
  localBytes: number,
  cause: unknown,
): unknown {
  if (!(cause instanceof LanewiseError) || cause.code !== "memory_allocation") return cause;
  const whole = stackSize + localBytes;
  const each = program.isOfGroups
    ? `${whole} bytes for each work-group`
    : `${Math.ceil(whole / gang)} bytes for each work-item, of which a thread computes ${gang} at a time`;
  const array = largestArray(program);
  const largest = array ? `; its array ${array.name} has ${array.size}` : "";
  const message = `Kernel ${kernel} needs private memory of ${each}${largest}. ${LanewiseError.textOf(cause)}`;
  return errorOfLaunch("memory_allocation", message, { kernel, program }, { array: array?.name }, HELP);
}

/** Also undefined for programs that were generated ahead of time. */
function largestArray({ ir }: Program): { readonly name: string; readonly size: number } | undefined {
  const arrays = (ir?.module.functions[ir.kernel]?.locals ?? []).flatMap(({ name, type }) =>
    typeof type === "object" && type.kind === "array"
      ? [{ name, size: layoutOf(type, ir?.module.structs ?? []).size }]
      : [],
  );
  return arrays.sort((a, b) => b.size - a.size)[0];
}
