// Lowers calls of functions in other WebAssembly modules, which the program imports (ir/src/module/foreign.ts), for one work-item.

import { invariant, type Stmt } from "@lanewise/ir";
import { lowerExpr } from "./expressions.js";
import { type Instruction, i32Const, instruction, localGet, localSet } from "./instructions.js";
import { type KernelContext, RUN } from "./kernel-context.js";

export type CallStmt = Extract<Stmt, { kind: "call" }>;

export function lowerForeignCall(context: KernelContext, stmt: CallStmt): void {
  const operands = stmt.args.map((arg) => firstRegister(context, arg));
  const given = callForeign(context, stmt, operands, context.failingItem());
  const slot = stmt.result === undefined ? undefined : context.slots[stmt.result];
  if (!slot) {
    context.code.emit(given);
    return;
  }
  const local = slot.kind === "registers" ? slot.locals[0] : undefined;
  invariant(local !== undefined, "a function's result is a value");
  context.code.emit(localSet(local, given));
}

/** A value, or the address of an array, whose length is not passed. */
export function firstRegister(context: KernelContext, arg: CallStmt["args"][number]): Instruction {
  const [first] = lowerExpr(context, arg);
  invariant(first, "an argument has a register");
  return first;
}

/** The function's result, dropped if unused. A bool becomes 0 or 1 whatever C returns. */
export function callForeign(
  context: KernelContext,
  stmt: CallStmt,
  operands: readonly Instruction[],
  item: Instruction,
): Instruction {
  const fn = context.module.functions[stmt.function];
  invariant(fn?.linkage === "foreign", "other calls have been inlined");
  const ofRun = fn.compiled ? [localGet(RUN.args), localGet(RUN.thread), item] : [];
  const given = context.callForeign(stmt.function, ...ofRun, ...operands);
  if (fn.result !== "void" && stmt.result === undefined) return instruction("drop", given);
  return fn.result === "bool" ? instruction("i32.ne", given, i32Const(0)) : given;
}
