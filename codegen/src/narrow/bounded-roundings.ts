// Gives indices the bounds that conditions put on rounded fractions: of `const x0 = Math.floor(x)`, where `x0 >= 0 && x0 < w - 1` holds, an index uses
// `min(max(x0, 0), w - 2)`, a word. That changes no value where the condition holds, and nothing else computes the index. But words do, and its range
// is known before the launch. Decision: docs/decisions/0115-bounded-roundings.md.

import { type Block, build, type Expr, type Fn, forEachStmt, operandsOf, type Stmt } from "@lanewise/ir";
import { collectFacts, type Facts } from "../analysis/facts.js";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import type { Assumed } from "./assumed.js";
import { type Demand, demandOfStmt, demandOn, findDemands, INDEX, MODULAR, ZERO_SIGN } from "./demands.js";
import { findRanges, type Ranges } from "./find-ranges.js";
import { type Bound, forEachPlacedStmt, nowhere, type Place } from "./places.js";
import { fits, type Range } from "./range.js";
import type { Tables } from "./tables.js";

/** By rounding: by how much less than the bound, and how much more, an integer is that a strict comparison of the fraction leaves. */
const strictly = {
  floor: { below: 1, above: 0 },
  ceil: { below: 0, above: 1 },
  trunc: { below: 0, above: 0 },
  nearest: { below: 0, above: 0 },
  round: { below: 0, above: 0 },
  /** No rounding: the integer itself is compared. */
  none: { below: 1, above: 1 },
} as const;
type Rounding = keyof typeof strictly;

interface Search {
  readonly facts: Facts;
  readonly ranges: Ranges;
  readonly placeOf: (stmt: Stmt | undefined) => Place;
  /** By local that is set once, to a rounded fraction: where. */
  readonly rounded: ReadonlyMap<number, Extract<Stmt, { kind: "set" }>>;
}

export function withBoundedRoundings(fn: Fn, tables: Tables, assumed?: Assumed): Fn {
  if (!roundsUnderConditions(fn)) return fn;
  const facts = collectFacts(fn);
  const ranges = findRanges(fn, assumed, tables);
  const demands = findDemands(fn, ranges);
  const places = new Map<Stmt, Place>();
  forEachPlacedStmt(fn.body, nowhere, (stmt, place) => places.set(stmt, places.has(stmt) ? nowhere : place));
  const placeOf = (stmt: Stmt | undefined): Place => (stmt && places.get(stmt)) ?? nowhere;
  const search: Search = { facts, ranges, placeOf, rounded: roundedLocals(fn, facts, ranges) };
  const inBlock = (block: Block): Block =>
    block.map((stmt) => {
      const own = withExpressions(stmt, (expr) =>
        withBounds(search, placeOf(stmt), expr, demandOfStmt(stmt, expr, demands.ofLocal, ranges)),
      );
      return withBlocks(own, inBlock);
    });
  return { ...fn, body: inBlock(fn.body) };
}

function roundingOf(expr: Expr): { readonly rounding: Rounding; readonly value: Expr } | undefined {
  if (expr.kind !== "op" && expr.kind !== "builtin") return undefined;
  const name = expr.kind === "op" ? expr.op : expr.builtin;
  const [value] = expr.args;
  // The test finds the key.
  return name in strictly && value ? { rounding: name as Rounding, value } : undefined;
}

/** Few kernels do; all others are not searched. */
function roundsUnderConditions({ body }: Fn): boolean {
  let [rounds, tests] = [false, false];
  const visit = (expr: Expr): void => {
    rounds ||= roundingOf(expr) !== undefined;
    for (const operand of operandsOf(expr)) visit(operand);
  };
  forEachStmt(body, (stmt) => {
    tests ||= stmt.kind === "if" || stmt.kind === "loop";
    withExpressions(stmt, (expr) => {
      visit(expr);
      return expr;
    });
  });
  return rounds && tests;
}

function roundedLocals({ body, parameters }: Fn, { assignments }: Facts, ranges: Ranges): Search["rounded"] {
  const found = new Map<number, Extract<Stmt, { kind: "set" }>>();
  forEachStmt(body, (stmt) => {
    if (stmt.kind !== "set" || stmt.local < parameters || assignments[stmt.local]?.length !== 1) return;
    const rounded = roundingOf(stmt.value);
    if (rounded && !ranges.of(rounded.value).isInteger) found.set(stmt.local, stmt);
  });
  return found;
}

/** The expression with the bounds of its roundings, where their value counts, but not the sign of a zero. */
function withBounds(search: Search, place: Place, expr: Expr, demand: Demand): Expr {
  const isIndex = (demand & (INDEX | MODULAR)) !== 0 && (demand & ZERO_SIGN) === 0;
  const clamped = isIndex && expr.type === "f64" ? clampedRounding(search, place, expr) : undefined;
  if (clamped) return build.convert("convert", "f64", clamped);
  let index = 0;
  return withOperands(expr, (operand) => withBounds(search, place, operand, demandOn(expr, index++, demand)));
}

function clampedRounding(search: Search, place: Place, expr: Expr): Expr | undefined {
  const bounds = boundsOf(search, place, expr);
  const limits = bounds && limitsOf(search, bounds);
  if (!limits) return undefined;
  const [least, most] = limits;
  return build.op("min", build.op("max", build.convert("saturate", "i32", expr), least), most);
}

/** A bound of an integer, which is at least or at most the limit. */
interface Limit {
  readonly isLeast: boolean;
  readonly other: Expr;
  readonly offset: number;
}

/** The bounds of a rounded fraction here; undefined for other expressions. */
function boundsOf(search: Search, place: Place, expr: Expr): readonly Limit[] | undefined {
  if (expr.kind === "op" && expr.op === "convert" && expr.args[0]?.type === "f32")
    return boundsOf(search, place, expr.args[0]);
  if (expr.kind !== "local") {
    const rounded = roundingOf(expr);
    return rounded && limitsIn(search, place, rounded.value, rounded.rounding);
  }
  const set = search.rounded.get(expr.local);
  const rounded = set && roundingOf(set.value);
  if (!rounded) return undefined;
  const whenSet = limitsIn(search, search.placeOf(set), rounded.value, rounded.rounding);
  return [...whenSet, ...limitsIn(search, place, expr, "none")];
}

function limitsIn({ ranges }: Search, { bounds }: Place, value: Expr, rounding: Rounding): readonly Limit[] {
  if (value.kind !== "local") return [];
  const isNumber = !ranges.ofLocal(value.local).hasNaN;
  return bounds.flatMap((bound) =>
    bound.local === value.local && (isNumber || !bound.isUnlessNaN) ? limitsOfBound(bound, rounding) : [],
  );
}

function limitsOfBound({ compare, other }: Bound, rounding: Rounding): readonly Limit[] {
  const { below, above } = strictly[rounding];
  const least: Limit = { isLeast: true, other, offset: compare === "gt" ? above : 0 };
  const most: Limit = { isLeast: false, other, offset: compare === "lt" ? -below : 0 };
  if (compare === "eq") return [least, most];
  return [compare === "gt" || compare === "ge" ? least : most];
}

/** The least and the most, as words: constants if there are some, or the innermost bounds. */
function limitsOf(search: Search, limits: readonly Limit[]): readonly [Expr, Expr] | undefined {
  const [least, most] = [true, false].map((isLeast) => {
    const words = limits.flatMap((one) => (one.isLeast === isLeast ? (wordOf(search, one) ?? []) : []));
    return words.find(({ kind }) => kind === "const") ?? words.at(-1);
  });
  if (!least || !most) return undefined;
  const isEmpty = least.kind === "const" && most.kind === "const" && least.value > most.value;
  return isEmpty ? undefined : [least, most];
}

/** The limit as a word, if it is one and has the same value everywhere. */
function wordOf({ facts, ranges }: Search, { other, offset }: Limit): Expr | undefined {
  const range = ranges.of(other);
  const moved: Range = { ...range, low: range.low + offset, high: range.high + offset };
  if (!fits(range, "i32") || !fits(moved, "i32")) return undefined;
  const captured = inTermsOfCaptured(facts, other);
  if (!captured) return undefined;
  if (captured.kind === "const") return build.constant("i32", Number(captured.value) + offset);
  const word = build.convert("wrap", "i32", captured);
  return offset === 0 ? word : build.op("add", word, build.constant("i32", offset));
}

/** The expression in terms of what no launch changes, if it is made of that. */
function inTermsOfCaptured(facts: Facts, expr: Expr): Expr | undefined {
  if (expr.kind === "const") return expr;
  if (expr.kind === "local") {
    const [only, ...others] = facts.assignments[expr.local] ?? [];
    if (!only) return expr.local < facts.fn.parameters ? expr : undefined;
    return only.value && others.length === 0 ? inTermsOfCaptured(facts, only.value) : undefined;
  }
  if (expr.kind !== "op") return undefined;
  const args = expr.args.map((one) => inTermsOfCaptured(facts, one));
  return args.every((one) => one !== undefined) ? { ...expr, args } : undefined;
}
