// The atomic statement as JavaScript text: an Atomics function where there is one, otherwise a loop around a compare-exchange of the bits. This is
// also correct with one thread, and on memory that is not shared.

import { type AtomicOp, type Expr, invariant, type Op, type Stmt, type ValueScalar } from "@lanewise/ir";
import { expressionText, referent } from "./expressions.js";
import { operationText } from "./operations.js";
import type { Scope } from "./scope.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;
type AtomicScalar = Exclude<ValueScalar, "bool">;

/** The view of the bits, and the conversions to and from them. */
const accesses = {
  i32: { view: "I32", shift: 2, toBits: undefined, fromBits: undefined },
  u32: { view: "U32", shift: 2, toBits: undefined, fromBits: undefined },
  i64: { view: "I64", shift: 3, toBits: undefined, fromBits: undefined },
  u64: { view: "U64", shift: 3, toBits: undefined, fromBits: undefined },
  f32: { view: "I32", shift: 2, toBits: "bitsOfF32", fromBits: "f32OfBits" },
  f64: { view: "I64", shift: 3, toBits: "bitsOfF64", fromBits: "f64OfBits" },
} as const satisfies Record<AtomicScalar, object>;

/** `native` is the function of Atomics, `op` the IR operation that combines the memory's value with the operand. */
const rows = {
  add: { native: "add", op: "add" },
  sub: { native: "sub", op: "sub" },
  and: { native: "and", op: "and" },
  or: { native: "or", op: "or" },
  xor: { native: "xor", op: "xor" },
  min: { native: undefined, op: "min" },
  max: { native: undefined, op: "max" },
  exchange: { native: "exchange", op: undefined },
  compareExchange: { native: "compareExchange", op: undefined },
  load: { native: "load", op: undefined },
  store: { native: "store", op: undefined },
  mul: { native: undefined, op: "mul" },
} as const satisfies Record<
  AtomicOp,
  { readonly native: keyof typeof Atomics | undefined; readonly op: Op | undefined }
>;

export function atomicText(scope: Scope, stmt: AtomicStmt): string {
  const { use } = scope.program;
  const type = referent(stmt.place.type);
  invariant(typeof type === "string" && isAtomicScalar(type), "atomics are on scalars of a register's size");
  const { view, shift, toBits, fromBits } = accesses[type];
  const { native, op } = rows[stmt.op];
  const bits = (text: string) => (toBits ? `${use(toBits)}(${text})` : text);
  const value = (text: string) => (fromBits ? `${use(fromBits)}(${text})` : text);
  const index = `${expressionText(scope, stmt.place)} >>> ${shift}`;
  const operand = (expr: Expr | undefined) => (expr ? [expressionText(scope, expr)] : []);
  if (native && !(op && fromBits)) {
    if (stmt.expected) return compareExchangeText(scope, stmt, view, index, bits, value);
    return value(`Atomics.${native}(${[view, index, ...operand(stmt.value).map(bits)].join(", ")})`);
  }
  invariant(op, `atomic ${stmt.op} combines`);
  const combined = operationText(use, op, type, type, [value("before"), "value"]);
  const combine = `(before, value) => ${bits(combined)}`;
  return value(`${use("update")}(${[view, index, ...operand(stmt.value), combine].join(", ")})`);
}

function compareExchangeText(
  scope: Scope,
  stmt: AtomicStmt,
  view: string,
  index: string,
  bits: (text: string) => string,
  value: (text: string) => string,
): string {
  invariant(stmt.value && stmt.expected, "compareExchange has two operands");
  const [next, expected] = [expressionText(scope, stmt.value), expressionText(scope, stmt.expected)];
  const args = `${view}, ${index}, ${bits(next)}, ${bits(expected)}`;
  return value(`${scope.program.use("compareExchange")}(${args})`);
}

function isAtomicScalar(type: string): type is AtomicScalar {
  return type in accesses;
}
