// Computes the range of an expression from those of its locals: one row for each operation that limits its result.

import { type Expr, isScalar, type Op, operandsOf, scalars } from "@lanewise/ir";
import { isSameExpr } from "../analysis/same-expr.js";
import { AREA, type Assumed, areaOf, LIMIT } from "./assumed.js";
import { arrayOfNumber } from "./private-arrays.js";
import {
  absolute,
  anything,
  constantRange,
  difference,
  fits,
  greatest,
  integers,
  isWithin,
  least,
  limited,
  negated,
  product,
  type Range,
  remainder,
  roundedQuotient,
  sum,
  typeRange,
  union,
} from "./range.js";
import type { Tables } from "./tables.js";

export interface RangeContext {
  /** The range of a private array's elements, if known. */
  readonly rangeOfArray: (local: number) => Range | undefined;
  /** The only value that is ever assigned to a local; undefined for parameters and if there are several. */
  readonly definitionOf: (local: number) => Expr | undefined;
  readonly isAssigned: (local: number) => boolean;
  /** The same context without any conditions. */
  readonly anywhere: () => RangeContext;
  readonly rangeOfLocal: (local: number, type: string) => Range;
  /** Undefined if sizes, lengths and captured integers may have any value. */
  readonly assumed: Assumed | undefined;
  readonly tables: Tables;
  /** The number of the kernel's parameters, which are captured. */
  readonly parameters: number;
}

type OpExpr = Extract<Expr, { kind: "op" }>;
const unknown = anything;

const roundings = { floor: Math.floor, ceil: Math.ceil, trunc: Math.trunc, nearest: Math.round } as const;

const rules: Partial<Record<Op, (a: Range, b: Range) => Range>> = {
  add: sum,
  sub: difference,
  mul: product,
  rem: remainder,
  min: least,
  max: greatest,
  neg: negated,
  abs: absolute,
};

const bitRules: Partial<Record<Op, (a: Range, b: Range) => Range | undefined>> = {
  and: (a, b) => {
    const masks = [a, b].filter(({ low }) => low >= 0).map(({ high }) => high);
    return masks.length > 0 ? integers(0, Math.min(...masks)) : undefined;
  },
  or: (a, b) => (a.low >= 0 && b.low >= 0 ? integers(0, bitsUpTo(Math.max(a.high, b.high))) : undefined),
  xor: (a, b) => (a.low >= 0 && b.low >= 0 ? integers(0, bitsUpTo(Math.max(a.high, b.high))) : undefined),
  not: (a) => integers(-1 - a.high, -1 - a.low),
  shl: (a, b) => {
    const factors = powersOf(b);
    return factors && product(a, factors);
  },
  shr: (a, b) => {
    const divisors = powersOf(b);
    if (!divisors) return integers(Math.min(a.low, 0), Math.max(a.high, 0));
    return integers(
      Math.floor(a.low / (a.low < 0 ? divisors.low : divisors.high)),
      Math.floor(a.high / (a.high < 0 ? divisors.high : divisors.low)),
    );
  },
  clz: () => integers(0, 32),
  ctz: () => integers(0, 32),
  popcnt: () => integers(0, 32),
  div: (a, b) => quotientOfWords(a, b, Math.trunc),
  floordiv: (a, b) => quotientOfWords(a, b, Math.floor),
  rem: (a, b) => ({ ...remainder(a, b), hasNaN: false }),
};

function quotientOfWords(a: Range, b: Range, round: (value: number) => number): Range | undefined {
  const found = roundedQuotient(a, b, round);
  return found.hasNaN ? undefined : found;
}

/** Two to the power of a shift's count; undefined for several counts that are not all from 0 to 31. */
function powersOf({ low, high }: Range): Range | undefined {
  if (low === high) return constantRange(2 ** (low & 31));
  return low >= 0 && high < 32 ? integers(2 ** low, 2 ** high) : undefined;
}

function bitsUpTo(value: number): number {
  return 2 ** Math.ceil(Math.log2(value + 1)) - 1;
}

export function rangeOf(context: RangeContext, expr: Expr): Range {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? constantRange(expr.value) : unknown;
    case "local":
      return isScalar(expr.type) ? rangeOfLocal(context, expr.local, expr.type) : unknown;
    case "query":
      return rangeOfQuery(context, expr);
    case "length":
      return rangeOfLength(context, expr);
    case "load": {
      const { type } = expr.place;
      const array = arrayOfNumber(expr.place);
      const known = array === undefined ? rangeInTable(context, expr.place) : context.rangeOfArray(array);
      if (known) return known;
      const held = typeof type === "object" && type.kind === "ref" && isScalar(type.to) ? type.to : expr.type;
      return typeRange(held);
    }
    case "op":
      return rangeOfOp(context, expr);
    case "builtin":
      return rangeOfBuiltin(context, expr);
    default:
      return unknown;
  }
}

/** The range of a constant table's elements. */
function rangeInTable({ tables }: RangeContext, place: Expr): Range | undefined {
  const { base } = place.kind === "element" ? place : {};
  return base?.kind === "global" ? tables(base.global) : undefined;
}

function rangeOfLocal({ assumed, parameters, rangeOfLocal }: RangeContext, local: number, type: string): Range {
  const found = rangeOfLocal(local, type);
  if (!assumed || local >= parameters || !assumed.numbers.has(local) || (type !== "i32" && type !== "u32"))
    return found;
  assumed.parameters.add(local);
  if (!assumed.steps.has(local)) return limited(found, -LIMIT, LIMIT);
  assumed.positive.add(local);
  return limited(found, 1, LIMIT);
}

function rangeOfQuery({ assumed }: RangeContext, { query, dimension }: Extract<Expr, { kind: "query" }>): Range {
  const most = 2 ** 31 - (query === "globalId" ? 2 : 1);
  if (!assumed || (query !== "globalId" && query !== "globalSize")) return integers(0, most);
  assumed.sizes.add(dimension);
  return integers(0, LIMIT - (query === "globalId" ? 1 : 0));
}

function rangeOfLength({ assumed, parameters }: RangeContext, { span }: Extract<Expr, { kind: "length" }>): Range {
  if (!assumed || span.kind !== "local" || span.local >= parameters) return integers(0, 2 ** 31 - 1);
  assumed.parameters.add(span.local);
  return integers(0, LIMIT);
}

function rangeOfBuiltin(
  context: RangeContext,
  { builtin, args: [argument] }: Extract<Expr, { kind: "builtin" }>,
): Range {
  if (builtin === "round" && argument) return rounded(rangeOf(context, argument), Math.round);
  return unknown;
}

function rangeOfOp(context: RangeContext, expr: OpExpr): Range {
  const { op, args, type } = expr;
  const [first, second, third] = args;
  if (!first || type === "bool" || type === "i64" || type === "u64") return unknown;
  if (op === "select" && second && third) return union(rangeOf(context, second), rangeOf(context, third));
  if (op === "convert") return rangeOfConverted(context, first, type);
  const a = rangeOf(context, first);
  const b = second ? rangeOf(context, second) : a;
  const mean = rangeOfMean(context, expr);
  if (mean) return mean;
  if (type === "i32" || type === "u32") return rangeOfFloored(context, expr) ?? rangeOfWord(expr, first, a, b);
  if (op in roundings) {
    const round = roundings[op as keyof typeof roundings]; // the test above found the key
    return rangeOfRounded(context, first, a, round);
  }
  const found = rules[op]?.(a, b);
  const area =
    op === "mul" && found && context.assumed && areaOf(context.assumed, context.parameters, context.definitionOf, expr);
  if (area && !isWithin(found, integers(-AREA, AREA))) {
    context.assumed?.areas.set(expr, area);
    return limited(found, -AREA, AREA);
  }
  // An f32 is rounded at each operation: only f64 results are known exactly.
  return found === undefined || type === "f32" ? unknown : found;
}

function rangeOfConverted(context: RangeContext, operand: Expr, type: string): Range {
  if (operand.type === "i64" || operand.type === "u64") return { ...unknown, isInteger: true, hasNaN: false };
  if (operand.type === "bool") return integers(0, 1);
  const range = rangeOf(context, operand);
  const isKept = type === "f64" || isWithin(range, integers(-(2 ** 24), 2 ** 24));
  return isKept ? range : { ...unknown, isInteger: range.isInteger };
}

function rounded(a: Range, round: (value: number) => number): Range {
  if (a.isInteger) return a;
  return {
    low: round(a.low),
    high: round(a.high),
    isInteger: true,
    hasNaN: a.hasNaN,
    hasNegativeZero: a.hasNegativeZero || (a.low < 0 && a.high > -1),
  };
}

function rangeOfRounded(context: RangeContext, operand: Expr, a: Range, round: (value: number) => number): Range {
  const isQuotient = operand.kind === "op" && operand.op === "div";
  const [x, y] = isQuotient ? operandsOf(operand).map((one) => rangeOf(context, one)) : [];
  return x?.isInteger && y?.isInteger ? roundedQuotient(x, y, round) : rounded(a, round);
}

/** `x * w + y * (c - w)` on integers, with w from 0 to c: at least c times the smaller of x and y, and at most c times the larger. */
function rangeOfMean(context: RangeContext, { op, args, type }: OpExpr): Range | undefined {
  const [left, right] = args.map((one) => (one.kind === "op" && one.op === "mul" ? one.args : undefined));
  if (op !== "add" || !left || !right || type === "f32") return undefined;
  for (const [weighted, other] of [
    [left, right],
    [right, left],
  ] as const) {
    for (const [at, weight] of weighted.entries()) {
      const rest = other.findIndex((one) => wholeOfRest(context, one, weight) !== undefined);
      const whole = other[rest] && wholeOfRest(context, other[rest], weight);
      const [x, y] = [weighted[1 - at], other[1 - rest]];
      if (whole === undefined || !x || !y) continue;
      const both = union(rangeOf(context, x), rangeOf(context, y));
      const range = product(both, constantRange(whole));
      const isWhole = type === "f64" ? !range.hasNaN : isWithin(range, typeRange(type));
      if (both.isInteger && isWhole) return { ...range, hasNegativeZero: type === "f64" };
    }
  }
  return undefined;
}

/** The constant c of `c - weight`, if the weight is a local with the same value at both uses, an integer from 0 to c. */
function wholeOfRest(context: RangeContext, expr: Expr, weight: Expr): number | undefined {
  if (expr.kind !== "op" || expr.op !== "sub" || weight.kind !== "local") return undefined;
  const [whole, own] = expr.args;
  if (whole?.kind !== "const" || typeof whole.value !== "number" || !own || !isSameExpr(own, weight)) return undefined;
  const range = rangeOf(context, weight);
  return range.isInteger && !range.hasNaN && range.low >= 0 && range.high <= whole.value ? whole.value : undefined;
}

/** `x >> n << n` clears x's lowest bits, which does not increase a number that is not negative. */
function rangeOfFloored(context: RangeContext, { op, args }: OpExpr): Range | undefined {
  const [value, count] = args;
  if (op !== "shl" || !value || !count || !isCaptured(context, count)) return undefined;
  const shifted = value.kind === "local" ? context.definitionOf(value.local) : value;
  if (shifted?.kind !== "op" || shifted.op !== "shr" || !shifted.args[0] || !shifted.args[1]) return undefined;
  if (!isSameExpr(shifted.args[1], count)) return undefined;
  // It may have been computed where other conditions held.
  const whole = rangeOf(context.anywhere(), shifted.args[0]);
  return whole.low >= 0 ? integers(0, whole.high) : undefined;
}

/** Whether the value is the same for the whole launch. */
function isCaptured(context: RangeContext, expr: Expr): boolean {
  if (expr.kind === "local") return expr.local < context.parameters && !context.isAssigned(expr.local);
  return expr.kind === "const" || (expr.kind === "op" && expr.args.every((arg) => isCaptured(context, arg)));
}

function rangeOfWord({ op, type }: OpExpr, operand: Expr, a: Range, b: Range): Range {
  const whole = typeRange(type);
  const isFloat = isScalar(operand.type) && scalars[operand.type].kind === "float";
  switch (op) {
    case "wrap": {
      const cut = {
        ...a,
        low: Math.trunc(a.low) + 0,
        high: Math.trunc(a.high) + 0,
        isInteger: true,
        hasNegativeZero: false,
      };
      const range = a.hasNaN ? { ...union(cut, integers(0, 0)), hasNaN: false } : cut;
      return isWithin(range, whole) ? range : whole;
    }
    case "index":
    case "saturate": {
      if (!isFloat && operand.type !== "i32" && operand.type !== "u32") return whole;
      const clamp = (bound: number) => Math.min(Math.max(Math.trunc(bound), whole.low), whole.high) + 0;
      const range = integers(clamp(a.low), clamp(a.high));
      return a.hasNaN ? union(range, integers(-1, 0)) : range;
    }
    case "reinterpret":
      return fits(a, type === "u32" ? "u32" : "i32") ? a : whole;
    default: {
      const found = bitRules[op]?.(a, b) ?? (op in bitRules ? undefined : rules[op]?.(a, b));
      return found && !found.hasNaN && isWithin(found, whole) ? { ...found, hasNegativeZero: false } : whole;
    }
  }
}
