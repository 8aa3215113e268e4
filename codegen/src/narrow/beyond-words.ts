// Computes with words what doubles hold one bit more of: comparisons, extremes and distances of numbers that may leave 32 bits by a little, such as
// `Math.max(0, x - 1)` of any i32. An operand is clamped before it is moved by its offset, at a limit behind which the result is the same.
// Decision: docs/decisions/0104-beyond-words.md.

import { build, type Expr, operandsOf } from "@lanewise/ir";
import { comparedSum } from "./compare-sums.js";
import type { Word } from "./made-of-words.js";
import { constantRange, difference, fits, isExact, type Range, sum, typeRange } from "./range.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

export interface WordsOfDoubles {
  readonly rangeOf: (expr: Expr) => Range;
  /** Equal modulo 2^32, and exactly if it fits. */
  readonly wordOf: (expr: Expr, word: Word) => Expr;
  /** Whether a double is computed from words alone. */
  readonly isOfWords: (expr: Expr) => boolean;
  readonly conditionOf: (expr: Expr) => Expr;
}

const words = ["i32", "u32"] as const;

const fittingWord = (range: Range): Word | undefined => words.find((word) => fits(range, word));

// Comparisons

/** `value + offset`, of a value that fits the word. */
interface Moved {
  readonly value: Expr;
  readonly offset: number;
}

const mirrored = { lt: "gt", le: "ge", gt: "lt", ge: "le", eq: "eq", ne: "ne" } as const;
type Compare = keyof typeof mirrored;

/** Offsets beyond this are rare; two of them, and their difference, are exact. */
const MOST_OFFSET = 2 ** 30;

/** A comparison of `x + c` and `y + d`, with constants c and d, as one of x and y, or of a sum and a word; undefined if the operands are not like that. */
export function comparedInWords(given: WordsOfDoubles, op: string, left: Expr, right: Expr): Expr | undefined {
  if (!(op in mirrored)) return undefined;
  const compare = op as Compare; // the test above found the key
  for (const word of words) {
    const [a, b] = [movedOf(given, left, word), movedOf(given, right, word)];
    if (a && b) return comparedWith(given, word, compare, a, b);
  }
  return comparedSum(given, compare, left, right) ?? comparedSum(given, mirrored[compare], right, left);
}

function movedOf({ rangeOf, isOfWords }: WordsOfDoubles, expr: Expr, word: Word): Moved | undefined {
  const isWord = (one: Expr): boolean => fits(rangeOf(one), word) && isOfWords(one);
  if (isWord(expr)) return { value: expr, offset: 0 };
  if (expr.kind !== "op" || (expr.op !== "add" && expr.op !== "sub")) return undefined;
  const [first, second] = expr.args;
  if (!first || !second) return undefined;
  const moved = (value: Expr, by: Expr, sign: number): Moved | undefined => {
    const offset = by.kind === "const" ? sign * Number(by.value) : Number.NaN;
    return isWord(value) && Number.isInteger(offset) && Math.abs(offset) < MOST_OFFSET ? { value, offset } : undefined;
  };
  return moved(first, second, expr.op === "add" ? 1 : -1) ?? (expr.op === "add" ? moved(second, first, 1) : undefined);
}

/** The comparison of the moved side, clamped to the word, that is right where it leaves the word; and by how much less it is moved for that. */
const clampedAbove = { gt: ["ge", 1], ge: ["ge", 0], lt: ["lt", 0], le: ["lt", 1] } as const;
const clampedBelow = { gt: ["gt", 0], ge: ["gt", 1], lt: ["le", 1], le: ["le", 0] } as const;

/** The side with an offset is moved, so that the other stays what analyses know, such as a counter. */
function comparedWith(given: WordsOfDoubles, word: Word, op: Compare, left: Moved, right: Moved): Expr {
  const { wordOf } = given;
  if (left.offset === 0 && right.offset !== 0)
    return mirroredBack(comparedWith(given, word, mirrored[op], right, left));
  const offset = left.offset - right.offset;
  const constant = right.value.kind === "const" ? Number(right.value.value) - offset : undefined;
  const x = wordOf(left.value, word);
  if (constant !== undefined && fits(constantRange(constant), word))
    return build.op(op, x, build.constant(word, constant));
  const y = wordOf(right.value, word);
  if (offset === 0) return build.op(op, x, y);
  const { low, high } = typeRange(word);
  if (op === "eq" || op === "ne") {
    // Modulo 2^32, numbers that differ by 2^32 are the same.
    const isSame = build.op("eq", build.op("add", x, build.constant(word, wrapped(offset, word))), y);
    const limit = build.constant(word, offset > 0 ? high - offset : low - offset);
    const isEqual = build.op("and", isSame, build.op(offset > 0 ? "le" : "ge", x, limit));
    return op === "eq" ? isEqual : build.op("not", isEqual);
  }
  const [compare, less] = (offset > 0 ? clampedAbove : clampedBelow)[op];
  const by = offset - Math.sign(offset) * less;
  if (by === 0) return build.op(compare, x, y);
  const kept = build.op(by > 0 ? "min" : "max", x, build.constant(word, by > 0 ? high - by : low - by));
  return build.op(compare, build.op(by > 0 ? "add" : "sub", kept, build.constant(word, Math.abs(by))), y);
}

function mirroredBack(expr: Expr): Expr {
  if (expr.kind !== "op" || !(expr.op in mirrored)) return expr;
  const [left, right] = expr.args;
  const op = expr.op as Compare; // the test above found the key
  return left && right ? build.op(mirrored[op], right, left) : expr;
}

const wrapped = (value: number, word: Word): number => (word === "i32" ? value | 0 : value >>> 0);

// Extremes

/** The smaller or the larger of two numbers, modulo 2^32, and exactly if it fits; undefined if words cannot tell. */
export function extremeInWords(given: WordsOfDoubles, expr: OpExpr, word: Word): Expr | undefined {
  const [left, right] = expr.args;
  if (!left || !right || (expr.op !== "min" && expr.op !== "max")) return undefined;
  const { rangeOf, wordOf } = given;
  const range = rangeOf(expr);
  const of = fittingWord(range);
  if (of) {
    const limits: Limits = { op: expr.op, limit: expr.op === "max" ? range.low : range.high, of };
    const [a, b] = [clamped(given, left, limits), clamped(given, right, limits)];
    // A constant that is the limit has been made of the other.
    const single =
      isLimit(left, limits) && !fits(rangeOf(right), of)
        ? b
        : isLimit(right, limits) && !fits(rangeOf(left), of)
          ? a
          : undefined;
    return a && b && build.convert("wrap", word, single ?? build.op(expr.op, a, b));
  }
  const isLeft = comparedInWords(given, expr.op === "max" ? "ge" : "le", left, right);
  return isLeft && build.op("select", isLeft, wordOf(left, word), wordOf(right, word));
}

const isLimit = (expr: Expr, { limit }: Limits): boolean => expr.kind === "const" && expr.value === limit;

/** What `op` leaves of a number and the limit, which fits the word `of`. */
interface Limits {
  readonly op: "min" | "max";
  readonly limit: number;
  readonly of: Word;
}

/** What is left of the number by the limit, as a word; undefined if words cannot tell. */
function clamped(given: WordsOfDoubles, expr: Expr, limits: Limits): Expr | undefined {
  const { rangeOf, wordOf, isOfWords } = given;
  const { op, limit, of } = limits;
  const range = rangeOf(expr);
  if (!isOfWords(expr)) return undefined;
  if (fits(range, of)) return wordOf(expr, of);
  const own = fittingWord(range);
  if (own) {
    if (!fits(constantRange(limit), own)) return undefined;
    return build.convert("wrap", of, build.op(op, wordOf(expr, own), build.constant(own, limit)));
  }
  if (expr.kind !== "op") return undefined;
  const [first, second, third] = expr.args;
  if (!first || !second) return undefined;
  if (expr.op === "select" && third) {
    const [a, b] = [clamped(given, second, limits), clamped(given, third, limits)];
    return a && b && build.op("select", given.conditionOf(first), a, b);
  }
  if (expr.op === op) {
    const [a, b] = [clamped(given, first, limits), clamped(given, second, limits)];
    return a && b && build.op(op, a, b);
  }
  return expr.op === "add" || expr.op === "sub" ? clampedSum(given, expr.op, first, second, limits) : undefined;
}

/** How the limit of a sum becomes that of one of its operands, the value; the other moves it. */
interface Side {
  readonly value: Expr;
  readonly by: Expr;
  /** The limit less `by`, the limit and `by`, or `by` less the limit. */
  readonly rest: "less" | "and" | "mirrored";
}

function clampedSum(
  given: WordsOfDoubles,
  op: "add" | "sub",
  first: Expr,
  second: Expr,
  limits: Limits,
): Expr | undefined {
  const sides: readonly Side[] = [
    { value: first, by: second, rest: op === "add" ? "less" : "and" },
    { value: second, by: first, rest: op === "add" ? "less" : "mirrored" },
  ];
  const bySize = [...sides].sort((a, b) => sizeOf(a.by) - sizeOf(b.by));
  for (const clamp of [clampedBySmall, clampedByAny]) {
    for (const side of bySize) {
      const own = fittingWord(given.rangeOf(side.value));
      const isMade = isExact(given.rangeOf(side.by)) && [side.value, side.by].every(given.isOfWords);
      const found = own && isMade ? clamp(given, side, own, limits) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * The value is clamped by what `by` may come to, so that their sum takes no more than 32 bits, and the sum by the limit: as a u32, counted from its
 * least value, if no word holds it.
 */
function clampedBySmall(given: WordsOfDoubles, { value, by, rest }: Side, own: Word, limits: Limits): Expr | undefined {
  if (rest === "mirrored" || by.kind === "const") return undefined;
  const { op, limit, of } = limits;
  const moves = rest === "less" ? given.rangeOf(by) : difference(constantRange(0), given.rangeOf(by));
  const most = op === "max" ? limit - moves.high : limit - moves.low;
  const range = given.rangeOf(value);
  const kept = { ...range, low: op === "max" ? most : range.low, high: op === "max" ? range.high : most };
  const total = sum(kept, moves);
  if (!fits(constantRange(most), own) || kept.low > kept.high || total.high - total.low > 2 ** 32 - 1) return undefined;
  const [word, bias] = fits(total, of) ? [of, 0] : (["u32", -total.low] as const);
  const clampedValue = build.convert("wrap", word, build.op(op, given.wordOf(value, own), build.constant(own, most)));
  const moved = plus(given, by, rest === "less" ? bias : -bias, word);
  const whole = build.op(rest === "less" ? "add" : "sub", clampedValue, moved);
  const found = build.op(op, whole, build.constant(word, limit + bias));
  return build.convert(
    "wrap",
    of,
    bias === 0 ? found : build.op("sub", found, build.constant(word, wrapped(bias, word))),
  );
}

/** `max(0, x - y)` is `max(x, y) - y`. */
function clampedByAny(given: WordsOfDoubles, side: Side, own: Word, limits: Limits): Expr | undefined {
  const { rangeOf, wordOf } = given;
  const { value, by, rest } = side;
  if (sizeOf(by) > MOST_REPEATED || !fits(rangeOfRest(side, rangeOf(by), limits), own)) return undefined;
  const op = rest !== "mirrored" ? limits.op : limits.op === "max" ? "min" : "max";
  const { limit, of } = limits;
  const sign = rest === "less" ? -1 : 1;
  const bound =
    rest === "less" && by.kind !== "const"
      ? build.op("sub", build.constant(own, wrapped(limit, own)), wordOf(by, own))
      : by.kind === "const"
        ? build.constant(own, sign * Number(by.value) + (rest === "mirrored" ? -limit : limit))
        : plus(given, by, rest === "mirrored" ? -limit : limit, own);
  const kept = build.convert("wrap", of, build.op(op, wordOf(value, own), bound));
  const moved = wordOf(by, of);
  if (rest === "mirrored") return build.op("sub", moved, kept);
  return build.op(rest === "less" ? "add" : "sub", kept, moved);
}

/** The expression and a constant, modulo 2^32. */
function plus(given: WordsOfDoubles, expr: Expr, constant: number, word: Word): Expr {
  if (constant === 0) return given.wordOf(expr, word);
  if (expr.kind === "const") return build.constant(word, wrapped(Number(expr.value) + constant, word));
  const [condition, whenTrue, whenFalse] = expr.kind === "op" && expr.op === "select" ? expr.args : [];
  if (condition && whenTrue?.kind === "const" && whenFalse?.kind === "const") {
    const [a, b] = [plus(given, whenTrue, constant, word), plus(given, whenFalse, constant, word)];
    return build.op("select", given.conditionOf(condition), a, b);
  }
  return build.op("add", given.wordOf(expr, word), build.constant(word, wrapped(constant, word)));
}

/** Nodes of an expression that is computed twice. */
const MOST_REPEATED = 12;

function sizeOf(expr: Expr): number {
  return expr.kind === "const" ? 0 : operandsOf(expr).reduce((sum, one) => sum + sizeOf(one), 1);
}

function rangeOfRest({ rest }: Side, by: Range, { limit }: Limits): Range {
  const own = constantRange(limit);
  return rest === "and" ? sum(own, by) : rest === "less" ? difference(own, by) : difference(by, own);
}

// Distances

/** `abs(x - y)` as a word, which a u32 holds. */
export function distanceInWords(
  { rangeOf, wordOf, isOfWords }: WordsOfDoubles,
  expr: Expr,
  word: Word,
): Expr | undefined {
  const [x, y] = expr.kind === "op" && expr.op === "sub" ? expr.args : [];
  const of = words.find((one) => x && y && fits(rangeOf(x), one) && fits(rangeOf(y), one));
  if (!x || !y || !of || !isOfWords(x) || !isOfWords(y) || sizeOf(x) + sizeOf(y) > MOST_REPEATED) return undefined;
  const [a, b] = [wordOf(x, of), wordOf(y, of)];
  return build.convert("wrap", word, build.op("sub", build.op("max", a, b), build.op("min", a, b)));
}
