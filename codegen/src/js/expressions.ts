// Expressions as JavaScript text. JavaScript evaluates operands left to right too, so trees translate directly. An address is a number, a span an
// object { address, length }.

import {
  builtins,
  type DataType,
  type Expr,
  invariant,
  isRestated,
  layoutOf,
  type Query,
  type RefType,
  type ScalarType,
  scalars,
  structLayout,
  THREAD_STACK_OFFSET,
  type Type,
  typeName,
  type ValueScalar,
  withoutRestatement,
} from "@lanewise/ir";
import { operationText } from "./operations.js";
import type { Scope, views } from "./scope.js";

/** The view that accesses a scalar. */
const viewOf = {
  bool: "U8",
  i8: "I8",
  u8: "U8",
  i16: "I16",
  u16: "U16",
  i32: "I32",
  u32: "U32",
  i64: "I64",
  u64: "U64",
  f16: "U16",
  f32: "F32",
  f64: "F64",
} as const satisfies Record<ScalarType, (typeof views)[number]>;

export function expressionText(scope: Scope, expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return constantText(expr.type, expr.value);
    case "local":
      return localName(scope, expr.local);
    case "op":
      return isRestated(expr) ? expressionText(scope, withoutRestatement(expr)) : opText(scope, expr);
    case "builtin": {
      const text = `Math.${builtins[expr.builtin].math}(${expr.args.map((arg) => expressionText(scope, arg)).join(", ")})`;
      return expr.type === "f32" ? `Math.fround(${text})` : text;
    }
    case "query":
      return queryText[expr.query](expr.dimension);
    case "global":
      return `$global${expr.global}`;
    case "address": {
      const { frameOffset, frame } = scope.self;
      return `($thread + ${THREAD_STACK_OFFSET + frameOffset + (frame.offsets[expr.local] ?? 0)})`;
    }
    case "element":
      return elementText(scope, expr);
    case "field":
      return fieldText(scope, expr);
    case "dereference": {
      const { size, align } = layoutOf(expr.type.to, scope.program.module.structs);
      const pointer = expressionText(scope, expr.pointer);
      return `${scope.program.use("dereference")}(${pointer}, ${size}, ${align}, ${expr.site})`;
    }
    case "pointer":
      return `${scope.program.use("pointerTo")}(${expressionText(scope, expr.place)})`;
    case "load":
      return loadText(scope, expr.place);
    case "length":
      return `${expressionText(scope, expr.span)}.length`;
  }
}

export function localName(scope: Scope, local: number): string {
  const name = scope.locals[local];
  invariant(name, `there is a local ${local}`);
  return name;
}

function opText(scope: Scope, expr: Extract<Expr, { kind: "op" }>): string {
  const operand = expr.args.at(-1)?.type;
  invariant(typeof operand === "string", "operands are scalars");
  const args = expr.args.map((arg) => expressionText(scope, arg));
  return operationText(scope.program.use, expr.op, scalars[operand].register, expr.type, args);
}

/** In parentheses if it begins with a sign. */
function constantText(type: ValueScalar, value: number | bigint | boolean): string {
  const digits = Object.is(value, -0) ? "-0" : String(value);
  const text = type === "i64" || type === "u64" ? `${digits}n` : digits;
  return text.startsWith("-") ? `(${text})` : text;
}

/** Each work-item is its own group. */
const queryText = {
  globalId: (dimension) => `$index${dimension}`,
  globalSize: (dimension) => `$size${dimension}`,
  localId: () => "0",
  localSize: () => "1",
  groupId: (dimension) => `$index${dimension}`,
  groupCount: (dimension) => `$size${dimension}`,
  globalOffset: () => "0",
  subGroupId: () => "0",
  subGroupCount: () => "1",
  subGroupSize: () => "1",
  subGroupMembers: () => "1",
  subGroupLane: () => "0",
} as const satisfies Record<Query, (dimension: 0 | 1 | 2) => string>;

export function referent(type: Type): DataType {
  invariant(typeof type !== "string" && type.kind === "ref", `a place is a reference, not ${typeName(type)}`);
  return type.to;
}

function elementText(scope: Scope, expr: Extract<Expr, { kind: "element" }> & { readonly type: RefType }): string {
  const { program } = scope;
  const base = expressionText(scope, expr.base);
  const isSpan = typeof expr.base.type !== "string" && expr.base.type.kind === "span";
  const array = isSpan ? undefined : referent(expr.base.type);
  const address = isSpan ? `${base}.address` : base;
  const { size } = layoutOf(expr.type.to, program.module.structs);
  const index = expressionText(scope, expr.index);
  if (program.options.bounds === "unchecked") return `(${address} + Number(${index}) * ${size})`;
  const length = typeof array === "object" && array.kind === "array" ? array.length : `${base}.length`;
  return `${program.use("elementAt")}(${address}, ${length}, ${size}, ${index}, ${expr.site})`;
}

function fieldText(scope: Scope, expr: Extract<Expr, { kind: "field" }>): string {
  const type = referent(expr.base.type);
  const { structs } = scope.program.module;
  const name = typeof type === "object" && type.kind === "struct" ? type.name : undefined;
  const definition = structs.find((struct) => struct.name === name);
  invariant(definition, `a field belongs to a struct of the module, not ${typeName(type)}`);
  const base = expressionText(scope, expr.base);
  const offset = structLayout(definition, structs).offsets[expr.field] ?? 0;
  return offset === 0 ? base : `(${base} + ${offset})`;
}

/** The view element for the scalar at an address. */
export function slotText(type: ScalarType, address: string): string {
  const shift = Math.log2(scalars[type].size);
  return `${viewOf[type]}[${shift === 0 ? address : `${address} >>> ${shift}`}]`;
}

function loadText(scope: Scope, place: Expr): string {
  const type = referent(place.type);
  invariant(typeof type === "string", `only scalars are loaded, not ${typeName(type)}`);
  const slot = slotText(type, expressionText(scope, place));
  if (type === "bool") return `(${slot} !== 0)`;
  return type === "f16" ? `${scope.program.use("f16OfBits")}(${slot})` : slot;
}
