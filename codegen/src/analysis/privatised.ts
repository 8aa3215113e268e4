// Finds the arrays that each runner of work-items may copy: those that the kernel touches only with one commutative atomic operation whose result is
// unused. On the CPU each thread has a copy, on a GPU each workgroup.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  MAX_PRIVATE_COPIES,
  type Module,
  type Stmt,
} from "@lanewise/ir";
import type { PrivatisedTarget } from "../program.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;
const commutative = ["add", "sub", "and", "or", "xor", "min", "max"] as const;

export function findPrivatised(module: Module, fn: Fn): readonly PrivatisedTarget[] {
  const targets = new Map<string, PrivatisedTarget | undefined>();
  const touched = new Map<string, number>();
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "atomic") {
      const target = targetOf(stmt, module, fn);
      if (target) {
        const key = keyOf(target);
        const known = targets.get(key);
        targets.set(key, targets.has(key) && known?.op !== target.op ? undefined : target);
        touched.set(key, (touched.get(key) ?? 0) - 1);
      }
    }
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (inner) => {
        const root = rootOf(inner);
        if (root) touched.set(keyOf(root), (touched.get(keyOf(root)) ?? 0) + 1);
      });
    }
  });
  return [...targets]
    .flatMap(([key, target]) => (target && touched.get(key) === 0 ? [target] : []))
    .slice(0, MAX_PRIVATE_COPIES);
}

export type Root = Pick<PrivatisedTarget, "kind" | "index">;

export function keyOf({ kind, index }: Root): string {
  return `${kind} ${index}`;
}

export function rootOf(expr: Expr): Root | undefined {
  if (expr.kind === "global") return { kind: "global", index: expr.global };
  return expr.kind === "local" && typeof expr.type !== "string" && expr.type.kind === "span"
    ? { kind: "parameter", index: expr.local }
    : undefined;
}

function targetOf(stmt: AtomicStmt, module: Module, fn: Fn): PrivatisedTarget | undefined {
  const { place, op } = stmt;
  const known = commutative.find((one) => one === op);
  if (stmt.result !== undefined || !known || place.kind !== "element") return undefined;
  const root = rootOf(place.base);
  const element = place.type.to;
  if (!root || (element !== "i32" && element !== "u32" && element !== "i64" && element !== "u64")) return undefined;
  if (root.kind === "parameter" && root.index >= fn.parameters) return undefined;
  if (root.kind === "global" && module.globals[root.index]?.storage === "constant") return undefined;
  // A copy starts at zero, so subtracting is adding the negative total.
  return { ...root, element, op: known === "sub" ? "add" : known };
}
