// Lowers the atomic statement. With one thread it becomes plain loads and stores. With many, operations that WebAssembly lacks (min, max, and those
// on floats) loop around a compare-exchange; every memory order becomes the only one it has, sequentially consistent.

import { type AtomicOp, type Expr, invariant, type Op, type Stmt, type ValueScalar } from "@lanewise/ir";
import { lowerSingle } from "./expressions.js";
import { branch, type Instruction, ifElse, instruction, localGet, localSet, memoryAccess } from "./instructions.js";
import type { KernelContext } from "./kernel-context.js";
import { type Address, bindAddress, loadScalar, registerOf, storeScalar } from "./memory.js";
import { lowerPlace, referent } from "./places.js";
import { selectOp } from "./select.js";
import type { SelectContext } from "./selection.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;
export type AtomicScalar = Exclude<ValueScalar, "bool">;

/** One atomic operation of one work-item. */
export interface AtomicOperation {
  readonly context: SelectContext & Pick<KernelContext, "code" | "options">;
  readonly type: AtomicScalar;
  readonly address: Address;
  /** The operand; `load` has none. */
  readonly value: Instruction | undefined;
  readonly expected: Instruction | undefined;
}

type Rmw = "add" | "sub" | "and" | "or" | "xor" | "xchg";
/** How each operation combines the old value with the operand: an operation of the IR, or the operand itself. */
const combinations = {
  add: { op: "add", rmw: "add" },
  sub: { op: "sub", rmw: "sub" },
  and: { op: "and", rmw: "and" },
  or: { op: "or", rmw: "or" },
  xor: { op: "xor", rmw: "xor" },
  min: { op: "min", rmw: undefined },
  max: { op: "max", rmw: undefined },
  exchange: { op: undefined, rmw: "xchg" },
  mul: { op: "mul", rmw: undefined },
} as const satisfies Record<
  Exclude<AtomicOp, "load" | "store" | "compareExchange">,
  { readonly op: Op | undefined; readonly rmw: Rmw | undefined }
>;

export function lowerAtomic(context: KernelContext, stmt: AtomicStmt): void {
  const type = referent(stmt.place);
  invariant(typeof type === "string" && isAtomicScalar(type), "atomics are on scalars of a register's size");
  const operand = (expr: Expr | undefined) => expr && context.bind(registerOf(type), lowerSingle(context, expr));
  const address = bindAddress(context, lowerPlace(context, stmt.place));
  const [value, expected] = [operand(stmt.value), operand(stmt.expected)];
  const before = performAtomic({ context, type, address, value, expected }, stmt.op);
  if (stmt.result === undefined) {
    if (before) context.code.emit(instruction("drop", before));
    return;
  }
  const slot = context.slots[stmt.result];
  invariant(before && slot?.kind === "registers" && slot.locals[0] !== undefined, "a result goes to a register");
  context.code.emit(localSet(slot.locals[0], before));
}

/** Returns the old value, if the operation has one. The instruction may have an effect: use it once. */
export function performAtomic(operation: AtomicOperation, op: AtomicOp): Instruction | undefined {
  return (operation.context.options.threads === "one" ? plain : shared)(operation, op);
}

export function isAtomicScalar(type: string): type is AtomicScalar {
  return ["i32", "u32", "i64", "u64", "f32", "f64"].includes(type);
}

function needed(value: Instruction | undefined): Instruction {
  invariant(value, "the verifier has seen the operand");
  return value;
}

function combine(
  { context, type, value }: AtomicOperation,
  op: keyof typeof combinations,
  before: Instruction,
): Instruction {
  const { op: combination } = combinations[op];
  if (combination === undefined) return needed(value);
  return selectOp(combination, type, type)(context, before, needed(value), before);
}

/** For one thread: a load, then a store. Returns the old value, if the operation has one. */
function plain(operation: AtomicOperation, op: AtomicOp): Instruction | undefined {
  const { context, type, address, value, expected } = operation;
  if (op === "store") {
    context.code.emit(storeScalar(context, type, address, needed(value)));
    return undefined;
  }
  const before = context.bind(registerOf(type), loadScalar(context, type, address));
  if (op === "load") return before;
  if (op !== "compareExchange") {
    context.code.emit(storeScalar(context, type, address, combine(operation, op, before)));
    return before;
  }
  const isExpected = instruction(`${bitsOf(type)}.eq`, toBits(type, before), toBits(type, needed(expected)));
  context.code.emit(ifElse(isExpected, undefined, [storeScalar(context, type, address, needed(value))]));
  return before;
}

/** The integer type that holds a scalar's bits. */
function bitsOf(type: AtomicScalar): "i32" | "i64" {
  return type === "i64" || type === "u64" || type === "f64" ? "i64" : "i32";
}

function toBits(type: AtomicScalar, value: Instruction): Instruction {
  if (type === "f32") return instruction("i32.reinterpret_f32", value);
  return type === "f64" ? instruction("i64.reinterpret_f64", value) : value;
}

function fromBits(type: AtomicScalar, value: Instruction): Instruction {
  if (type === "f32") return instruction("f32.reinterpret_i32", value);
  return type === "f64" ? instruction("f64.reinterpret_i64", value) : value;
}

/** For many threads. Returns the old value, if the operation has one; the instruction has an effect: use it once. */
function shared(operation: AtomicOperation, op: AtomicOp): Instruction | undefined {
  const { context, type, address, value, expected } = operation;
  const bits = bitsOf(type);
  const { base, offset } = address;
  if (op === "load") return fromBits(type, memoryAccess(`${bits}.atomic.load`, offset, base));
  if (op === "store") {
    context.code.emit(memoryAccess(`${bits}.atomic.store`, offset, base, toBits(type, needed(value))));
    return undefined;
  }
  if (op === "compareExchange") {
    const [found, next] = [toBits(type, needed(expected)), toBits(type, needed(value))];
    return fromBits(type, memoryAccess(`${bits}.atomic.rmw.cmpxchg`, offset, base, found, next));
  }
  const { rmw } = combinations[op];
  const isFloat = type === "f32" || type === "f64";
  if (rmw && (!isFloat || rmw === "xchg"))
    return fromBits(type, memoryAccess(`${bits}.atomic.rmw.${rmw}`, offset, base, toBits(type, needed(value))));
  return retry(operation, op);
}

/** Recomputes the new value until no other thread writes between the load and the exchange. */
function retry(operation: AtomicOperation, op: keyof typeof combinations): Instruction {
  const { context, type, address } = operation;
  const { code } = context;
  const { base, offset } = address;
  const bits = bitsOf(type);
  const [before, seen] = [context.temporary(bits), context.temporary(bits)];
  code.emit(localSet(before, memoryAccess(`${bits}.atomic.load`, offset, base)));
  const label = code.label();
  const body = code.collect(() => {
    const next = toBits(type, combine(operation, op, fromBits(type, localGet(before))));
    const exchange = memoryAccess(`${bits}.atomic.rmw.cmpxchg`, offset, base, localGet(before), next);
    code.emit(localSet(seen, exchange));
    const isLost = instruction(`${bits}.ne`, localGet(seen), localGet(before));
    code.emit(ifElse(isLost, undefined, [localSet(before, localGet(seen)), branch(label)]));
  });
  code.emit({ kind: "loop", label, body });
  return fromBits(type, localGet(before));
}
