// Finds what the fast code of a gang loop may assume: that `select`, `min` and `max` of neighbouring indices always give one operand (a clamp at an
// image's border, away from the border), that a neighbour's remainder is the neighbour itself or that minus the divisor (an image whose borders
// meet), and that an index never equals a uniform value (a test for the border). Each assumption is a condition on the stretch of work-items that the
// fast code runs.

import { build, type Expr, expressionsOf, forEachExpr, forEachStmt, operandsOf } from "@lanewise/ir";
import { constantRange, fits } from "../narrow/range.js";
import type { Counter, Facts, Loop } from "./facts.js";
import { type Form, type FormContext, formOf, type IndexAtom } from "./index-form.js";
import { constantOf, isConstant, plus } from "./polynomial.js";
import type { Shape, Shapes } from "./shapes.js";

/** Holds if the form is never negative, never zero, or always zero, over all its possible values. */
export interface Condition {
  readonly kind: "notNegative" | "notZero" | "zero";
  readonly form: Form;
}

/** The strictest of each set of conditions that differ only in their constants. */
export function distinct(conditions: readonly Condition[]): readonly Condition[] {
  const hardest = new Map<string, Condition>();
  for (const condition of conditions) {
    const { kind, form } = condition;
    const terms = [...form.terms].map(([key, { coefficient }]) => `${coefficient}*${key}`).sort();
    const key = `${kind} ${terms.join(" + ")} ${kind === "notNegative" ? "" : form.constant}`;
    const other = hardest.get(key);
    if (!other || form.constant < other.form.constant) hardest.set(key, condition);
  }
  return [...hardest.values()];
}

export interface Assumptions {
  /** The value an expression always has, usually one of its operands; for a comparison, its outcome. */
  readonly choices: ReadonlyMap<Expr, Expr | boolean>;
  readonly conditions: readonly Condition[];
}

export const noAssumptions: Assumptions = { choices: new Map(), conditions: [] };

interface Search {
  readonly facts: Facts;
  readonly shapes: Shapes;
  readonly choices: Map<Expr, Expr | boolean>;
  readonly conditions: Condition[];
  readonly keys: Map<Expr, string>;
}
type OpExpr = Extract<Expr, { kind: "op" }>;

/** `shapes` are those without assumptions; `keys` names the atoms of forms. */
export function findAssumptions(facts: Facts, shapes: Shapes, keys: Map<Expr, string>): Assumptions {
  const search: Search = { facts, shapes, choices: new Map(), conditions: [], keys };
  for (const { index, loops } of indicesOf(facts)) assumeIn(search, index, loops, 0);
  for (const { expr, loops } of comparisonsOf(facts)) assumeUnequal(search, expr, loops);
  return search;
}

interface Placed {
  readonly loops: readonly Loop[];
}

/** Calls `visit` for every expression of the function with the loops around it; only a loop's body counts as inside. */
export function forEachPlacedExpr(facts: Facts, visit: (expr: Expr, loops: readonly Loop[]) => void): void {
  const inBlock = (block: readonly Parameters<typeof expressionsOf>[0][], loops: readonly Loop[]): void => {
    for (const stmt of block) {
      for (const expr of expressionsOf(stmt)) forEachExpr(expr, (inner) => visit(inner, loops));
      if (stmt.kind === "if") {
        inBlock(stmt.then, loops);
        inBlock(stmt.else, loops);
      } else if (stmt.kind === "block") inBlock(stmt.body, loops);
      else if (stmt.kind === "loop") {
        inBlock(stmt.header, loops);
        inBlock(stmt.body, [...loops, stmt]);
        inBlock(stmt.update, loops);
      }
    }
  };
  inBlock(facts.fn.body, []);
}

function indicesOf(facts: Facts): (Placed & { readonly index: Expr })[] {
  const found: (Placed & { readonly index: Expr })[] = [];
  forEachPlacedExpr(facts, (expr, loops) => {
    if (expr.kind === "element") found.push({ index: expr.index, loops });
  });
  return found;
}

/** The comparisons in conditions of `if` statements. */
function comparisonsOf(facts: Facts): (Placed & { readonly expr: OpExpr })[] {
  const conditions = new Set<Expr>();
  forEachStmt(facts.fn.body, (stmt) => {
    if (stmt.kind === "if") forEachExpr(stmt.condition, (inner) => conditions.add(inner));
  });
  const found: (Placed & { readonly expr: OpExpr })[] = [];
  forEachPlacedExpr(facts, (expr, loops) => {
    const isComparison = expr.kind === "op" && (expr.op === "eq" || expr.op === "ne");
    if (isComparison && conditions.has(expr)) found.push({ expr, loops });
  });
  return found;
}

const MAX_DEPTH = 16;

/** Looks for operands to choose in an index and the expressions it is computed from, innermost first. */
function assumeIn(search: Search, expr: Expr, loops: readonly Loop[], depth: number): void {
  if (depth > MAX_DEPTH || shapeOf(search, expr).kind === "uniform") return;
  if (expr.kind === "local") {
    const [only, ...others] = search.facts.assignments[expr.local] ?? [];
    if (only?.value && others.length === 0) assumeIn(search, only.value, only.bodies, depth + 1);
    return;
  }
  if (expr.kind !== "op") return;
  for (const operand of expr.args) assumeIn(search, operand, loops, depth + 1);
  if (expr.type !== "i32" || search.choices.has(expr)) return;
  if (expr.op === "select") assumeSelect(search, expr, loops);
  else if (expr.op === "min" || expr.op === "max") assumeExtreme(search, expr, loops);
  else if (expr.op === "rem" || expr.op === "and") assumeWrapped(search, expr, loops);
}

function shapeOf({ shapes, choices }: Search, expr: Expr): Shape {
  const choice = choices.get(expr);
  if (choice !== undefined && typeof choice !== "boolean") return shapes.of(choice);
  return shapes.of(expr);
}

const isLinear = (search: Search, expr: Expr): boolean => {
  const choice = search.choices.get(expr);
  if (choice !== undefined && typeof choice !== "boolean") return isLinear(search, choice);
  return shapeOf(search, expr).kind === "linear";
};

/** An operand that is not chosen is not evaluated. */
function canFail(expr: Expr): boolean {
  return expr.kind === "element" || operandsOf(expr).some(canFail);
}

function assumeSelect(search: Search, expr: OpExpr, loops: readonly Loop[]): void {
  const [condition, whenTrue, whenFalse] = expr.args;
  if (condition?.kind !== "op" || !whenTrue || !whenFalse) return;
  const [isFirst, isSecond] = [isLinear(search, whenTrue), isLinear(search, whenFalse)];
  if (isFirst === isSecond || canFail(condition) || canFail(isFirst ? whenFalse : whenTrue)) return;
  const [a, b] = condition.args;
  if (!a || !b) return;
  const conditions = conditionsOf(search, condition.op, isFirst, [a, b], loops);
  if (conditions) add(search, expr, isFirst ? whenTrue : whenFalse, conditions);
}

function assumeExtreme(search: Search, expr: OpExpr, loops: readonly Loop[]): void {
  const [a, b] = expr.args;
  if (!a || !b || isLinear(search, a) === isLinear(search, b)) return;
  const [chosen, other] = isLinear(search, a) ? [a, b] : [b, a];
  if (canFail(other)) return;
  const conditions = conditionsOf(search, expr.op === "min" ? "le" : "ge", true, [chosen, other], loops);
  if (conditions) add(search, expr, chosen, conditions);
}

/** `(x + 1) % n` is `x + 1`, and `(x + n - 1) % n` is `x - 1`. */
function assumeWrapped(search: Search, expr: OpExpr, loops: readonly Loop[]): void {
  const [value] = expr.args;
  const period = periodOf(expr);
  if (!value || !period || !isLinear(search, value) || shapeOf(search, period).kind !== "uniform" || canFail(period))
    return;
  const context = formContext(search.facts, search, search.keys);
  const [form, of] = [formOf(context, value, loops), formOf(context, period, loops)];
  const times = form && of && periodsIn(form, of);
  const rest = times === undefined || !form || !of ? undefined : plus(form, of, -times);
  if (!rest || !isNeighbour(search.facts, rest)) return;
  const choice = times === 0 ? value : build.op("sub", value, period);
  const all = [
    conditionsOf(search, "ge", true, [choice, build.constant("i32", 0)], loops),
    conditionsOf(search, "lt", true, [choice, period], loops),
    // The sum itself must not have wrapped around.
    conditionsOf(search, "ge", true, [value, build.constant("i32", 0)], loops),
  ];
  const conditions = all.filter((one) => one !== undefined);
  if (conditions.length === all.length) add(search, expr, choice, conditions.flat());
}

/** Smaller periods are steps of a pattern that the range repeats many times. */
const LEAST_PERIOD = 64;
/** The largest offset of a neighbour's index. */
const FARTHEST = 32;

/** The divisor; for `x & 511`, 512. */
function periodOf({ op, args: [, by] }: OpExpr): Expr | undefined {
  if (by?.type !== "i32") return undefined;
  if (by.kind !== "const") return op === "rem" ? by : undefined;
  const period = Number(by.value) + (op === "and" ? 1 : 0);
  const isPeriod = period >= LEAST_PERIOD && period < 2 ** 31 && (op === "rem" || (period & (period - 1)) === 0);
  return isPeriod ? build.constant("i32", period) : undefined;
}

/** How many periods, zero or one, were added to keep the dividend from being negative. */
function periodsIn(form: Form, period: Form): number | undefined {
  if (isConstant(period)) {
    const times = Math.round(form.constant / period.constant);
    return times === 0 || times === 1 ? times : undefined;
  }
  const [[key, term] = [], ...others] = period.terms;
  if (key === undefined || term?.coefficient !== 1 || others.length > 0 || period.constant !== 0) return undefined;
  const times = form.terms.get(key)?.coefficient ?? 0;
  return times === 0 || times === 1 ? times : undefined;
}

/** Whether the form is the innermost index plus a small distance, which may include loop counters. */
function isNeighbour({ fn }: Facts, { constant, terms }: Form): boolean {
  let inner = 0;
  let counters = 0;
  for (const { coefficient, atoms } of terms.values()) {
    const [atom, ...others] = atoms;
    const value = atom?.value;
    if (others.length > 0) return false;
    if (value?.kind === "index" && value.dimension === fn.dimensions - 1 && coefficient === 1) inner++;
    else if (value?.kind === "counter" && Math.abs(coefficient) === 1 && isShort(value.counter)) counters++;
    else return false;
  }
  return inner === 1 && Math.abs(constant) <= FARTHEST && (constant !== 0 || counters > 0);
}

function isShort({ first, bound }: Counter): boolean {
  return [first.value, bound].every((one) => one?.kind === "const" && Math.abs(Number(one.value)) <= FARTHEST);
}

function assumeUnequal(search: Search, expr: OpExpr, loops: readonly Loop[]): void {
  const [a, b] = expr.args;
  if (!a || !b || a.type !== "i32" || isLinear(search, a) === isLinear(search, b)) return;
  if (shapeOf(search, isLinear(search, a) ? b : a).kind !== "uniform") return;
  const conditions = conditionsOf(search, "ne", true, [a, b], loops);
  if (conditions) add(search, expr, expr.op === "ne", conditions);
}

function add(search: Search, expr: Expr, choice: Expr | boolean, conditions: readonly Condition[]): void {
  search.choices.set(expr, choice);
  search.conditions.push(...conditions);
}

/** Each comparison in terms of left - right: factor * difference + constant must not be negative. */
const comparisons = {
  lt: { factor: -1, constant: -1, negation: "ge" },
  le: { factor: -1, constant: 0, negation: "gt" },
  gt: { factor: 1, constant: -1, negation: "le" },
  ge: { factor: 1, constant: 0, negation: "lt" },
} as const;

/** The conditions under which the comparison of two i32 always has this outcome; undefined if they cannot be stated before the loop. */
function conditionsOf(
  search: Search,
  op: string,
  isTrue: boolean,
  operands: readonly [Expr, Expr],
  loops: readonly Loop[],
): readonly Condition[] | undefined {
  const context = formContext(search.facts, search, search.keys);
  const [left, right] = operands.map((one) => (one.type === "i32" ? formOf(context, one, loops) : undefined));
  const difference = left && right && plus(left, right, -1);
  if (!difference) return undefined;
  const exact = [...exactly(left), ...exactly(right)];
  if (exact.includes(undefined)) return undefined;
  const defined = exact.filter((one) => one !== undefined);
  if (op === "ne" || op === "eq")
    return (op === "ne") === isTrue ? [{ kind: "notZero", form: difference }, ...defined] : undefined;
  if (!(op in comparisons)) return undefined;
  // It is one of the keys above.
  const stated = comparisons[op as keyof typeof comparisons];
  const { factor, constant } = isTrue ? stated : comparisons[stated.negation];
  const form = plus(constantOf<IndexAtom>(constant), difference, factor);
  return form && [{ kind: "notNegative", form }, ...defined];
}

/** Conditions under which a form, which is exact modulo 2^32, equals its i32 or u32. */
export function exactly(form: Form, type: "i32" | "u32" = "i32"): readonly (Condition | undefined)[] {
  // What varies in it may have cancelled, so that a constant is left that no word holds.
  if (isConstant(form)) return fits(constantRange(form.constant), type) ? [] : [undefined];
  const isSingle = form.terms.size === 1 && form.constant === 0;
  const areAtoms = [...form.terms.values()].every(({ coefficient, atoms }) => coefficient === 1 && atoms.length === 1);
  if (type === "i32" && isSingle && areAtoms) return [];
  const least = type === "i32" ? -(2 ** 31) : 0;
  const bounds = [
    plus(form, constantOf<IndexAtom>(-least)),
    plus(constantOf<IndexAtom>(least + 2 ** 32 - 1), form, -1),
  ];
  return bounds.map((bound) => bound && { kind: "notNegative", form: bound });
}

/** The context for reading forms under these assumptions. */
export function formContext(
  facts: Facts,
  { choices }: Pick<Assumptions, "choices">,
  keys: Map<Expr, string>,
): FormContext {
  const choice = (expr: Expr) => {
    const chosen = choices.get(expr);
    return typeof chosen === "boolean" ? undefined : chosen;
  };
  return { facts, keys, choice, known: [] };
}
