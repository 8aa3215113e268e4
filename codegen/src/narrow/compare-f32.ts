// Compares an f32 with a double in f32, with the same result: rounds the double to the side where no f32 lies in between.

import { build, type Expr } from "@lanewise/ir";

type OpExpr = Extract<Expr, { kind: "op" }>;

const mirrored = { lt: "gt", le: "ge", gt: "lt", ge: "le", eq: "eq", ne: "ne" } as const;
type Compare = keyof typeof mirrored;

const bits = new DataView(new ArrayBuffer(4));

/** The next lower f32. */
function below(value: number): number {
  bits.setFloat32(0, value);
  if (value === 0) return -(2 ** -149);
  bits.setInt32(0, bits.getInt32(0) + (value > 0 ? -1 : 1));
  return bits.getFloat32(0);
}

/** The greatest f32 that is not above the value, and the least that is not below it. */
function neighbours(value: number): { readonly down: number; readonly up: number } {
  const nearest = Math.fround(value);
  if (nearest === value || Number.isNaN(value)) return { down: nearest, up: nearest };
  return nearest > value ? { down: below(nearest), up: nearest } : { down: nearest, up: -below(-nearest) };
}

export function comparedAsF32(expr: OpExpr): Expr {
  const [left, right] = expr.args;
  if (!left || !right || !(expr.op in mirrored)) return expr;
  const op = expr.op as Compare; // the test above found the key
  const [a, b] = [left, right].map(singleOf);
  if (a && b) return { ...expr, args: [a, b] };
  if (a && right.kind === "const") return comparedWith(op, a, Number(right.value));
  return b && left.kind === "const" ? comparedWith(mirrored[op], b, Number(left.value)) : expr;
}

/** The f32 that was converted to this double. */
function singleOf(expr: Expr): Expr | undefined {
  const [value] = expr.kind === "op" && expr.op === "convert" ? expr.args : [];
  return value?.type === "f32" ? value : undefined;
}

function comparedWith(op: Compare, single: Expr, value: number): Expr {
  const { down, up } = neighbours(value);
  const isEquality = op === "eq" || op === "ne";
  // A double that is not an f32 equals none, like NaN.
  const limit = isEquality
    ? down === up || Number.isNaN(value)
      ? down
      : Number.NaN
    : op === "gt" || op === "le"
      ? down
      : up;
  return build.op(op, single, build.constant("f32", limit));
}
