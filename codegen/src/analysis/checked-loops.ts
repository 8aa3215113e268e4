// Finds loops whose bounds checks can be tested before the loop, where work-items run one by one. Such a loop is compiled twice: without these checks for
// when no round can fail, and as it stands otherwise, so that the round that fails reports what it always reports, after the same stores. The test
// needs only be true if no check fails: it compares the ends of what an index can be in any round, in 64 bits, where nothing wraps.

import { type Block, build, type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt } from "@lanewise/ir";
import { type Counter, collectFacts, type Facts, type Loop } from "./facts.js";
import { isUnchanged } from "./hoist.js";
import { isSameExpr } from "./same-expr.js";
import { checkedIndexOf } from "./wide-index.js";

export interface CheckedLoop {
  /** Cheap ones first. They are evaluated before the loop, with what the locals hold there. */
  readonly conditions: readonly Expr[];
  /** The elements that are inside their arrays in every round if the conditions hold. */
  readonly proven: ReadonlySet<Expr>;
}

export type CheckedLoops = ReadonlyMap<Loop, CheckedLoop>;

type ElementExpr = Extract<Expr, { kind: "element" }>;

/** What an expression can be in any round: i64, and a bound of their magnitudes, so that the arithmetic on them cannot wrap. */
interface Ends {
  readonly low: Expr;
  readonly high: Expr;
  readonly most: number;
}

interface Search {
  readonly facts: Facts;
  readonly loop: Loop;
  readonly counter: Counter;
  readonly conditions: Expr[];
}

/** Fewer rounds take less time than their test. */
const LEAST_ROUNDS = 16;
/** A loop with more nodes, whose second copy would be long, or with more conditions stays as it is. */
const MOST_NODES = 600;
const MOST_CONDITIONS = 40;
const MOST_INDEX_NODES = 100;
const MOST = 2 ** 62;

const words = { i32: [-(2 ** 31), 2 ** 31 - 1], u32: [0, 2 ** 32 - 1] } as const;

export function findCheckedLoops(fn: Fn): CheckedLoops {
  const facts = collectFacts(fn);
  const found = new Map<Loop, CheckedLoop>();
  for (const loop of facts.loops.keys()) {
    const checked = isInnermost(loop, facts) && nodesOf(loop) <= MOST_NODES ? checkedLoopOf(facts, loop) : undefined;
    if (checked) found.set(loop, checked);
  }
  return found;
}

function isInnermost(loop: Loop, facts: Facts): boolean {
  return [...facts.loops.values()].every(({ outer }) => !outer.includes(loop));
}

function nodesOf(loop: Loop): number {
  let nodes = 0;
  forEachExprIn([loop], () => {
    nodes++;
  });
  return nodes;
}

function checkedLoopOf(facts: Facts, loop: Loop): CheckedLoop | undefined {
  // A step of one cannot go beyond the bound, and so does not wrap.
  const counter = facts.loops.get(loop)?.counters.find(({ compare, step }) => compare === "lt" && step === 1);
  if (counter?.bound.type !== "i32" || !isUnchanged(facts, counter.bound, loop)) return undefined;
  const first = wide(build.local(counter.local, "i32"));
  const rounds = build.op("sub", wide(counter.bound), first);
  const conditions = [build.op("ge", rounds, constant(LEAST_ROUNDS))];
  const proven: ElementExpr[] = [];
  for (const element of elementsOf(loop)) {
    const own: Expr[] = [];
    if (!isTested(proven, element) && !addConditions({ facts, loop, counter, conditions: own }, element)) continue;
    proven.push(element);
    conditions.push(...own.filter((one) => !conditions.some((other) => isSameExpr(one, other))));
  }
  if (proven.length === 0 || conditions.length > MOST_CONDITIONS) return undefined;
  return { conditions, proven: new Set(proven) };
}

/** Those of the body alone, where the counter has passed its comparison. A constant index may need no check. */
function elementsOf({ header, condition, body, update }: Loop): readonly ElementExpr[] {
  const outside = new Set<Expr>();
  forEachExprIn([...header, ...update], (one) => outside.add(one));
  forEachExpr(condition, (one) => void outside.add(one));
  const found: ElementExpr[] = [];
  forEachExprIn(body, (one) => {
    if (one.kind === "element" && one.index.kind !== "const" && !outside.has(one)) found.push(one);
  });
  return found;
}

function forEachExprIn(block: Block, visit: (expr: Expr) => void): void {
  forEachStmt(block, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
}

/** The same index has the same ends, wherever in the round it is computed. */
function isTested(proven: readonly ElementExpr[], element: ElementExpr): boolean {
  return proven.some(
    (one) => isSameExpr(one.base, element.base) && isSameExpr(checkedIndexOf(one), checkedIndexOf(element)),
  );
}

function addConditions(search: Search, element: ElementExpr): boolean {
  const { base } = element;
  const isSpan = base.kind === "local" && typeof base.type !== "string" && base.type.kind === "span";
  if (!isSpan || !isUnchanged(search.facts, base, search.loop)) return false;
  const index = inTermsOf(search, checkedIndexOf(element));
  const ends = index && endsOf(search, index, false);
  if (!ends) return false;
  const length = wide(build.convert("wrap", "u32", build.length(base)));
  search.conditions.push(build.op("ge", ends.low, constant(0)), build.op("lt", ends.high, length));
  return true;
}

/**
 * The expression with locals of the round replaced by their only value, which no path reads before it is assigned. Undefined if that makes it long, or
 * if anything else than its counter changes what it is made of.
 */
function inTermsOf(search: Search, expr: Expr, left = { nodes: MOST_INDEX_NODES }): Expr | undefined {
  const { facts, loop, counter } = search;
  left.nodes--;
  if (left.nodes < 0) return undefined;
  if (expr.kind === "local") {
    if (expr.local === counter.local || isUnchanged(facts, expr, loop)) return expr;
    const [only, ...others] = facts.assignments[expr.local] ?? [];
    if (!only?.value || others.length > 0 || !only.bodies.includes(loop)) return undefined;
    return inTermsOf(search, only.value, left);
  }
  if (expr.kind !== "op") return isUnchanged(facts, expr, loop) ? expr : undefined;
  const args = expr.args.map((one) => inTermsOf(search, one, left));
  return args.every((one) => one !== undefined) ? { ...expr, args } : undefined;
}

/** `isExact`: the value itself counts. Otherwise, a number that is the same modulo 2^32 will do, as for an index that is compared with a length. */
function endsOf(search: Search, expr: Expr, isExact: boolean): Ends | undefined {
  const { facts, loop, counter } = search;
  const isWord = expr.type === "i32" || expr.type === "u32";
  if (isWord && isUnchanged(facts, expr, loop)) return { low: wide(expr), high: wide(expr), most: 2 ** 32 };
  if (expr.kind === "const") {
    const value = Number(expr.value);
    if (expr.type !== "i64" || Math.abs(value) > 2 ** 32) return undefined;
    return { low: expr, high: expr, most: Math.abs(value) };
  }
  if (expr.kind === "local") {
    if (expr.local === counter.local)
      return { low: wide(expr), high: build.op("sub", wide(counter.bound), constant(1)), most: 2 ** 31 };
    return undefined;
  }
  return expr.kind === "op" ? endsOfOp(search, expr, isExact) : undefined;
}

function endsOfOp(search: Search, expr: Extract<Expr, { kind: "op" }>, isExact: boolean): Ends | undefined {
  const { op, type, args } = expr;
  const [left, right] = args;
  if (!left || (type !== "i32" && type !== "u32" && type !== "i64")) return undefined;
  if (op === "convert" || op === "wrap") {
    if (left.type !== "i32" && left.type !== "u32") return undefined;
    // Between words the bits stay, and a wider word needs the value.
    const ends = endsOf(search, left, isExact || type === "i64");
    return type === "i64" ? ends : fitting(search, ends, type, isExact);
  }
  if (!right) return undefined;
  const isSteady = (one: Expr): boolean => one.type === "i32" && isUnchanged(search.facts, one, search.loop);
  switch (op) {
    case "add":
    case "sub": {
      const [a, b] = [left, right].map((one) => endsOf(search, one, isExact));
      if (!a || !b) return undefined;
      const [least, most] = op === "add" ? [b.low, b.high] : [b.high, b.low];
      const ends = { low: build.op(op, a.low, least), high: build.op(op, a.high, most), most: a.most + b.most };
      return fitting(search, ends, type, isExact);
    }
    case "mul": {
      const [factor, other] = left.kind === "const" ? [left, right] : [right, left];
      if (factor.kind !== "const" || !(Number(factor.value) >= 0 && Number(factor.value) <= 2 ** 31)) return undefined;
      const ends = endsOf(search, other, isExact);
      const times = (one: Expr): Expr => build.op("mul", one, constant(Number(factor.value)));
      const most = (ends?.most ?? 0) * Number(factor.value);
      return fitting(search, ends && { low: times(ends.low), high: times(ends.high), most }, type, isExact);
    }
    case "shl":
    case "shr": {
      if (type !== "i32" || !isSteady(right)) return undefined;
      // The ends of the operand must be words, so that 31 bits more still fit.
      const ends = endsOf(search, left, true);
      const amount = wide(build.op("and", right, build.constant("i32", 31)));
      const shift = (one: Expr): Expr => build.op(op, one, amount);
      const most = op === "shl" ? MOST : 2 ** 31;
      return fitting(search, ends && { low: shift(ends.low), high: shift(ends.high), most }, type, true);
    }
    case "and": {
      const mask = [left, right].find(isSteady);
      if (type !== "i32" || !mask) return undefined;
      search.conditions.push(build.op("ge", wide(mask), constant(0)));
      return { low: constant(0), high: wide(mask), most: 2 ** 31 };
    }
    default:
      return undefined;
  }
}

/** Where the value counts, or grows too large, it must be one of its type. */
function fitting(
  search: Search,
  ends: Ends | undefined,
  type: "i32" | "u32" | "i64",
  isExact: boolean,
): Ends | undefined {
  if (!ends || ends.most > MOST) return undefined;
  if (type === "i64" || (!isExact && ends.most <= 2 ** 36)) return ends;
  const [least, most] = words[type];
  search.conditions.push(build.op("ge", ends.low, constant(least)), build.op("le", ends.high, constant(most)));
  return { ...ends, most: 2 ** 32 };
}

function wide(word: Expr): Expr {
  return build.convert("wrap", "i64", word);
}

function constant(value: number): Expr {
  return build.constant("i64", BigInt(value));
}
