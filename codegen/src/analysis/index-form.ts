// Describes an integer expression in a gang loop as a polynomial over values known before the loop (sizes, captured numbers, lengths), the
// work-item's indices, counters of inner loops, and values of known range. From it follow index checks, done once for many gangs, and the accesses of
// neighbouring work-items.

import { type Expr, operandsOf, type Query } from "@lanewise/ir";
import { fits } from "../narrow/range.js";
import type { Counter, Facts, Loop } from "./facts.js";
import { atomOf, constantOf, isConstant, type Polynomial, plus, times } from "./polynomial.js";
import { isSameExpr } from "./same-expr.js";

/** A set of integers that contains the value. */
export type Range =
  | { readonly kind: "between"; readonly low: number; readonly high: number }
  /** The value is an i32 that must not have wrapped around. */
  | { readonly kind: "form"; readonly form: Form }
  | { readonly kind: "min" | "max" | "union"; readonly a: Range; readonly b: Range }
  | { readonly kind: "shift"; readonly a: Range; readonly count: number }
  | { readonly kind: "quotient"; readonly a: Range; readonly divisor: number };

export type IndexAtom =
  /** Constant during a gang loop: a captured number, a size, a span's length. */
  | { readonly kind: "known"; readonly expr: Expr }
  | { readonly kind: "index"; readonly dimension: number }
  /** For "flat" gangs: the work-item's linear id. */
  | { readonly kind: "linearId" }
  | { readonly kind: "counter"; readonly counter: Counter }
  | { readonly kind: "ranged"; readonly range: Range };

export type Form = Polynomial<IndexAtom>;

export interface FormContext {
  readonly facts: Facts;
  /** Names of the values of known range, in the order found. */
  readonly keys: Map<Expr, string>;
  /** The value an operation always has under the current assumptions. */
  readonly choice: (expr: Expr) => Expr | undefined;
  /** Constraints from the conditions around an expression. */
  readonly known: readonly Constraint[];
}

/** `expr` is at most (at least) `bound`. */
interface Constraint {
  readonly expr: Expr;
  readonly kind: "min" | "max";
  readonly bound: Range;
}

type OpExpr = Extract<Expr, { kind: "op" }>;
const MAX_DEPTH = 24;

/** The form of an i32 or u32 expression inside `loops`, modulo 2^32; undefined if unknown. */
export function formOf(context: FormContext, expr: Expr, loops: readonly Loop[], depth = 0): Form | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const constraint = context.known.find((one) => isSameExpr(one.expr, expr));
  if (constraint) {
    const rest = context.known.filter((one) => one !== constraint);
    const form = formOf({ ...context, known: rest }, expr, loops, depth + 1);
    const a: Range | undefined = form && { kind: "form", form };
    return a && ranged(context, { ...expr }, { kind: constraint.kind, a, b: constraint.bound });
  }
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" && Number.isInteger(expr.value) ? constantOf(expr.value) : undefined;
    case "local":
      return formOfLocal(context, expr, loops, depth);
    case "query":
      if (expr.dimension >= context.facts.fn.dimensions) return undefined;
      return atomOf(queryAtom(expr.query, expr.dimension, expr));
    case "length":
      return formOfLength(context, expr);
    case "op":
      return formOfOp(context, expr, loops, depth + 1);
    case "load":
      return ranged(context, expr, rangeAnywhere(context, expr));
    default:
      return undefined;
  }
}

function formOfLength(context: FormContext, expr: Extract<Expr, { kind: "length" }>): Form | undefined {
  const { span } = expr;
  if (span.kind !== "local" || !isNeverAssigned(context, span.local)) return undefined;
  const known = context.facts.known?.lengths.get(span.local);
  return known === undefined
    ? atomOf({ key: `length ${span.local}`, value: { kind: "known", expr } })
    : constantOf(known);
}

function queryAtom(query: Query, dimension: number, expr: Expr): { key: string; value: IndexAtom } {
  if (query === "globalId" || query === "groupId") {
    return { key: `index ${dimension}`, value: { kind: "index", dimension } };
  }
  return { key: `${query} ${dimension}`, value: { kind: "known", expr } };
}

function isNeverAssigned({ facts }: FormContext, local: number): boolean {
  return local < facts.fn.parameters && facts.assignments[local]?.length === 0;
}

function formOfLocal(
  context: FormContext,
  expr: Extract<Expr, { kind: "local" }>,
  loops: readonly Loop[],
  depth: number,
): Form | undefined {
  if (expr.type !== "i32" && expr.type !== "u32") return undefined;
  if (isNeverAssigned(context, expr.local)) {
    return atomOf({ key: `local ${expr.local}`, value: { kind: "known", expr } });
  }
  const [only, ...others] = context.facts.assignments[expr.local] ?? [];
  if (only && others.length === 0) {
    // The constraints here need not hold at the local's assignment.
    return only.value && formOf({ ...context, known: [] }, only.value, only.bodies, depth + 1);
  }
  for (const loop of loops) {
    const counter = context.facts.loops.get(loop)?.counters.find(({ local }) => local === expr.local);
    if (counter && isBounded(context, counter, depth))
      return atomOf({ key: `counter ${expr.local}`, value: { kind: "counter", counter } });
  }
  return undefined;
}

/** Whether both ends of a counter are known before the gang loop. */
function isBounded(context: FormContext, { first, bound }: Counter, depth: number): boolean {
  const plain = { ...context, known: [] };
  if (!first.value || !formOf(plain, first.value, first.bodies, depth + 1)) return false;
  return formOf(plain, bound, first.bodies, depth + 1) !== undefined;
}

function formOfOp(context: FormContext, expr: OpExpr, loops: readonly Loop[], depth: number): Form | undefined {
  if (expr.type !== "i32" && expr.type !== "u32") return undefined;
  const [a, b] = expr.args;
  const form = (one: Expr | undefined) => one && formOf(context, one, loops, depth);
  const both = (combine: (left: Form, right: Form) => Form | undefined) => {
    const [left, right] = [form(a), form(b)];
    return left && right && combine(left, right);
  };
  const chosen = context.choice(expr);
  if (chosen) return form(chosen);
  switch (expr.op) {
    case "add":
      return both((left, right) => plus(left, right));
    case "sub":
      return both((left, right) => plus(left, right, -1));
    case "mul":
      return both(times);
    case "neg": {
      const value = form(a);
      return value && times(value, constantOf(-1));
    }
    case "shl":
      return both((left, right) =>
        isConstant(right) ? times(left, constantOf(2 ** (right.constant & 31))) : undefined,
      );
    case "reinterpret":
    case "wrap":
      // Conversions between i32 and u32 change nothing modulo 2^32.
      return a && (a.type === "i32" || a.type === "u32") ? form(a) : undefined;
    case "select":
      return ranged(context, expr, rangeOfSelect(context, expr, loops, depth));
    default:
      return ranged(context, expr, rangeOfOp(expr, form) ?? rangeAnywhere(context, expr));
  }
}

const negations = { lt: "ge", le: "gt", gt: "le", ge: "lt" } as const;

/** The union of both sides; a clamp, `x < low ? low : x`, keeps x within its bounds. */
function rangeOfSelect(
  context: FormContext,
  { args: [condition, whenTrue, whenFalse] }: OpExpr,
  loops: readonly Loop[],
  depth: number,
): Range | undefined {
  const side = (value: Expr | undefined, isTrue: boolean): Range | undefined => {
    const known = [...context.known, ...constraintsOf(context, condition, isTrue, loops, depth)];
    const form = value && formOf({ ...context, known }, value, loops, depth);
    return form && { kind: "form", form };
  };
  const [a, b] = [side(whenTrue, true), side(whenFalse, false)];
  return a && b && { kind: "union", a, b };
}

function constraintsOf(
  context: FormContext,
  condition: Expr | undefined,
  isTrue: boolean,
  loops: readonly Loop[],
  depth: number,
): readonly Constraint[] {
  if (condition?.kind !== "op" || !(condition.op in negations)) return [];
  // It is one of the keys above.
  const stated = condition.op as keyof typeof negations;
  const compare = isTrue ? stated : negations[stated];
  const [expr, right] = condition.args;
  if (!expr || !right || expr.type !== "i32" || readsMemory(expr) || readsMemory(right)) return [];
  const form = formOf(context, right, loops, depth);
  if (!form) return [];
  const bound: Range = { kind: "form", form };
  // Strict comparisons count as non-strict: the range is wider by one.
  return [{ expr, kind: compare === "lt" || compare === "le" ? "min" : "max", bound }];
}

/** Two reads may differ: another thread may have written in between. */
function readsMemory(expr: Expr): boolean {
  return expr.kind === "load" || operandsOf(expr).some(readsMemory);
}

/** Operations other than sums and products whose results have a known range. */
function rangeOfOp(expr: OpExpr, form: (one: Expr | undefined) => Form | undefined): Range | undefined {
  const [a, b] = expr.args;
  const right = form(b);
  const constant = right && isConstant(right) ? right.constant : undefined;
  const exact = (one: Expr | undefined): Range | undefined => {
    const value = form(one);
    return value && { kind: "form", form: value };
  };
  switch (expr.op) {
    case "min":
    case "max": {
      const [left, right] = [exact(a), exact(b)];
      return expr.type === "i32" && left && right ? { kind: expr.op, a: left, b: right } : undefined;
    }
    case "and":
      return constant !== undefined && constant >= 0 && constant < 2 ** 31
        ? { kind: "between", low: 0, high: constant }
        : undefined;
    case "rem":
      // A remainder beyond 31 bits is negative as an i32.
      if (constant === undefined || constant <= 0 || constant > 2 ** 31) return undefined;
      if (expr.type === "u32") return { kind: "between", low: 0, high: constant - 1 };
      return rangeOfRemainder(exact(a), constant);
    case "shr": {
      const value = exact(a);
      if (constant === undefined) return undefined;
      const count = constant & 31;
      if (expr.type === "u32") return count > 0 ? { kind: "between", low: 0, high: 2 ** (32 - count) - 1 } : undefined;
      return value && { kind: "shift", a: value, count };
    }
    case "div": {
      const value = expr.type === "i32" ? exact(a) : undefined;
      return value && constant !== undefined && constant > 0
        ? { kind: "quotient", a: value, divisor: constant }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Between 1 - c and c - 1, and no farther from zero than the dividend, whose sign it has. */
function rangeOfRemainder(value: Range | undefined, divisor: number): Range {
  const within = (low: number, high: number): Range => ({ kind: "between", low, high });
  if (!value) return within(1 - divisor, divisor - 1);
  const below: Range = { kind: "min", a: value, b: within(divisor - 1, divisor - 1) };
  const between: Range = { kind: "max", a: below, b: within(1 - divisor, 1 - divisor) };
  return { kind: "union", a: between, b: within(0, 0) };
}

/** Undefined for wide ranges: an array that such an index could leave is no reason against checks in advance for all others. */
function rangeAnywhere({ facts }: FormContext, expr: Expr): Range | undefined {
  const range = facts.rangeOf(expr);
  const { low, high } = range;
  return fits(range, "i32") && high - low < WIDE ? { kind: "between", low, high } : undefined;
}
const WIDE = 2 ** 16;

function ranged({ keys }: FormContext, expr: Expr, range: Range | undefined): Form | undefined {
  if (!range) return undefined;
  const key = keys.get(expr) ?? `value ${keys.size}`;
  keys.set(expr, key);
  return atomOf({ key, value: { kind: "ranged", range } });
}
