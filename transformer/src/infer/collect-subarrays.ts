// Collects `a.subarray(begin, end)`: a part of a typed array, which is known at compile time except for its begin and length. These two are variables
// of the function that creates the part; functions that are passed the part capture them, as closures do.

import type ts from "typescript-6";
import type { CallableNode } from "../recognise/calls.js";
import { skipWrappers } from "../recognise/calls.js";
import { partsOfMaker } from "../recognise/function-makers.js";
import { resolvedSymbol } from "../recognise/library.js";
import { shapeOfType } from "../recognise/shapes.js";
import { type Collection, complain, declareHosted, newTerm, noteOuter } from "./collect.js";
import { collectNumber } from "./collect-expressions.js";
import type { Instance, Outer, Variable } from "./instance.js";
import { numberValue, type SpanValue, type SubarrayValue, type Value } from "./shape.js";
import { needIndex } from "./term.js";

/** Returns the value of an array's `subarray`. */
export function collectSubarray(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  receiver: ts.Expression,
  array: SpanValue | SubarrayValue,
): Value | undefined {
  const before = collection.faults;
  for (const argument of node.arguments) {
    const index = collectNumber(collection, instance, argument);
    if (index) needIndex(index, argument);
  }
  if (collection.faults > before) return undefined;
  const number = () => {
    const term = newTerm(collection, { kind: "known", type: "i32", isIndex: true }, node);
    return declareHosted(instance, "", undefined, numberValue(term));
  };
  const held = array.kind === "span" ? heldBy(collection, instance, receiver, array) : { base: array.base };
  const isLocal = array.isLocal ? ({ isLocal: true } as const) : {};
  return { kind: "subarray", element: array.element, ...isLocal, ...held, begin: number(), length: number() };
}

/** Returns the array's variable or capture; a new variable where the array may be reassigned. */
function heldBy(
  { context }: Collection,
  instance: Instance,
  receiver: ts.Expression,
  { combiner: _, ...array }: SpanValue,
): Pick<SubarrayValue, "base" | "copy"> {
  const { ts } = context;
  const meaning = instance.meanings.get(skipWrappers(context, receiver));
  const outer: Outer | undefined =
    meaning?.kind === "outer" ? meaning.outer : meaning?.kind === "variable" ? meaning : undefined;
  if (outer?.kind === "capture") return { base: outer };
  const declaration =
    outer && "valueDeclaration" in outer.variable.key ? outer.variable.key.valueDeclaration : undefined;
  const isConst = declaration && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  if (outer && isConst) return { base: outer };
  const variable = declareHosted(instance, "", undefined, array);
  return { base: { kind: "variable", variable }, copy: variable };
}

/** Notes that a function uses a part of an array. */
export function noteSubarray(instance: Instance, { base, begin, length }: SubarrayValue): void {
  if (base.kind === "capture") instance.outers.set(base.capture.key, base);
  for (const variable of variablesOf({ base, begin, length })) noteOuter(instance, variable);
}

function variablesOf({ base, begin, length }: Pick<SubarrayValue, "base" | "begin" | "length">): Variable[] {
  return base.kind === "variable" ? [base.variable, begin, length] : [begin, length];
}

/** Whether a function returns a part of an array at its end, by its text: calls of it are inlined. */
export function givesSubarray(collection: Collection, declaration: CallableNode): boolean {
  const { context } = collection;
  const { checker, ts } = context;
  if (ts.isClassLike(declaration)) return false;
  const signature = checker.getSignatureFromDeclaration(declaration);
  const result = signature && checker.getReturnTypeOfSignature(signature);
  if (!result || shapeOfType(context, result).kind !== "span") return false;
  const parts = partsOfMaker(collection.context, declaration);
  const given = parts && skipWrappers(context, parts.given);
  const last = given && ts.isIdentifier(given) ? initializerOf(collection, given) : given;
  return last !== undefined && ts.isCallExpression(last) && isSubarrayCall(ts, last);
}

function initializerOf({ context }: Collection, name: ts.Identifier): ts.Expression | undefined {
  const declaration = resolvedSymbol(context, name)?.valueDeclaration;
  const isVariable = declaration && context.ts.isVariableDeclaration(declaration);
  return isVariable && declaration.initializer ? skipWrappers(context, declaration.initializer) : undefined;
}

function isSubarrayCall(typescript: Collection["context"]["ts"], { expression }: ts.CallExpression): boolean {
  return typescript.isPropertyAccessExpression(expression) && expression.name.text === "subarray";
}

/** Reports that a part is assigned, chosen or stored: it is known only by its declaration. */
export function complainOfSubarray(collection: Collection, instance: Instance, node: ts.Node): undefined {
  complain(collection, instance, "LW1245", node, [node.getText()]);
}
