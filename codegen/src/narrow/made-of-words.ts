// Finds expressions that words can compute exactly like doubles.

import type { Expr } from "@lanewise/ir";

export type Word = "i32" | "u32";

const wordOps: ReadonlySet<string> = new Set(["add", "sub", "mul", "neg", "min", "max", "abs", "rem"]);
export const roundings: ReadonlySet<string> = new Set(["floor", "ceil", "trunc", "nearest"]);

/** Whether it is computed from words and constants by operations that words have. */
export function isMadeOfWords(expr: Expr, isWord: (local: number) => boolean): boolean {
  const all = (args: readonly Expr[]): boolean => args.every((one) => isMadeOfWords(one, isWord));
  if (expr.kind === "const") return Number.isInteger(expr.value);
  if (expr.kind === "local") return expr.type !== "f64" || isWord(expr.local);
  if (expr.kind === "builtin") return expr.builtin === "round" && all(expr.args);
  if (expr.kind !== "op") return false;
  const [first] = expr.args;
  if (expr.op === "convert") return first?.type !== "f32" && first?.type !== "f64";
  if (expr.op === "select") return all(expr.args.slice(1));
  if (roundings.has(expr.op)) return all(first?.kind === "op" && first.op === "div" ? first.args : expr.args);
  return wordOps.has(expr.op) && all(expr.args);
}
