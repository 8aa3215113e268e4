// Compares a sum of two words, which takes 33 bits, with a word. If one side of the sum has only one sign, the sum modulo 2^32 lies on the other side of
// its first operand just if it has wrapped around; it is then more, or less, than any word. Decision: docs/decisions/0104-beyond-words.md.

import { build, type Expr } from "@lanewise/ir";
import type { WordsOfDoubles } from "./beyond-words.js";
import { readsMemory } from "./expand.js";
import { fits } from "./range.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

/** `base + by`, where `by` moves it only up, or only down. */
interface SplitSum {
  readonly base: Expr;
  readonly isUp: boolean;
}

/** By comparison with the word: what is left of it for a sum that has not wrapped, and whether one beyond (or below) all words satisfies it. */
const comparisons = {
  lt: { beyond: false, below: true },
  le: { beyond: false, below: true },
  gt: { beyond: true, below: false },
  ge: { beyond: true, below: false },
  eq: { beyond: false, below: false },
  ne: { beyond: true, below: true },
} as const;
type Compare = keyof typeof comparisons;

/** The comparison of the sum with a number that fits an i32; undefined if it is no such sum. */
export function comparedSum(given: WordsOfDoubles, op: Compare, sum: Expr, other: Expr): Expr | undefined {
  const isWord = (one: Expr): boolean => fits(given.rangeOf(one), "i32") && given.isOfWords(one);
  const split = isWord(other) ? splitSum(given, sum) : undefined;
  // The sum is computed twice; engines find that out, except for loads.
  if (!split || readsMemory(sum)) return undefined;
  const [whole, base, word] = [sum, split.base, other].map((one) => given.wordOf(one, "i32")) as [Expr, Expr, Expr];
  const compared = build.op(op, whole, word);
  const isSatisfied = comparisons[op][split.isUp ? "beyond" : "below"];
  const hasWrapped = build.op(split.isUp ? "lt" : "gt", whole, base);
  if (isSatisfied) return build.op("or", hasWrapped, compared);
  return build.op("and", build.op(split.isUp ? "ge" : "le", whole, base), compared);
}

/** A sum or difference of two numbers that fit i32s, of which one is never negative, or never positive. */
export function splitSum({ rangeOf, isOfWords }: WordsOfDoubles, expr: Expr): SplitSum | undefined {
  if (expr.kind !== "op" || (expr.op !== "add" && expr.op !== "sub") || expr.type !== "f64") return undefined;
  const [left, right] = (expr satisfies OpExpr).args;
  if (!left || !right) return undefined;
  const isWord = (one: Expr): boolean => fits(rangeOf(one), "i32") && isOfWords(one);
  if (![left, right].every(isWord)) return undefined;
  const { low, high } = rangeOf(right);
  if (low >= 0 || high <= 0) return { base: left, isUp: low >= 0 === (expr.op === "add") };
  const other = rangeOf(left);
  if (expr.op === "sub" || (other.low < 0 && other.high > 0)) return undefined;
  return { base: right, isUp: other.low >= 0 };
}
