// The interpreter's expressions: each becomes a closure over its operands' closures. A reference is an address (a number),
// a span an address with a length. See interpret.ts for what runs them.

import { builtins } from "./builtins.js";
import { scalarAccess, type Views } from "./interpret-memory.js";
import { semanticsOf, type Value } from "./interpret-ops.js";
import { invariant } from "./invariant.js";
import { layoutOf, structLayout } from "./layout.js";
import type { Expr, Fn, Module, Stmt } from "./module.js";
import type { Query } from "./ops.js";
import { followPointer, pointerTo } from "./pointer-table.js";
import { type DataType, isValueScalar, type ScalarType, type Type, typeName } from "./types.js";

export interface Span {
  readonly address: number;
  readonly length: number;
}
export type Datum = Value | Span;

/** One call of one function. */
export interface Frame {
  readonly locals: Datum[];
  /** Where the aggregate locals of this call begin. */
  readonly base: number;
  result: Datum;
}
export type Code<T extends Datum = Datum> = (frame: Frame) => T;

export type AccessKind = "read" | "write" | "atomicRead" | "atomicWrite" | "atomicUpdate";

/** Who looks on while a kernel runs, and what it is told about work-groups instead (races/); undefined where nobody does. */
export interface Checks {
  /** Asked once for each place in the code; what it gives is called with each address. `from` is the load, or the statement. */
  readonly watch: (kind: AccessKind, place: Expr, from: Expr | Stmt, scope: Scope) => (address: number) => void;
  readonly query: (query: Query, dimension: 0 | 1 | 2) => Code<number>;
}

/** What all functions of a running kernel share. */
export interface Machine {
  readonly checks: Checks | undefined;
  views: Views;
  args: number;
  thread: number;
  /** The address of the pointer table. */
  pointerTable: number;
  /** The linear id of the work-item that runs. */
  item: number;
  id: readonly [number, number, number];
  size: readonly [number, number, number];
  readonly globalAddress: (index: number) => number;
  readonly fail: (site: number, index: number | bigint, length: number) => never;
}

/** Where an expression stands. */
export interface Scope {
  readonly module: Module;
  readonly machine: Machine;
  readonly fn: Fn;
  /** Of aggregate locals: the offset from the frame's base. */
  readonly offsets: readonly number[];
}

/** Groups have one work-item here, so that a group's index is the item's. */
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

/** The expression's closure, of which the verifier knows that it yields what the caller's type says. */
function compileAs<T extends Datum>(expr: Expr, scope: Scope): Code<T> {
  return compileExpr(expr, scope) as Code<T>;
}
export const compilePlace = (expr: Expr, scope: Scope): Code<number> => compileAs<number>(expr, scope);
export const compileTest = (expr: Expr, scope: Scope): Code<boolean> => compileAs<boolean>(expr, scope);
export const compileValue = (expr: Expr, scope: Scope): Code<Value> => compileAs<Value>(expr, scope);

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
      const seen = machine.checks?.watch("read", expr.place, expr, scope);
      return (frame) => {
        const address = place(frame);
        seen?.(address);
        return load(machine.views.data, address);
      };
    }
    case "length": {
      const span = compileAs<Span>(expr.span, scope);
      return (frame) => span(frame).length;
    }
  }
}

/** What a reference refers to. */
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
  const [a, b, c] = expr.args.map((arg) => compileValue(arg, scope));
  invariant(apply && a, `${expr.op} has a meaning for its operands`);
  if (!b) return (frame) => apply(a(frame), false, false);
  if (!c) return (frame) => apply(a(frame), b(frame), false);
  return (frame) => apply(a(frame), b(frame), c(frame));
}

function compileBuiltin(expr: Extract<Expr, { kind: "builtin" }>, scope: Scope): Code<number> {
  const apply: (a: number, b: number) => number = Math[builtins[expr.builtin].math];
  const [a, b] = expr.args.map((arg) => compileAs<number>(arg, scope));
  invariant(a, `${expr.builtin} has an operand`);
  const code: Code<number> = b ? (frame) => apply(a(frame), b(frame)) : (frame) => apply(a(frame), 0);
  return expr.type === "f64" ? code : (frame) => Math.fround(code(frame));
}

function compileElement(expr: Extract<Expr, { kind: "element" }>, scope: Scope): Code<number> {
  const { module, machine } = scope;
  const { site, base } = expr;
  const index = compileAs<number | bigint>(expr.index, scope);
  const stride = layoutOf(expr.type.to, module.structs).size;
  const locate = (at: number | bigint, address: number, length: number): number =>
    at >= 0 && at < length ? address + Number(at) * stride : machine.fail(site, at, length);
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
