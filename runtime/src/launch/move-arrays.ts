// Finds the captured arrays that a launch must copy to its device, and those that it overwrites completely, whose old values need not be copied.

import type { Coverage, Factor } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import type { LanewiseError } from "../errors/index.js";
import type { LaunchRange } from "../values/index.js";
import type { Argument, MovedArgument } from "./arguments.js";
import { toCaptureError } from "./capture-failure.js";
import { MovedArrays } from "./moved-arrays.js";

/** Copies arrays to the device that are not there; returns undefined if there are none. */
export function moveArrays(
  context: DeviceContext,
  { program, kernel }: Pick<LaunchIdentity, "program" | "kernel">,
  values: readonly Argument[],
  captures: readonly unknown[],
  range: LaunchRange,
): MovedArrays | undefined {
  let moved: MovedArgument[] | undefined;
  for (const value of values) {
    if (value.kind !== "moved") continue;
    moved ??= [];
    moved.push(value);
  }
  const { hasPointers } = program;
  if (!moved && !(hasPointers && context.copies.size > 0)) return undefined;
  const toError = (error: LanewiseError, argument: MovedArgument | undefined) =>
    toCaptureError(
      error,
      { kernel, program },
      argument && program.symbol.parameters[argument.parameter]?.name,
      argument && captures[argument.parameter],
    );
  const isOverwritten = ({ parameter, length, access }: MovedArgument) =>
    !hasPointers &&
    !program.isOfGroups &&
    access === "write" &&
    isWholeWritten(program.coverage(parameter), captures, length, range);
  return new MovedArrays(context, moved ?? [], { hasPointers, isOverwritten, toError });
}

/** Whether the launch writes every element: `captures` are the kernel's, `length` is the array's, in elements. */
function isWholeWritten(
  coverage: Coverage | undefined,
  captures: readonly unknown[],
  length: number,
  { sizes, total }: LaunchRange,
): boolean {
  if (!coverage || length > total) return false;
  const sizeOf = (factor: Factor): unknown => {
    if (factor.kind === "constant") return factor.value;
    return factor.kind === "parameter" ? captures[factor.parameter] : sizes[factor.dimension];
  };
  return coverage.sizes.every((factor, index) => sizeOf(factor) === sizes[index + 1]);
}
