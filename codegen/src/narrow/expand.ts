// Recomputes an index that a local holds modulo 2^32 as a double, for its check: from the same operands, which must still have the same values.

import { type Block, type Expr, expressionsOf as expressionsIn, type Fn, operandsOf } from "@lanewise/ir";
import { collectFacts, type Facts, type Loop } from "../analysis/facts.js";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import { readLocals } from "../simplify/tidy.js";

export interface Definitions {
  readonly facts: Facts;
  readonly isModular: (local: number) => boolean;
}

export function readsMemory(expr: Expr): boolean {
  return expr.kind === "load" || operandsOf(expr).some(readsMemory);
}

/** Whether a local's operands are the same at every use: it is set once, and nothing sets them in between. */
export function isExpandable({ facts, isModular }: Definitions, local: number): boolean {
  const [only, ...others] = facts.assignments[local] ?? [];
  if (!only?.value || others.length > 0 || only.loops.length !== only.bodies.length) return false;
  if (readsMemory(only.value)) return false;
  const around = only.bodies.at(-1);
  const isStable = (leaf: number): boolean => {
    const sets = facts.assignments[leaf] ?? [];
    if (sets.length > 1) return around !== undefined && !sets.some(({ bodies }) => bodies.includes(around));
    return !isModular(leaf) || isExpandable({ facts, isModular }, leaf);
  };
  return leavesOf(only.value).every(isStable) && isUsedWithin(facts, local, around);
}

function leavesOf(expr: Expr): readonly number[] {
  return expr.kind === "local" ? [expr.local] : operandsOf(expr).flatMap(leavesOf);
}

/** Whether a local that is set in a loop's body is read only there. */
function isUsedWithin(facts: Facts, local: number, around: Loop | undefined): boolean {
  return around === undefined || readsIn(facts).get(local)?.includes(around) !== false;
}

type LoopsOfReads = ReadonlyMap<number, readonly Loop[]>;
const knownReads = new WeakMap<Facts, LoopsOfReads>();

/** By local that is read: the loops whose bodies contain all its reads. */
function readsIn(facts: Facts): LoopsOfReads {
  const known = knownReads.get(facts);
  if (known) return known;
  const found = new Map<number, readonly Loop[]>();
  const check = (expr: Expr, loops: readonly Loop[]): void => {
    if (expr.kind === "local") {
      const before = found.get(expr.local) ?? loops;
      found.set(expr.local, before === loops ? loops : before.filter((loop) => loops.includes(loop)));
    }
    for (const operand of operandsOf(expr)) check(operand, loops);
  };
  const visit = (block: Block, loops: readonly Loop[]): void => {
    for (const stmt of block) {
      for (const expr of expressionsIn(stmt)) check(expr, loops);
      if (stmt.kind === "loop") {
        visit(stmt.header, loops);
        visit(stmt.body, [...loops, stmt]);
        visit(stmt.update, loops);
      }
      if (stmt.kind === "if") for (const one of [stmt.then, stmt.else]) visit(one, loops);
      if (stmt.kind === "block") visit(stmt.body, loops);
    }
  };
  visit(facts.fn.body, []);
  knownReads.set(facts, found);
  return found;
}

/** Replaces modular locals in the expression by their values, except below a `wrap`, which needs only the bits that the local has. */
export function expanded(definitions: Definitions, expr: Expr): Expr {
  if (expr.kind === "op" && expr.op === "wrap") return expr;
  if (expr.kind === "local" && definitions.isModular(expr.local)) {
    const value = definitions.facts.assignments[expr.local]?.[0]?.value;
    return value ? expanded(definitions, value) : expr;
  }
  return withOperands(expr, (operand) => expanded(definitions, operand));
}

/** Computes an index at each use instead of in a shared local, so that each use shows what it is computed from. */
export function withForwardedIndices(fn: Fn): Fn {
  const facts = collectFacts(fn);
  const definitions: Definitions = { facts, isModular: () => false };
  const kept = new Map<number, Expr>();
  for (const [local, sets] of facts.assignments.entries()) {
    const [only, ...others] = sets;
    const isIndex = only?.value?.kind === "op" && only.value.op === "index" && others.length === 0;
    if (isIndex && only.value && isExpandable(definitions, local)) kept.set(local, only.value);
  }
  if (kept.size === 0) return fn;
  const forwarded = (expr: Expr): Expr => {
    const own = withOperands(expr, forwarded);
    if (own.kind !== "element" || own.index.kind !== "local") return own;
    return { ...own, index: kept.get(own.index.local) ?? own.index };
  };
  const inBlock = (block: Block): Block => block.map((stmt) => withBlocks(withExpressions(stmt, forwarded), inBlock));
  const body = inBlock(fn.body);
  const read = readLocals(body);
  return { ...fn, body: withoutSets(body, (local) => kept.has(local) && !read.has(local)) };
}

function withoutSets(block: Block, isDropped: (local: number) => boolean): Block {
  return block
    .filter((stmt) => stmt.kind !== "set" || !isDropped(stmt.local))
    .map((stmt) => withBlocks(stmt, (inner) => withoutSets(inner, isDropped)));
}
