// Finds what a loop changes and what it leaves fixed, flow-insensitively.

import { type Block, blocksOf, type Expr, type Fn, forEachStmt, operandsOf, resultOf, type Stmt } from "@lanewise/ir";

export type Loop = Extract<Stmt, { kind: "loop" }>;

/** By local: the statements that assign it, and "captured" for parameters. */
export type Assignments = ReadonlyMap<number, readonly (Stmt | "captured")[]>;

export interface LoopChanges {
  readonly assignments: Assignments;
  readonly inside: ReadonlySet<Stmt>;
  /** The roots that it stores to: locals and globals by number, or "anything" if unknown. */
  readonly stored: ReadonlySet<string>;
  /** The values that a local may have before the loop; undefined for one that is not an expression. */
  readonly before: (local: number) => readonly (Expr | undefined)[];
  /** Whether the loop assigns it once, outside nested loops. */
  readonly isAssignedOnce: (local: number) => boolean;
}

export function assignmentsOf(fn: Fn): Assignments {
  const found = new Map<number, (Stmt | "captured")[]>();
  for (let local = 0; local < fn.parameters; local++) found.set(local, ["captured"]);
  forEachStmt(fn.body, (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined) found.set(local, [...(found.get(local) ?? []), stmt]);
  });
  return found;
}

export function changesOf(assignments: Assignments, loop: Loop): LoopChanges {
  const inside = new Set<Stmt>();
  const nested = new Set<Stmt>();
  const stored = new Set<string>();
  const visit = (block: Block, isNested: boolean): void => {
    for (const stmt of block) {
      inside.add(stmt);
      if (isNested) nested.add(stmt);
      if (stmt.kind === "store" || stmt.kind === "atomic") stored.add(rootOf(stmt.place, assignments));
      if (stmt.kind === "call" || stmt.kind === "barrier") stored.add("anything");
      for (const inner of blocksOf(stmt)) visit(inner, isNested || stmt.kind === "loop");
    }
  };
  for (const block of blocksOf(loop)) visit(block, false);
  return {
    assignments,
    inside,
    stored,
    before: (local) =>
      (assignments.get(local) ?? []).flatMap((stmt) => {
        if (stmt === "captured") return [undefined];
        return inside.has(stmt) ? [] : [stmt.kind === "set" ? stmt.value : undefined];
      }),
    isAssignedOnce: (local) => {
      const own = (assignments.get(local) ?? []).filter((stmt) => stmt !== "captured" && inside.has(stmt));
      return own.length === 1 && own.every((stmt) => stmt !== "captured" && !nested.has(stmt));
    },
  };
}

/** Whether an expression has the same value in every iteration. */
export function isFixed(expr: Expr, changes: LoopChanges): boolean {
  if (expr.kind === "local" || expr.kind === "address") return isLocalFixed(expr.local, changes);
  if (expr.kind === "load" && changes.stored.size > 0) {
    const root = rootOf(expr.place, changes.assignments);
    if (root === "anything" || changes.stored.has(root) || changes.stored.has("anything")) return false;
  }
  return operandsOf(expr).every((operand) => isFixed(operand, changes));
}

function isLocalFixed(local: number, changes: LoopChanges): boolean {
  const all = changes.assignments.get(local) ?? [];
  if (!all.some((stmt) => stmt !== "captured" && changes.inside.has(stmt))) return true;
  // Recomputed in each iteration, from fixed values. It is set before it is read.
  const value = onlyValue(local, changes.assignments);
  return value !== undefined && isFixed(value, changes);
}

/** The value of a local that is assigned once. */
export function onlyValue(local: number, assignments: Assignments): Expr | undefined {
  const [only, ...others] = assignments.get(local) ?? [];
  if (others.length > 0 || only === undefined || only === "captured") return undefined;
  return only.kind === "set" ? only.value : undefined;
}

/** The root of an lvalue; "anything" for references, and for spans that are assigned several times. */
function rootOf(place: Expr, assignments: Assignments): string {
  let base: Expr | undefined = place;
  while (base?.kind === "element" || base?.kind === "field") [base] = operandsOf(base);
  if (base?.kind === "global") return `global ${base.global}`;
  if (base?.kind === "address") return `local ${base.local}`;
  if (base?.kind !== "local" || typeof base.type === "string" || base.type.kind !== "span") return "anything";
  const all = assignments.get(base.local);
  if (all?.length === 1 && all[0] === "captured") return `local ${base.local}`;
  const value = onlyValue(base.local, assignments);
  return value ? rootOf(value, assignments) : "anything";
}
