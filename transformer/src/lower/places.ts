// Lowers lvalues: elements of typed arrays, elements and values of device globals, and pointers' targets. An lvalue is an expression for loads and
// stores; its index is checked when it is evaluated.

import { build, type Expr, invariant, type ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import { HELD, IS_THERE, isTracked, type StructValue, storageHeld } from "../infer/shape.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { resolvedSymbol } from "../recognise/library.js";
import { complainOfFraction, isFloat, isOfPackage, wholeNumber } from "./coerce.js";
import { lowerNumber, lowerValue } from "./expressions.js";
import { type FunctionEmitter, spill, termOf } from "./function-emitter.js";
import { keyOf, meaningOf } from "./names.js";
import { checkWritten } from "./nullables.js";
import { fieldPlace } from "./objects.js";
import { inOrder, keepPlace } from "./order.js";
import { baseValue, lowerBase } from "./pointers.js";
import { elementOfRow } from "./rows.js";
import { indexInBase } from "./subarrays.js";
import { readVariable } from "./variables.js";

export interface Place {
  readonly ref: Expr;
  readonly element: ScalarType;
  readonly clamps: boolean;
  /** Of a number of a package's module: whether the work-item has written it. */
  readonly written?: Expr;
}

export function lowerPlace(emitter: FunctionEmitter, node: ts.Expression): Place {
  const { context } = emitter.collection;
  const { ts } = context;
  const target = skipWrappers(context, node);
  const whole = emitter.instance.unwraps.get(target) ?? emitter.instance.values.get(target);
  if (isTracked(whole)) return trackedPlace(emitter, target, whole);
  if (ts.isElementAccessExpression(target)) {
    return placeOf(lowerElement(emitter, target), clampsOnStore(emitter, target));
  }
  // `Sums.total` of a namespace or class is a name, not a member.
  const isMember = ts.isPropertyAccessExpression(target) && !emitter.instance.meanings.has(target);
  return placeOf(isMember ? lowerMember(emitter, target) : lowerValue(emitter, target), false);
}

function variableMeaning(emitter: FunctionEmitter, node: ts.Expression) {
  const meaning = meaningOf(emitter, node);
  invariant(meaning.kind === "variable" || meaning.kind === "outer", "a tracked name is in memory");
  return meaning;
}

/** A place that is updated must have been written. */
function trackedPlace(emitter: FunctionEmitter, target: ts.Expression, whole: StructValue): Place {
  const { ts } = emitter.collection.context;
  const lowered = ts.isElementAccessExpression(target)
    ? lowerElement(emitter, target)
    : ts.isPropertyAccessExpression(target)
      ? lowerMember(emitter, target)
      : readVariable(emitter, keyOf(variableMeaning(emitter, target)));
  const place = evaluatedOnce(emitter, lowered);
  if (emitter.instance.unwraps.has(target)) checkWritten(emitter, target, place, whole);
  const held = storageHeld(whole);
  const clamps = held.kind === "number" && held.clamps === true;
  return {
    ...placeOf(fieldPlace(emitter, place, whole, HELD), clamps),
    written: fieldPlace(emitter, place, whole, IS_THERE.unwritten),
  };
}

/** Returns a reference to `p.x`, or to a scalar device global's `.value`. */
export function lowerMember(emitter: FunctionEmitter, node: ts.PropertyAccessExpression): Expr {
  const { context } = emitter.collection;
  const value = baseValue(emitter, node.expression);
  const base = lowerBase(emitter, node.expression);
  if (value?.kind !== "struct") return base;
  const name = resolvedSymbol(context, node.name)?.name ?? node.name.text;
  return fieldPlace(emitter, base, value, name);
}

/** Returns the scalar that a device global or a pointer refers to. */
export function lowerScalar(emitter: FunctionEmitter, node: ts.Expression): Place {
  return placeOf(lowerBase(emitter, node), false);
}

/** Spills the parts of an lvalue that later statements could change. */
export function keep(emitter: FunctionEmitter, place: Place): Place {
  const { ref, written } = place;
  return { ...place, ref: keepPlace(emitter, ref), ...(written && { written: keepPlace(emitter, written) }) };
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

export function lowerElement(emitter: FunctionEmitter, node: ts.ElementAccessExpression): Expr {
  const value = baseValue(emitter, node.expression);
  const base = lowerBase(emitter, node.expression);
  if (value?.kind === "struct") {
    const index = evaluate(emitter.collection.context, node.argumentExpression);
    return fieldPlace(emitter, base, value, String(index));
  }
  return elementOf(emitter, base, node.expression, node.argumentExpression);
}

/** Returns a reference to `base[index]`, with a failure site at the access. */
export function elementOf(
  emitter: FunctionEmitter,
  base: Expr,
  baseNode: ts.Expression,
  indexNode: ts.Expression,
): Expr {
  const { collection, module } = emitter;
  const row = baseValue(emitter, baseNode);
  if (row?.kind === "row") return elementOfRow(emitter, row, indexNode);
  const [array, given] = inOrder(emitter, base, keepPlace, () => lowerIndex(emitter, indexNode));
  const index = row?.kind === "subarray" ? indexInBase(emitter, row, given, indexNode.parent) : given;
  const site = module.addSite("bounds", skipWrappers(collection.context, baseNode).getText(), indexNode.parent);
  return build.element(array, index, site);
}

/** Spills the indices of an lvalue, since it is read and then written. */
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
  if (termOf(emitter, node).kind === "float" && isOfPackage(emitter, node))
    return build.convert("index", "i32", wholeNumber(emitter, index, node));
  if (termOf(emitter, node).kind === "float") {
    complainOfFraction(emitter, node, termOf(emitter, node));
    return build.constant("i32", 0);
  }
  return build.convert("index", "i32", index);
}

export function loadPlace({ ref }: Place): Expr {
  return build.load(ref);
}
