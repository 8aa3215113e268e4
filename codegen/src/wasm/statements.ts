// Lowers statements: one function per kind, in a table that covers all of the IR's statements.

import { type Block, type Expr, invariant, isScalar, layoutOf, type Stmt, type ValueScalar } from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { neutralOf } from "../reductions/identity.js";
import { clearArray } from "./clear-array.js";
import { lowerExpr, lowerSingle } from "./expressions.js";
import { lowerForeignCall } from "./foreign-calls.js";
import { branch, type Instruction, ifElse, instruction, localGet, localSet } from "./instructions.js";
import type { KernelContext } from "./kernel-context.js";
import { copyBytes, registerOf, storeScalar } from "./memory.js";
import { failure, lowerPlace, referent } from "./places.js";

type Lowering = {
  readonly [K in Stmt["kind"]]: (context: KernelContext, stmt: Extract<Stmt, { kind: K }>) => void;
};

const lowerings: Lowering = {
  set: lowerSet,
  store: lowerStore,
  atomic: (context, stmt) => {
    const part = context.options.atomicLowering?.();
    invariant(part, "kernels with atomic operations come with what lowers them");
    part.lowerAtomic(context, stmt);
  },
  call: lowerForeignCall,
  if: lowerIf,
  loop: lowerLoops,
  block: lowerLabelled,
  break: ({ code, labels }, { label }) => code.emit(branch(targetOf(labels, label).breakTo)),
  continue: ({ code, labels }, { label }) => {
    const target = targetOf(labels, label).continueTo;
    invariant(target !== undefined, `label ${label} is that of a loop`);
    code.emit(branch(target));
  },
  return: ({ code, itemLabel }) => code.emit(branch(itemLabel)),
  // Without groups, each work-item is its own group, which waits for nobody.
  barrier: () => undefined,
  // Like barriers: only code that is shown but never run gets here.
  subGroup: (context, { op, combination, result, value }) => {
    const isEmpty = op === "exclusiveScan" && combination !== undefined;
    // A sub-group statement combines scalars.
    const own = isEmpty ? neutralOf(combination, value.type as ValueScalar) : value;
    lowerSet(context, { kind: "set", local: result, value: own });
  },
  fail: (context, { site }) => context.code.emit(...failure(context, site)),
  debugger: () => undefined,
};

export function lowerBlock(context: KernelContext, block: Block): void {
  let next = 0;
  for (const [index, stmt] of block.entries()) {
    if (index < next) continue;
    const isClearing = clearArray(context, stmt, block[index + 1]);
    if (!isClearing) lowerStmt(context, stmt);
    next = index + (isClearing ? 2 : 1);
  }
}

function lowerStmt(context: KernelContext, stmt: Stmt): void {
  // The row of this kind takes statements of this kind.
  const lowering = lowerings[stmt.kind] as (context: KernelContext, stmt: Stmt) => void;
  context.code.statement(() => lowering(context, stmt));
}

function targetOf(labels: KernelContext["labels"], label: number) {
  const target = labels.get(label);
  invariant(target, `label ${label} is in scope`);
  return target;
}

function lowerSet(context: KernelContext, stmt: Extract<Stmt, { kind: "set" }>): void {
  const slot = context.slots[stmt.local];
  invariant(slot?.kind === "registers", "an aggregate local is stored to");
  const value = lowerExpr(context, stmt.value);
  slot.locals.forEach((local, register) => {
    const part = value[register];
    invariant(part, "a value has its type's registers");
    context.code.emit(localSet(local, part));
  });
}

function lowerStore(context: KernelContext, stmt: Extract<Stmt, { kind: "store" }>): void {
  const type = referent(stmt.place);
  const place = lowerPlace(context, stmt.place);
  if (typeof type === "string") {
    const value = lowerSingle(context, stmt.value);
    context.code.emit(storeScalar(context, type, place, value));
    return;
  }
  const { size } = layoutOf(type, context.module.structs);
  const copy = copyBytes(context, place, lowerPlace(context, stmt.value), size);
  context.code.emit(...copy);
}

function lowerIf(context: KernelContext, stmt: Extract<Stmt, { kind: "if" }>): void {
  const { code } = context;
  const condition = lowerSingle(context, stmt.condition);
  const whenTrue = code.collect(() => lowerBlock(context, stmt.then));
  const whenFalse = code.collect(() => lowerBlock(context, stmt.else));
  code.emit(ifElse(condition, undefined, whenTrue, whenFalse));
}

/** Lowers a labelled block, with its label in scope. */
function lowerLabelled(context: KernelContext, stmt: Extract<Stmt, { kind: "block" }>): void {
  const { code, labels } = context;
  const label = code.label();
  labels.set(stmt.label, { breakTo: label, continueTo: undefined });
  code.emit({ kind: "block", label, body: code.collect(() => lowerBlock(context, stmt.body)) });
}

/** block $done (block $checked (leave $checked unless each condition holds; the loop without checks; leave $done), the loop as it stands). */
function lowerLoops(context: KernelContext, stmt: Loop): void {
  const checked = context.checkedLoops.get(stmt);
  if (!checked) {
    lowerLoop(context, stmt);
    return;
  }
  const { code } = context;
  const { conditions, proven } = checked;
  const [done, safe] = [code.label(), code.label()];
  const isProven = (element: Expr): boolean => proven.has(element) || context.isProven(element);
  const fast = code.collect(() => {
    for (const condition of conditions) {
      code.statement(() => code.emit(branch(safe, negate(lowerSingle(context, condition)))));
    }
    lowerLoop({ ...context, isProven, ...ownLoads(context) }, stmt);
    code.emit(branch(done));
  });
  const slow = code.collect(() => lowerLoop({ ...context, ...ownLoads(context) }, stmt));
  code.emit({ kind: "block", label: done, body: [{ kind: "block", label: safe, body: fast }, ...slow] });
}

/** What one copy has loaded is not there in the other. */
function ownLoads({ loaded }: KernelContext): Pick<KernelContext, "loaded"> {
  return { loaded: { 8: new Map(loaded[8]), 16: new Map(loaded[16]), 32: new Map(loaded[32]) } };
}

/**
 * block $leave (loop $again: header, leave unless condition, (block $next: body), update, br $again). Without a header, the condition is tested
 * before the loop and again at its end: one branch per iteration.
 */
function lowerLoop(outside: KernelContext, stmt: Loop): void {
  const { code, labels } = outside;
  const context = hoistBefore(outside, stmt);
  const [leave, again, next] = [code.label(), code.label(), code.label()];
  labels.set(stmt.label, { breakTo: leave, continueTo: next });
  const isTestedTwice = stmt.header.length === 0;
  const testBefore = () => {
    lowerBlock(context, stmt.header);
    code.statement(() => {
      const condition = lowerSingle(context, stmt.condition);
      code.emit(branch(leave, negate(condition)));
    });
  };
  const repeated = code.collect(() => {
    if (!isTestedTwice) testBefore();
    code.emit({ kind: "block", label: next, body: code.collect(() => lowerBlock(context, stmt.body)) });
    lowerBlock(context, stmt.update);
    code.statement(() => {
      code.emit(branch(again, isTestedTwice ? lowerSingle(context, stmt.condition) : undefined));
    });
  });
  const first = isTestedTwice ? code.collect(testBefore) : [];
  code.emit({ kind: "block", label: leave, body: [...first, { kind: "loop", label: again, body: repeated }] });
}

/** Hoists loop invariants in front of the loop. Returns the context for its body. */
function hoistBefore(context: KernelContext, loop: Loop): KernelContext {
  const groups = context.loopHoists.get(loop) ?? [];
  if (groups.length === 0) return context;
  const hoisted = new Map(context.hoisted);
  for (const group of groups) {
    const [first] = group;
    invariant(first && isScalar(first.type), "a loop hoists scalars");
    const local = context.code.local(registerOf(first.type));
    context.code.emit(localSet(local, lowerSingle(context, first)));
    for (const expr of group) hoisted.set(expr, localGet(local));
  }
  return { ...context, hoisted };
}

function negate(condition: Instruction): Instruction {
  return instruction("i32.eqz", condition);
}
