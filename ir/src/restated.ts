// Conversions of a type to itself. They change nothing, and code generators leave them out; they say what JavaScript does there, for the check of
// numbers (overflow/):
//   wrap        `x | 0`, `x >>> 0`, BigInt.asIntN: the number modulo 2^n, where it has grown beyond
//   convert     Math.fround(x), f32(x): the number rounded
//   reinterpret of a product of integers: Math.imul of its operands, which are numbers modulo 2^32 to it
//   reinterpret of an f64: a power or Math.hypot, of which JavaScript leaves the last digits to the engine
//   saturate    of what a flavour keeps of a number, as the number modulo 2^32 or its lowest 8 bits: JavaScript keeps the number

import type { Expr } from "./module.js";

type OpExpr = Extract<Expr, { kind: "op" }>;
type Restatement = "wrap" | "convert" | "reinterpret" | "saturate";

const restatements: ReadonlySet<string> = new Set<Restatement>(["wrap", "convert", "reinterpret", "saturate"]);

export function isRestated(expr: Expr): expr is OpExpr {
  return expr.kind === "op" && restatements.has(expr.op) && expr.args[0]?.type === expr.type;
}

/** Of an f64 whose last digits JavaScript leaves to the engine: a power, or Math.hypot of three and more. */
export function isLeftToEngine(expr: Expr): boolean {
  return isRestated(expr) && expr.op === "reinterpret" && expr.type === "f64";
}

/** The value itself, with what JavaScript does there. */
export function restated(how: Restatement, value: Expr): Expr {
  const { type } = value;
  if (value.kind === "const" || typeof type !== "string") return value;
  return { kind: "op", type, op: how, args: [value] } as OpExpr; // a value has a value's type
}

/** The expression without them around it. */
export function withoutRestatement(expr: Expr): Expr {
  const [inner] = isRestated(expr) ? expr.args : [];
  return inner ? withoutRestatement(inner) : expr;
}
