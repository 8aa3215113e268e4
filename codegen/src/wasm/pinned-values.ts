// Pins values in front of loops. V8's TurboFan moves a computation to where its result is used, into a loop too, unless the use runs in each iteration
// for certain. After a check, a `break` or a condition, a loop would divide again and again by what the code divides by once, in front of it. What two
// branches give a local is computed where they join. So in front of each loop stands a branch that is never taken and gives these locals other values.

import {
  f32Const,
  f64Const,
  forEachInstruction,
  type Instruction,
  i32Const,
  i64Const,
  ifElse,
  instruction,
  localSet,
  localSetBy,
  localsRead,
} from "./instructions.js";
import type { Mnemonic, ValueType } from "./opcodes.js";
import type { WasmFunction } from "./wasm-module.js";

/** What recomputing a local costs, of those that one instruction computes; TurboFan does not move what several do. */
interface Costs {
  readonly of: Map<number, number>;
  /** What they were before, latest last, for the end of a branch. */
  readonly earlier: (readonly [local: number, cost: number | undefined])[];
}

const zeros: Readonly<Record<ValueType, Instruction>> = {
  i32: i32Const(0),
  i64: i64Const(0n),
  f32: f32Const(0),
  f64: f64Const(0),
  v128: { kind: "plain", op: "v128.const", operands: [], immediates: [new Uint8Array(16)] },
};

/** From this cost on, in simple operations, a value is pinned. */
const PINNED = 8;
const DIVISION = 10;

export function pinValues(fn: WasmFunction): WasmFunction {
  const typeOf = (local: number): ValueType =>
    fn.type.parameters[local] ?? fn.locals[local - fn.type.parameters.length] ?? "i32";
  return { ...fn, body: pinIn(fn.body, { of: new Map(), earlier: [] }, typeOf) };
}

function pinIn(code: readonly Instruction[], costs: Costs, typeOf: (local: number) => ValueType): Instruction[] {
  return code.flatMap((one) => pinBefore(one, costs, typeOf));
}

function pinInBranch(code: readonly Instruction[], costs: Costs, typeOf: (local: number) => ValueType): Instruction[] {
  const start = costs.earlier.length;
  const pinned = pinIn(code, costs, typeOf);
  for (const [local, cost] of costs.earlier.splice(start).reverse()) setCost(costs.of, local, cost);
  return pinned;
}

function change({ of, earlier }: Costs, local: number, cost: number | undefined): void {
  if (of.get(local) === cost) return;
  earlier.push([local, of.get(local)]);
  setCost(of, local, cost);
}

function setCost(of: Map<number, number>, local: number, cost: number | undefined): void {
  if (cost === undefined) of.delete(local);
  else of.set(local, cost);
}

/** The instruction, with pins in it and in front of it. */
function pinBefore(one: Instruction, costs: Costs, typeOf: (local: number) => ValueType): Instruction[] {
  switch (one.kind) {
    case "plain": {
      const local = localSetBy(one);
      if (local >= 0) change(costs, local, costOf(one.operands, costs));
      return [one];
    }
    case "branch":
      return [one];
    case "block": {
      const body = pinIn(one.body, costs, typeOf);
      if (isLeftEarly(one.label, one.body)) forget(one.body, costs);
      return [{ ...one, body }];
    }
    case "if": {
      const whenTrue = pinInBranch(one.whenTrue, costs, typeOf);
      const whenFalse = pinInBranch(one.whenFalse, costs, typeOf);
      forget([...one.whenTrue, ...one.whenFalse], costs);
      return [{ ...one, whenTrue, whenFalse }];
    }
    case "loop": {
      forget(one.body, costs);
      const pinned = [...localsRead(one.body)].filter((local) => (costs.of.get(local) ?? 0) >= PINNED);
      for (const local of pinned) change(costs, local, undefined);
      const loop = { ...one, body: pinIn(one.body, costs, typeOf) };
      forget(one.body, costs);
      return pinned.length === 0 ? [loop] : [pin(pinned, typeOf), loop];
    }
  }
}

/** A memory has at least one page; no engine reckons with it. */
function pin(locals: readonly number[], typeOf: (local: number) => ValueType): Instruction {
  const isEmpty = instruction("i32.eqz", instruction("memory.size"));
  return ifElse(
    isEmpty,
    undefined,
    locals.map((local) => localSet(local, zeros[typeOf(local)])),
  );
}

/** What is set in several places is no longer of one instruction. */
function forget(code: readonly Instruction[], costs: Costs): void {
  forEachInstruction(code, (one) => change(costs, localSetBy(one), undefined));
}

function isLeftEarly(label: number, body: readonly Instruction[]): boolean {
  let isLeft = false;
  forEachInstruction(body, (one) => {
    isLeft ||= one.kind === "branch" && one.label === label;
  });
  return isLeft;
}

function costOf(operands: readonly Instruction[], costs: Costs): number {
  let cost = 0;
  for (const one of operands) {
    if (one.kind !== "plain" || staysInPlace(one.op)) continue;
    if (one.op === "local.get") cost += costs.of.get(Number(one.immediates[0])) ?? 0;
    else cost += weightOf(one.op) + costOf(one.operands, costs);
  }
  return cost;
}

/** Loads, calls and traps have an order. */
function staysInPlace(op: Mnemonic): boolean {
  return (
    op.includes("load") ||
    op === "call" ||
    op.startsWith("memory") ||
    op.includes(".atomic") ||
    /^i\d\d\.(div|rem|trunc_f)/.test(op)
  );
}

function weightOf(op: Mnemonic): number {
  if (op.endsWith(".const")) return 0;
  return /\.(div|sqrt)$/.test(op) ? DIVISION : 1;
}
