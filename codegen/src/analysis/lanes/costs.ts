// Instruction costs for the choice of lanes: x86-64 instructions per register, as engines emit them.

import type { Op, ScalarType } from "@lanewise/ir";
import type { Form } from "./forms.js";
import type { LaneBits } from "./lane-bits.js";

/** Registers of a gang of 16. */
export const registersOf = (bits: LaneBits): number => bits / 8;

interface Costs {
  readonly 8: number;
  readonly 16: number;
  readonly 32: number;
}
const alike = (cost: number): Costs => ({ 8: cost, 16: cost, 32: cost });
/** Byte shifts and unsigned comparisons do not exist; for bytes and shorts a minimum replaces the comparison. */
const shift: Costs = { 8: 4, 16: 1, 32: 1 };
const order: Costs = alike(1.5);

/** Per register of the result. */
export const formCosts: Readonly<Record<Form, Costs>> = {
  add: alike(1),
  sub: alike(1),
  mul: { 8: Number.POSITIVE_INFINITY, 16: 1, 32: 2.5 },
  and: alike(1),
  or: alike(1),
  xor: alike(1),
  not: alike(1),
  neg: alike(1),
  shl: shift,
  select: alike(2.5),
  bit: alike(1),
  same: alike(0),
  shr: shift,
  min: alike(1),
  max: alike(1),
  abs: alike(1),
  eq: alike(1),
  ne: alike(1.5),
  lt: order,
  le: order,
  gt: order,
  ge: order,
  div: alike(11),
  rem: alike(13),
  average: alike(1),
  addSaturating: alike(1),
  subSaturating: alike(1),
  distance: alike(3),
  // Words to bytes takes two steps.
  saturate: alike(1.5),
  extmul: alike(3),
  // Includes pairing the factors, which constants do not need.
  dot: alike(3),
};

/** The cost in 32-bit lanes, as vector-operations.ts emits it; 64-bit values take twice the registers. */
export function wholeCost(op: Op): number {
  return wholeCosts[op] ?? 1;
}
const wholeCosts: Partial<Record<Op, number>> = {
  mul: 2.5,
  select: 2.5,
  div: 14,
  floordiv: 14,
  rem: 18,
  wrap: 3,
  saturate: 4,
  reinterpret: 0,
};
export const BUILTIN_COST = 20;

/** How a load reaches the elements of a gang. */
export type Reach = "neighbours" | "near" | "scattered";

/** The cost of a gang's load over all registers: loading memory's form, then widening. */
export function loadCost(type: ScalarType, size: number, reach: Reach, bits: LaneBits): number {
  const packed = { neighbours: size, near: 6 * size, scattered: 32 }[reach];
  if (size > 2 || type === "bool" || type === "f16") return packed;
  // One widening is part of the load.
  const free = reach === "neighbours" && bits > 8 * size ? 2 * size : 0;
  const widening = [16, 32].filter((one) => one > 8 * size && one <= bits);
  return packed - (free > 0 ? size : 0) + widening.reduce((sum, one) => sum + one / 8, 0);
}

/** The cost of converting between lane widths, over all registers. */
export function conversionCost(from: LaneBits, to: LaneBits, isExact: boolean): number {
  if (from < to) return (from === 8 ? 2 : 0) + (to === 32 ? 4 : 0);
  const narrowing = (from === 32 ? 2 : 0) + (to === 8 ? 1 : 0);
  return narrowing + (isExact ? 0 : registersOf(from));
}

/** The cost of a scalar in all lanes, or of a linear sequence. */
export const SPREAD_COST = { constant: 0, uniform: 1, linear: 1 } as const;
