// Decides how values that are live across a barrier get there: uniform ones as numbers, cheap ones by recomputation, the others in the group's
// memory. Private memory that several regions use goes there as well.

import {
  type Block,
  type Expr,
  expressionsOf,
  forEachExpr,
  forEachStmt,
  isValueScalar,
  operandsOf,
  type ValueScalar,
} from "@lanewise/ir";
import type { Analysed } from "../analysis/analyse.js";
import { wantedBefore } from "../analysis/liveness.js";
import { replaceInExpr } from "../analysis/replace.js";
import { isSameExpr } from "../analysis/same-expr.js";
import type { Code, GroupTree } from "./group-tree.js";

export type Kept =
  | { readonly how: "again"; readonly value: Expr }
  | { readonly how: "common"; readonly type: ValueScalar }
  | { readonly how: "each"; readonly type: ValueScalar };

export interface KeptValues {
  /** By local. */
  readonly values: ReadonlyMap<number, Kept>;
  /** Locals in private memory. */
  readonly memory: ReadonlySet<number>;
}

/** A kernel that cannot be divided at its barriers; the message says why. */
export class UndividedKernel extends Error {}

const nothing: ReadonlySet<number> = new Set();

/** `given`: locals that every region receives. */
export function keptValues(tree: readonly GroupTree[], analysed: Analysed, given: ReadonlySet<number>): KeptValues {
  const { fn, shapes } = analysed;
  const wanted = new Set<number>();
  const codes: Code[] = [];
  const [named, shared] = [new Set<number>(), new Set<number>()];
  forEachCode(tree, false, (code, isRepeated) => {
    codes.push(code);
    for (const local of wantedBefore(code.body, nothing)) if (!given.has(local)) wanted.add(local);
    for (const local of privateMemoryIn(code.body)) {
      if (isRepeated || named.has(local)) shared.add(local);
      named.add(local);
    }
  });
  const values = new Map<number, Kept>();
  const again = computedAgain(analysed, given);
  for (const local of wanted) {
    const { type, name } = fn.locals[local] ?? { type: "i32" as const, name: "" };
    const value = again(local);
    if (value) values.set(local, { how: "again", value });
    else if (!isValueScalar(type))
      throw new UndividedKernel(`${name || "a reference"} is used on both sides of a barrier`);
    else values.set(local, { how: shapes.locals[local]?.kind === "uniform" ? "common" : "each", type });
  }
  return { values, memory: shared };
}

function forEachCode(
  tree: readonly GroupTree[],
  isRepeated: boolean,
  visit: (code: Code, isRepeated: boolean) => void,
): void {
  for (const node of tree) {
    if (node.kind === "code") visit(node, isRepeated);
    else if (node.kind !== "barrier") forEachCode(node.body, isRepeated || node.kind === "repeat", visit);
  }
}

/** The aggregate locals that the block uses. */
function privateMemoryIn(body: Block): ReadonlySet<number> {
  const found = new Set<number>();
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "address") found.add(one.local);
      });
    }
  });
  return found;
}

/** Maximum number of nodes in an expression that every region recomputes. */
const MOST_AGAIN = 12;

/** Returns the expression that gives a local's value anywhere: all its assignments are the same, and consist of indices, captures and constants. */
function computedAgain({ facts }: Analysed, given: ReadonlySet<number>): (local: number) => Expr | undefined {
  const known = new Map<number, Expr | undefined>();
  const givenTo = (local: number): Expr | undefined => {
    if (known.has(local)) return known.get(local);
    known.set(local, undefined);
    const [only, ...others] = facts.assignments[local] ?? [];
    const first = only?.value;
    const isOne = others.every(({ value }) => value && first && isSameExpr(value, first));
    const value = first && isOne ? expanded(first) : undefined;
    known.set(local, value);
    return value;
  };
  const expanded = (expr: Expr): Expr | undefined => {
    let isSound = true;
    const whole = replaceInExpr(expr, (one) => {
      if (one.kind !== "local" || given.has(one.local)) {
        isSound &&= one.kind === "local" || one.kind === "const" || one.kind === "query" || one.kind === "op";
        return undefined;
      }
      const value = givenTo(one.local);
      isSound &&= value !== undefined;
      return value ?? one;
    });
    return isSound && sizeOf(whole) <= MOST_AGAIN ? whole : undefined;
  };
  return givenTo;
}

function sizeOf(expr: Expr): number {
  return operandsOf(expr).reduce((sum, one) => sum + sizeOf(one), 1);
}
