// Represents a function's aggregate locals as trees: structs and small arrays down to their scalars. Finds the parts that must stay in memory,
// because their address escapes or an index is not constant; the other leaves may become scalar locals.

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
  /** By field or index; empty for scalars and for parts that must stay in memory. */
  readonly children: readonly Part[];
  isInMemory: boolean;
}

/** A part, or an lvalue inside it that has no part of its own. */
export interface Located {
  readonly part: Part;
  readonly isExact: boolean;
}

/** By local; undefined for locals that are not aggregates. */
export type PrivateTrees = readonly (Part | undefined)[];

/** Arrays with more scalars stay in memory. */
export const MAX_LEAVES = 64;

export function privateTrees(fn: Fn, structs: readonly StructDefinition[]): PrivateTrees {
  // Elements, which reach the parts of an array in memory, need a site.
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
    // Only memory rounds to f16, and no local has that type, so the aggregate around it stays in memory.
    if (type === "f16") keepInMemory(part);
    return part;
  }
  for (const child of childTypes(type, context.structs))
    children.push(treeOf(context, `${name}${child.step}`, child.type, part));
  return part;
}

/** The members of an aggregate, and the source text that selects each. */
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

/** For a scalar, keeps its parent in memory. */
function keepInMemory(part: Part): void {
  if (typeof part.type === "string" && part.parent) part.parent.isInMemory = true;
  else part.isInMemory = true;
}

/** The outermost part in memory that is, or contains, this part. */
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

/** Visits an expression that is neither loaded from nor copied: any address in it escapes. */
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

/** Any element's site. An element that cannot fail only uses it as a position. */
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

/** Whether the type is an integer that is narrower than its register. */
export function isNarrow(type: DataType): boolean {
  return typeof type === "string" && scalars[type].kind === "integer" && scalars[type].size < 4;
}
