// Construction helpers: each computes its node's type from its operands by the rules of type-of.ts, and fails at once on operands that do not fit, so
// the failure shows the mistake and not the verifier. The transformer's lowering and tests use them as `build.op("add", a, b)`. They keep no state:
// the lowering of a function owns its locals, labels and sites.

import { invariant } from "../invariant.js";
import type { Builtin } from "./builtins.js";
import type { Block, Expr, Label, MemoryOrder, MemoryScope, Position, Stmt } from "./module.js";
import type { AtomicOp, Combination, Op, Query, SubGroupOp } from "./ops.js";
import { isAggregate, refTo, type TypeContext, typeOf } from "./type-of.js";
import { type DataType, isValueScalar, type StructDefinition, type Type, typeName, type ValueScalar } from "./types.js";

const noNames: TypeContext = { structs: [], globals: [], locals: [] };

/** Returns the node after checking that its stated type follows from its operands. */
function judged<E extends Expr>(node: E, context: TypeContext = noNames): E {
  const judgement = typeOf(node, context);
  invariant(
    "type" in judgement,
    () => `an expression is well typed: ${"problem" in judgement ? judgement.problem : ""}`,
  );
  return node;
}

/** The type that follows from the operands, for a node whose own type is still a placeholder. */
function inferred(node: Expr, context: TypeContext = noNames): Type {
  const judgement = typeOf(node, context);
  invariant(
    "type" in judgement,
    () => `an expression is well typed: ${"problem" in judgement ? judgement.problem : ""}`,
  );
  return judgement.type;
}

function valueType(type: Type): ValueScalar {
  invariant(isValueScalar(type), `${typeName(type)} is a value's type`);
  return type;
}

/** Numbers for i32, u32, f32 and f64 (f32: already rounded), bigints for i64 and u64, booleans for bool. */
export function constant(type: ValueScalar, value: number | bigint | boolean): Expr {
  return judged({ kind: "const", type, value });
}

/** The value of a local; for an aggregate local, its address. */
export function local(index: number, type: Type): Expr {
  return isAggregate(type) ? address(index, type) : { kind: "local", type, local: index };
}

export function address(index: number, type: DataType): Expr {
  invariant(isAggregate(type), `only aggregate locals have an address, found ${typeName(type)}`);
  return { kind: "address", type: refTo(type), local: index };
}

export function global(index: number, type: DataType): Expr {
  return { kind: "global", type: refTo(type), global: index };
}

/** An operation whose operands determine its result type; `convert` below makes the others. */
export function op(name: Exclude<Op, ConvertingOp>, ...args: readonly Expr[]): Expr {
  const type = valueType(inferred({ kind: "op", type: "bool", op: name, args }));
  return { kind: "op", type, op: name, args };
}

export type ConvertingOp = "convert" | "wrap" | "saturate" | "index" | "reinterpret";

/** Converts `value` to type `to` in one of the five ways; returns the value itself if it already has the type. */
export function convert(name: ConvertingOp, to: ValueScalar, value: Expr): Expr {
  return value.type === to ? value : judged({ kind: "op", type: to, op: name, args: [value] });
}

export function builtin(name: Builtin, ...args: readonly Expr[]): Expr {
  const type = inferred({ kind: "builtin", type: "f64", builtin: name, args });
  invariant(type === "f32" || type === "f64", `${name} returns a float`);
  return { kind: "builtin", type, builtin: name, args };
}

export function query(name: Query, dimension: 0 | 1 | 2): Expr {
  return { kind: "query", type: "i32", query: name, dimension };
}

/** The address of `base[index]`, where `base` is a span or a reference to an array. */
export function element(base: Expr, index: Expr, site: number): Expr {
  const type = inferred({ kind: "element", type: refTo("i32"), base, index, site });
  invariant(typeof type === "object" && type.kind === "ref", "an element is a place");
  return { kind: "element", type, base, index, site };
}

/** The address of a field, by its number in the struct. */
export function field(base: Expr, index: number, structs: readonly StructDefinition[]): Expr {
  const type = inferred({ kind: "field", type: refTo("i32"), base, field: index }, { ...noNames, structs });
  invariant(typeof type === "object" && type.kind === "ref", "a field is a place");
  return { kind: "field", type, base, field: index };
}

/** The address of the `to` that a pointer refers to. */
export function dereference(pointer: Expr, to: DataType, site: number): Expr {
  return judged({ kind: "dereference", type: refTo(to), pointer, site });
}

export function pointer(place: Expr): Expr {
  return judged({ kind: "pointer", type: "u64", place });
}

export function load(place: Expr): Expr {
  return { kind: "load", type: valueType(inferred({ kind: "load", type: "bool", place })), place };
}

export function length(span: Expr): Expr {
  return judged({ kind: "length", type: "i32", span });
}

export function set(index: number, value: Expr): Stmt {
  return { kind: "set", local: index, value };
}

export function store(place: Expr, value: Expr, at: Position): Stmt {
  return { kind: "store", place, value, at };
}

export interface AtomicOptions {
  readonly value?: Expr;
  /** For compareExchange: the value that must be in memory. */
  readonly expected?: Expr;
  /** The local that receives the previous value. */
  readonly result?: number;
  readonly order?: MemoryOrder;
  readonly scope?: MemoryScope;
}

/** Order and scope default to SYCL's relaxed and device. */
export function atomic(name: AtomicOp, place: Expr, at: Position, options: AtomicOptions = {}): Stmt {
  const { value, expected, result, order = "relaxed", scope = "device" } = options;
  return { kind: "atomic", op: name, result, place, value, expected, order, scope, at };
}

export function call(index: number, args: readonly Expr[], result: number | undefined, at: Position): Stmt {
  return { kind: "call", result, function: index, args, at };
}

export function ifElse(condition: Expr, whenTrue: Block, whenFalse: Block = []): Stmt {
  // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
  return { kind: "if", condition, then: whenTrue, else: whenFalse };
}

export interface LoopParts {
  readonly header?: Block;
  readonly condition: Expr;
  readonly body: Block;
  readonly update?: Block;
}

export function loop(label: Label, { header = [], condition, body, update = [] }: LoopParts, at: Position): Stmt {
  return { kind: "loop", label, header, condition, body, update, at };
}

export function block(label: Label, body: Block): Stmt {
  return { kind: "block", label, body };
}

export function breakTo(label: Label): Stmt {
  return { kind: "break", label };
}

export function continueTo(label: Label): Stmt {
  return { kind: "continue", label };
}

export function returnValue(value: Expr | undefined): Stmt {
  return { kind: "return", value };
}

/** `call`: the name of the group function that the barrier is part of. */
export function barrier(scope: "subGroup" | "workGroup", at: Position, call = ""): Stmt {
  return { kind: "barrier", scope, call, at };
}

/** `how`: the lane, distance or mask of a shuffle, otherwise the combination. */
export function subGroup(op: SubGroupOp, result: number, value: Expr, how: Expr | Combination, site: number): Stmt {
  const [lane, combination] = typeof how === "string" ? [undefined, how] : [how, undefined];
  return { kind: "subGroup", op, combination, result, value, lane, site };
}

export function fail(site: number): Stmt {
  return { kind: "fail", site };
}

export function debuggerAt(at: Position): Stmt {
  return { kind: "debugger", at };
}
