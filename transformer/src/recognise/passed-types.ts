// Which types the parameters and results of device functions may have: those that say how a value is passed, so that callers need not see the
// body, and modules built separately agree (docs/decisions/0082-objects-between-images.md).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { fixedArrayType, itemType, structArrayType } from "./brands.js";
import { isReadonlyProperty } from "./evaluate/readonly.js";
import { dataFields } from "./fields.js";
import { shapeOfType } from "./shapes.js";
import { isFault, structType } from "./struct-types.js";

/**
 * Whether a type can be passed: numbers with a flavour, booleans and objects; also void results, and parameters that are
 * host arrays or items.
 */
export function isPassable(context: PassContext, type: ts.Type, isResult: boolean): boolean {
  const shape = shapeOfType(context, type);
  if (shape.kind === "number") return shape.flavour !== undefined;
  if (shape.kind === "boolean" || shape.kind === (isResult ? "void" : "span")) return true;
  if (shape.kind !== "other") return false;
  const element = structArrayType(context, type);
  if (element) return !isResult && isLaidOut(context, element);
  return itemType(context, type) ? !isResult : isLaidOut(context, type);
}

/** Whether a type fixes an object's memory layout, so that all modules agree on it. */
function isLaidOut(context: PassContext, type: ts.Type): boolean {
  const found = structType(context, type);
  return !isFault(found) && typeof found.type !== "string";
}

/** Whether a parameter is a function, known only where the device function is called. A function reference is a number. */
export function takesFunctions(context: PassContext, { parameters }: ts.SignatureDeclaration): boolean {
  const { checker } = context;
  return parameters.some(({ type }) => {
    return type !== undefined && shapeOfType(context, checker.getTypeFromTypeNode(type)).kind === "function";
  });
}

/** Whether nothing can be assigned in an object of that type or in its members. */
export function isDeeplyReadonly(context: PassContext, type: ts.Type): boolean {
  const { checker, ts } = context;
  if (shapeOfType(context, type).kind !== "other") return true;
  const element = checker.getIndexInfoOfType(type, ts.IndexKind.Number);
  if (fixedArrayType(context, type) || checker.isTupleType(type)) {
    return element?.isReadonly === true && isDeeplyReadonly(context, element.type);
  }
  return dataFields(context, type).every((field) => {
    return isReadonlyProperty(context, field) && isDeeplyReadonly(context, checker.getTypeOfSymbol(field));
  });
}
