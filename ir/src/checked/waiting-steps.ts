// Compiles statements in which a work-item waits for others to generators: each yields its wait and resumes when all may. Statements that never wait
// run as in the interpreter (interpret/interpret-stmt.ts).

import {
  breakOf,
  type Callee,
  type Code,
  type Completion,
  compileExpr,
  compileStmt,
  compileTest,
  continueOf,
  type Datum,
  enter,
  type Frame,
  NEXT,
  passedOn,
  type Step,
  type StmtScope,
  semanticsOf,
  type TrackedApply,
} from "../interpret/index.js";
import { invariant } from "../invariant.js";
import { type Block, blocksOf, isValueScalar, type Module, type Stmt } from "../module/index.js";

export type Barrier = Extract<Stmt, { kind: "barrier" }>;
export type Together = Extract<Stmt, { kind: "subGroup" }>;

/** The statement a work-item waits at, with the values it gives to its sub-group. */
export interface Wait {
  readonly stmt: Barrier | Together;
  readonly value: Datum;
  readonly lane: number;
  /** The operation that combines two values, if they are combined. */
  readonly combine?: TrackedApply | undefined;
}

/** Receives what the sub-group computed together; at barriers, an unused value. */
export type Waiting = Generator<Wait, Completion, Datum>;
export type WaitingStep = (frame: Frame) => Waiting;

export interface WaitingScope extends StmtScope {
  readonly waitingCallee: (index: number) => Omit<Callee, "run"> & { readonly run: WaitingStep };
  readonly waits: (stmt: Stmt) => boolean;
}

/** Returns a test: whether a statement, or a function that it calls, waits. */
export function waitsIn(module: Module): (stmt: Stmt) => boolean {
  const known = new Map<number, boolean>();
  const blockWaits = (block: Block): boolean => block.some(waits);
  const functionWaits = (index: number): boolean => {
    const found = known.get(index) ?? blockWaits(module.functions[index]?.body ?? []);
    known.set(index, found);
    return found;
  };
  const waits = (stmt: Stmt): boolean => {
    if (stmt.kind === "barrier" || stmt.kind === "subGroup") return true;
    if (stmt.kind === "call") return functionWaits(stmt.function);
    return blocksOf(stmt).some(blockWaits);
  };
  return waits;
}

type Part = { readonly isWaiting: true; readonly run: WaitingStep } | { readonly isWaiting: false; readonly run: Step };

export function compileWaitingBlock(block: Block, scope: WaitingScope): WaitingStep {
  const parts = block.map(
    (stmt): Part =>
      scope.waits(stmt)
        ? { isWaiting: true, run: compileWaiting(stmt, scope) }
        : { isWaiting: false, run: compileStmt(stmt, scope) },
  );
  return function* (frame) {
    for (const part of parts) {
      const completion = part.isWaiting ? yield* part.run(frame) : part.run(frame);
      if (completion !== NEXT) return completion;
    }
    return NEXT;
  };
}

function compileWaiting(stmt: Stmt, scope: WaitingScope): WaitingStep {
  switch (stmt.kind) {
    case "barrier": {
      const wait: Wait = { stmt, value: 0, lane: 0 };
      return function* () {
        yield wait;
        return NEXT;
      };
    }
    case "subGroup":
      return compileTogether(stmt, scope);
    case "call":
      return compileWaitingCall(stmt, scope);
    case "if": {
      const condition = compileTest(stmt.condition, scope);
      const [whenTrue, whenFalse] = [compileWaitingBlock(stmt.then, scope), compileWaitingBlock(stmt.else, scope)];
      return (frame) => (condition(frame) ? whenTrue(frame) : whenFalse(frame));
    }
    case "block": {
      const body = compileWaitingBlock(stmt.body, scope);
      const left = breakOf(stmt.label);
      return function* (frame) {
        const completion = yield* body(frame);
        return completion === left ? NEXT : completion;
      };
    }
    case "loop":
      return compileWaitingLoop(stmt, scope);
    default: {
      const run = compileStmt(stmt, scope);
      // biome-ignore lint/correctness/useYield: it waits for nobody.
      return function* (frame) {
        return run(frame);
      };
    }
  }
}

function compileTogether(stmt: Together, scope: WaitingScope): WaitingStep {
  const value = compileExpr(stmt.value, scope);
  const lane = stmt.lane ? compileExpr(stmt.lane, scope) : () => 0;
  const combine = combining(stmt, scope);
  return function* (frame) {
    frame.locals[stmt.result] = yield { stmt, value: value(frame), lane: laneOf(lane(frame)), combine };
    return NEXT;
  };
}

function laneOf(datum: Datum): number {
  return Number(typeof datum === "object" && "value" in datum ? datum.value : datum);
}

function combining(stmt: Together, scope: WaitingScope): TrackedApply | undefined {
  const { combination } = stmt;
  const { type } = stmt.value;
  if (!combination) return undefined;
  invariant(isValueScalar(type), "a sub-group's values are values");
  const apply = semanticsOf(combination, type, type);
  invariant(apply, `${combination} combines ${type}`);
  // Without tracking, data are plain values.
  return scope.machine.checks?.values?.combine(stmt, apply, scope) ?? (apply as TrackedApply);
}

function compileWaitingCall(stmt: Extract<Stmt, { kind: "call" }>, scope: WaitingScope): WaitingStep {
  const { result } = stmt;
  const args: readonly Code[] = stmt.args.map((arg) => compileExpr(arg, scope));
  const callee = scope.waitingCallee(stmt.function);
  const call = { callee: scope.module.functions[stmt.function]?.name ?? "", ...stmt.at };
  return function* (frame) {
    const inner = enter(callee, args, frame, scope.frameSize);
    try {
      yield* callee.run(inner);
    } catch (error) {
      throw passedOn(error, call);
    }
    if (result !== undefined) frame.locals[result] = inner.result;
    return NEXT;
  };
}

function compileWaitingLoop(stmt: Extract<Stmt, { kind: "loop" }>, scope: WaitingScope): WaitingStep {
  const condition = compileTest(stmt.condition, scope);
  const header = compileWaitingBlock(stmt.header, scope);
  const body = compileWaitingBlock(stmt.body, scope);
  const update = compileWaitingBlock(stmt.update, scope);
  const left = breakOf(stmt.label);
  const repeated = continueOf(stmt.label);
  return function* (frame) {
    for (;;) {
      let completion = yield* header(frame);
      if (completion === NEXT && !condition(frame)) return NEXT;
      if (completion === NEXT) completion = yield* body(frame);
      if (completion === repeated) completion = NEXT;
      if (completion === NEXT) completion = yield* update(frame);
      if (completion !== NEXT) return completion === left ? NEXT : completion;
    }
  };
}
