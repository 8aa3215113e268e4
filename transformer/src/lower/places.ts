// Places in memory: elements of typed arrays, elements and values of device globals, what pointers lead to. A place is an expression that loads
// and stores use; its index is checked when it is evaluated.

import { build, type Expr, invariant, type ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { resolvedSymbol } from "../recognise/library.js";
import { complainOfFraction, isFloat } from "./coerce.js";
import { lowerNumber, lowerValue } from "./expressions.js";
import { type FunctionEmitter, spill, termOf } from "./function-emitter.js";
import { fieldPlace } from "./objects.js";
import { baseValue, lowerBase } from "./pointers.js";
import { hasEffects } from "./purity.js";
import { elementOfRow } from "./rows.js";
import { indexInBase } from "./subarrays.js";

export interface Place {
  readonly ref: Expr;
  readonly element: ScalarType;
  readonly clamps: boolean;
}

/** `later` is what is evaluated between this and the use of the place. */
export function lowerPlace(emitter: FunctionEmitter, node: ts.Expression, later?: ts.Node): Place {
  const { context } = emitter.collection;
  const { ts } = context;
  const target = skipWrappers(context, node);
  if (ts.isElementAccessExpression(target)) {
    return placeOf(lowerElement(emitter, target, later), clampsOnStore(emitter, target));
  }
  // `Sums.total` of a namespace or class is a name, and no member.
  const isMember = ts.isPropertyAccessExpression(target) && !emitter.instance.meanings.has(target);
  return placeOf(isMember ? lowerMember(emitter, target, later) : lowerValue(emitter, target), false);
}

/** The place of `p.x`, or of a scalar device global's `.value`. */
export function lowerMember(emitter: FunctionEmitter, node: ts.PropertyAccessExpression, later?: ts.Node): Expr {
  const { context } = emitter.collection;
  const value = baseValue(emitter, node.expression);
  const base = lowerBase(emitter, node.expression);
  const isDisturbed = later !== undefined && hasEffects(context, later);
  if (value?.kind !== "struct") return isDisturbed ? kept(emitter, base) : base;
  const name = resolvedSymbol(context, node.name)?.name ?? node.name.text;
  return fieldPlace(emitter, isDisturbed ? kept(emitter, base) : base, value, name);
}

/** The scalar that a device global or a pointer stands for. */
export function lowerScalar(emitter: FunctionEmitter, node: ts.Expression, later?: ts.Node): Place {
  const base = lowerBase(emitter, node);
  return placeOf(later && hasEffects(emitter.collection.context, later) ? kept(emitter, base) : base, false);
}

function placeOf(ref: Expr, clamps: boolean): Place {
  invariant(typeof ref.type === "object" && ref.type.kind === "ref", "a place is a reference");
  const element = ref.type.to;
  invariant(typeof element === "string", "a place that is read or written holds a scalar");
  return { ref, element, clamps };
}

function clampsOnStore(emitter: FunctionEmitter, node: ts.ElementAccessExpression): boolean {
  const base = baseValue(emitter, node.expression);
  const element =
    base?.kind === "span" || base?.kind === "array" || base?.kind === "row" || base?.kind === "subarray"
      ? base.element
      : undefined;
  return element?.kind === "number" && element.clamps === true;
}

export function lowerElement(emitter: FunctionEmitter, node: ts.ElementAccessExpression, later?: ts.Node): Expr {
  const value = baseValue(emitter, node.expression);
  const base = lowerBase(emitter, node.expression);
  if (value?.kind === "struct") {
    const index = evaluate(emitter.collection.context, node.argumentExpression);
    return fieldPlace(emitter, base, value, String(index));
  }
  return elementOf(emitter, base, node.expression, node.argumentExpression, later);
}

/** The place `base[index]`, with a failure site at the access. */
export function elementOf(
  emitter: FunctionEmitter,
  base: Expr,
  baseNode: ts.Expression,
  indexNode: ts.Expression,
  later?: ts.Node,
): Expr {
  const { collection, module } = emitter;
  const row = baseValue(emitter, baseNode);
  if (row?.kind === "row") return elementOfRow(emitter, row, indexNode);
  const isDisturbed = later !== undefined && hasEffects(collection.context, later);
  const array = isDisturbed || hasEffects(collection.context, indexNode) ? kept(emitter, base) : base;
  const given = lowerIndex(emitter, indexNode);
  const index = row?.kind === "subarray" ? indexInBase(emitter, row, given, indexNode.parent) : given;
  const site = module.addSite("bounds", skipWrappers(collection.context, baseNode).getText(), indexNode.parent);
  return build.element(array, isDisturbed ? spill(emitter, index) : index, site);
}

/** An array, or the place of a row, that what follows cannot make another. */
function kept(emitter: FunctionEmitter, base: Expr): Expr {
  if (base.kind === "dereference") return spill(emitter, base);
  if (base.kind === "field") return { ...base, base: kept(emitter, base.base) };
  if (base.kind !== "element") return base.kind === "local" ? spill(emitter, base) : base;
  return { ...base, base: kept(emitter, base.base), index: spill(emitter, base.index) };
}

/** A place whose indices are evaluated once, since it is read and then written. */
export function evaluatedOnce(emitter: FunctionEmitter, ref: Expr): Expr {
  if (ref.kind === "dereference") return spill(emitter, ref);
  if (ref.kind === "field") return { ...ref, base: evaluatedOnce(emitter, ref.base) };
  if (ref.kind !== "element") return ref;
  const index = ref.index.kind === "local" ? ref.index : spill(emitter, ref.index);
  return { ...ref, base: evaluatedOnce(emitter, ref.base), index };
}

export function lowerIndex(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const index = lowerNumber(emitter, node);
  if (!isFloat(index)) return index;
  if (termOf(emitter, node).kind === "float") {
    complainOfFraction(emitter, node, termOf(emitter, node), "i32");
    return build.constant("i32", 0);
  }
  return build.convert("index", "i32", index);
}

export function loadPlace({ ref }: Place): Expr {
  return build.load(ref);
}
