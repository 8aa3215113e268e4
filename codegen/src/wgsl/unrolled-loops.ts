// Which loops of a kernel are written as several rounds in a row. A GPU's thread waits long for each load, so drivers begin several loads at a time:
// but not across a loop's condition, and they know less about a kernel's bounds than of constants. Only loops that read memory, write none and check
// nothing gain, and a round of theirs may stand in a text any number of times. The order of operations stays.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  forEachExpr,
  forEachStmt,
  type Label,
  type Stmt,
} from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { isJump } from "../analysis/jumps.js";
import { assignedIn } from "../simplify/locals.js";
import { sizeOf } from "../simplify/rounds.js";
import { isNote, needsCheck } from "./places.js";
import { type Scope, textOf } from "./scope.js";

/** The most rounds that stand in a row; fewer, if a round has more loads than `FEW_LOADS`: it is what may be under way at once that counts. */
const MOST_ROUNDS = 8;
const FEW_ROUNDS = 4;
const FEW_LOADS = 2;
/** Nodes of the IR that all the rounds may have. */
const MOST_NODES = 1000;

export interface Unrolled {
  readonly counter: number;
  /** What a round adds to the counter. */
  readonly step: number;
  readonly rounds: number;
  /** Whether so many rounds are left; undefined if these are all, whatever the launch. */
  readonly areLeft: string | undefined;
}

/** `before`: what stands before the loop in its block. */
export function unrolledLoop(scope: Scope, loop: Loop, before: Block): Unrolled | undefined {
  const counted = countedBy(loop);
  if (!counted || !readsAlone(scope, loop)) return undefined;
  const { counter, step } = counted;
  const all = allRounds(counted, before);
  if (all !== undefined && expandedSize(loop.body) * all <= MOST_NODES)
    return { counter, step, rounds: all, areLeft: undefined };
  const isInnermost = !loop.body.some(hasLoop);
  const rounds = loadsOf(loop.body) > FEW_LOADS ? FEW_ROUNDS : MOST_ROUNDS;
  if (!isInnermost || rounds * sizeOf(loop.body) > MOST_NODES) return undefined;
  return { counter, step, rounds, areLeft: areLeft(scope, counted, rounds) };
}

/** A loop whose update alone changes its counter, by a constant, until a bound that the loop leaves alone. */
interface CountedLoop {
  readonly counter: number;
  readonly step: number;
  readonly compare: "lt" | "le";
  readonly condition: Expr;
  readonly bound: Expr;
}

function countedBy({ header, condition, body, update }: Loop): CountedLoop | undefined {
  const [only] = update;
  if (header.length > 0 || update.length !== 1 || only?.kind !== "set" || condition.kind !== "op") return undefined;
  const { op: compare, args } = condition;
  const [left, bound] = args;
  if ((compare !== "lt" && compare !== "le") || left?.kind !== "local" || !bound) return undefined;
  const counter = left.local;
  const isWord = left.type === "i32" || left.type === "u32";
  const step = only.local === counter ? stepOf(only.value, counter) : undefined;
  const changed = assignedIn(body);
  if (!isWord || step === undefined || changed.has(counter)) return undefined;
  return isFixed(bound, new Set([...changed, counter])) ? { counter, step, compare, condition, bound } : undefined;
}

function stepOf(value: Expr, counter: number): number | undefined {
  if (value.kind !== "op" || value.op !== "add") return undefined;
  const [left, right] = value.args;
  if (left?.kind !== "local" || left.local !== counter || right?.kind !== "const") return undefined;
  const step = Number(right.value);
  return step > 0 && step < MOST_STEP ? step : undefined;
}

/** So that the steps of some rounds are a word. */
const MOST_STEP = 2 ** 20;

/** Whether it is made of numbers alone, and of no local among `changed`. */
export function isFixed(expr: Expr, changed: ReadonlySet<number>): boolean {
  let isSo = true;
  forEachExpr(expr, (one) => {
    isSo &&= fixed.has(one.kind) && !(one.kind === "local" && changed.has(one.local));
  });
  return isSo;
}

const fixed: ReadonlySet<Expr["kind"]> = new Set(["const", "local", "op", "query", "length"]);

/** The number of its rounds if that is a small constant: the counter is set to one right before. */
function allRounds({ counter, step, compare, bound }: CountedLoop, before: Block): number | undefined {
  const first = before.findLast((stmt) => assignedIn([stmt]).has(counter));
  if (first?.kind !== "set" || first.value.kind !== "const" || bound.kind !== "const") return undefined;
  const distance = Number(bound.value) - Number(first.value.value) + (compare === "le" ? 1 : 0);
  const rounds = Math.ceil(distance / step);
  return rounds > 0 && rounds <= MOST_ROUNDS ? rounds : undefined;
}

/** The difference does not wrap where the counter is below its bound. */
function areLeft(scope: Scope, { counter, step, compare, condition, bound }: CountedLoop, rounds: number): string {
  const difference = `bitcast<u32>(${textOf(scope, bound)}) - bitcast<u32>(${scope.names[counter]})`;
  return `${textOf(scope, condition)} && ${difference} ${compare === "lt" ? ">" : ">="} ${(rounds - 1) * step}u`;
}

function loadsOf(block: Block): number {
  let loads = 0;
  forEachStmt(block, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "load") loads++;
      });
    }
  });
  return loads;
}

/** The size with all rounds of the loops inside that have a constant number of them. */
function expandedSize(block: Block): number {
  return block.reduce((size, stmt, index) => {
    const counted = stmt.kind === "loop" ? countedBy(stmt) : undefined;
    const rounds = (counted && allRounds(counted, block.slice(0, index))) ?? 1;
    const inner = blocksOf(stmt);
    const own = sizeOf([stmt]) - inner.reduce((sum, one) => sum + sizeOf(one), 0);
    return size + own + rounds * inner.reduce((sum, one) => sum + expandedSize(one), 0);
  }, 0);
}

function hasLoop(stmt: Stmt): boolean {
  return stmt.kind === "loop" || blocksOf(stmt).some((block) => block.some(hasLoop));
}

/** Whether a round reads memory, changes nothing but locals, cannot fail, and leaves only what is inside of it. */
function readsAlone(scope: Scope, { body }: Loop): boolean {
  const last = body.at(-1);
  if (last && isJump(last)) return false;
  const inside = new Set<Label>();
  const left = new Set<Label>();
  let reads = false;
  let isPlain = true;
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "block" || stmt.kind === "loop") inside.add(stmt.label);
    if (stmt.kind === "break" || stmt.kind === "continue") left.add(stmt.label);
    isPlain &&= quiet.has(stmt.kind) || (stmt.kind === "store" && isNote(scope, stmt.place));
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        reads ||= one.kind === "load";
        isPlain &&= one.kind !== "dereference" && one.kind !== "pointer" && !isLong(one);
        isPlain &&= one.kind !== "element" || (stmt.kind === "store" && one === stmt.place) || !needsCheck(scope, one);
      });
    }
  });
  return reads && isPlain && [...left].every((label) => inside.has(label));
}

/** Whether drivers write out a function of many instructions for it: loads then cost little in comparison, and rounds much. */
function isLong(expr: Expr): boolean {
  if (expr.kind === "builtin") return true;
  return expr.kind === "op" && [expr, ...expr.args].some(({ type }) => wide.has(type));
}

const wide: ReadonlySet<Expr["type"]> = new Set(["f64", "i64", "u64"]);

const quiet: ReadonlySet<Stmt["kind"]> = new Set(["set", "if", "loop", "block", "break", "continue"]);
