// Converts the double that checks an index to a 64-bit integer: equal wherever either is in bounds (narrow/index-values.ts), and cheaper in scalar
// code, which would have to clamp a double of large integers.

import { build, type Expr } from "@lanewise/ir";

interface Wide {
  readonly value: Expr;
  /** An upper bound on its magnitude. */
  readonly most: number;
}

/** Cached, so that an analysis and the code generated from it use the same expression. */
const known = new WeakMap<Expr, Expr>();

/** The expression that checks the element's index. */
export function checkedIndexOf({ index, exact }: Extract<Expr, { kind: "element" }>): Expr {
  if (!exact) return index;
  const checked = known.get(exact) ?? wideIndexOf(exact) ?? exact;
  known.set(exact, checked);
  return checked;
}

/** Undefined if it contains anything but 32-bit integers, or might not fit. */
function wideIndexOf(exact: Expr): Expr | undefined {
  const [double] = exact.kind === "op" && exact.op === "index" ? exact.args : [];
  return double && wideOf(double)?.value;
}

const MOST = 2 ** 63 - 2 ** 32;

function wideOf(expr: Expr): Wide | undefined {
  if (expr.kind === "const") {
    const value = Number(expr.value);
    return Number.isSafeInteger(value)
      ? { value: build.constant("i64", BigInt(value)), most: Math.abs(value) }
      : undefined;
  }
  if (expr.kind !== "op") return undefined;
  const { op, args } = expr;
  const [first, second] = args;
  if (op === "convert" && (first?.type === "i32" || first?.type === "u32"))
    return { value: build.convert("wrap", "i64", first), most: first.type === "i32" ? 2 ** 31 : 2 ** 32 };
  const [a, b] = [first && wideOf(first), second && wideOf(second)];
  if (!a || !b || (op !== "add" && op !== "sub" && op !== "mul")) return undefined;
  const most = op === "mul" ? a.most * b.most : a.most + b.most;
  return most <= MOST ? { value: build.op(op, a.value, b.value), most } : undefined;
}
