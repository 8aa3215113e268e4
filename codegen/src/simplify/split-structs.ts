// Splits private arrays of structs that are never copied as a whole into one array per field, so that the values stored to each field are known
// (narrow/private-arrays.ts). Runs after scalar replacement, when no references to elements are left.

import {
  type DataType,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  operandsOf,
  refTo,
  type StructDefinition,
  type StructType,
} from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import { Locals } from "./locals.js";

type FieldExpr = Extract<Expr, { kind: "field" }>;

/** By local with an array of structs: the local of each field. */
type Split = ReadonlyMap<number, readonly number[]>;

export function splitStructs(fn: Fn, structs: readonly StructDefinition[]): Fn {
  const found = arraysOfStructs(fn);
  if (found.size === 0) return fn;
  const locals = new Locals(fn);
  const split = new Map<number, readonly number[]>();
  for (const [local, struct] of found) {
    const { name, type } = fn.locals[local] ?? {};
    const fields = structs.find((one) => one.name === struct.name)?.fields ?? [];
    const own = fields.map((field) => locals.add(`${name}.${field.name}`, withStruct(type as DataType, field.type))); // an array type is a data type
    split.set(local, own);
  }
  const inBlock = (block: Fn["body"]): Fn["body"] =>
    block.map((stmt) =>
      withBlocks(
        withExpressions(stmt, (expr) => rewrite(expr, split)),
        inBlock,
      ),
    );
  // The arrays are no longer used.
  const all = locals.all.map((local, index) => (split.has(index) ? { ...local, type: "i32" as const } : local));
  return splitStructs({ ...fn, locals: all, body: inBlock(fn.body) }, structs);
}

/** Arrays whose every use is a field of one element. */
function arraysOfStructs(fn: Fn): ReadonlyMap<number, StructType> {
  const found = new Map<number, StructType>();
  for (const [local, { type }] of fn.locals.entries()) {
    const struct = typeof type === "object" && type.kind === "array" ? structIn(type) : undefined;
    if (struct && local >= fn.parameters) found.set(local, struct);
  }
  const visit = (expr: Expr): void => {
    if (expr.kind === "address") found.delete(expr.local);
    const isField = expr.kind === "field" && arrayOf(expr) !== undefined;
    for (const operand of isField ? indicesOf(expr.base) : operandsOf(expr)) visit(operand);
  };
  if (found.size > 0)
    forEachStmt(fn.body, (stmt) => {
      for (const expr of expressionsOf(stmt)) visit(expr);
    });
  return found;
}

function structIn(type: DataType): StructType | undefined {
  if (typeof type === "string") return undefined;
  return type.kind === "array" ? structIn(type.element) : type;
}

/** The private array whose element is the field's struct. */
function arrayOf({ base }: FieldExpr): number | undefined {
  let place = base;
  while (place.kind === "element") place = place.base;
  return place !== base && place.kind === "address" ? place.local : undefined;
}

const indicesOf = (place: Expr): readonly Expr[] =>
  place.kind === "element" ? [...indicesOf(place.base), place.index] : [];

function rewrite(expr: Expr, split: Split): Expr {
  const local = expr.kind === "field" ? split.get(arrayOf(expr) ?? -1)?.[expr.field] : undefined;
  if (expr.kind !== "field" || local === undefined) return withOperands(expr, (operand) => rewrite(operand, split));
  const { type } = expr;
  return typeof type === "object" && type.kind === "ref" ? elementOf(expr.base, local, type.to, split) : expr;
}

/** The corresponding element of the field's array. */
function elementOf(place: Expr, local: number, field: DataType, split: Split): Expr {
  const { type } = place;
  const own = typeof type === "object" && type.kind === "ref" ? refTo(withStruct(type.to, field)) : refTo(field);
  if (place.kind !== "element") return { kind: "address", type: own, local };
  const base = elementOf(place.base, local, field, split);
  return { ...place, type: own, base, index: rewrite(place.index, split) };
}

function withStruct(type: DataType, field: DataType): DataType {
  if (typeof type === "string" || type.kind !== "array") return field;
  return { ...type, element: withStruct(type.element, field) };
}
