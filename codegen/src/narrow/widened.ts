// Finds integers that are still computed as doubles after narrowing, by which rule of docs/decisions/0047-exact-integers.md, and what to pin to
// change that. Only for `lanewise inspect --why`.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  operandsOf,
  type Position,
  type Stmt,
} from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { isWordOfSum } from "./accumulators.js";
import type { Assumed } from "./assumed.js";
import { type Demand, findDemands, INDEX, MODULAR, VALUE, ZERO_SIGN } from "./demands.js";
import { findRanges, type Ranges } from "./find-ranges.js";
import { isMadeOfWords } from "./made-of-words.js";
import { fits, hasZero, integers, isExact, limited, product, type Range, union } from "./range.js";
import { stepOf } from "./step-of.js";

/**
 * B: only the low bits of a product beyond 2^53 are used. C: the value is used, and may exceed 32 bits. D: an index that may wrap. E: a sum of terms
 * that are too large for words. F: a division by a possible 0, or the sign of a zero.
 */
export type Rule = "B" | "C" | "D" | "E" | "F";

export interface Widened {
  /** The loop that computes it, or the kernel if there is none. */
  readonly at: Position;
  /** A local, or an expression that is not in a local. */
  readonly term: Expr;
  /** A local's initial value, if it is a single expression. */
  readonly first: Expr | undefined;
  /** Whether a local is assigned once. */
  readonly isConstant: boolean;
  /** The range of the term and of what it is computed from. */
  readonly range: Range;
  readonly rule: Rule;
  /** Whether pinning the term itself is enough for 32 bits. */
  readonly isPinned: boolean;
  /** Products in it that words compute only modulo 2^32. */
  readonly products: ReadonlySet<Expr>;
  /** Rounded quotients and remainders in it whose divisor may be 0; pinning the term itself does not change them. */
  readonly divisions: ReadonlySet<Expr>;
}

type OpExpr = Extract<Expr, { kind: "op" }>;

interface Search {
  readonly fn: Fn;
  readonly ranges: Ranges;
  /** The demands of the uses, as if no double were rounded. */
  readonly demandOf: (local: number) => Demand;
  readonly isDouble: (local: number) => boolean;
  /** The values assigned to a local, in source order. */
  readonly sets: ReadonlyMap<number, readonly Expr[]>;
}

/** `fn` is the result of `narrow`; `limits`, the assumptions with which it chose words. Reports only terms that `isSlower` as doubles. */
export function findWidened(
  fn: Fn,
  limits: Assumed | undefined,
  isSlower: (expr: Expr) => boolean,
): readonly Widened[] {
  const search = searchIn(fn, limits);
  const found: Widened[] = [];
  const known = new Set<string>();
  forEachInLoops(fn, (stmt, at, loop) => {
    const local = stmt.kind === "set" ? stmt.local : undefined;
    if (stmt.kind === "set" && local !== undefined && isWidenedBy(search, stmt)) {
      const name = `${loop?.label}:${local}`;
      const term: Expr = { kind: "local", type: "f64", local };
      const isTold = !known.has(name) && isReason(search, local, stmt.value) && isSlower(term);
      if (isTold) found.push(ofLocal(search, term, local, at));
      known.add(name);
    }
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind !== "op") return;
        for (const term of unnamedIn(search, one)) if (isSlower(term)) found.push(ofExpr(search, one, term, at));
      });
    }
  });
  return found;
}

function searchIn(fn: Fn, limits: Assumed | undefined): Search {
  const assumed: Assumed | undefined = limits && {
    ...{ sizes: new Set(), parameters: new Set(), positive: new Set(), areas: new Map() },
    ...{ numbers: limits.parameters, steps: limits.positive, hasAreas: limits.hasAreas },
  };
  const ranges = findRanges(fn, assumed);
  const exact = integers(0, 0);
  const demands = findDemands(fn, { ...ranges, of: () => exact });
  const sets = new Map<number, Expr[]>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "set") return;
    const own = sets.get(stmt.local);
    if (own) own.push(stmt.value);
    else sets.set(stmt.local, [stmt.value]);
  });
  const isDouble = (local: number): boolean =>
    local >= fn.parameters && fn.locals[local]?.type === "f64" && ranges.ofLocal(local).isInteger;
  return { fn, ranges, demandOf: demands.ofLocal, isDouble, sets };
}

/** Visits the statements of loops or, if the function has none, all statements. */
function forEachInLoops(fn: Fn, visit: (stmt: Stmt, at: Position, loop: Loop | undefined) => void): void {
  let hasLoops = false;
  forEachStmt(fn.body, (stmt) => {
    hasLoops ||= stmt.kind === "loop";
  });
  const inBlock = (block: readonly Stmt[], loop: Loop | undefined): void => {
    for (const stmt of block) {
      const around = stmt.kind === "loop" ? stmt : loop;
      if (around || !hasLoops) visit(stmt, around?.at ?? fn.at, around);
      if (stmt.kind === "loop") for (const one of [stmt.header, stmt.body, stmt.update]) inBlock(one, stmt);
      else if (stmt.kind === "if") for (const one of [stmt.then, stmt.else]) inBlock(one, loop);
      else if (stmt.kind === "block") inBlock(stmt.body, loop);
    }
  };
  inBlock(fn.body, undefined);
}

const arithmetic: ReadonlySet<string> = new Set(["add", "sub", "mul", "neg", "abs", "rem", "floor", "trunc"]);
/** Operations that turn a double into something else: it need not have been a double. */
const sinks: ReadonlySet<string> = new Set(["wrap", "index", "saturate", "lt", "le", "gt", "ge", "eq", "ne"]);

/** Whether it is integer arithmetic that large enough words could do as well. */
function isIntegerArithmetic({ isDouble }: Search, expr: Expr): boolean {
  if (expr.type !== "f64" || !isMadeOfWords(expr, isDouble)) return false;
  let isComputed = false;
  let isFloat = false;
  forEachOperand(expr, (one) => {
    isComputed ||= one.kind === "op" && arithmetic.has(one.op);
    isFloat ||= one.kind === "op" && (one.op === "ceil" || one.op === "nearest");
  });
  return isComputed && !isFloat;
}

/** Visits the doubles that a double is computed from, outermost first. */
function forEachOperand(expr: Expr, visit: (expr: Expr) => void): void {
  if (expr.type !== "f64" || (expr.kind === "op" && expr.op === "convert")) return;
  visit(expr);
  for (const operand of operandsOf(expr)) forEachOperand(operand, visit);
}

/** Sums of words that are occasionally added to a double cost nothing (accumulators.ts). */
function isWidenedBy(search: Search, { local, value }: Extract<Stmt, { kind: "set" }>): boolean {
  return search.isDouble(local) && isIntegerArithmetic(search, value) && !isWordOfSum(search.fn, local, value);
}

/** A local that would fit, and whose operands would, is a double only because of its operands, which are reported themselves. */
function isReason(search: Search, local: number, value: Expr): boolean {
  const demand = search.demandOf(local);
  const range = search.ranges.ofLocal(local);
  const isSigned = range.hasNegativeZero && (demand & ZERO_SIGN) !== 0;
  return demand !== 0 && (!isFit(range) || isSigned || wideIn(search, value, (one) => one === local).length > 0);
}

const isFit = (range: Range): boolean => fits(range, "i32") || fits(range, "u32");

/** The outermost arithmetic on words, and on locals that `isOwn`, that does not fit in a word. */
function wideIn(search: Search, expr: Expr, isOwn: (local: number) => boolean): readonly Expr[] {
  if (expr.type !== "f64" || expr.kind !== "op" || expr.op === "convert") return [];
  const isOfWords = arithmetic.has(expr.op) && isIntegerArithmetic(search, expr) && isMadeOfWords(expr, isOwn);
  if (isOfWords && !isFit(search.ranges.of(expr))) return [expr];
  return expr.args.flatMap((arg) => wideIn(search, arg, isOwn));
}

/** Operands computed as doubles from words alone and used as something else; those computed from a local are reported with it. */
function unnamedIn(search: Search, { op, args }: OpExpr): readonly Expr[] {
  if (!sinks.has(op)) return [];
  const none = (): boolean => false;
  return args
    .filter((arg) => isIntegerArithmetic(search, arg) && isMadeOfWords(arg, none))
    .flatMap((arg): readonly Expr[] => {
      // A sum of which only the low bits are used is a word.
      const isLow = op === "wrap" && productsIn(search, [arg], false).size + divisionsIn(search, [arg]).size === 0;
      if (!isLow || arg.kind !== "op") return wideIn(search, arg, none);
      return arg.args.flatMap((inner) => wideIn(search, inner, none));
    });
}

function ofLocal(search: Search, term: Expr, local: number, at: Position): Widened {
  const { ranges, sets } = search;
  const own = sets.get(local) ?? [];
  const values = own.filter((value) => isIntegerArithmetic(search, value));
  const range = values
    .flatMap((value) => wideIn(search, value, (one) => one === local))
    .reduce((all, one) => union(all, ranges.of(one)), ranges.ofLocal(local));
  const demand = search.demandOf(local);
  const isSum = values.every((value) => stepOf(value, local));
  const rule = ruleOf(search, values, range, demand, isSum);
  // An assigned remainder is taken modulo 2^32, which turns NaN into 0.
  const assigned = new Set(values.filter((value) => value.kind === "op" && value.op === "rem"));
  const divisions = new Set([...divisionsIn(search, values)].filter((one) => !assigned.has(one)));
  const isPinned = rule !== "B" && (rule !== "F" || divisions.size === 0);
  return {
    at,
    term,
    first: own[0] && isIntegerArithmetic(search, own[0]) && own.length > 1 ? undefined : own[0],
    isConstant: own.length === 1,
    range,
    rule,
    isPinned,
    products: productsIn(search, values, isPinned),
    divisions,
  };
}

const demandsOfSinks: Readonly<Record<string, Demand>> = { wrap: MODULAR, index: INDEX };

function ofExpr(search: Search, { op, args }: OpExpr, term: Expr, at: Position): Widened {
  const range = search.ranges.of(term);
  const rule = ruleOf(search, [term], range, args.includes(term) ? (demandsOfSinks[op] ?? VALUE) : VALUE, false);
  const divisions = divisionsIn(search, [term]);
  const products = productsIn(search, [term], rule !== "B");
  const isPinned = rule !== "B" && products.size === 0 && divisions.size === 0;
  return { at, term, first: undefined, isConstant: true, range, rule, isPinned, products, divisions };
}

/** The first rule that applies. */
function ruleOf(search: Search, values: readonly Expr[], range: Range, demand: Demand, isSum: boolean): Rule {
  if (divisionsIn(search, values).size > 0 || isFit(range)) return "F";
  if (demand === MODULAR && productsIn(search, values, false).size > 0) return "B";
  if ((demand & VALUE) === 0 && (demand & INDEX) !== 0) return "D";
  return isSum ? "E" : "C";
}

/** `isPinned`: assumes that all operands are pinned to 32 bits. */
function productsIn({ ranges }: Search, values: readonly Expr[], isPinned: boolean): ReadonlySet<Expr> {
  const rangeOf = (expr: Expr): Range => {
    const range = ranges.of(expr);
    return isPinned ? { ...limited(range, -(2 ** 31), 2 ** 31), hasNaN: false } : range;
  };
  const found = new Set<Expr>();
  for (const value of values) {
    forEachOperand(value, (one) => {
      const [a, b] = one.kind === "op" && one.op === "mul" ? one.args : [];
      if (a && b && !isExact(product(rangeOf(a), rangeOf(b)))) found.add(one);
    });
  }
  return found;
}

function divisionsIn({ ranges }: Search, values: readonly Expr[]): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  for (const value of values) {
    forEachOperand(value, (one) => {
      const divided = one.kind === "op" && (one.op === "floor" || one.op === "trunc") ? one.args[0] : one;
      const isDivision = divided?.kind === "op" && divided.op === (divided === one ? "rem" : "div");
      const divisor = isDivision ? divided.args[1] : undefined;
      if (divisor && hasZero(ranges.of(divisor))) found.add(one);
    });
  }
  return found;
}
