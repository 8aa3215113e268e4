// Puts what a local stands for in the local's place: constants, other locals that do not change, and the places of references
// and spans, folding what becomes constant. A local is forwarded if it has one `set` (or only alike ones). The verifier has
// checked that a set leads to every read, so the operands of what is forwarded, which have one `set` themselves, still have
// their values there: a way from their `set` to the read that avoids the local's own would be one without it.
// An index that is neither is first kept in a fresh local (`spillPlace`). The check of an element that may fail stays where
// the local was set: the `set` of the then unread reference is the check, in its place and order. tidy.ts drops it where the
// same check follows or went before. What a pointer names is found once: the reference to it stays in its local.

import { type Block, type Expr, type Fn, isScalar, type Stmt } from "@lanewise/ir";
import { replaceInExpr, withBlocks, withExpressions } from "../analysis/replace.js";
import { isSameExpr } from "../analysis/same-expr.js";
import { canFail } from "./failing.js";
import { fold } from "./fold.js";
import { assignmentsIn, Locals } from "./locals.js";

type SetStmt = Extract<Stmt, { kind: "set" }>;

interface Forwarding {
  readonly locals: Locals;
  /** Whether it has one value for all that may read it. */
  readonly isStable: (local: number) => boolean;
  readonly isForwarded: (local: number) => boolean;
  readonly known: Map<number, Expr>;
}

export function forwardLocals(fn: Fn): Fn {
  const locals = new Locals(fn);
  const assignments = assignmentsIn(fn.body);
  const setsOf = (local: number): readonly Stmt[] => assignments.get(local) ?? [];
  const isStable = (local: number): boolean =>
    local >= fn.locals.length || setsOf(local).length === (local < fn.parameters ? 0 : 1);
  const isForwarded = (local: number): boolean => local >= fn.parameters && hasOneValue(setsOf(local), isStable);
  const body = forwardBlock({ locals, isStable, isForwarded, known: new Map() }, fn.body);
  return { ...fn, locals: locals.all, body };
}

/** Whether all sets give the same: there is one, or they name the same place. */
function hasOneValue(sets: readonly Stmt[], isStable: (local: number) => boolean): boolean {
  const [first, ...others] = sets;
  if (first?.kind !== "set") return false;
  if (others.length === 0) return true;
  const isFixed = (expr: Expr): boolean =>
    expr.kind === "element"
      ? isFixed(expr.base) && isAtom(expr.index, isStable)
      : expr.kind === "field"
        ? isFixed(expr.base)
        : expr.kind !== "dereference";
  return (
    !isScalar(first.value.type) &&
    isFixed(first.value) &&
    others.every((one) => one.kind === "set" && isSameExpr(one.value, first.value))
  );
}

function forwardBlock(forwarding: Forwarding, block: Block): Stmt[] {
  return block.flatMap((stmt) => forwardStmt(forwarding, stmt));
}

function forwardStmt(forwarding: Forwarding, stmt: Stmt): readonly Stmt[] {
  const { known } = forwarding;
  const forwarded = (expr: Expr): Expr =>
    fold(replaceInExpr(expr, (one) => (one.kind === "local" ? known.get(one.local) : undefined)));
  if (stmt.kind === "loop") {
    const header = forwardBlock(forwarding, stmt.header);
    const condition = forwarded(stmt.condition);
    const body = forwardBlock(forwarding, stmt.body);
    return [{ ...stmt, header, condition, body, update: forwardBlock(forwarding, stmt.update) }];
  }
  const own = withExpressions(stmt, forwarded);
  if (own.kind === "set") return forwardSet(forwarding, own);
  if (own.kind === "if" && own.condition.kind === "const")
    return forwardBlock(forwarding, own.condition.value === true ? own.then : own.else);
  return [withBlocks(own, (block) => forwardBlock(forwarding, block))];
}

function forwardSet(forwarding: Forwarding, stmt: SetStmt): readonly Stmt[] {
  const { isStable, isForwarded, known, locals } = forwarding;
  const { local, value } = stmt;
  if (!isForwarded(local)) return [stmt];
  if (isScalar(value.type)) {
    if (value.kind !== "const" && !(value.kind === "local" && isStable(value.local))) return [stmt];
    known.set(local, value);
    return [];
  }
  const root = rootOf(value);
  if (value.kind === "dereference") return [stmt];
  if (root.kind === "local" && !isStable(root.local)) return [stmt];
  const { before, place } = spillPlace(value, locals, isStable);
  known.set(local, place);
  return canFail(place) ? [...before, { ...stmt, value: place }] : before;
}

/** What a place is in: a local, a global, private memory, what a pointer names. */
export function rootOf(place: Expr): Expr {
  return place.kind === "field" || place.kind === "element" ? rootOf(place.base) : place;
}

function isAtom(index: Expr, isStable: (local: number) => boolean): boolean {
  return index.kind === "const" || index.kind === "query" || (index.kind === "local" && isStable(index.local));
}

/**
 * The place with every index, and what a pointer names, in a local that does not change. `before` computes these, in the order of evaluation: where an
 * index may fail behind an element that may, that one's check goes before it.
 */
export function spillPlace(
  place: Expr,
  locals: Locals,
  isStable: (local: number) => boolean,
): { readonly before: readonly Stmt[]; readonly place: Expr } {
  const before: Stmt[] = [];
  const keep = (name: string, value: Expr): Expr => {
    const local = locals.add(name, value.type);
    before.push({ kind: "set", local, value });
    return { kind: "local", type: value.type, local };
  };
  const spill = (expr: Expr): Expr => {
    if (expr.kind === "dereference") return keep("pointed", expr);
    if (expr.kind === "field") return { ...expr, base: spill(expr.base) };
    if (expr.kind !== "element") return expr;
    const base = spill(expr.base);
    if (isAtom(expr.index, isStable)) return { ...expr, base };
    if (canFail(expr.index) && canFail(base)) keep("checked", base);
    return { ...expr, base, index: keep("index", expr.index) };
  };
  return { place: spill(place), before };
}
