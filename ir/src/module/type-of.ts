// The typing rules: the type an expression's operands give it, or why they do not fit. One rule per kind of expression; the ops table has those of
// operations. Used by the builder (to state types), the verifier (to check them) and the text form (to leave them out). Looks one level deep:
// operands count with the types they state.

import { builtins } from "./builtins.js";
import { findStruct } from "./layout.js";
import type { Expr, Global, Local } from "./module.js";
import { type OpRow, ops } from "./ops.js";
import {
  type DataType,
  isSameType,
  isScalar,
  type RefType,
  type StructDefinition,
  scalars,
  type Type,
  typeName,
  type ValueScalar,
} from "./types.js";

/** The definitions that an expression's names refer to. */
export interface TypeContext {
  readonly structs: readonly StructDefinition[];
  readonly globals: readonly Pick<Global, "type">[];
  readonly locals: readonly Local[];
}

export type Judgement = { readonly type: Type } | { readonly problem: string };

type OpExpr = Extract<Expr, { kind: "op" }>;
const integers: readonly Type[] = ["i32", "u32", "i64", "u64"];

export function refTo(to: DataType): RefType {
  return { kind: "ref", to };
}

const listed = (types: readonly Type[]): string => types.map(typeName).join(", ");

function includes(types: readonly ValueScalar[], type: Type): type is ValueScalar {
  const all: readonly Type[] = types;
  return all.includes(type);
}

/** Rules for operations whose result the expression states, beyond the table's operand and result types. */
const statedRules = {
  convert: (from: ValueScalar, to: ValueScalar) =>
    scalars[to].kind === "float" ||
    from === "bool" ||
    (scalars[from].kind === "integer" &&
      scalars[from].size < scalars[to].size &&
      (scalars[to].signed || !scalars[from].signed)),
  reinterpret: (from: ValueScalar, to: ValueScalar) => scalars[from].size === scalars[to].size,
};

function opType(expr: OpExpr): Judgement {
  const { op, args } = expr;
  const row: OpRow = ops[op];
  if (args.length !== row.arity) return { problem: `${op} takes ${row.arity} operands, found ${args.length}` };
  const types = args.map((arg) => arg.type);
  const operands = op === "select" ? types.slice(1) : types;
  const operand = operands[0];
  if (op === "select" && types[0] !== "bool")
    return { problem: `select's condition is a bool, found ${listed(types)}` };
  if (operand === undefined || !includes(row.operands, operand) || operands.some((type) => type !== operand))
    return { problem: `${op} takes operands of one type among ${row.operands.join(", ")}, found ${listed(types)}` };
  if (row.result === "operand") return { type: operand };
  if (row.result === "bool") return { type: "bool" };
  const isLegal = op === "convert" || op === "reinterpret" ? statedRules[op](operand, expr.type) : true;
  if (!row.results?.includes(expr.type) || !isLegal)
    return { problem: `${op} does not go from ${operand} to ${typeName(expr.type)}` };
  return { type: expr.type };
}

function elementType(base: Type, index: Type): Judgement {
  if (!integers.includes(index)) return { problem: `an index is an integer, found ${typeName(index)}` };
  if (isScalar(base)) return { problem: `only spans and references to arrays have elements, found ${base}` };
  if (base.kind === "span") return { type: refTo(base.element) };
  if (base.kind === "ref" && !isScalar(base.to) && base.to.kind === "array") return { type: refTo(base.to.element) };
  return { problem: `only spans and references to arrays have elements, found ${typeName(base)}` };
}

function fieldType(base: Type, field: number, structs: readonly StructDefinition[]): Judgement {
  if (isScalar(base) || base.kind !== "ref" || isScalar(base.to) || base.to.kind !== "struct")
    return { problem: `only references to structs have fields, found ${typeName(base)}` };
  const { name } = base.to;
  const definition = findStruct(name, structs)?.fields[field];
  return definition ? { type: refTo(definition.type) } : { problem: `struct ${name} has no field ${field}` };
}

/** Whether a constant's value belongs to its type: integers in range, f32 values representable. */
function isValueOf(type: ValueScalar, value: number | bigint | boolean): boolean {
  switch (type) {
    case "bool":
      return typeof value === "boolean";
    case "i32":
      return typeof value === "number" && Object.is(value, value | 0);
    case "u32":
      return typeof value === "number" && Object.is(value, value >>> 0);
    case "i64":
      return typeof value === "bigint" && value === BigInt.asIntN(64, value);
    case "u64":
      return typeof value === "bigint" && value === BigInt.asUintN(64, value);
    case "f32":
      return typeof value === "number" && Object.is(value, Math.fround(value));
    case "f64":
      return typeof value === "number";
    default:
      return false;
  }
}

export function typeOf(expr: Expr, context: TypeContext): Judgement {
  switch (expr.kind) {
    case "const":
      return isValueOf(expr.type, expr.value)
        ? { type: expr.type }
        : { problem: `${typeof expr.value} ${expr.value} is no ${typeName(expr.type)}` };
    case "local": {
      const local = context.locals[expr.local];
      if (!local) return { problem: `there is no local ${expr.local}` };
      return isAggregate(local.type)
        ? { problem: `an aggregate local is used by address, found the value of local ${expr.local}` }
        : { type: local.type };
    }
    case "address": {
      const local = context.locals[expr.local];
      if (!local) return { problem: `there is no local ${expr.local}` };
      return isAggregate(local.type)
        ? { type: refTo(local.type) }
        : { problem: `only aggregate locals have an address, local ${expr.local} is ${typeName(local.type)}` };
    }
    case "global": {
      const global = context.globals[expr.global];
      return global ? { type: refTo(global.type) } : { problem: `there is no global ${expr.global}` };
    }
    case "op":
      return opType(expr);
    case "builtin": {
      const { arity } = builtins[expr.builtin];
      const type = expr.args[0]?.type;
      if (
        expr.args.length === arity &&
        (type === "f32" || type === "f64") &&
        expr.args.every((arg) => arg.type === type)
      )
        return { type };
      return {
        problem: `${expr.builtin} takes ${arity} operands, all f32 or all f64, found ${listed(expr.args.map((arg) => arg.type))}`,
      };
    }
    case "query":
      return [0, 1, 2].includes(expr.dimension) ? { type: "i32" } : { problem: "a dimension is 0, 1 or 2" };
    case "element":
      return elementType(expr.base.type, expr.index.type);
    case "field":
      return fieldType(expr.base.type, expr.field, context.structs);
    case "dereference":
      return expr.pointer.type === "u64"
        ? { type: expr.type }
        : { problem: `a pointer is a u64, found ${typeName(expr.pointer.type)}` };
    case "pointer":
      return !isScalar(expr.place.type) && expr.place.type.kind === "ref"
        ? { type: "u64" }
        : { problem: `pointer takes a reference, found ${typeName(expr.place.type)}` };
    case "load": {
      const { type } = expr.place;
      return !isScalar(type) && type.kind === "ref" && isScalar(type.to)
        ? { type: scalars[type.to].register }
        : { problem: `load takes a reference to a scalar, found ${typeName(type)}` };
    }
    case "length":
      return !isScalar(expr.span.type) && expr.span.type.kind === "span"
        ? { type: "i32" }
        : { problem: `length takes a span, found ${typeName(expr.span.type)}` };
  }
}

/** Whether a local of this type lives in private memory instead of a register. */
export function isAggregate(type: Type): type is Exclude<DataType, string> {
  return !isScalar(type) && (type.kind === "array" || type.kind === "struct");
}

/** Whether `value` can be stored through the reference `place`: a scalar's register type, or for an aggregate its own reference type. */
export function isStorable(place: Type, value: Type): boolean {
  if (isScalar(place) || place.kind !== "ref") return false;
  return isScalar(place.to) ? value === scalars[place.to].register : isSameType(place, value);
}
