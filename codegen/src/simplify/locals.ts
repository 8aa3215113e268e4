// The locals of a function, for passes that add some: new ones are numbered after the existing ones.

import {
  type Block,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Local,
  resultOf,
  type Stmt,
  type Type,
} from "@lanewise/ir";

export class Locals {
  readonly all: Local[];

  constructor(fn: Fn) {
    this.all = [...fn.locals];
  }

  add(name: string, type: Type, has: Pick<Local, "isNote"> = {}): number {
    return this.all.push({ name, type, ...has }) - 1;
  }

  /** Adds another local with the same name and type. */
  copy(local: number): number {
    const original = this.all[local];
    return original ? this.add(original.name, original.type) : local;
  }
}

/** The locals that the block assigns. */
export function assignedIn(block: Block): ReadonlySet<number> {
  const found = new Set<number>();
  forEachStmt(block, (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined) found.add(local);
  });
  return found;
}

/** The statement with another local for its result, if it has one. */
export function withResult(stmt: Stmt, local: number): Stmt {
  if (resultOf(stmt) === undefined) return stmt;
  return stmt.kind === "set" ? { ...stmt, local } : ({ ...stmt, result: local } as Stmt); // all others name it so
}

/** By local: the statements that assign it. */
export function assignmentsIn(block: Block): ReadonlyMap<number, readonly Stmt[]> {
  const found = new Map<number, Stmt[]>();
  forEachStmt(block, (stmt) => {
    const local = resultOf(stmt);
    if (local === undefined) return;
    const own = found.get(local);
    if (own) own.push(stmt);
    else found.set(local, [stmt]);
  });
  return found;
}

/** How often a local is read and assigned. */
export interface Uses {
  reads: number;
  sets: number;
}

export function countUses(body: Block): ReadonlyMap<number, Uses> {
  const uses = new Map<number, Uses>();
  const of = (local: number): Uses => {
    const found = uses.get(local) ?? { reads: 0, sets: 0 };
    uses.set(local, found);
    return found;
  };
  forEachStmt(body, (stmt) => {
    const result = resultOf(stmt);
    if (result !== undefined) of(result).sets++;
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "local") of(one.local).reads++;
      });
    }
  });
  return uses;
}
