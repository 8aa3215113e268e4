// Decides how values that are live across a barrier get there: uniform ones as numbers, cheap ones by recomputation, the others in the group's
// memory. Private memory that several regions use goes there as well.

import {
  type Block,
  type Expr,
  expressionsOf,
  forEachExpr,
  forEachStmt,
  isValueScalar,
  type Label,
  operandsOf,
  type ValueScalar,
} from "@lanewise/ir";
import type { Analysed } from "../analysis/analyse.js";
import { wantedBefore } from "../analysis/liveness.js";
import { replaceInExpr } from "../analysis/replace.js";
import { isSameExpr } from "../analysis/same-expr.js";
import { assignsIn } from "../narrow/places.js";
import { uses } from "../narrow/step-of.js";
import type { Code, GroupTree } from "./group-tree.js";
import { exitsOf } from "./regions.js";

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
  const isCommon = (local: number): boolean =>
    wanted.has(local) && !again(local) && shapes.locals[local]?.kind === "uniform";
  const indices = indicesComputedAgain({ given, again, isCommon }, tree);
  for (const local of wanted) {
    const { type, name } = fn.locals[local] ?? { type: "i32" as const, name: "" };
    const value = again(local) ?? indices.get(local);
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

/** What an expression that is computed again in other code may be made of. */
interface Sources {
  readonly given: ReadonlySet<number>;
  /** What gives a local's value anywhere. */
  readonly again: (local: number) => Expr | undefined;
  /** Whether all work-items share the local, which every region can receive. */
  readonly isCommon: (local: number) => boolean;
}

/** An index is computed again even if it takes more than that: an index from memory is anything, and its elements are scattered. */
const MOST_AGAIN_OF_INDEX = 32;

/**
 * Indices from locals that all work-items share, as `((t >> e) << e)` with a loop's counter e: if each code that sets one of them sets the index
 * behind it, in the same way, the index can be computed from them wherever it is used.
 */
function indicesComputedAgain(sources: Sources, tree: readonly GroupTree[]): ReadonlyMap<number, Expr> {
  const found = new Map<number, Expr>();
  const codes: Code[] = [];
  forEachCode(tree, false, (code) => codes.push(code));
  const wantedBy = new Map(codes.map((code) => [code, wantedBefore(code.body, nothing)]));
  const candidates = new Set(
    codes.flatMap(({ body }) => body.flatMap((stmt) => (stmt.kind === "set" ? stmt.local : []))),
  );
  for (const local of candidates) {
    const users = codes.filter((code) => wantedBy.get(code)?.has(local));
    if (!users.some(({ body }) => isIndex(body, local))) continue;
    const made = codes.filter(({ body }) => assignsIn(body, local)).map((code) => madeIn(sources, code, local));
    const [one] = made;
    if (!one || !made.every((other) => other && isSameExpr(other.value, one.value))) continue;
    const assigns = ({ body }: Code): boolean => [local, ...one.commons].some((own) => assignsIn(body, own));
    const isFollowed = codes.filter(assigns).every((code) => {
      const own = made.find((other) => other?.code === code);
      if (!own) return false;
      return own.commons.every((common) => !assignsIn(code.body.slice(own.first), common)) && isKept(own);
    });
    if (isFollowed) found.set(local, one.value);

    /** What leaves the code before the local is set leaves a block in which all its uses are, and which begins with setting it. */
    function isKept({ code, last }: Made): boolean {
      return [...exitsOf(code.body.slice(0, last))].every((label) => {
        const block = label === undefined ? undefined : blockOf(tree, label);
        const [begin] = block?.body ?? [];
        const inside: Code[] = [];
        forEachCode(block?.body ?? [], false, (inner) => inside.push(inner));
        return begin?.kind === "code" && assigns(begin) && users.every((user) => inside.includes(user));
      });
    }
  }
  return found;
}

type TreeBlock = Extract<GroupTree, { kind: "block" }>;

function blockOf(nodes: readonly GroupTree[], label: Label): TreeBlock | undefined {
  for (const node of nodes) {
    if (node.kind === "block" && node.label === label) return node;
    const found = node.kind === "block" || node.kind === "repeat" ? blockOf(node.body, label) : undefined;
    if (found) return found;
  }
  return undefined;
}

function isIndex(body: Block, local: number): boolean {
  let isFound = false;
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        isFound ||= one.kind === "element" && uses(one.index, local);
      });
    }
  });
  return isFound;
}

interface Made {
  readonly code: Code;
  readonly value: Expr;
  /** The locals that all work-items share, of which it is made. */
  readonly commons: readonly number[];
  /** The positions of the first statement that it takes the place of, and of the local's own. */
  readonly first: number;
  readonly last: number;
}

/** The local's value in indices, captures, constants and locals that all work-items share; undefined if the code may leave it another. */
function madeIn({ given, again, isCommon }: Sources, code: Code, local: number): Made | undefined {
  const { body } = code;
  const commons = new Set<number>();
  let [first, isSound] = [body.length, true];
  /** The value that the only statement of the code which sets a local gives it, before the one at `end`. */
  const expanded = (own: number, end: number): Expr | undefined => {
    const at = body.findIndex((stmt) => assignsIn([stmt], own));
    const set = body[at];
    if (set?.kind !== "set" || at >= end || assignsIn(body.slice(at + 1), own)) return undefined;
    first = Math.min(first, at);
    return replaceInExpr(set.value, (one) => {
      if (one.kind !== "local") {
        isSound &&= one.kind === "const" || one.kind === "query" || one.kind === "op";
        return undefined;
      }
      if (given.has(one.local)) return undefined;
      if (isCommon(one.local)) {
        commons.add(one.local);
        return undefined;
      }
      const value = again(one.local) ?? expanded(one.local, at);
      isSound &&= value !== undefined && sizeOf(value) <= MOST_AGAIN_OF_INDEX;
      return value;
    });
  };
  const value = expanded(local, body.length);
  if (!value || !isSound || sizeOf(value) > MOST_AGAIN_OF_INDEX) return undefined;
  const last = body.findIndex((stmt) => stmt.kind === "set" && stmt.local === local);
  return { code, value, commons: [...commons], first, last };
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
