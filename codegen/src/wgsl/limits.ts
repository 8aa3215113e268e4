// Whether a launch is beyond what the usual variant of a kernel takes for granted (narrow/assumed.ts). The host asks its arguments, since a
// program with both variants would need the registers of both.

import { argumentLayout, type Fn, invariant, isScalar, RANGE_OFFSET } from "@lanewise/ir";
import { AREA, type LaunchSize, LIMIT, type Limits } from "../narrow/assumed.js";

/** Of an argument block. */
export function beyondLimits(fn: Fn, { sizes, parameters, positive, areas }: Limits): (args: DataView) => boolean {
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  const placeOf = (parameter: number) => {
    const type = fn.locals[parameter]?.type;
    const offset = offsets[parameter];
    invariant(type !== undefined && offset !== undefined, "a number with a limit is a parameter");
    // Of a span, its length.
    return { type, at: isScalar(type) ? offset : offset + 4 };
  };
  const sizeOf = (args: DataView, size: number) => args.getUint32(RANGE_OFFSET + 4 * size, true);
  const isOutside = (args: DataView, parameter: number): boolean => {
    const { type, at } = placeOf(parameter);
    if (!isScalar(type) || type === "u32") {
      const value = args.getUint32(at, true);
      return value > LIMIT || (positive.has(parameter) && value < 1);
    }
    const value = args.getInt32(at, true);
    return value > LIMIT || value < (positive.has(parameter) ? 1 : -LIMIT);
  };
  const factorOf = (args: DataView, factor: LaunchSize): number => {
    if ("constant" in factor) return factor.constant;
    return "size" in factor ? sizeOf(args, factor.size) : args.getInt32(placeOf(factor.parameter).at, true);
  };
  return (args) =>
    [...sizes].some((size) => sizeOf(args, size) > LIMIT) ||
    [...parameters].some((parameter) => isOutside(args, parameter)) ||
    [...areas.values()].some(
      (factors) => Math.abs(factors.reduce((area, factor) => area * factorOf(args, factor), 1)) > AREA,
    );
}
