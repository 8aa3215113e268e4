// Finds what can be hoisted out of the gang loop or an inner loop: scalars, and scalars spread over vectors, that do not change there. They are
// computed before the loop, because engines do not move code out of WebAssembly's loops. Work-items that run one by one only have the kernel's own
// loops.

import { type Expr, expressionsOf, type Fn, forEachStmt, operandsOf, type Stmt } from "@lanewise/ir";
import type { Facts, Loop } from "./facts.js";
import { isSameExpr } from "./same-expr.js";
import type { Shapes } from "./shapes.js";
import { checkedIndexOf } from "./wide-index.js";

export interface Hoists {
  /** Assignments with the same value for every gang of a stretch: they happen once, before it. */
  readonly sets: ReadonlySet<Stmt>;
  /** By the loop they are hoisted out of; undefined is the loop over gangs. Equal expressions form one group. */
  readonly scalars: ReadonlyMap<Loop | undefined, readonly Group[]>;
  /** Scalars that vector operations use. */
  readonly vectors: ReadonlyMap<Loop | undefined, readonly Group[]>;
}
type Group = readonly Expr[];

/** By the loop they are hoisted out of. */
export type LoopHoists = ReadonlyMap<Loop, readonly Group[]>;

interface Search {
  readonly facts: Facts;
  readonly shapes: Shapes;
  /** Locals that are the same for every gang of a stretch. */
  readonly steady: Set<number>;
}

/** Maximum number of hoisted vectors that a loop keeps in registers. */
const MAX_VECTORS = 6;
/** The same for scalars of one work-item: the machine has sixteen registers. */
const MAX_SCALARS = 6;

export function findHoists(facts: Facts, shapes: Shapes): Hoists {
  const steady = new Set<number>();
  const search: Search = { facts, shapes, steady };
  for (let local = 0; local < facts.fn.parameters; local++) {
    if (facts.assignments[local]?.length === 0) steady.add(local);
  }
  const sets = findSets(search);
  const scalars = new Map<Loop | undefined, Expr[][]>();
  const vectors = new Map<Loop | undefined, Expr[][]>();
  forEachRoot(facts, sets, (root, loops) => {
    addScalars(search, root, loops, scalars);
    addVectors(search, root, loops, vectors);
  });
  return { sets, scalars, vectors };
}

/** For a kernel whose work-items run one by one. */
export function findLoopHoists(facts: Facts, bounds: "checked" | "unchecked"): LoopHoists {
  const found = new Map<Loop, Expr[][]>();
  const add = (expr: Expr, loops: readonly Loop[]): void => {
    const level = loops.find((loop) => isUnchanged(facts, expr, loop));
    if (level && isWorthIt(expr, level) && (found.get(level)?.length ?? 0) < MAX_SCALARS) addTo(found, level, expr);
    else if (expr.kind === "element" && bounds === "checked") {
      add(expr.base, loops);
      add(checkedIndexOf(expr), loops); // which the address is computed from, too
    } else for (const operand of operandsOf(expr)) add(operand, loops);
  };
  forEachRoot(facts, new Set(), add);
  return found;
}

/** Single assignments of steady values; one may make the next one steady. */
function findSets(search: Search): Set<Stmt> {
  const sets = new Set<Stmt>();
  const { facts, shapes, steady } = search;
  forEachStmt(facts.fn.body, (stmt) => {
    if (stmt.kind !== "set" || facts.assignments[stmt.local]?.length !== 1) return;
    if (shapes.locals[stmt.local]?.kind !== "uniform" || !isSteady(search, stmt.value)) return;
    steady.add(stmt.local);
    sets.add(stmt);
  });
  return sets;
}

function forEachRoot(facts: Facts, sets: ReadonlySet<Stmt>, visit: (expr: Expr, loops: readonly Loop[]) => void): void {
  const inBlock = (block: Fn["body"], loops: readonly Loop[]): void => {
    for (const stmt of block) {
      if (sets.has(stmt)) continue;
      const inside = stmt.kind === "loop" ? [...loops, stmt] : loops;
      for (const expr of expressionsOf(stmt)) visit(expr, inside);
      if (stmt.kind === "if") for (const one of [stmt.then, stmt.else]) inBlock(one, loops);
      if (stmt.kind === "block") inBlock(stmt.body, loops);
      if (stmt.kind === "loop") for (const one of [stmt.header, stmt.body, stmt.update]) inBlock(one, inside);
    }
  };
  inBlock(facts.fn.body, []);
}

/** Whether the expression is the same for every gang, and has no effects or failures. */
function isSteady(search: Search, expr: Expr): boolean {
  if (expr.kind === "local") return search.steady.has(expr.local);
  if (expr.kind === "query") return search.shapes.of(expr).kind === "uniform";
  return isPure(expr) && operandsOf(expr).every((one) => isSteady(search, one));
}

function isPure({ kind, type }: Expr): boolean {
  return typeof type === "string" && (kind === "const" || kind === "op" || kind === "length");
}

/** Whether the expression has the same value in every iteration of the loop. */
export function isUnchanged(facts: Facts, expr: Expr, loop: Loop): boolean {
  if (expr.kind === "local") return !facts.loops.get(loop)?.assigned.has(expr.local);
  if (expr.kind === "query") return true;
  return isPure(expr) && operandsOf(expr).every((one) => isUnchanged(facts, one, loop));
}

/** The outermost loop in which the expression does not change; "none" if it changes in all. */
function levelOf(search: Search, expr: Expr, loops: readonly Loop[]): Loop | undefined | "none" {
  if (isSteady(search, expr)) return undefined;
  return loops.find((loop) => isUnchanged(search.facts, expr, loop)) ?? "none";
}

type Found<Level> = Map<Level, Expr[][]>;

function addScalars(search: Search, expr: Expr, loops: readonly Loop[], found: Found<Loop | undefined>): void {
  if (expr.kind === "op" && search.shapes.of(expr).kind !== "varying") {
    const level = levelOf(search, expr, loops);
    if (level !== "none" && isWorthIt(expr, level)) {
      addTo(found, level, expr);
      return;
    }
  }
  for (const operand of operandsOf(expr)) addScalars(search, operand, loops, found);
  // A bounds check computes the index again.
  if (expr.kind === "element" && expr.exact) addScalars(search, expr.exact, loops, found);
}

/** Before a loop inside the gang, single additions are not worth a register. */
function isWorthIt(expr: Expr, level: Loop | undefined): boolean {
  if (expr.kind !== "op" || expr.args.every(({ kind }) => kind === "const")) return false;
  if (level === undefined || expr.op === "mul" || expr.op === "div") return true;
  return expr.args.some((one) => one.kind === "op");
}

/** Adds uniform operands of vector operations, except constants and captured numbers, which are vectors anyway. */
function addVectors(search: Search, expr: Expr, loops: readonly Loop[], found: Found<Loop | undefined>): void {
  const isVector = expr.kind === "op" && search.shapes.of(expr).kind === "varying";
  for (const operand of operandsOf(expr)) {
    const isUniform = search.shapes.of(operand).kind === "uniform" && operand.type !== "bool";
    const isAnyway =
      operand.kind === "const" || (operand.kind === "local" && operand.local < search.facts.fn.parameters);
    if (isVector && isUniform && !isAnyway) {
      const level = levelOf(search, operand, loops);
      if (level !== "none" && (found.get(level)?.length ?? 0) < MAX_VECTORS) addTo(found, level, operand);
    } else addVectors(search, operand, loops, found);
  }
}

function addTo<Level extends Loop | undefined>(found: Found<Level>, level: Level, expr: Expr): void {
  const groups = found.get(level) ?? [];
  found.set(level, groups);
  const group = groups.find(([first]) => first && isSameExpr(first, expr));
  if (group) group.push(expr);
  else groups.push([expr]);
}
