// Compiles statements for the interpreter: each becomes a closure that runs and returns where control continues. See interpret.ts.

import { FAILURE } from "../abi/index.js";
import { invariant } from "../invariant.js";
import {
  type AtomicOp,
  type Block,
  type ForeignFunction,
  foreignResult,
  type Label,
  layoutOf,
  type Stmt,
} from "../module/index.js";
import type { AccessKind, Datum, Frame, Machine } from "./interpret-expr.js";
import {
  type Code,
  compileExpr,
  compilePlace,
  compileTest,
  compileValue,
  referred,
  type Scope,
  scalarAt,
} from "./interpret-expr.js";
import { KernelFailure, passedOn } from "./interpret-failure.js";
import { atomicOn, scalarAccess } from "./interpret-memory.js";
import type { Value } from "./interpret-ops.js";

/** Where control continues: at the next statement, out of the function, or at a label. */
export type Completion = number;
export const NEXT: Completion = 0;
const RETURN: Completion = 1;
export const breakOf = (label: Label): Completion => 2 + 2 * label;
export const continueOf = (label: Label): Completion => 3 + 2 * label;

export type Step = (frame: Frame) => Completion;

/** A function ready to be called. */
export interface Callee {
  readonly frameSize: number;
  readonly run: Step;
  readonly localCount: number;
}

export interface StmtScope extends Scope {
  readonly frameSize: number;
  readonly callee: (index: number) => Callee;
  readonly foreign: (symbol: string) => ForeignFunction;
}

export function compileBlock(block: Block, scope: StmtScope): Step {
  const steps = block.map((stmt) => compileStmt(stmt, scope));
  const [only] = steps;
  if (!only) return () => NEXT;
  if (steps.length === 1) return only;
  return (frame) => {
    for (const step of steps) {
      const completion = step(frame);
      if (completion !== NEXT) return completion;
    }
    return NEXT;
  };
}

/** A step that always continues with the next. */
const then =
  (run: (frame: Frame) => void): Step =>
  (frame) => {
    run(frame);
    return NEXT;
  };

export function compileStmt(stmt: Stmt, scope: StmtScope): Step {
  const { machine } = scope;
  switch (stmt.kind) {
    case "set": {
      const { local } = stmt;
      const value = compileExpr(stmt.value, scope);
      return then((frame) => {
        frame.locals[local] = value(frame);
      });
    }
    case "store":
      return compileStore(stmt, scope);
    case "atomic":
      return compileAtomic(stmt, scope);
    case "call":
      return compileCall(stmt, scope);
    case "if": {
      const condition = compileTest(stmt.condition, scope);
      const [whenTrue, whenFalse] = [compileBlock(stmt.then, scope), compileBlock(stmt.else, scope)];
      return (frame) => (condition(frame) ? whenTrue(frame) : whenFalse(frame));
    }
    case "loop":
      return compileLoop(stmt, scope);
    case "block": {
      const body = compileBlock(stmt.body, scope);
      const left = breakOf(stmt.label);
      return (frame) => {
        const completion = body(frame);
        return completion === left ? NEXT : completion;
      };
    }
    case "break":
    case "continue": {
      const completion = stmt.kind === "break" ? breakOf(stmt.label) : continueOf(stmt.label);
      return () => completion;
    }
    case "return": {
      const value: Code = stmt.value ? compileExpr(stmt.value, scope) : () => 0;
      return (frame) => {
        frame.result = value(frame);
        return RETURN;
      };
    }
    case "barrier":
    case "debugger":
      return () => NEXT;
    case "fail": {
      const { site } = stmt;
      return () => machine.fail(site, 0, 0);
    }
    case "subGroup":
      invariant(false, "kernels are divided where sub-groups compute together, before they are interpreted");
  }
}

function compileLoop(stmt: Extract<Stmt, { kind: "loop" }>, scope: StmtScope): Step {
  const condition = compileTest(stmt.condition, scope);
  const [header, body, update] = [stmt.header, stmt.body, stmt.update].map((block) => compileBlock(block, scope)) as [
    Step,
    Step,
    Step,
  ]; // map keeps the length
  const left = breakOf(stmt.label);
  const repeated = continueOf(stmt.label);
  return (frame) => {
    for (;;) {
      let completion = header(frame);
      if (completion === NEXT && !condition(frame)) return NEXT;
      if (completion === NEXT) completion = body(frame);
      if (completion === repeated) completion = NEXT;
      if (completion === NEXT) completion = update(frame);
      if (completion !== NEXT) return completion === left ? NEXT : completion;
    }
  };
}

function compileStore(stmt: Extract<Stmt, { kind: "store" }>, scope: StmtScope): Step {
  const { machine, module } = scope;
  const place = compilePlace(stmt.place, scope);
  const type = referred(stmt.place.type);
  const written = machine.checks?.watch?.("write", stmt.place, stmt, scope);
  if (typeof type === "string") {
    const { store } = scalarAccess[type];
    const value = compileValue(stmt.value, scope);
    const tracked = machine.checks?.values?.store(stmt, scope);
    return then((frame) => {
      const address = place(frame);
      const given = value(frame);
      const stored = tracked ? tracked(address, given) : given;
      written?.(address);
      store(machine.views.data, address, stored);
    });
  }
  const { size } = layoutOf(type, module.structs);
  const source = compilePlace(stmt.value, scope);
  const read = machine.checks?.watch?.("read", stmt.value, stmt, scope);
  const copied = machine.checks?.values?.copy(stmt, scope);
  return then((frame) => {
    const to = place(frame);
    const from = source(frame);
    read?.(from);
    written?.(to);
    copied?.(to, from);
    machine.views.bytes.copyWithin(to, from, from + size);
  });
}

/** Operations that do not both read and write. */
const atomicKinds: Partial<Record<AtomicOp, AccessKind>> = { load: "atomicRead", store: "atomicWrite" };

function compileAtomic(stmt: Extract<Stmt, { kind: "atomic" }>, scope: StmtScope): Step {
  const { machine } = scope;
  const { result } = stmt;
  const place = compilePlace(stmt.place, scope);
  const value = stmt.value ? compileValue(stmt.value, scope) : () => 0;
  const expected = stmt.expected ? compileValue(stmt.expected, scope) : () => 0;
  const run = atomicOn(stmt.op, scalarAt(stmt.place));
  const plain = (address: number, operand: Value, compared: Value): Value =>
    run(machine.views, address, operand, compared);
  const atomic = machine.checks?.values?.atomic(stmt, plain, scope) ?? plain;
  const seen = machine.checks?.watch?.(atomicKinds[stmt.op] ?? "atomicUpdate", stmt.place, stmt, scope);
  return then((frame) => {
    const address = place(frame);
    const operand = value(frame);
    const compared = expected(frame);
    seen?.(address);
    const before = atomic(address, operand, compared);
    if (result !== undefined) frame.locals[result] = before;
  });
}

function compileCall(stmt: Extract<Stmt, { kind: "call" }>, scope: StmtScope): Step {
  const { result } = stmt;
  const { frameSize } = scope;
  const args = stmt.args.map((arg) => compileExpr(arg, scope));
  const called = scope.module.functions[stmt.function];
  if (called?.linkage === "foreign") {
    const foreign = scope.foreign(called.symbol);
    const { machine } = scope;
    const { compiled } = called;
    return then((frame) => {
      const ofRun = compiled ? [machine.args, machine.thread, machine.item] : [];
      const values = args.map((arg) => passed(arg(frame)));
      const given = compiled ? recorded(machine, () => foreign(...ofRun, ...values)) : foreign(...values);
      if (result !== undefined) frame.locals[result] = foreignResult(called.result, given);
    });
  }
  const callee = scope.callee(stmt.function);
  const call = { callee: called?.name ?? "", ...stmt.at };
  return then((frame) => {
    const inner = enter(callee, args, frame, frameSize);
    try {
      callee.run(inner);
    } catch (error) {
      throw passedOn(error, call);
    }
    if (result !== undefined) frame.locals[result] = inner.result;
  });
}

/** Calls code of this compiler, which writes its failure record and traps. */
function recorded<T>(machine: Machine, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const site = machine.views.data.getInt32(machine.thread + FAILURE.site, true) - 1;
    throw site < 0 ? error : new KernelFailure(site, machine.item);
  }
}

/** The frame of a call. */
export function enter(
  { localCount }: Pick<Callee, "localCount">,
  args: readonly Code[],
  frame: Frame,
  frameSize: number,
): Frame {
  const locals: Datum[] = new Array<Datum>(localCount).fill(0);
  for (const [index, arg] of args.entries()) locals[index] = arg(frame);
  return { locals, base: frame.base + frameSize, result: 0 };
}

/** An array is passed as its address. Nothing is tracked in kernels that call foreign functions. */
function passed(datum: Datum): number | bigint | boolean {
  if (typeof datum !== "object") return datum;
  return "address" in datum ? datum.address : datum.value;
}
