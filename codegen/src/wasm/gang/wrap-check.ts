// Tests in words whether an index has wrapped: it has not if all its summands are so near zero that the sum fits in 32 bits. That costs two
// instructions per summand, where the index's double (`exact`) costs ten; gangs in doubt then use doubles.

import type { Expr } from "@lanewise/ir";
import { lowerSingle } from "../expressions.js";
import { f64Const, type Instruction, instruction } from "../instructions.js";
import { bindVector, type GangContext, type Vector } from "./gang-context.js";

interface Summand {
  readonly value: Expr;
  readonly coefficient: number;
}

interface Sum {
  /** Words, one per work-item. */
  readonly words: readonly Summand[];
  /** Uniform doubles. */
  readonly shared: readonly Summand[];
  readonly constant: number;
}

export interface WrapCheck {
  /** Where a work-item's words are too large. */
  readonly doubtful: readonly Vector[];
  /** i32: whether each shared value is small enough. */
  readonly areShared: readonly Instruction[];
}

const MOST = 2 ** 31 - 1;

/** Undefined if the index is not a sum of words and shared values. */
export function wrapCheck(context: GangContext, exact: Expr): WrapCheck | undefined {
  const [double] = exact.kind === "op" && exact.op === "index" ? exact.args : [];
  const sum = double?.type === "f64" ? sumOf(context, double, 1) : undefined;
  if (!sum || sum.words.length === 0) return undefined;
  const total = [...sum.words, ...sum.shared].reduce((all, { coefficient }) => all + Math.abs(coefficient), 0);
  const most = Math.floor((MOST - Math.abs(sum.constant)) / total);
  if (most < 1) return undefined;
  return {
    doubtful: sum.words.map(({ value }) => isBeyond(context, value, most)),
    areShared: sum.shared.map(({ value }) =>
      instruction("f64.le", instruction("f64.abs", lowerSingle(context, value)), f64Const(most)),
    ),
  };
}

function isBeyond(context: GangContext, value: Expr, most: number): Vector {
  const words = bindVector(context, context.lowerVector(context, value));
  const splat = (word: number): Instruction =>
    context.pooled(new Uint8Array(Int32Array.of(word, word, word, word).buffer));
  if (value.type === "u32") return words.map((word) => instruction("i32x4.gt_u", word, splat(most)));
  return words.map((word) => instruction("i32x4.gt_u", instruction("i32x4.add", word, splat(most)), splat(2 * most)));
}

function sumOf(context: GangContext, expr: Expr, coefficient: number): Sum | undefined {
  const none: Sum = { words: [], shared: [], constant: 0 };
  if (expr.kind === "const") {
    const constant = Number(expr.value) * coefficient;
    return Number.isSafeInteger(constant) ? { ...none, constant } : undefined;
  }
  if (context.clone.shapes.of(expr).kind === "uniform") return { ...none, shared: [{ value: expr, coefficient }] };
  const [first, second] = expr.kind === "op" ? expr.args : [];
  if (expr.kind !== "op" || !first) return undefined;
  if (expr.op === "convert")
    return first.type === "i32" || first.type === "u32"
      ? { ...none, words: [{ value: first, coefficient }] }
      : undefined;
  if (expr.op === "neg") return sumOf(context, first, -coefficient);
  if (expr.op === "mul" && second) {
    const [factor, value] = first.kind === "const" ? [first, second] : [second, first];
    const times = factor.kind === "const" ? Number(factor.value) * coefficient : Number.NaN;
    return Number.isSafeInteger(times) && times !== 0 ? sumOf(context, value, times) : undefined;
  }
  if ((expr.op !== "add" && expr.op !== "sub") || !second) return undefined;
  const [left, right] = [
    sumOf(context, first, coefficient),
    sumOf(context, second, expr.op === "add" ? coefficient : -coefficient),
  ];
  return (
    left &&
    right && {
      words: [...left.words, ...right.words],
      shared: [...left.shared, ...right.shared],
      constant: left.constant + right.constant,
    }
  );
}
