// The aggregate locals of a function as trees: structs and small arrays down to their scalars. Finds which parts have to stay
// in memory, because their address goes somewhere or an index is no constant; the other leaves may become scalar locals.

import {
  type DataType,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  isAggregate,
  operandsOf,
  type StructDefinition,
  scalars,
} from "@lanewise/ir";
import { constantIndex } from "./failing.js";

export interface Part {
  readonly name: string;
  readonly type: DataType;
  readonly parent: Part | undefined;
  /** By field or index; none of scalars and of what stays in memory anyway. */
  readonly children: readonly Part[];
  isInMemory: boolean;
}

/** A part, or something in it that has no part of its own. */
export interface Located {
  readonly part: Part;
  readonly isExact: boolean;
}

/** By local; undefined for those that are no aggregates. */
export type PrivateTrees = readonly (Part | undefined)[];

/** Arrays with more scalars stay in memory. */
export const MAX_LEAVES = 64;

export function privateTrees(fn: Fn, structs: readonly StructDefinition[]): PrivateTrees {
  // The parts of an array in memory are reached through elements, each of which names a site.
  const hasSites = siteIn(fn) !== undefined;
  const trees = fn.locals.map(({ name, type }) =>
    isAggregate(type) ? treeOf({ structs, hasSites }, name, type, undefined) : undefined,
  );
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "store") {
      for (const expr of expressionsOf(stmt)) visit(trees, expr);
      return;
    }
    visitPlace(trees, stmt.place);
    if (typeof stmt.value.type === "string") visit(trees, stmt.value);
    else visitPlace(trees, stmt.value);
  });
  return trees;
}

interface TreeContext {
  readonly structs: readonly StructDefinition[];
  readonly hasSites: boolean;
}

function treeOf(context: TreeContext, name: string, type: DataType, parent: Part | undefined): Part {
  const children: Part[] = [];
  const isArray = typeof type === "object" && type.kind === "array";
  const isInMemory = isArray && (!context.hasSites || leavesOf(type, context.structs) > MAX_LEAVES);
  const part: Part = { name, type, parent, children, isInMemory };
  if (part.isInMemory || typeof type === "string") {
    // There is no narrowing to f16 outside of memory, and no local of a small scalar: its struct stays as a whole.
    if (type === "f16") keepInMemory(part);
    return part;
  }
  for (const child of childTypes(type, context.structs))
    children.push(treeOf(context, `${name}${child.step}`, child.type, part));
  return part;
}

/** What an aggregate consists of, and how one writes it. */
export function childTypes(
  type: Exclude<DataType, string>,
  structs: readonly StructDefinition[],
): readonly { readonly step: string; readonly type: DataType }[] {
  if (type.kind === "array")
    return Array.from({ length: type.length }, (_, index) => ({ step: `[${index}]`, type: type.element }));
  const fields = structs.find(({ name }) => name === type.name)?.fields ?? [];
  return fields.map((field) => ({ step: `.${field.name}`, type: field.type }));
}

function leavesOf(type: DataType, structs: readonly StructDefinition[]): number {
  if (typeof type === "string") return 1;
  if (type.kind === "array") return type.length * leavesOf(type.element, structs);
  return childTypes(type, structs).reduce((sum, child) => sum + leavesOf(child.type, structs), 0);
}

/** Of a scalar, what it is in. */
function keepInMemory(part: Part): void {
  if (typeof part.type === "string" && part.parent) part.parent.isInMemory = true;
  else part.isInMemory = true;
}

/** The outermost part in memory that it is in, or is. */
export function memoryPartOf(part: Part): Part | undefined {
  return (part.parent && memoryPartOf(part.parent)) ?? (part.isInMemory ? part : undefined);
}

export function locate(trees: PrivateTrees, place: Expr): Located | undefined {
  if (place.kind === "address") {
    const part = trees[place.local];
    return part && { part, isExact: true };
  }
  if (place.kind !== "field" && place.kind !== "element") return undefined;
  const base = locate(trees, place.base);
  if (!base) return undefined;
  const step = place.kind === "field" ? place.field : constantIndex(place);
  const child = base.isExact && step !== undefined ? base.part.children[step] : undefined;
  return child ? { part: child, isExact: true } : { part: base.part, isExact: false };
}

/** An expression that is not loaded from and not copied: a place goes somewhere. */
function visit(trees: PrivateTrees, expr: Expr): void {
  if (expr.kind === "load") {
    visitPlace(trees, expr.place);
    return;
  }
  const located = locate(trees, expr);
  if (located) keepInMemory(located.part);
  if (located) visitIndices(trees, expr);
  else for (const operand of operandsOf(expr)) visit(trees, operand);
}

function visitPlace(trees: PrivateTrees, place: Expr): void {
  const located = locate(trees, place);
  if (located && !located.isExact) keepInMemory(located.part);
  if (located) visitIndices(trees, place);
  else visit(trees, place);
}

function visitIndices(trees: PrivateTrees, place: Expr): void {
  if (place.kind === "element") visit(trees, place.index);
  if (place.kind === "element" || place.kind === "field") visitIndices(trees, place.base);
}

/** Some site of an element: of one that cannot fail, it says where it is. */
export function siteIn(fn: Fn): number | undefined {
  let site: number | undefined;
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) site ??= siteOf(expr);
  });
  return site;
}

export function siteOf(expr: Expr): number | undefined {
  if (expr.kind === "element") return expr.site;
  return operandsOf(expr).reduce<number | undefined>((found, operand) => found ?? siteOf(operand), undefined);
}

/** Whether it is a scalar whose value a local of its register type does not narrow by itself. */
export function isNarrow(type: DataType): boolean {
  return typeof type === "string" && scalars[type].kind === "integer" && scalars[type].size < 4;
}
