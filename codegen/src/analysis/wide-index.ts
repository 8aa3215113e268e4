// The double by which an index is checked, as a 64-bit integer: the same wherever either is inside an array (narrow/index-values.ts), and cheaper
// in scalar code, where a double of large integers would have to be clamped.

import { build, type Expr } from "@lanewise/ir";

interface Wide {
  readonly value: Expr;
  /** It is no farther from zero. */
  readonly most: number;
}

/** So that an analysis and the code that is made by it speak of the same expression. */
const known = new WeakMap<Expr, Expr>();

/** What the element's index is checked by. */
export function checkedIndexOf({ index, exact }: Extract<Expr, { kind: "element" }>): Expr {
  if (!exact) return index;
  const checked = known.get(exact) ?? wideIndexOf(exact) ?? exact;
  known.set(exact, checked);
  return checked;
}

/** Undefined where it is made of something else than integers of 32 bits, or might not fit. */
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
