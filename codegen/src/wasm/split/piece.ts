// Outlines a piece of a function: the new function takes the locals that it reads and returns those that are live after it and, if it jumps out of
// itself, the number of that jump.

import {
  branch,
  call,
  forEachInstruction,
  type Instruction,
  i32Const,
  instruction,
  localGet,
  localSet,
  type PlainInstruction,
} from "../instructions.js";
import type { ValueType } from "../opcodes.js";
import type { WasmFunction } from "../wasm-module.js";
import type { LocalSet } from "./local-set.js";

/** How code uses the locals and labels around it. */
export interface Uses {
  readonly read: ReadonlySet<number>;
  readonly written: ReadonlySet<number>;
  /** Labels outside the code, in order of first use. */
  readonly exits: readonly number[];
  /** Whether it returns from its function. */
  readonly returns: boolean;
}

export function usesOf(code: readonly Instruction[]): Uses {
  const [read, written, targets, own] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()];
  let returns = false;
  forEachInstruction(code, (one) => {
    if (one.kind === "block" || one.kind === "loop") own.add(one.label);
    else if (one.kind === "branch") targets.add(one.label);
    else if (one.kind === "plain") {
      if (one.op === "local.get") read.add(Number(one.immediates[0]));
      else if (one.op === "local.set" || one.op === "local.tee") written.add(Number(one.immediates[0]));
      else returns ||= one.op === "return";
    }
  });
  return { read, written, exits: [...targets].filter((label) => !own.has(label)), returns };
}

/** The same code with its locals renumbered. */
export function renumbered(code: readonly Instruction[], numbers: ReadonlyMap<number, number>): Instruction[] {
  return code.map((one) => renumberedOne(one, numbers));
}

function renumberedOne(one: Instruction, numbers: ReadonlyMap<number, number>): Instruction {
  switch (one.kind) {
    case "plain": {
      const local = one.op.startsWith("local.") ? numbers.get(Number(one.immediates[0])) : undefined;
      if (local === undefined && one.operands.length === 0) return one;
      const immediates = local === undefined ? one.immediates : [local];
      return { ...one, immediates, operands: renumbered(one.operands, numbers) };
    }
    case "block":
    case "loop":
      return { ...one, body: renumbered(one.body, numbers) };
    case "if":
      return {
        ...one,
        condition: renumberedOne(one.condition, numbers),
        whenTrue: renumbered(one.whenTrue, numbers),
        whenFalse: renumbered(one.whenFalse, numbers),
      };
    case "branch":
      return one.condition ? { ...one, condition: renumberedOne(one.condition, numbers) } : one;
  }
}

/** The function that a piece is taken from. */
export interface Whole {
  readonly name: string;
  typeOf(local: number): ValueType;
  /** Allocates an unused label; `newLocal`, an unused local. */
  newLabel(): number;
  newLocal(type: ValueType): number;
  /** The instruction that sets a local which is constant from the start. */
  constant(local: number): PlainInstruction | undefined;
  /** The live locals at the target of a branch to the label. */
  wantedAt(label: number): LocalSet;
  /** Appends a function and returns its index. */
  add(fn: WasmFunction): number;
}

/** The most parameters or results of a piece; engines accept 1,000. */
const MOST_PASSED = 900;

/** The call that replaces the code, as one instruction; undefined if the code cannot be outlined. `before` and `after` are the live locals there. */
export function outlined(
  whole: Whole,
  code: readonly Instruction[],
  before: LocalSet,
  after: LocalSet,
): Instruction | undefined {
  const { read, written, exits, returns } = usesOf(code);
  const used = [...new Set([...read, ...written])];
  const constants = used.map((local) => whole.constant(local)).filter((set) => set !== undefined);
  const given = used.filter((local) => before.has(local) && !whole.constant(local));
  const behind = [after, ...exits.map((label) => whole.wantedAt(label))];
  const results = [...written].filter((local) => behind.some((wanted) => wanted.has(local)));
  if (returns || given.length > MOST_PASSED || results.length > MOST_PASSED) return undefined;
  const own = used.filter((local) => !given.includes(local));
  const numbers = new Map([...given, ...own].map((local, index) => [local, index]));
  const selector = numbers.size;
  const hasExits = exits.length > 0;
  const body = renumbered([...constants, ...code], numbers);
  const fn: WasmFunction = {
    name: whole.name,
    type: {
      parameters: given.map((local) => whole.typeOf(local)),
      results: [...(hasExits ? (["i32"] as const) : []), ...results.map((local) => whole.typeOf(local))],
    },
    locals: [...own.map((local) => whole.typeOf(local)), ...(hasExits ? (["i32"] as const) : [])],
    body: [
      ...(hasExits ? withSelector(whole, body, exits, selector) : body),
      ...(hasExits ? [localGet(selector)] : []),
      ...results.map((local) => localGet(numbers.get(local) ?? 0)),
    ],
  };
  const taken = hasExits ? [whole.newLocal("i32"), ...results] : results;
  const called = call(whole.add(fn), ...given.map(localGet));
  const [first, ...more] = [...taking(called, taken), ...(hasExits ? jumps(taken[0] ?? 0, exits) : [])];
  return first && more.length === 0
    ? first
    : { kind: "block", label: whole.newLabel(), body: [first ?? called, ...more] };
}

/** block $done (block $last ( … (block $first: code; br $done) selector = 1; br $done) …) selector = number of exits. */
function withSelector(
  whole: Whole,
  code: readonly Instruction[],
  exits: readonly number[],
  selector: number,
): Instruction[] {
  const done = whole.newLabel();
  const leave = branch(done);
  let body: Instruction[] = [...code];
  for (const [index, label] of exits.entries()) {
    body.push(leave);
    body = [{ kind: "block", label, body }, localSet(selector, i32Const(index + 1))];
  }
  return [{ kind: "block", label: done, body }];
}

/** The call, and the instructions that take its results: the last result is on top of the stack. */
function taking(called: Instruction, locals: readonly number[]): Instruction[] {
  const [last, ...others] = locals.toReversed();
  if (last === undefined) return [called];
  return [
    localSet(last, called),
    ...others.map((local): Instruction => ({ kind: "plain", op: "local.set", operands: [], immediates: [local] })),
  ];
}

function jumps(selector: number, exits: readonly number[]): Instruction[] {
  const [only, ...others] = exits;
  if (only !== undefined && others.length === 0) return [branch(only, localGet(selector))];
  return exits.map((label, index) => branch(label, instruction("i32.eq", localGet(selector), i32Const(index + 1))));
}
