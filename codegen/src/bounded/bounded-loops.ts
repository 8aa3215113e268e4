// Whether a kernel is seen to end: each of its loops has comparisons, which every round has to pass, of numbers that move in one direction with
// others that stay, or that move towards them; and each round moves one. The main thread runs no others where somebody awaits them: no timer and no signal's
// handler would get its turn. Of a loop that ends it may say that it does not; that integers wrap, which takes 2^31 rounds, it does not look at.

import { type Expr, type Fn, forEachStmt, hasBody, invariant, type Module } from "@lanewise/ir";
import { narrowLoosely } from "../narrow/narrow.js";
import { withoutRestatements } from "../simplify/without-restatements.js";
import { assignmentsOf, changesOf, isFixed, type Loop, type LoopChanges } from "./loop-changes.js";
import { type Comparison, type Move, type Round, roundOf } from "./round.js";

/** Of the kernel and all that it calls; of foreign functions nothing is known. */
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
  // No round is followed by another.
  if (!round) return true;
  const scope = { ...round, changes, fn };
  const finite = new Set([...round.passed].flatMap((one) => movedTowards(one, scope)));
  return round.stepped.every((way) => [...way].some((local) => finite.has(local)));
}

interface Scope extends Round {
  readonly changes: LoopChanges;
  readonly fn: Fn;
}

/** The locals that can be moved a number of times only before the comparison fails. */
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

/** The local that the loop assigns and that an expression grows with. */
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

/** Whether the loop moves a local in that direction alone, towards a bound. */
function goesOnly(way: 1 | -1, local: number, { bound, isStrict }: Bound, scope: Scope): boolean {
  const type = scope.fn.locals[local]?.type;
  const starts = startsOf(local, scope);
  const fixed = bound.kind === "const" ? Number(bound.value) : undefined;
  const goes = (move: Move) => {
    if (move === "double") return way === 1 && starts?.every((start) => start > 0) === true;
    if (move === "halve") return way === -1 && fixed !== undefined && fixed >= (isStrict ? 0 : 1);
    if (move === "other" || Math.sign(move) !== way) return false;
    // The steps of a float may be lost in rounding.
    if (!isFloat(type)) return true;
    const round = type === "f32" ? Math.fround : (value: number) => value;
    return starts !== undefined && fixed !== undefined && [...starts, fixed].every((at) => round(at + move) !== at);
  };
  return [...(scope.moves.get(local) ?? [])].every(goes);
}

/** The constants that a local is given before the loop; undefined where it is given others. */
function startsOf(local: number, { changes }: Scope): readonly number[] | undefined {
  const values = changes.before(local);
  const starts = values.flatMap((value) => (value?.kind === "const" ? [Number(value.value)] : []));
  return starts.length === values.length ? starts : undefined;
}

/** What is counted by ones meets every value, whatever it begins with. */
function hitBy(counter: Expr, value: Expr, { moves, changes }: Scope): readonly number[] {
  if (counter.kind !== "local" || isFloat(counter.type)) return [];
  const [move, ...others] = moves.get(counter.local) ?? [];
  const isByOne = others.length === 0 && (move === 1 || move === -1);
  return isByOne && changes.isAssignedOnce(counter.local) && isFixed(value, changes) ? [counter.local] : [];
}
