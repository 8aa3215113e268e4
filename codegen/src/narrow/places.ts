// Positions in a function's code, with the bounds on locals that hold there: conditions that were tested, and indices that were checked. A work-item
// whose index is outside its array ends there, so that behind `stack[top]` the local `top` is an index of `stack`.

import { type Block, blocksOf, build, type Expr, expressionsOf, operandsOf, resultOf, type Stmt } from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { endsInJump, leaves } from "../analysis/jumps.js";

/** A position in the code: the conditions that hold there, and the loops around it. */
export interface Place {
  /** Bounds that narrow the ranges of locals here. */
  readonly bounds: readonly Bound[];
  /** Bounds that hold where the local is set, because the loop sets it once per iteration, after testing its condition. */
  readonly whenSet: readonly Bound[];
  /** The loops with this position in their body, header or update, outermost first. */
  readonly loops: readonly Loop[];
}

/** How `local` compares to `other`, as long as nothing assigns `local`. */
export interface Bound {
  readonly local: number;
  readonly compare: Compare;
  readonly other: Expr;
  /** Whether it does not hold if one of both is NaN: a comparison of floats failed. */
  readonly isUnlessNaN?: boolean;
}
type Compare = "lt" | "le" | "gt" | "ge" | "eq";

export const nowhere: Place = { bounds: [], whenSet: [], loops: [] };

const opposites = { lt: "ge", le: "gt", gt: "le", ge: "lt" } as const;
const mirrored = { lt: "gt", le: "ge", gt: "lt", ge: "le", eq: "eq" } as const;

/** The bounds on locals that a condition implies where it holds, or where it does not. */
export function boundsIn(condition: Expr, holds: boolean): readonly Bound[] {
  if (condition.kind !== "op") return [];
  const { op, args } = condition;
  const [left, right] = args;
  if (op === "not" && left) return boundsIn(left, !holds);
  if (left?.type === "bool") {
    return op === (holds ? "and" : "or") ? args.flatMap((one) => boundsIn(one, holds)) : [];
  }
  if (!left || !right || !(op in mirrored)) return [];
  const stated = op as Compare; // the test above found the key
  if (!holds && stated === "eq") return [];
  const compare = holds || stated === "eq" ? stated : opposites[stated];
  // NaN compares false with everything; integers have no NaN.
  const has = !holds && (left.type === "f64" || left.type === "f32") ? { isUnlessNaN: true } : {};
  const found: Bound[] = [];
  if (left.kind === "local") found.push({ local: left.local, compare, other: right, ...has });
  if (right.kind === "local") found.push({ local: right.local, compare: mirrored[compare], other: left, ...has });
  return found;
}

export function assignsIn(block: Block, local: number): boolean {
  return block.some(
    (stmt) => resultOf(stmt) === local || (blocksOf(stmt).length > 0 && assignedWithin(stmt).has(local)),
  );
}

/** By statement: the locals that its blocks assign. All blocks around it ask, about each local that has a bound. */
const knownAssigned = new WeakMap<Stmt, ReadonlySet<number>>();

function assignedWithin(stmt: Stmt): ReadonlySet<number> {
  const known = knownAssigned.get(stmt);
  if (known) return known;
  const found = new Set<number>();
  for (const inner of blocksOf(stmt).flat()) {
    const result = resultOf(inner);
    if (result !== undefined) found.add(result);
    if (blocksOf(inner).length > 0) for (const local of assignedWithin(inner)) found.add(local);
  }
  knownAssigned.set(stmt, found);
  return found;
}

export function forEachPlaced(block: Block, visit: (expr: Expr, place: Place) => void): void {
  forEachPlacedStmt(block, nowhere, (stmt, at) => {
    const inExpr = (expr: Expr): void => {
      visit(expr, at);
      for (const operand of operandsOf(expr)) inExpr(operand);
    };
    for (const expr of expressionsOf(stmt)) inExpr(expr);
  });
}

type Visit = (stmt: Stmt, place: Place) => void;

/** In source order; returns the position behind the block, if its end is reached. */
export function forEachPlacedStmt(block: Block, start: Place, visit: Visit): Place {
  return block.reduce((place, stmt) => placeBehind(stmt, place, visit), start);
}

function placeBehind(stmt: Stmt, place: Place, visit: Visit): Place {
  if (stmt.kind === "loop") return placeBehindLoop(stmt, place, visit);
  const result = resultOf(stmt);
  const own = place.whenSet.filter(({ local }) => local === result);
  visit(stmt, own.length > 0 ? withBounds(place, own) : place);
  if (stmt.kind === "block") {
    forEachPlacedStmt(stmt.body, place, visit);
    return kept(place, stmt.body);
  }
  const checked = checkedIn(stmt).filter(({ local }) => local !== result);
  const behind = withBounds(result === undefined ? place : without(place, (local) => local === result), checked);
  if (stmt.kind !== "if") return behind;
  const held = withBounds(behind, boundsIn(stmt.condition, true));
  const failed = withBounds(behind, boundsIn(stmt.condition, false));
  const [afterThen, afterElse] = [
    forEachPlacedStmt(stmt.then, held, visit),
    forEachPlacedStmt(stmt.else, failed, visit),
  ];
  if (endsInJump(stmt.then)) return afterElse;
  if (endsInJump(stmt.else)) return afterThen;
  return kept(behind, [...stmt.then, ...stmt.else]);
}

function placeBehindLoop(loop: Loop, place: Place, visit: Visit): Place {
  const { header, body, update, condition } = loop;
  const whole = [...header, ...body, ...update];
  const around = kept(place, whole);
  visit(loop, around);
  const outer = { ...around, loops: [...place.loops, loop], whenSet: [] };
  const tested = forEachPlacedStmt(header, outer, visit);
  const bounds = boundsIn(condition, true);
  const whenSet = bounds.filter(({ local }) => setsIn(whole, local) === 1 && setsIn(body, local) === 1);
  const end = forEachPlacedStmt(body, { ...withBounds(tested, bounds), whenSet }, visit);
  // The update changes the counter once, from a value for which the condition held.
  const unassigned = bounds.filter(({ local }) => !assignsIn(body, local));
  const before = leaves("continue", loop) ? withBounds(outer, unassigned) : end;
  forEachPlacedStmt(update, { ...before, whenSet: [] }, visit);
  return around;
}

/** Long code without loops checks thousands of indices: only the last bounds, which are mostly of those still in use. */
const MOST_BOUNDS = 64;

function withBounds(place: Place, added: readonly Bound[]): Place {
  if (added.length === 0) return place;
  const isWeaker = (one: Bound) => added.some((other) => one !== other && implies(other, one));
  const bounds = [...place.bounds.filter((one) => !isWeaker(one)), ...added].slice(-MOST_BOUNDS);
  return { ...place, bounds };
}

/** Whether one bound says all that another says. */
function implies({ local, compare, other, isUnlessNaN = false }: Bound, weaker: Bound): boolean {
  if (local !== weaker.local || compare !== weaker.compare || (isUnlessNaN && !weaker.isUnlessNaN)) return false;
  if (other.kind !== "const" || weaker.other.kind !== "const") return other === weaker.other;
  const [limit, loose] = [Number(other.value), Number(weaker.other.value)];
  return compare === "lt" || compare === "le" ? limit <= loose : compare !== "eq" && limit >= loose;
}

function without(place: Place, isAssigned: (local: number) => boolean): Place {
  const bounds = place.bounds.filter(({ local }) => !isAssigned(local));
  return bounds.length === place.bounds.length ? place : { ...place, bounds };
}

/** The position behind a block that may end anywhere: the bounds on locals that it does not assign. */
function kept(place: Place, block: Block): Place {
  return without(place, (local) => assignsIn(block, local));
}

/** No array has more elements. */
const LONGEST = 2 ** 31 - 1;

/** The bounds on locals of indices that the statement checks, whatever it computes. */
function checkedIn(stmt: Stmt): readonly Bound[] {
  const found: Bound[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === "element") {
      const { type } = expr.base;
      const isArray = typeof type === "object" && type.kind === "ref" && typeof type.to === "object";
      found.push(...boundsOfIndex(expr.index, isArray && type.to.kind === "array" ? type.to.length : LONGEST));
    }
    const isChoice = expr.kind === "op" && (expr.op === "select" || expr.op === "and" || expr.op === "or");
    for (const operand of isChoice ? operandsOf(expr).slice(0, 1) : operandsOf(expr)) visit(operand);
  };
  for (const expr of expressionsOf(stmt)) visit(expr);
  return found;
}

/** An index is converted towards zero, and NaN to -1: more than -1 and less than the length are in the array. */
function boundsOfIndex(index: Expr, length: number): readonly Bound[] {
  const line = lineOfIndex(index);
  if (!line) return [];
  const { local, scale, offset } = line;
  return [
    { local, compare: "gt", other: build.constant("f64", Math.floor((-1 - offset) / scale)) },
    { local, compare: "lt", other: build.constant("f64", Math.ceil((length - offset) / scale)) },
  ];
}

/** `scale * local + offset`, of integers that doubles multiply and add exactly; `scale` is positive. */
interface Line {
  readonly local: number;
  readonly scale: number;
  readonly offset: number;
}

const lineOfLocal = (local: number): Line => ({ local, scale: 1, offset: 0 });

/** Words wrap, so of those only a local itself is a line. */
function lineOfIndex(index: Expr): Line | undefined {
  if (index.kind === "local") return index.type === "i32" ? lineOfLocal(index.local) : undefined;
  const [value] = index.kind === "op" && index.op === "index" ? index.args : [];
  return value?.type === "f64" ? lineOf(value) : undefined;
}

function lineOf(expr: Expr): Line | undefined {
  if (expr.kind === "local") return lineOfLocal(expr.local);
  if (expr.kind !== "op") return undefined;
  const [first, second] = expr.args;
  if (expr.op === "convert" && first?.kind === "local") return lineOfLocal(first.local);
  if (!first || !second) return undefined;
  const [left, right] = [integerOf(first), integerOf(second)];
  const line = right === undefined ? lineOf(second) : lineOf(first);
  const made = line && combined(expr.op, line, left, right);
  return made && made.scale > 0 && made.scale < LONGEST && Math.abs(made.offset) < LONGEST ? made : undefined;
}

/** The line with a constant on its left or on its right. */
function combined(op: string, line: Line, left: number | undefined, right: number | undefined): Line | undefined {
  const by = left ?? right;
  if (by === undefined) return undefined;
  if (op === "mul") return { ...line, scale: line.scale * by, offset: line.offset * by };
  if (op === "add") return { ...line, offset: line.offset + by };
  return op === "sub" && left === undefined ? { ...line, offset: line.offset - by } : undefined;
}

function integerOf(expr: Expr): number | undefined {
  return expr.kind === "const" && Number.isInteger(expr.value) && expr.type === "f64" ? Number(expr.value) : undefined;
}

/** How often an iteration of the block sets a local; Infinity if a loop inside does. */
function setsIn(block: Block, local: number): number {
  let count = 0;
  for (const stmt of block) {
    if (resultOf(stmt) === local) count++;
    if (stmt.kind === "loop") count += assignsIn([stmt], local) ? Number.POSITIVE_INFINITY : 0;
    else for (const inner of blocksOf(stmt)) count += setsIn(inner, local);
  }
  return count;
}
