// Scalar code for the extremes of floats. On x64, engines compute f32.min with three branches, and guess them wrong where now the one operand is less
// and now the other. The vector instruction pmin has none: it is `b < a ? b : a`. It differs from min
//   - if b is NaN and a is not. So only a may be NaN, or a test excludes it: if an operand is NaN, so is the sum of all. If that is NaN, min follows;
//   - if both are zeros of different signs. So one is another constant, or nobody sees the sign (../analysis/zero-signs.ts).

import type { Expr } from "@lanewise/ir";
import { isPlainConstant } from "../analysis/ordinary.js";
import { type Extreme, isExtreme } from "../analysis/zero-signs.js";
import { type Instruction, ifElse, instruction, type PlainInstruction } from "./instructions.js";
import { type KernelContext, single } from "./kernel-context.js";

interface Extremes {
  /** A register that has the value in its first lane, unless an operand is NaN. */
  readonly vector: Instruction;
  /** The same without vectors, whatever the operands are. */
  readonly scalar: Instruction;
  /** The operands that may be NaN. Of the first, the vector is NaN, too. */
  readonly unsure: readonly Instruction[];
}

const forms = {
  f32: { splat: "f32x4.splat", extract: "f32x4.extract_lane", min: "f32x4.pmin", max: "f32x4.pmax" },
  f64: { splat: "f64x2.splat", extract: "f64x2.extract_lane", min: "f64x2.pmin", max: "f64x2.pmax" },
} as const;

/** Lowers it together with those of its operands that are extremes; undefined if it is left to min and max. */
export function lowerExtreme(context: KernelContext, expr: Expr): Instruction | undefined {
  if (!isExtreme(expr) || context.options.features === "scalar") return undefined;
  if (!context.unsignedZeros.has(expr) && !expr.args.some(isPlainConstant)) return undefined;
  const { vector, scalar, unsure } = combine(context, expr);
  const { type } = expr;
  const value: PlainInstruction = { kind: "plain", op: forms[type].extract, operands: [vector], immediates: [0] };
  const [second, ...others] = unsure.slice(1);
  if (!second) return value;
  const sum = context.bind(
    type,
    others.reduce((sum, one) => instruction(`${type}.add`, sum, one), second),
  );
  return ifElse(instruction(`${type}.eq`, sum, sum), type, [value], [scalar]);
}

function combine(context: KernelContext, { op, type, args: [left, right] }: Extreme): Extremes {
  const [a, b] = [partOf(context, type, left), partOf(context, type, right)];
  const [first, second] = a.unsure.length === 0 ? [b, a] : [a, b];
  return {
    vector: instruction(forms[type][op], first.vector, second.vector),
    scalar: instruction(`${type}.${op}`, a.scalar, b.scalar),
    unsure: [...first.unsure, ...second.unsure],
  };
}

function partOf(context: KernelContext, type: Extreme["type"], expr: Expr): Extremes {
  const isInner = isExtreme(expr) && context.unsignedZeros.has(expr) && !context.hoisted.has(expr);
  if (isInner && !context.choiceOf(expr)) return combine(context, expr);
  const scalar = context.bind(type, single(context.lowerExpr(context, expr)));
  const isNumber = expr.kind === "const" && !Number.isNaN(Number(expr.value));
  return { vector: instruction(forms[type].splat, scalar), scalar, unsure: isNumber ? [] : [scalar] };
}
