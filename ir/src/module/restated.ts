// Conversions of a type to itself. They change nothing, and code generators leave them out; they tell the number check (overflow/) what JavaScript
// does:
//   wrap        `x | 0`, `x >>> 0`, BigInt.asIntN: the number modulo 2^n, where it has outgrown the type
//   convert     Math.fround(x), f32(x): the number rounded
//   reinterpret of a product of integers: Math.imul of its operands, which it takes modulo 2^32
//   reinterpret of an f64: a power or Math.hypot, whose last digits JavaScript leaves to the engine
//   saturate    of the part of a number that a flavour keeps, such as its lowest 8 bits: JavaScript keeps the whole number

import type { Expr } from "./module.js";

type OpExpr = Extract<Expr, { kind: "op" }>;
type Restatement = "wrap" | "convert" | "reinterpret" | "saturate";

const restatements: ReadonlySet<string> = new Set<Restatement>(["wrap", "convert", "reinterpret", "saturate"]);

export function isRestated(expr: Expr): expr is OpExpr {
  return expr.kind === "op" && restatements.has(expr.op) && expr.args[0]?.type === expr.type;
}

/** Whether JavaScript leaves the last digits of this f64 to the engine: a power, or Math.hypot of three or more. */
export function isLeftToEngine(expr: Expr): boolean {
  return isRestated(expr) && expr.op === "reinterpret" && expr.type === "f64";
}

/** The value itself, annotated with what JavaScript does there. */
export function restated(how: Restatement, value: Expr): Expr {
  const { type } = value;
  if (value.kind === "const" || typeof type !== "string") return value;
  return { kind: "op", type, op: how, args: [value] } as OpExpr; // its type is a value's
}

/** Strips restatements from around the expression. */
export function withoutRestatement(expr: Expr): Expr {
  const [inner] = isRestated(expr) ? expr.args : [];
  return inner ? withoutRestatement(inner) : expr;
}
