// Which arrays every thread has a copy of: those that the kernel touches with one commutative atomic operation alone, whose
// result nobody asks for. The copies' addresses are in the thread block; the runtime makes and merges them.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  MAX_PRIVATE_COPIES,
  type Module,
  PRIVATE_COPIES_OFFSET,
  type Stmt,
} from "@lanewise/ir";
import type { PrivatisedTarget, WasmOptions } from "../../program.js";
import { lowerExpr } from "../expressions.js";
import { type Instruction, instruction, localGet, memoryAccess } from "../instructions.js";
import { RUN } from "../kernel-context.js";
import type { GangContext } from "./gang-context.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;
const commutative = ["add", "sub", "and", "or", "xor", "min", "max"] as const;

export function findPrivatised({ privatise, threads, module }: WasmOptions, fn: Fn): readonly PrivatisedTarget[] {
  if (!privatise || threads === "one") return [];
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

type Root = Pick<PrivatisedTarget, "kind" | "index">;

function keyOf({ kind, index }: Root): string {
  return `${kind} ${index}`;
}

function rootOf(expr: Expr): Root | undefined {
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
  // Taking away is adding what was taken from nothing.
  return { ...root, element, op: known === "sub" ? "add" : known };
}

/** `base`, an address in the array that the place is an element of, in the thread's own copy of it. */
export function privateBase(context: GangContext, place: Expr, base: Instruction): Instruction | undefined {
  const root = place.kind === "element" ? rootOf(place.base) : undefined;
  const copy = root && context.privateCopy(root);
  if (!copy || place.kind !== "element") return undefined;
  const [original] = lowerExpr(context, place.base);
  invariant(original, "an array has an address");
  return instruction("i32.add", copy, instruction("i32.sub", base, original));
}

export function privateCopyAddress(targets: readonly PrivatisedTarget[], root: Root): Instruction | undefined {
  const index = targets.findIndex((target) => keyOf(target) === keyOf(root));
  return index < 0 ? undefined : memoryAccess("i32.load", PRIVATE_COPIES_OFFSET + 4 * index, localGet(RUN.thread));
}
