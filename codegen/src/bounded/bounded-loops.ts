// Decides whether a kernel certainly ends: every iteration of each loop must pass a comparison between a value that moves in one direction and one
// that is fixed or moves towards it, and must move one of them. Workers run awaited kernels that may not end: on the main thread, timers and
// signal handlers would never get a turn. May reject a loop that ends; ignores that integers wrap, which takes 2^31 iterations.

import { type Expr, type Fn, forEachStmt, hasBody, invariant, type Module } from "@lanewise/ir";
import { narrowLoosely } from "../narrow/narrow.js";
import { withoutRestatements } from "../simplify/without-restatements.js";
import { assignmentsOf, changesOf, isFixed, type Loop, type LoopChanges } from "./loop-changes.js";
import { type Comparison, type Move, type Round, roundOf } from "./round.js";

/** Checks the kernel and everything it calls; foreign functions count as unbounded. */
export function areLoopsBounded(module: Module, kernel: number): boolean {
  const seen = new Set<number>();
  const isFunctionBounded = (index: number): boolean => {
    if (seen.has(index)) return true;
    seen.add(index);
    const written = module.functions[index];
    invariant(written, `function ${index} is in the module`);
    if (!hasBody(written)) return false;
    let isBounded = true;
    let asksMore = false;
    forEachStmt(written.body, ({ kind }) => {
      asksMore ||= kind === "loop" || kind === "call";
    });
    if (!asksMore) return true;
    const fn = narrowLoosely(withoutRestatements(written));
    const assignments = assignmentsOf(fn);
    forEachStmt(fn.body, (stmt) => {
      if (stmt.kind === "loop") isBounded &&= isLoopBounded(stmt, changesOf(assignments, stmt), fn);
      if (stmt.kind === "call") isBounded &&= isFunctionBounded(stmt.function);
    });
    return isBounded;
  };
  return isFunctionBounded(kernel);
}

function isLoopBounded(loop: Loop, changes: LoopChanges, fn: Fn): boolean {
  const round = roundOf(loop, changes);
  // The loop runs at most once.
  if (!round) return true;
  const scope = { ...round, changes, fn };
  const finite = new Set([...round.passed].flatMap((one) => movedTowards(one, scope)));
  return round.stepped.every((way) => [...way].some((local) => finite.has(local)));
}

interface Scope extends Round {
  readonly changes: LoopChanges;
  readonly fn: Fn;
}

/** The locals that can move only a limited number of times before the comparison fails. */
function movedTowards(comparison: Comparison, scope: Scope): readonly number[] {
  const { op, less, more } = comparison;
  if (op === "ne") return [...hitBy(less, more, scope), ...hitBy(more, less, scope)];
  const isStrict = op === "lt";
  const [up, down] = [movedIn(less, scope), movedIn(more, scope)];
  const ups = up !== undefined && goesOnly(1, up, { bound: more, isStrict }, scope) ? [up] : [];
  const downs = down !== undefined && goesOnly(-1, down, { bound: less, isStrict }, scope) ? [down] : [];
  const isLessKnown = ups.length > 0 || isFixed(less, scope.changes);
  const isMoreKnown = downs.length > 0 || isFixed(more, scope.changes);
  return isLessKnown && isMoreKnown ? [...ups, ...downs] : [];
}

/** The local, assigned in the loop, with which the expression grows. */
function movedIn(expr: Expr, scope: Scope): number | undefined {
  if (expr.kind === "local") return scope.moves.has(expr.local) ? expr.local : undefined;
  if (expr.kind !== "op") return undefined;
  const [first, second] = expr.args;
  if (expr.op === "convert") return first && movedIn(first, scope);
  const isShifted = (expr.op === "add" || expr.op === "sub") && !isFloat(expr.type);
  return isShifted && first && second && isFixed(second, scope.changes) ? movedIn(first, scope) : undefined;
}

const isFloat = (type: unknown): type is "f32" | "f64" => type === "f32" || type === "f64";

interface Bound {
  readonly bound: Expr;
  readonly isStrict: boolean;
}

/** Whether the loop moves a local only in that direction, towards a bound. */
function goesOnly(way: 1 | -1, local: number, { bound, isStrict }: Bound, scope: Scope): boolean {
  const type = scope.fn.locals[local]?.type;
  const starts = startsOf(local, scope);
  const fixed = bound.kind === "const" ? Number(bound.value) : undefined;
  const goes = (move: Move) => {
    if (move === "double") return way === 1 && starts?.every((start) => start > 0) === true;
    if (move === "halve") return way === -1 && fixed !== undefined && fixed >= (isStrict ? 0 : 1);
    if (move === "other" || Math.sign(move) !== way) return false;
    // Rounding may swallow a float's steps.
    if (!isFloat(type)) return true;
    const round = type === "f32" ? Math.fround : (value: number) => value;
    return starts !== undefined && fixed !== undefined && [...starts, fixed].every((at) => round(at + move) !== at);
  };
  return [...(scope.moves.get(local) ?? [])].every(goes);
}

/** The constants that a local has before the loop; undefined if it may have other values. */
function startsOf(local: number, { changes }: Scope): readonly number[] | undefined {
  const values = changes.before(local);
  const starts = values.flatMap((value) => (value?.kind === "const" ? [Number(value.value)] : []));
  return starts.length === values.length ? starts : undefined;
}

/** A counter with steps of one meets every value, wherever it starts. */
function hitBy(counter: Expr, value: Expr, { moves, changes }: Scope): readonly number[] {
  if (counter.kind !== "local" || isFloat(counter.type)) return [];
  const [move, ...others] = moves.get(counter.local) ?? [];
  const isByOne = others.length === 0 && (move === 1 || move === -1);
  return isByOne && changes.isAssignedOnce(counter.local) && isFixed(value, changes) ? [counter.local] : [];
}
