// Whether a launch is beyond what the usual variant of a kernel takes for granted (narrow/assumed.ts), as a condition over its arguments.

import { argumentLayout, type Fn, invariant, isScalar, RANGE_OFFSET } from "@lanewise/ir";
import { AREA, type LaunchSize, LIMIT, type Limits } from "../narrow/assumed.js";

/** A little less, because areas are products of f32. */
const LARGE_AREA = AREA * (1 - 2 ** -18);

export function beyondText(fn: Fn, { sizes, parameters, positive, areas }: Limits): string {
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  const word = (offset: number) => `argument(${offset / 4}u)`;
  const sizeOf = (size: number) => word(RANGE_OFFSET + 4 * size);
  const parameterAt = (parameter: number) => {
    const type = fn.locals[parameter]?.type;
    const offset = offsets[parameter];
    invariant(type !== undefined && offset !== undefined, "what is limited is a parameter");
    return { type, value: word(isScalar(type) ? offset : offset + 4) };
  };
  const isBeyond = (parameter: number): string => {
    const { type, value } = parameterAt(parameter);
    if (positive.has(parameter)) return `${value} - 1u > ${LIMIT - 1}u`;
    if (!isScalar(type) || type === "u32") return `${value} > ${LIMIT}u`;
    return `${value} + ${LIMIT}u > ${2 * LIMIT}u`;
  };
  const factor = (one: LaunchSize): string => {
    if ("constant" in one) return `${one.constant}.0f`;
    if ("size" in one) return `f32(${sizeOf(one.size)})`;
    return `f32(bitcast<i32>(${parameterAt(one.parameter).value}))`;
  };
  const different = new Map([...areas.values()].map((factors) => [JSON.stringify(factors), factors] as const));
  const all = [
    ...[...sizes].map((size) => `${sizeOf(size)} > ${LIMIT}u`),
    ...[...parameters].map(isBeyond),
    ...[...different.values()].map((factors) => `abs(${factors.map(factor).join(" * ")}) > ${LARGE_AREA}.0f`),
  ];
  return all.length === 0 ? "false" : all.join(" || ");
}
