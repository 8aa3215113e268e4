// Rounds of a loop that all of a gang's work-items take part in, without masks: in `for (let c = i; c < count; c += 64)` and `for (let k = 0; k < i; k++)`
// they end at different times, but only in the last rounds. The whole rounds run first, the loop itself follows with what is left.
// Both sides of the condition grow by a constant from one work-item to the next, so the condition holds for all if it holds at the right end of the gang.

import { blocksOf, type Expr, forEachStmt, type Label, type Stmt } from "@lanewise/ir";
import type { Loop } from "../../analysis/facts.js";
import { lowerSingle } from "../expressions.js";
import { branch, type Instruction, i32Const, i64Const, instruction } from "../instructions.js";
import { type GangContext, negated } from "./gang-context.js";

/** Emits the whole rounds; `lowerRound` emits one. */
export function lowerWholeRounds(context: GangContext, loop: Loop, lowerRound: () => void): void {
  const ends = context.clone.name === "fast" ? endsOf(context, loop) : undefined;
  if (!ends) return;
  const { code } = context;
  const [rest, again] = [code.label(), code.label()];
  const body = code.collect(() => {
    code.statement(() => code.emit(branch(rest, negated(holdsForAll(context, ends)))));
    lowerRound();
    code.emit(branch(again));
  });
  code.emit({ kind: "block", label: rest, body: [{ kind: "loop", label: again, body }] });
}

/** Whether some may run without masks. */
export function hasWholeRounds(context: GangContext, loop: Loop): boolean {
  return context.clone.shapes.divergent.has(loop.label) && endsOf(context, loop) !== undefined;
}

/** `left < right`, or `<=`; both grow by so much from one work-item to the next. */
interface Ends {
  readonly left: Expr;
  readonly right: Expr;
  readonly leftStride: number;
  readonly rightStride: number;
  readonly isStrict: boolean;
}

function endsOf({ clone }: GangContext, loop: Loop): Ends | undefined {
  const { condition } = loop;
  if (loop.header.length > 0 || condition.kind !== "op" || (condition.op !== "lt" && condition.op !== "le"))
    return undefined;
  const [left, right] = condition.args;
  if (left?.type !== "i32" || right?.type !== "i32") return undefined;
  const [leftStride, rightStride] = [left, right].map((side) => strideOf(clone.shapes.of(side)));
  if (leftStride === undefined || rightStride === undefined || leftStride === rightStride) return undefined;
  // Where both grow, the right side may wrap around at either end.
  if (leftStride > 0 && rightStride > 0) return undefined;
  return hasOtherExits(loop) || hasDivergent(loop, clone.shapes.divergent)
    ? undefined
    : { left, right, leftStride, rightStride, isStrict: condition.op === "lt" };
}

function strideOf(shape: ReturnType<GangContext["clone"]["shapes"]["of"]>): number | undefined {
  if (shape.kind === "uniform") return 0;
  return shape.kind === "linear" && typeof shape.stride === "number" && shape.stride > 0 ? shape.stride : undefined;
}

function holdsForAll(context: GangContext, { left, right, leftStride, rightStride, isStrict }: Ends): Instruction {
  const a = context.bind("i32", lowerSingle(context, left));
  const b = context.bind("i32", lowerSingle(context, right));
  if (leftStride > 0) {
    // In 64 bits, what wraps around is above every number.
    const last = instruction("i64.add", extended(a), i64Const(BigInt(leftStride * (context.gang - 1))));
    return instruction(isStrict ? "i64.lt_s" : "i64.le_s", last, extended(b));
  }
  const greatest = i32Const(2 ** 31 - 1 - rightStride * (context.gang - 1));
  const isFirst = instruction(isStrict ? "i32.lt_s" : "i32.le_s", a, b);
  return instruction("i32.and", isFirst, instruction("i32.le_s", b, greatest));
}

const extended = (word: Instruction): Instruction => instruction("i64.extend_i32_s", word);

/** Whether a jump leaves the loop from inside. */
function hasOtherExits(loop: Loop): boolean {
  const inside = new Set<Label>();
  let isFound = false;
  forEachStmt([...loop.body, ...loop.update], (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") inside.add(stmt.label);
    if (stmt.kind === "return") isFound = true;
    if (stmt.kind === "break" && !inside.has(stmt.label)) isFound = true;
    if (stmt.kind === "continue" && stmt.label !== loop.label && !inside.has(stmt.label)) isFound = true;
  });
  return isFound;
}

/** Whether it has an inner loop with masks: code for each of them would be there twice, and inside it again. */
function hasDivergent(loop: Loop, divergent: ReadonlySet<Label | undefined>): boolean {
  const isOne = (stmt: Stmt): boolean =>
    (stmt.kind === "loop" && divergent.has(stmt.label)) || blocksOf(stmt).some((block) => block.some(isOne));
  return [...loop.body, ...loop.update].some(isOne);
}
