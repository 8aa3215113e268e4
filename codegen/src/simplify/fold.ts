// Folds constants: an operation on constants becomes the interpreter's result, unless that is NaN, whose bits may differ.

import { type Expr, isValueScalar, operandsOf, scalars, semanticsOf } from "@lanewise/ir";
import { withOperands } from "../analysis/replace.js";
import { canFail } from "./failing.js";

type Constant = Extract<Expr, { kind: "const" }>;

/** Folds the expression from its leaves up. */
export function fold(expr: Expr): Expr {
  if (operandsOf(expr).length === 0) return expr;
  return foldOne(withOperands(expr, fold));
}

/** Folds an expression whose operands are folded. */
function foldOne(expr: Expr): Expr {
  if (expr.kind !== "op") return expr;
  const { args } = expr;
  const [first, second, third] = args;
  if (expr.op === "select" && first?.kind === "const" && second && third) {
    const [chosen, other] = first.value === true ? [second, third] : [third, second];
    return canFail(other) ? expr : chosen;
  }
  const constants = args.filter((one): one is Constant => one.kind === "const");
  if (constants.length < args.length) return foldNeutral(expr);
  const operand = args.at(-1)?.type;
  if (operand === undefined || !isValueScalar(operand)) return expr;
  const apply = semanticsOf(expr.op, operand, expr.type);
  const [a = false, b = false, c = false] = constants.map(({ value }) => value);
  const value = apply?.(a, b, c);
  return value === undefined || Number.isNaN(value) ? expr : { kind: "const", type: expr.type, value };
}

/** Folds a + 0, a - 0 and a * 1 on integers, and `and` and `or` with a constant operand. */
function foldNeutral(expr: Extract<Expr, { kind: "op" }>): Expr {
  const [a, b] = expr.args;
  if (!a || !b || scalars[expr.type].kind === "float") return expr;
  if (expr.type === "bool") return foldLogical(expr, a, b);
  const is = (one: Expr, value: number) => one.kind === "const" && Number(one.value) === value;
  if ((expr.op === "add" || expr.op === "sub") && is(b, 0)) return a;
  if (expr.op === "add" && is(a, 0)) return b;
  if (expr.op === "mul" && is(b, 1)) return a;
  if (expr.op === "mul" && is(a, 1)) return b;
  return expr;
}

function foldLogical(expr: Extract<Expr, { kind: "op" }>, a: Expr, b: Expr): Expr {
  if (expr.op !== "and" && expr.op !== "or") return expr;
  const [known, other] = a.kind === "const" ? [a, b] : [b, a];
  if (known.kind !== "const") return expr;
  if (known.value !== (expr.op === "or")) return other;
  return canFail(other) ? expr : known;
}
