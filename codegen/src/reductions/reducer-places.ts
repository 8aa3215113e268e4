// Redirects a kernel's uses of its reducers to the storage in which its block combines: a local of each lane, or memory without other writers. Atomic
// updates become ordinary ones.

import {
  type Block,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Stmt,
  type ValueScalar,
} from "@lanewise/ir";
import { replaceInExpr, withBlocks, withExpressions } from "../analysis/replace.js";
import { fold } from "../simplify/fold.js";
import { rootOf, spillPlace } from "../simplify/forward-locals.js";
import type { Locals } from "../simplify/locals.js";
import type { KernelReduction } from "./kernel-reduction.js";

export interface KeptReducer extends KernelReduction {
  readonly keeping: Keeping;
}

export type Keeping =
  /** The target's only element is a local. */
  | { readonly kind: "local"; readonly local: number; readonly type: ValueScalar }
  /** The target's elements are those of an array in memory; `element` gives the address of one, which fails at `site` if it does not exist. */
  | { readonly kind: "memory"; readonly length: Expr; readonly element: PlaceElement };

/** Adds to `before` the statements that the address needs. */
export type PlaceElement = (index: Expr, site: number, before: Stmt[]) => Expr;

/**
 * Rewrites the body of a kernel without calls, whose references to elements have been forwarded.
 *
 * @throws Error if a variable may be one reducer or another, or if a reducer combines differently from its reduction.
 */
export function redirectReducers(fn: Fn, reducers: readonly KeptReducer[], locals: Locals): Block {
  const reducerAt = (place: Expr): KeptReducer | undefined => {
    const root = rootOf(place);
    return root.kind === "local" ? reducers.find(({ parameter }) => parameter === root.local) : undefined;
  };
  const redirected = (expr: Expr, before: Stmt[]): Expr =>
    replaceInExpr(expr, (one) => {
      if (one.kind === "length") return lengthOf(reducerAt(one.span));
      if (one.kind === "load") return keptLocal(reducerAt(one.place)?.keeping);
      if (one.kind !== "element" || one.base.kind !== "local") return undefined;
      const keeping = reducerAt(one)?.keeping;
      return keeping?.kind === "memory" ? keeping.element(redirected(one.index, before), one.site, before) : undefined;
    });
  const inStmt = (stmt: Stmt): readonly Stmt[] => {
    const reducer = stmt.kind === "atomic" || stmt.kind === "store" ? reducerAt(stmt.place) : undefined;
    const before: Stmt[] = [];
    const own = withExpressions(stmt, (expr) => redirected(expr, before));
    if (before.length > 0 && own.kind === "loop") throw new Error("a loop asks for what a reducer has combined");
    return [...before, ...changed(own, reducer)];
  };
  const changed = (own: Stmt, reducer: KeptReducer | undefined): readonly Stmt[] => {
    if (reducer && own.kind === "atomic") return update(reducer, own, locals);
    const known = own.kind === "if" ? fold(own.condition) : undefined;
    // It is known whether the target has one element.
    if (own.kind === "if" && known?.kind === "const") return inBlock(known.value === true ? own.then : own.else);
    if (reducer?.keeping.kind === "local" && own.kind === "store") return [build.set(reducer.keeping.local, own.value)];
    return [withBlocks(own, inBlock)];
  };
  const inBlock = (block: Block): Block => block.flatMap(inStmt);
  const body = inBlock(fn.body);
  checkUses(fn, body, reducers);
  return body;
}

function lengthOf(reducer: KeptReducer | undefined): Expr | undefined {
  if (!reducer) return undefined;
  return reducer.keeping.kind === "memory" ? reducer.keeping.length : build.constant("i32", 1);
}

function keptLocal(keeping: Keeping | undefined): Expr | undefined {
  return keeping?.kind === "local" ? build.local(keeping.local, keeping.type) : undefined;
}

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;

/** The update without atomics. */
function update({ keeping, op }: KeptReducer, stmt: AtomicStmt, locals: Locals): readonly Stmt[] {
  if (op === "function" && stmt.op === "store" && stmt.value) {
    return [
      keeping.kind === "local" ? build.set(keeping.local, stmt.value) : build.store(stmt.place, stmt.value, stmt.at),
    ];
  }
  if (op === "function" || stmt.op !== op || !stmt.value) {
    throw new Error(`the kernel combines by "${stmt.op}" what the launch combines by "${op}"`);
  }
  if (keeping.kind === "local") {
    return [build.set(keeping.local, build.op(op, build.local(keeping.local, keeping.type), stmt.value))];
  }
  const { before, place } = spillPlace(stmt.place, locals, () => true);
  return [...before, build.store(place, build.op(op, build.load(place), stmt.value), stmt.at)];
}

function checkUses(fn: Fn, body: Block, reducers: readonly KeptReducer[]): void {
  const visit = (expr: Expr): void => {
    if (expr.kind !== "local" || !reducers.some(({ parameter }) => parameter === expr.local)) return;
    throw new Error(`a variable may be the reducer ${fn.locals[expr.local]?.name} or another one`);
  };
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
}

/** Whether the kernel accesses the target only as a whole: by the constant index 0, and never its fields. */
export function isNamedAsWhole(fn: Fn, parameter: number): boolean {
  let isWhole = true;
  const visit = (expr: Expr): void => {
    if (expr.kind === "field" && isOf(expr.base)) isWhole = false;
    if (expr.kind === "element" && isOf(expr)) isWhole &&= expr.index.kind === "const" && expr.index.value === 0;
  };
  const isOf = (place: Expr): boolean => {
    const root = rootOf(place);
    return root.kind === "local" && root.local === parameter;
  };
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
  return isWhole;
}
