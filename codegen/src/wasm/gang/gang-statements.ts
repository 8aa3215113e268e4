// Lowers statements for a gang. Where control flow diverges, masks mark the active work-items: code runs while any is active, values that a waiting
// work-item still reads are blended, and a jump removes its work-items from every construct that it leaves.

import {
  type Block,
  type Expr,
  invariant,
  isScalar,
  layoutOf,
  operandsOf,
  type Stmt,
  scalars,
  type ValueScalar,
} from "@lanewise/ir";
import type { Loop } from "../../analysis/facts.js";
import { isJump } from "../../analysis/jumps.js";
import type { LaneBits } from "../../analysis/lanes/lane-bits.js";
import type { Live } from "../../analysis/liveness.js";
import { isSameExpr } from "../../analysis/same-expr.js";
import { lowerExpr, lowerSingle } from "../expressions.js";
import { branch, type Instruction, i32Const, ifElse, integerConstant, localGet, localSet } from "../instructions.js";
import { storeScalar } from "../memory.js";
import { lowerPlace, referent } from "../places.js";
import { lowerGangCall } from "./gang-calls.js";
import {
  anyTrue,
  bindVector,
  type Construct,
  combineMasks,
  type GangContext,
  isVarying,
  type Mask,
  negated,
  newMask,
  readMask,
  setMask,
  type Vector,
} from "./gang-context.js";
import { hoistBefore } from "./hoisting.js";
import { scalarOf } from "./item-addresses.js";
import { lowerLanes } from "./lower-lanes.js";
import { activeOf, afterJumps, jump, masksUpTo, startMask, within } from "./masks.js";
import { setPointers } from "./moving-pointers.js";
import { both, either } from "./segment.js";
import { keepStored, lowerTransposed } from "./transposed-loops.js";
import { lowerCondition, lowerExtreme, lowerVector, valueType } from "./vector-expressions.js";
import { each } from "./vector-operations.js";
import { failNow } from "./vector-places.js";
import { copyAggregates, inActive, storeInterleaved, storeVector } from "./vector-stores.js";
import { lowerWholeRounds } from "./whole-rounds.js";

type Lowering = {
  readonly [K in Stmt["kind"]]: (context: GangContext, stmt: Extract<Stmt, { kind: K }>) => GangContext | undefined;
};

/** Each returns the context for the following statements, or undefined if it is unchanged. */
const lowerings: Lowering = {
  set: lowerSet,
  store: lowerStore,
  atomic: (context, stmt) => {
    const part = context.options.atomicLowering?.();
    invariant(part, "kernels with atomic operations come with what lowers them");
    part.lowerGangAtomic(context, stmt);
    return undefined;
  },
  call: (context, stmt) => {
    lowerGangCall(context, stmt);
    return undefined;
  },
  if: lowerIf,
  loop: lowerLoop,
  block: lowerLabelled,
  break: (context, { label }) => jump(context, label, "break"),
  continue: (context, { label }) => jump(context, label, "continue"),
  return: (context) => jump(context, undefined, "break"),
  barrier: () => {
    invariant(false, "a kernel with barriers is not vectorised");
    return undefined;
  },
  subGroup: (context, stmt) => {
    const lower = context.options.lowerSubGroup?.();
    invariant(lower, "kernels with sub-groups come with what lowers their operations");
    return lower(context, stmt);
  },
  fail: (context, { site }) => {
    failNow(context, site);
    return context;
  },
  debugger: () => undefined,
};

/** Lowers a block; statements after a jump are unreachable. */
export function lowerGangBlock(context: GangContext, block: Block): void {
  let current = context;
  for (const stmt of block) {
    // The row of this kind takes statements of this kind.
    const lowering = lowerings[stmt.kind] as (context: GangContext, stmt: Stmt) => GangContext | undefined;
    let next: GangContext | undefined;
    current.code.statement(() => {
      next = lowering(current, stmt);
    });
    if (isJump(stmt)) return;
    current = next ?? current;
  }
}

function lowerSet(context: GangContext, stmt: Extract<Stmt, { kind: "set" }>): undefined {
  if (!context.plan.hoists.sets.has(stmt) && !context.clone.idle.has(stmt)) assign(context, stmt);
}

/** Assigns to a local; also used in front of the loop over gangs. */
export function assign(context: GangContext, { local, value }: Extract<Stmt, { kind: "set" }>): undefined {
  const { code } = context;
  const registers = context.vectors[local];
  if (!registers) {
    const slot = context.slots[local];
    invariant(slot?.kind === "registers", "a local that does not vary is a scalar");
    const parts = lowerExpr(context, value);
    slot.locals.forEach((one, index) => {
      const part = parts[index];
      invariant(part, "a value has its type's registers");
      code.emit(localSet(one, part));
    });
    return undefined;
  }
  const bits = context.clone.lanes.ofLocal(local);
  const counted = isWanted(context, local) && bits === 32 ? countActive(context, local, value) : undefined;
  if (counted) setRegisters(context, registers, counted);
  else {
    const type = typeof value.type === "string" ? scalars[value.type].register : "address";
    keep(context, local, type, lowerLanes(context, value, bits), bits);
  }
  return undefined;
}

/** Whether a work-item that does not assign the local reads it afterwards. */
function isWanted({ region }: GangContext, local: number): boolean {
  return region.mask !== undefined && region.waiting.some((live) => live.has(local));
}

/** Gives the active work-items' local its value. */
function keep(
  context: GangContext,
  local: number,
  type: ValueScalar | "address",
  value: Vector,
  bits: LaneBits = 32,
): void {
  const registers = context.vectors[local];
  invariant(registers, "a local that varies has registers");
  const isBlended = isWanted(context, local);
  setRegisters(context, registers, isBlended ? inActive(context, type, value, registers.map(localGet), bits) : value);
}

function setRegisters(context: GangContext, registers: readonly number[], value: Vector): void {
  // Compute all registers before overwriting the first.
  const bound = value.length > 1 ? bindVector(context, value) : value;
  registers.forEach((one, index) => {
    const part = bound[index];
    invariant(part, "a value has its type's registers");
    context.code.emit(localSet(one, part));
  });
}

/** `count = count + x` on integers needs no blend: inactive work-items add nothing. The mask itself is -1. */
function countActive(context: GangContext, local: number, value: Expr): Vector | undefined {
  if (value.kind !== "op" || value.op !== "add" || (value.type !== "i32" && value.type !== "u32")) return undefined;
  const [own, step] = value.args;
  const { mask } = context.region;
  if (own?.kind !== "local" || own.local !== local || !step || !mask) return undefined;
  const before = lowerVector(context, own);
  if (step.kind === "const" && step.value === 1) return each("i32x4.sub", before, readMask(mask));
  return each("i32x4.add", before, each("v128.and", lowerVector(context, step), readMask(mask)));
}

function lowerStore(context: GangContext, stmt: Extract<Stmt, { kind: "store" }>): undefined {
  const kept = context.tiles?.stored.get(stmt);
  if (kept) {
    keepStored(context, kept, lowerVector(context, stmt.value));
    return undefined;
  }
  const { groups, earlier } = context.plan.interleaving;
  const isWhole = context.clone.name === "fast" && !context.region.mask && context.gang >= 8;
  if (isWhole && earlier.has(stmt)) return undefined;
  const group = isWhole ? groups.get(stmt) : undefined;
  if (group) {
    const [first] = group;
    invariant(first, "a group has stores");
    const bits = context.clone.lanes.ofStore(stmt);
    const values = group.map(({ value }) => bindVector(context, lowerLanes(context, value, bits)));
    for (const { place } of group) context.options.explainer?.note(context, place, "store", "vector");
    storeInterleaved(context, first.place, values, bits);
    return undefined;
  }
  const type = referent(stmt.place);
  if (!isScalar(type)) {
    copyAggregates(context, stmt.place, stmt.value, layoutOf(type, context.module.structs).size);
    return undefined;
  }
  const isUniform = (expr: Expr) => context.clone.shapes.of(expr).kind === "uniform";
  if (!isUniform(stmt.place) || !isUniform(stmt.value)) {
    const bits = context.clone.lanes.ofStore(stmt);
    storeVector(context, stmt.place, () => lowerLanes(context, stmt.value, bits), bits);
    return undefined;
  }
  context.options.explainer?.note(context, stmt.place, "store", "uniform");
  const place = lowerPlace(context, stmt.place);
  const value = lowerSingle(context, stmt.value);
  context.code.emit(storeScalar(context, scalarOf(referent(stmt.place)), place, value));
  return undefined;
}

function lowerIf(context: GangContext, stmt: Extract<Stmt, { kind: "if" }>): GangContext | undefined {
  const { code } = context;
  const choice = context.clone.choices.get(stmt.condition);
  if (!isVarying(context, stmt.condition) && choice === undefined) {
    const condition = lowerSingle(context, stmt.condition);
    const whenTrue = code.collect(() => lowerGangBlock(context, stmt.then));
    const whenFalse = code.collect(() => lowerGangBlock(context, stmt.else));
    code.emit(ifElse(condition, undefined, whenTrue, whenFalse));
    return afterJumps(context, stmt);
  }
  if (typeof choice === "boolean") {
    lowerGangBlock(context, choice ? stmt.then : stmt.else);
    return afterJumps(context, stmt);
  }
  const extreme = chosenExtreme(context, stmt);
  if (!extreme) return lowerParted(context, stmt);
  const parted = code.collect(() => lowerParted(context, stmt));
  const isAlways = integerConstant(extreme.isAtOnce) === 1;
  code.emit(...(isAlways ? extreme.body : [ifElse(extreme.isAtOnce, undefined, extreme.body, parted)]));
  return undefined;
}

interface Extreme {
  readonly isAtOnce: Instruction;
  readonly body: readonly Instruction[];
}

/**
 * `if (a < b) b = a` is `b = a < b ? a : b`: the smaller or the larger of two is one instruction, without a mask. An element has to be one that the gang
 * may write back.
 */
function chosenExtreme(context: GangContext, stmt: Extract<Stmt, { kind: "if" }>): Extreme | undefined {
  const { condition, else: otherwise } = stmt;
  const [only, ...others] = stmt.then;
  if (condition.kind !== "op" || others.length + otherwise.length > 0) return undefined;
  if (only?.kind !== "set" && only?.kind !== "store") return undefined;
  const isBefore = (arg: Expr) =>
    only.kind === "set"
      ? arg.kind === "local" && arg.local === only.local
      : arg.kind === "load" && isSameExpr(arg.place, only.place) && referent(only.place) === arg.type;
  const before = condition.args.find(isBefore);
  if (before?.type !== only.value.type || bitsOfTarget(context, only) !== 32) return undefined;
  // The condition computes the value anyway.
  const isAtOnce = only.kind === "set" ? i32Const(1) : whenCheap(context, stmt.then);
  if (integerConstant(isAtOnce) === 0) return undefined;
  let chosen: Vector | undefined;
  const body = context.code.collect(() => {
    chosen = lowerExtreme(context, valueType(only.value), condition, only.value, before);
    if (chosen) give(context, only, chosen);
  });
  return chosen && { isAtOnce, body };
}

/** Undefined if it is no vector. */
function bitsOfTarget({ clone, plan, vectors }: GangContext, target: Target): number | undefined {
  if (target.kind === "store") return clone.lanes.ofStore(target);
  const isAssigned = vectors[target.local] && !plan.hoists.sets.has(target) && !clone.idle.has(target);
  return isAssigned ? clone.lanes.ofLocal(target.local) : undefined;
}

type Target = Extract<Stmt, { kind: "set" | "store" }>;

function give(context: GangContext, target: Target, value: Vector): void {
  if (target.kind === "store") storeVector(context, target.place, () => value);
  else keep(context, target.local, valueType(target.value), value);
}

function lowerParted(context: GangContext, stmt: Extract<Stmt, { kind: "if" }>): GangContext | undefined {
  const condition = lowerCondition(context, stmt.condition);
  const { liveness } = context.plan;
  const after = liveness.after.get(stmt) ?? new Set();
  const quick = lowerQuickJump(context, stmt, condition);
  if (quick) return quick;
  const { mask } = context.region;
  const outer = mask && readMask(mask);
  // The first arm may assign a local that the condition reads.
  const rest = stmt.else.length > 0 ? newMask(context) : undefined;
  if (rest) setMask(context, rest, outer ? combineMasks("v128.andnot", outer, condition) : each("v128.not", condition));
  const chosen = outer ? combineMasks("v128.and", condition, outer) : condition;
  lowerArm(context, stmt.then, chosen, liveness.atElse.get(stmt) ?? after);
  if (rest) lowerArm(context, stmt.else, readMask(rest), after);
  return afterJumps(context, stmt);
}

/** `if (condition) break;` only changes masks. */
function lowerQuickJump(
  context: GangContext,
  stmt: Extract<Stmt, { kind: "if" }>,
  condition: Vector,
): GangContext | undefined {
  const [only, ...others] = stmt.then;
  if (
    !only ||
    others.length > 0 ||
    stmt.else.length > 0 ||
    (only.kind !== "break" && only.kind !== "continue" && only.kind !== "return")
  ) {
    return undefined;
  }
  const label = only.kind === "return" ? undefined : only.label;
  const { mask } = context.region;
  const masks = masksUpTo(context, label, only.kind === "continue" ? "continue" : "break");
  // If only the region's own mask changes, inactive work-items are already out of it.
  const isAlone = masks.length === 1 && masks[0] === mask;
  const leaving =
    mask && !isAlone ? bindVector(context, combineMasks("v128.and", condition, readMask(mask))) : condition;
  for (const left of masks) {
    setMask(context, left, combineMasks("v128.andnot", readMask(left), leaving));
  }
  return afterJumps(context, stmt);
}

/** Lowers an arm for the work-items in `mask`: unconditionally if it is cheap, else behind a test that any is active. */
function lowerArm(context: GangContext, block: Block, mask: Vector, waiting: Live): void {
  if (block.length === 0) return;
  const { code, region } = context;
  const own = newMask(context);
  setMask(context, own, mask);
  const end = code.label();
  const inside = within(context, { mask: own, end, waiting: [...region.waiting, waiting] });
  const body = code.collect(() => lowerGangBlock(inside, block));
  const isAtOnce = whenCheap(context, block);
  if (integerConstant(isAtOnce) === 1) {
    code.emit(...body);
    return;
  }
  const isWanted = either(isAtOnce, anyTrue(readMask(own)));
  code.emit({ kind: "block", label: end, body: [branch(end, negated(isWanted)), ...body] });
}

const CHEAP_COST = 16;

/**
 * When a block runs without a branch and only the active work-items keep its results: a few assignments that cannot fail, and stores to the
 * work-item's own elements that it reads anyway (an unpredictable branch costs more than such a store).
 */
function whenCheap(context: GangContext, block: Block): Instruction {
  let cost = 0;
  let isAtOnce: Instruction = i32Const(1);
  const isQuiet = (expr: Expr): boolean => {
    cost += expr.kind === "builtin" ? CHEAP_COST : 1;
    if (expr.kind === "element" && !context.clone.inside.has(expr)) return false;
    if (expr.kind === "op" && (expr.op === "div" || expr.op === "rem" || expr.op === "floordiv")) cost += 8;
    return operandsOf(expr).every(isQuiet);
  };
  for (const stmt of block) {
    if ((stmt.kind !== "set" && stmt.kind !== "store") || !isQuiet(stmt.value)) return i32Const(0);
    if (stmt.kind === "set") continue;
    const isOwn = isReadAnyway(context, stmt.place) ? context.isOwn(stmt.place) : undefined;
    if (!isOwn || !isQuiet(stmt.place)) return i32Const(0);
    isAtOnce = both(isAtOnce, isOwn);
  }
  return cost <= CHEAP_COST ? isAtOnce : i32Const(0);
}

/** Whether a gang's elements are neighbours and the kernel reads them too. */
function isReadAnyway({ plan, clone }: GangContext, place: Expr): boolean {
  if (place.kind !== "element") return false;
  const shape = clone.shapes.of(place.index);
  const stride = clone.flat.get(place)?.stride ?? (shape.kind === "linear" ? shape.stride : undefined);
  return stride === 1 && plan.loaded.some((one) => isSameExpr(one, place));
}

function lowerLabelled(context: GangContext, stmt: Extract<Stmt, { kind: "block" }>): GangContext | undefined {
  const { code, region, plan } = context;
  const end = code.label();
  const live = context.clone.shapes.divergent.has(stmt.label) ? startMask(context) : undefined;
  const construct: Construct = { label: stmt.label, breakTo: end, continueTo: undefined, live, round: undefined };
  const after = plan.liveness.after.get(stmt) ?? new Set();
  const inside = within(context, {
    mask: live ?? region.mask,
    end: live ? end : region.end,
    waiting: live ? [...region.waiting, after] : region.waiting,
    constructs: [...region.constructs, construct],
  });
  code.emit({ kind: "block", label: end, body: code.collect(() => lowerGangBlock(inside, stmt.body)) });
  return afterJumps(context, stmt);
}

function lowerLoop(outside: GangContext, stmt: Loop): GangContext | undefined {
  const hoisted = hoistBefore(outside, outside.plan.hoists, stmt);
  const { context, advance } = setPointers(hoisted, stmt);
  lowerLoopInside(context, stmt, advance);
  return afterJumps(outside, stmt);
}

/** `advance` follows the update. */
function lowerLoopInside(context: GangContext, stmt: Loop, advance: readonly Instruction[]): void {
  const { code, region, plan, clone } = context;
  const [leave, again] = [code.label(), code.label()];
  const isDivergent = clone.shapes.divergent.has(stmt.label);
  context.options.explainer?.loop(context, stmt);
  const live = isDivergent ? startMask(context) : undefined;
  const round = clone.shapes.dividedRounds.has(stmt.label) ? newMask(context) : undefined;
  const construct: Construct = { label: stmt.label, breakTo: leave, continueTo: undefined, live, round };
  const after = plan.liveness.after.get(stmt) ?? new Set();
  const loopWaiting = live ? [...region.waiting, after] : region.waiting;
  const undivided: Construct = { ...construct, round: undefined };
  // Without a mask of its own.
  const outside = within(context, { constructs: [...region.constructs, undivided] });
  const around = within(context, {
    mask: live ?? region.mask,
    end: live ? leave : region.end,
    waiting: loopWaiting,
    constructs: [...region.constructs, undivided],
  });
  // Without a header, the condition is tested before the loop and again at its end.
  const isTestedTwice = stmt.header.length === 0;
  const testBefore = () => {
    lowerGangBlock(around, stmt.header);
    code.statement(() => code.emit(branch(leave, negated(goesOn(around, stmt.condition, live)))));
  };
  const lowerRound = (own: GangContext) => {
    const next = code.label();
    const body = code.collect(() => {
      if (round) setMask(context, round, activeOf(own));
      const roundWaiting = plan.liveness.atUpdate.get(stmt) ?? after;
      const inside = within(own, {
        mask: round ?? own.region.mask,
        end: round ? next : own.region.end,
        waiting: round ? [...loopWaiting, roundWaiting] : loopWaiting,
        constructs: [...region.constructs, { ...construct, continueTo: next }],
      });
      lowerGangBlock(inside, stmt.body);
    });
    code.emit({ kind: "block", label: next, body });
    // Work-items that left a divided iteration may have left the loop.
    if (round && live) code.emit(branch(leave, negated(anyTrue(readMask(live)))));
    lowerGangBlock(own, stmt.update);
    code.emit(...advance);
  };
  const together = code.collect(() => {
    lowerTransposed(around, stmt, lowerRound);
    // What its rounds load, the other ones load again.
    const { loaded } = outside;
    const apart = { 8: new Map(loaded[8]), 16: new Map(loaded[16]), 32: new Map(loaded[32]) };
    const own = { ...outside, loaded: apart };
    if (live) lowerWholeRounds(own, stmt, () => lowerRound(own));
  });
  const repeated = code.collect(() => {
    if (!isTestedTwice) testBefore();
    lowerRound(around);
    code.statement(() => {
      code.emit(branch(again, isTestedTwice ? goesOn(around, stmt.condition, live) : undefined));
    });
  });
  const first = isTestedTwice ? code.collect(testBefore) : [];
  code.emit({
    kind: "block",
    label: leave,
    body: [...together, ...first, { kind: "loop", label: again, body: repeated }],
  });
}

/** Whether any work-item runs another iteration; the others leave the loop's mask. */
function goesOn(context: GangContext, condition: Expr, live: Mask | undefined): Instruction {
  if (!isVarying(context, condition)) return lowerSingle(context, condition);
  invariant(live, "a loop whose condition varies keeps a mask");
  setMask(context, live, combineMasks("v128.and", readMask(live), lowerCondition(context, condition)));
  return anyTrue(readMask(live));
}
