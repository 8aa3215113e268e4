// Finds the next loop to unroll: one with a constant number of iterations. By default its counter must occur in an index of a private array that then
// becomes locals: all of the array's indices consist of constants and of the counters of such loops.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  operandsOf,
  type Stmt,
} from "@lanewise/ir";
import { replaceInExpr } from "../analysis/replace.js";
import { constantIndex, type ElementExpr } from "./failing.js";
import { fold } from "./fold.js";
import { assignmentsIn } from "./locals.js";
import { MAX_LEAVES } from "./private-tree.js";

export type LoopStmt = Extract<Stmt, { kind: "loop" }>;

/** A loop to unroll. */
export interface Rounds {
  readonly loop: LoopStmt;
  readonly counter: number;
  /** The counter's value in each iteration, and the one that ends the loop. */
  readonly values: readonly Expr[];
}

/** A loop whose counter is set once before it and once in its update. */
interface Counted {
  readonly loop: LoopStmt;
  readonly counter: number;
  readonly first: Expr;
  readonly step: Expr;
}

const MAX_ROUNDS = 32;

/** `which`: loops that index private arrays, which then become locals; or loops that pass a test. */
export function findUnrollable(
  fn: Fn,
  maxNodes: number,
  which: "indexing" | ((loop: LoopStmt, rounds: number) => boolean),
): Rounds | undefined {
  const counted = countedLoops(fn);
  if (counted.size === 0) return undefined;
  const indexing = which === "indexing" ? indexingCounters(fn, counted) : undefined;
  const total = sizeOf(fn.body);
  const rounds = new Map([...counted.values()].map((one) => [one.loop, valuesOf(one)]));
  for (const { loop, counter } of counted.values()) {
    const values = rounds.get(loop);
    const isWanted = (count: number) => (which === "indexing" ? indexing?.has(counter) : which(loop, count));
    if (!values || !isWanted(values.length - 1)) continue;
    const size = which === "indexing" ? sizeOf([loop]) * (values.length - 1) : unrolledSize([loop], rounds);
    if (total + size - sizeOf([loop]) <= maxNodes) return { loop, counter, values };
  }
  return undefined;
}

/** The size with the inner loops unrolled too. */
function unrolledSize(block: Block, rounds: ReadonlyMap<LoopStmt, Rounds["values"] | undefined>): number {
  return block.reduce((sum, stmt) => {
    const count = (stmt.kind === "loop" ? rounds.get(stmt)?.length : undefined) ?? 2;
    const inner = blocksOf(stmt).reduce((size, one) => size + unrolledSize(one, rounds), 0);
    const whole = sizeOf([stmt]) - blocksOf(stmt).reduce((size, one) => size + sizeOf(one), 0);
    return sum + whole + inner * (count - 1);
  }, 0);
}

/** By counter, in source order: outer loops come first. */
function countedLoops(fn: Fn): ReadonlyMap<number, Counted> {
  const assignments = assignmentsIn(fn.body);
  const found = new Map<number, Counted>();
  const visit = (block: Block): void => {
    block.forEach((stmt, index) => {
      const one =
        stmt.kind === "loop" ? countedLoop(stmt, block.slice(0, index), assignments, fn.parameters) : undefined;
      if (one) found.set(one.counter, one);
      for (const inner of blocksOf(stmt)) visit(inner);
    });
  };
  visit(fn.body);
  return found;
}

function countedLoop(
  loop: LoopStmt,
  before: Block,
  assignments: ReadonlyMap<number, readonly Stmt[]>,
  parameters: number,
): Counted | undefined {
  if (loop.header.length > 0) return undefined;
  for (const stmt of loop.update) {
    if (stmt.kind !== "set" || stmt.local < parameters || assignments.get(stmt.local)?.length !== 2) continue;
    const first = before.find((one) => one.kind === "set" && one.local === stmt.local);
    if (first?.kind === "set" && namesLocal(loop.condition, stmt.local))
      return { loop, counter: stmt.local, first: first.value, step: stmt.value };
  }
  return undefined;
}

function namesLocal(expr: Expr, local: number): boolean {
  return (expr.kind === "local" && expr.local === local) || operandsOf(expr).some((one) => namesLocal(one, local));
}

/** The counter's value in each iteration; undefined if it is not constant or there are too many. */
function valuesOf({ loop, counter, first, step }: Counted): readonly Expr[] | undefined {
  const at = (expr: Expr, value: Expr): Expr =>
    fold(replaceInExpr(expr, (one) => (one.kind === "local" && one.local === counter ? value : undefined)));
  const values: Expr[] = [];
  for (let value = fold(first); ; value = at(step, value)) {
    if (value.kind !== "const") return undefined;
    values.push(value);
    const goesOn = at(loop.condition, value);
    if (goesOn.kind !== "const") return undefined;
    if (goesOn.value === false) return values;
    if (values.length > MAX_ROUNDS) return undefined;
  }
}

/** The counters in the indices of private arrays, if all of the array's indices become constants. */
function indexingCounters(fn: Fn, counted: ReadonlyMap<number, Counted>): ReadonlySet<number> {
  const assignments = assignmentsIn(fn.body);
  const inIndices = new Map<string, Set<number> | undefined>();
  const countersOf = (expr: Expr, path: readonly number[]): ReadonlySet<number> | undefined => {
    if (expr.kind === "const") return new Set();
    if (expr.kind === "op") return union(expr.args.map((arg) => countersOf(arg, path)));
    if (expr.kind !== "local" || path.includes(expr.local)) return undefined;
    const inside = [...path, expr.local];
    const own = counted.get(expr.local);
    if (own) {
      const known = valuesOf(own) ?? union(boundsOf(own).map((one) => countersOf(one, inside)));
      return known && new Set([expr.local]);
    }
    const [only, ...others] = assignments.get(expr.local) ?? [];
    const isSingle = only?.kind === "set" && others.length === 0 && expr.local >= fn.parameters;
    return isSingle ? countersOf(only.value, inside) : undefined;
  };
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        const key = one.kind === "element" ? keyOf(one) : undefined;
        if (one.kind !== "element" || key === undefined || constantIndex(one) !== undefined) return;
        const before = inIndices.has(key) ? inIndices.get(key) : new Set<number>();
        const counters = countersOf(one.index, []);
        inIndices.set(key, before && counters && new Set([...before, ...counters]));
      });
    }
  });
  return new Set([...inIndices.values()].flatMap((counters) => [...(counters ?? [])]));
}

/** The expressions that determine the number of iterations, without the counter itself. */
function boundsOf({ loop, counter, first, step }: Counted): readonly Expr[] {
  const zero: Expr = { kind: "const", type: "i32", value: 0 };
  const without = (expr: Expr): Expr =>
    replaceInExpr(expr, (one) => (one.kind === "local" && one.local === counter ? { ...zero } : undefined));
  return [first, without(step), without(loop.condition)];
}

function union(sets: readonly (ReadonlySet<number> | undefined)[]): ReadonlySet<number> | undefined {
  const all = new Set<number>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const one of set) all.add(one);
  }
  return all;
}

/** A key for the private array that contains the element, with the arrays around it; undefined if it is too large. */
function keyOf({ base }: ElementExpr): string | undefined {
  switch (base.kind) {
    case "address":
      return isSmall(base) ? String(base.local) : undefined;
    case "field": {
      const outer = keyOfBase(base.base);
      return outer !== undefined && isSmall(base) ? `${outer}.${base.field}` : undefined;
    }
    case "element":
      return keyOf(base);
    default:
      return undefined;
  }
}

function keyOfBase(base: Expr): string | undefined {
  if (base.kind === "address") return String(base.local);
  if (base.kind === "element") return keyOf(base);
  if (base.kind !== "field") return undefined;
  const outer = keyOfBase(base.base);
  return outer === undefined ? undefined : `${outer}.${base.field}`;
}

function isSmall({ type }: Expr): boolean {
  let [count, inner] = [1, typeof type === "object" && type.kind === "ref" ? type.to : type];
  while (typeof inner === "object" && inner.kind === "array") {
    count *= inner.length;
    inner = inner.element;
  }
  return count <= MAX_LEAVES;
}

/** The number of nodes in a block. */
export function sizeOf(block: Block): number {
  let size = 0;
  forEachStmt(block, (stmt) => {
    size++;
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, () => size++);
  });
  return size;
}
