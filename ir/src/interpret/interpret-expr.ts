// Compiles expressions for the interpreter: each becomes a closure over its operands' closures. A reference is an address (a number), a span an
// address with a length. interpret.ts runs them.

import { followPointer, pointerTo } from "../abi/index.js";
import { invariant } from "../invariant.js";
import {
  builtins,
  type DataType,
  type Expr,
  type Fn,
  isRestated,
  isValueScalar,
  layoutOf,
  type Module,
  type Query,
  type ScalarType,
  type Stmt,
  structLayout,
  type Type,
  typeName,
} from "../module/index.js";
import { scalarAccess, type Views } from "./interpret-memory.js";
import { type Apply, semanticsOf, type Value } from "./interpret-ops.js";

export interface Span {
  readonly address: number;
  readonly length: number;
}
/** A value with a check's extra knowledge (overflow/). Exists only with `ValueChecks`, and only they look into it. */
export interface TrackedValue {
  readonly value: Value;
}
export type Datum = Value | Span | TrackedValue;

/** One call of one function. */
export interface Frame {
  readonly locals: Datum[];
  /** Base address of this call's aggregate locals. */
  readonly base: number;
  result: Datum;
}
export type Code<T extends Datum = Datum> = (frame: Frame) => T;

export type AccessKind = "read" | "write" | "atomicRead" | "atomicWrite" | "atomicUpdate";

type OpExpr = Extract<Expr, { kind: "op" | "builtin" }>;

/** An operation on operands that may be tracked. */
export type TrackedApply = (a: Datum, b: Datum, c: Datum) => Datum;

/**
 * A check that tracks its own values beside the kernel's. Each method is called once per program point; the function it returns is called whenever
 * the kernel gets there.
 */
export interface ValueChecks {
  /** `args` may be fewer than the expression's own if the check treats nested operations as one. */
  readonly op: (
    expr: OpExpr,
    apply: Apply,
    scope: Scope,
  ) => { readonly args: readonly Expr[]; readonly apply: TrackedApply };
  readonly load: (expr: Extract<Expr, { kind: "load" }>, scope: Scope) => (address: number, loaded: Value) => Datum;
  readonly index: (
    expr: Extract<Expr, { kind: "element" }>,
    scope: Scope,
  ) => (index: Datum, length: number) => number | bigint;
  readonly test: (condition: Expr, scope: Scope) => (value: Datum) => boolean;
  /** Returns the value to store. */
  readonly store: (stmt: Extract<Stmt, { kind: "store" }>, scope: Scope) => (address: number, value: Datum) => Value;
  /** Called before bytes are copied. */
  readonly copy: (stmt: Extract<Stmt, { kind: "store" }>, scope: Scope) => (to: number, from: number) => void;
  readonly atomic: (
    stmt: Extract<Stmt, { kind: "atomic" }>,
    run: (address: number, value: Value, expected: Value) => Value,
    scope: Scope,
  ) => (address: number, value: Datum, expected: Datum) => Datum;
  /** The operation that combines two values of a sub-group. */
  readonly combine: (stmt: Extract<Stmt, { kind: "subGroup" }>, apply: Apply, scope: Scope) => TrackedApply;
}

/** The observers of a running kernel, and their answers to work-group queries (checked/); undefined without a check. */
export interface Checks {
  /** Called once per program point; the function it returns is called with each address. `from` is the load, or the statement. */
  readonly watch?: (kind: AccessKind, place: Expr, from: Expr | Stmt, scope: Scope) => (address: number) => void;
  readonly values?: ValueChecks;
  readonly query: (query: Query, dimension: 0 | 1 | 2) => Code<number>;
}

/** State shared by all functions of a running kernel. */
export interface Machine {
  readonly checks: Checks | undefined;
  views: Views;
  args: number;
  thread: number;
  /** The address of the pointer table. */
  pointerTable: number;
  /** The running work-item's linear id. */
  item: number;
  id: readonly [number, number, number];
  size: readonly [number, number, number];
  readonly globalAddress: (index: number) => number;
  readonly fail: (site: number, index: number | bigint, length: number) => never;
}

/** An expression's surroundings. */
export interface Scope {
  readonly module: Module;
  readonly machine: Machine;
  readonly fn: Fn;
  /** Offsets of aggregate locals from the frame's base. */
  readonly offsets: readonly number[];
}

/** Groups have one work-item here, so a group's index is the item's. */
const queryCode = {
  globalId: (machine, dimension) => () => machine.id[dimension],
  globalSize: (machine, dimension) => () => machine.size[dimension],
  localId: () => () => 0,
  localSize: () => () => 1,
  groupId: (machine, dimension) => () => machine.id[dimension],
  groupCount: (machine, dimension) => () => machine.size[dimension],
  globalOffset: () => () => 0,
  subGroupId: () => () => 0,
  subGroupCount: () => () => 1,
  subGroupSize: () => () => 1,
  subGroupMembers: () => () => 1,
  subGroupLane: () => () => 0,
} as const satisfies Record<Query, (machine: Machine, dimension: 0 | 1 | 2) => Code<number>>;

/** The expression's closure; the verifier has checked that it yields the caller's type. */
function compileAs<T extends Datum>(expr: Expr, scope: Scope): Code<T> {
  return compileExpr(expr, scope) as Code<T>;
}
export const compilePlace = (expr: Expr, scope: Scope): Code<number> => compileAs<number>(expr, scope);
export const compileValue = (expr: Expr, scope: Scope): Code<Value> => compileAs<Value>(expr, scope);

/** A condition that decides control flow. */
export function compileTest(expr: Expr, scope: Scope): Code<boolean> {
  const test = scope.machine.checks?.values?.test(expr, scope);
  if (!test) return compileAs<boolean>(expr, scope);
  const value = compileExpr(expr, scope);
  return (frame) => test(value(frame));
}

export function compileExpr(expr: Expr, scope: Scope): Code {
  const { machine, module } = scope;
  switch (expr.kind) {
    case "const": {
      const { value } = expr;
      return () => value;
    }
    case "local": {
      const index = expr.local;
      // The verifier has checked that the local exists and is set.
      return (frame) => frame.locals[index] as Datum;
    }
    case "op":
      return compileOp(expr, scope);
    case "builtin":
      return compileBuiltin(expr, scope);
    case "query":
      return machine.checks?.query(expr.query, expr.dimension) ?? queryCode[expr.query](machine, expr.dimension);
    case "global": {
      const address = machine.globalAddress(expr.global);
      return () => address;
    }
    case "address": {
      const offset = scope.offsets[expr.local] ?? 0;
      return (frame) => frame.base + offset;
    }
    case "element":
      return compileElement(expr, scope);
    case "field": {
      const base = compilePlace(expr.base, scope);
      const offset = fieldOffset(referred(expr.base.type), expr.field, module);
      return (frame) => base(frame) + offset;
    }
    case "dereference":
      return compileDereference(expr, scope);
    case "pointer": {
      const place = compilePlace(expr.place, scope);
      return (frame) => pointerTo(machine.views.data, machine.pointerTable, place(frame));
    }
    case "load": {
      const place = compilePlace(expr.place, scope);
      const { load } = scalarAccess[scalarAt(expr.place)];
      const seen = machine.checks?.watch?.("read", expr.place, expr, scope);
      const tracked = machine.checks?.values?.load(expr, scope);
      return (frame) => {
        const address = place(frame);
        seen?.(address);
        const loaded = load(machine.views.data, address);
        return tracked ? tracked(address, loaded) : loaded;
      };
    }
    case "length": {
      const span = compileAs<Span>(expr.span, scope);
      return (frame) => span(frame).length;
    }
  }
}

/** The type a reference refers to. */
export function referred(type: Type): DataType {
  invariant(typeof type === "object" && type.kind === "ref", `${typeName(type)} is a reference`);
  return type.to;
}

export function scalarAt(place: Expr): ScalarType {
  const type = referred(place.type);
  invariant(typeof type === "string", `${typeName(type)} is a scalar`);
  return type;
}

function fieldOffset(type: DataType, field: number, module: Module): number {
  const name = typeof type === "object" && type.kind === "struct" ? type.name : undefined;
  const definition = module.structs.find((struct) => struct.name === name);
  const offset = definition && structLayout(definition, module.structs).offsets[field];
  invariant(offset !== undefined, `${typeName(type)} has a field ${field}`);
  return offset;
}

function compileOp(expr: Extract<Expr, { kind: "op" }>, scope: Scope): Code {
  const operand = expr.args.at(-1)?.type;
  const apply = operand && isValueScalar(operand) ? semanticsOf(expr.op, operand, expr.type) : undefined;
  const [first] = expr.args;
  invariant(apply && first, `${expr.op} has a meaning for its operands`);
  const { values } = scope.machine.checks ?? {};
  return !values && isRestated(expr) ? compileExpr(first, scope) : compileApply(expr, apply, scope);
}

function compileBuiltin(expr: Extract<Expr, { kind: "builtin" }>, scope: Scope): Code {
  const math: (a: number, b: number) => number = Math[builtins[expr.builtin].math];
  // Builtins take numbers; the verifier has checked it.
  const exact = (a: Value, b: Value): number => math(a as number, b as number);
  return compileApply(expr, expr.type === "f64" ? exact : (a, b) => Math.fround(exact(a, b)), scope);
}

function compileApply(expr: OpExpr, own: Apply, scope: Scope): Code {
  const tracked = scope.machine.checks?.values?.op(expr, own, scope);
  const [a, b, c] = (tracked ?? expr).args.map((arg) => compileExpr(arg, scope));
  // Without tracking, data are plain values.
  const apply = tracked?.apply ?? (own as TrackedApply);
  invariant(a, "an operation has an operand");
  if (!b) return (frame) => apply(a(frame), false, false);
  if (!c) return (frame) => apply(a(frame), b(frame), false);
  return (frame) => apply(a(frame), b(frame), c(frame));
}

function compileElement(expr: Extract<Expr, { kind: "element" }>, scope: Scope): Code<number> {
  const { module, machine } = scope;
  const { site, base } = expr;
  const index = compileAs<number | bigint>(expr.index, scope);
  const tracked = machine.checks?.values?.index(expr, scope);
  const stride = layoutOf(expr.type.to, module.structs).size;
  const within = (at: number | bigint, address: number, length: number): number =>
    at >= 0 && at < length ? address + Number(at) * stride : machine.fail(site, at, length);
  const locate: typeof within = tracked
    ? (at, address, length) => within(tracked(at, length), address, length)
    : within;
  if (typeof base.type === "object" && base.type.kind === "span") {
    const span = compileAs<Span>(base, scope);
    return (frame) => {
      const { address, length } = span(frame);
      return locate(index(frame), address, length);
    };
  }
  const array = referred(base.type);
  invariant(typeof array === "object" && array.kind === "array", `${typeName(array)} is an array`);
  const place = compilePlace(base, scope);
  return (frame) => {
    const address = place(frame);
    return locate(index(frame), address, array.length);
  };
}

function compileDereference(expr: Extract<Expr, { kind: "dereference" }>, scope: Scope): Code<number> {
  const { module, machine } = scope;
  const { site } = expr;
  const pointer = compileAs<bigint>(expr.pointer, scope);
  const layout = layoutOf(expr.type.to, module.structs);
  return (frame) => {
    const found = followPointer(machine.views.data, machine.pointerTable, pointer(frame), layout);
    return "address" in found ? found.address : machine.fail(site, found.index, found.length);
  };
}
