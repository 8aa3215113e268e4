// Replaces reads of a local by its value: a constant, another local that does not change, or the lvalue of a reference or span. Folds what becomes
// constant. A local is forwarded if it has one `set` (or only identical ones). The verifier has checked that a `set` precedes every read, so the
// operands of a forwarded value, which themselves have one `set`, still have their values there: a path from their `set` to the read that avoids the
// local's own would be one without it.
// An index that is neither constant nor stable is first copied to a fresh local (`spillPlace`). The check of an element that may fail stays where the
// local was set: the `set` of the then unread reference is the check, in its original position. tidy.ts drops it if the same check precedes or
// follows. A pointer is dereferenced once: the reference stays in its local.

import { type Block, type Expr, type Fn, isScalar, type Stmt } from "@lanewise/ir";
import { replaceInExpr, withBlocks, withExpressions } from "../analysis/replace.js";
import { isSameExpr } from "../analysis/same-expr.js";
import { canFail } from "./failing.js";
import { fold } from "./fold.js";
import { assignmentsIn, Locals } from "./locals.js";

type SetStmt = Extract<Stmt, { kind: "set" }>;

interface Forwarding {
  readonly locals: Locals;
  /** Whether it has one value for every read. */
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

/** Whether all sets assign the same value: there is only one, or they name the same lvalue. */
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

/** The root of an lvalue: a local, a global, private memory, or the target of a pointer. */
export function rootOf(place: Expr): Expr {
  return place.kind === "field" || place.kind === "element" ? rootOf(place.base) : place;
}

function isAtom(index: Expr, isStable: (local: number) => boolean): boolean {
  return index.kind === "const" || index.kind === "query" || (index.kind === "local" && isStable(index.local));
}

/**
 * Moves every index of the lvalue, and every dereference, to a local that does not change. `before` computes these, in evaluation order: if both an
 * index and the element before it may fail, the element's check comes first.
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
