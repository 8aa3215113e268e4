// Terms of calls, and instances of the functions that are called.

import type { DataType } from "@lanewise/ir";
import type ts from "typescript-6";
import { checkFunction } from "../check/check-function.js";
import { classifyCall, type FunctionNode } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { mathRow } from "../recognise/math.js";
import { isErrorType, type Shape, shapeOf } from "../recognise/shapes.js";
import {
  type Collection,
  calledFrom,
  collectBody,
  complain,
  joinTo,
  newTerm,
  registerOf,
  valueShape,
} from "./collect.js";
import { collectExpression, collectNumber, flowInto, foldedTerm, memoryTerm } from "./collect-expressions.js";
import type { Instance, Variable } from "./instance.js";
import type { Term } from "./term.js";

export function collectCall(collection: Collection, instance: Instance, node: ts.CallExpression): Term | undefined {
  const { context } = collection;
  const call = classifyCall(context, node);
  switch (call.kind) {
    case "math":
      return collectMath(collection, instance, node, call.name);
    case "conversion": {
      const [argument] = node.arguments;
      const value = argument && collectNumber(collection, instance, argument);
      if (!argument) complain(collection, instance, "LW1311", node);
      value?.wants.add(call.to === "f32" ? "storesF32" : "storesOther");
      return memoryTerm(collection, node, call.to);
    }
    case "atomic":
      return collectAtomic(collection, instance, node, call);
    case "global":
      return collectGlobalAccess(collection, instance, node, call);
    case "function":
      return collectFunctionCall(collection, instance, node, call.declaration, call.symbol.name);
    case "opaque": {
      collectOpaque(collection, instance, node.expression, call.reason);
      return undefined;
    }
  }
}

const opaqueCodes = {
  noBody: "LW1206",
  method: "LW1207",
  dynamic: "LW1208",
  library: "LW1209",
  host: "LW1202",
  atomicRef: "LW1504",
} as const;

function collectOpaque(
  collection: Collection,
  instance: Instance,
  callee: ts.Expression,
  reason: keyof typeof opaqueCodes,
): void {
  const { context } = collection;
  const receiver = context.ts.isPropertyAccessExpression(callee)
    ? resolvedSymbol(context, callee.expression)
    : undefined;
  const isReported = receiver !== undefined && collection.faulty.has(receiver);
  if (isReported || isErrorType(context.checker.getTypeAtLocation(callee))) collection.faults++;
  else complain(collection, instance, opaqueCodes[reason], callee, [callee.getText()]);
}

function collectMath(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  name: string,
): Term | undefined {
  const row = mathRow(name);
  const args: Term[] = [];
  for (const argument of node.arguments) {
    const term = collectNumber(collection, instance, argument);
    if (!term) return undefined;
    args.push(term);
  }
  if (!row) {
    complain(collection, instance, name === "random" ? "LW1307" : "LW1308", node.expression, [name]);
    return undefined;
  }
  const least = row.kind === "imul" || (row.kind === "builtin" && /^(pow|atan2)$/.test(row.builtin)) ? 2 : 1;
  if (args.length < least) {
    complain(collection, instance, "LW1309", node, [name, String(least), String(args.length)]);
    return undefined;
  }
  const constant = row.kind === "fround" ? undefined : foldedTerm(collection, node, args);
  if (constant) return constant;
  switch (row.kind) {
    case "arithmetic":
    case "sign":
      return newTerm(collection, { kind: "arithmetic" }, node, args);
    case "rounding":
      return newTerm(collection, { kind: "rounding" }, node, args);
    case "fround":
      args[0]?.wants.add("storesF32");
      return newTerm(collection, { kind: "known", type: "f32" }, node);
    case "imul":
    case "clz32":
      for (const arg of args) arg.needsInteger = true;
      return newTerm(collection, row.kind === "imul" ? { kind: "known", type: "i32" } : { kind: "smallInteger" }, node);
    case "sqrt":
    case "builtin":
    case "hypot":
      return newTerm(collection, { kind: "float" }, node, args);
  }
}

function collectAtomic(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  call: { method: string; target: ts.Expression; index: ts.Expression | undefined },
): Term | undefined {
  const { context } = collection;
  const before = collection.faults;
  collectExpression(collection, instance, call.target);
  if (collection.faults > before) return undefined;
  const index = call.index && collectNumber(collection, instance, call.index);
  if (index) index.needsInteger = true;
  const [argument] = node.arguments;
  const value = argument && collectNumber(collection, instance, argument);
  if (call.method !== "fetchAdd" || !argument) {
    complain(collection, instance, "LW1502", node.expression, [call.method]);
    return undefined;
  }
  const shape = shapeOf(context, call.target);
  const element = elementOfShape(shape);
  const isIndexed = shape.kind === "span" || (shape.kind === "place" && typeof shape.type === "object");
  if (element !== "i32" && element !== "u32" && element !== "f32" && element !== "f64") {
    complain(collection, instance, "LW1501", call.target, [call.target.getText()]);
    return undefined;
  }
  if (isIndexed !== (call.index !== undefined)) {
    complain(collection, instance, "LW1503", call.target, [call.target.getText(), isIndexed ? "an index" : "no index"]);
    return undefined;
  }
  const term = newTerm(collection, { kind: "known", type: registerOf(element) }, node);
  if (value) flowInto(term, value);
  return term;
}

/** What an atomic on this works on. */
function elementOfShape(shape: Shape): DataType | undefined {
  if (shape.kind === "span") return shape.element;
  if (shape.kind !== "place") return undefined;
  return typeof shape.type === "object" && shape.type.kind === "array" ? shape.type.element : shape.type;
}

function collectGlobalAccess(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  call: { method: string; target: ts.Expression },
): Term | undefined {
  const before = collection.faults;
  collectExpression(collection, instance, call.target);
  if (collection.faults > before) return undefined;
  const shape = shapeOf(collection.context, call.target);
  const scalar = shape.kind === "place" && typeof shape.type === "string" ? shape.type : undefined;
  const [argument] = node.arguments;
  const isNumber = scalar !== undefined && scalar !== "bool";
  const value = argument && (isNumber ? collectNumber : collectExpression)(collection, instance, argument);
  if (!scalar || !/^[gs]et$/.test(call.method) || (call.method === "set" && !argument)) {
    complain(collection, instance, "LW1306", node.expression, [call.method, call.target.getText()]);
    return undefined;
  }
  if (call.method === "get") return memoryTerm(collection, node, scalar);
  value?.wants.add(scalar === "f32" ? "storesF32" : "storesOther");
  return undefined;
}

function collectFunctionCall(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  declaration: FunctionNode,
  name: string,
): Term | undefined {
  const args = node.arguments.map((argument) => collectExpression(collection, instance, argument));
  if (isActive(instance, declaration)) {
    complain(collection, instance, "LW1205", node.expression, [name]);
    return undefined;
  }
  const callee = instantiate(collection, instance, node, declaration, name, args);
  if (!callee) {
    collection.faults++; // reported where it was found
    return undefined;
  }
  for (const [index, { shape }] of callee.parameters.entries()) {
    const argument = node.arguments[index];
    const isMissing = !argument || (shape.kind === "number" && !args[index]);
    if (isMissing) complain(collection, instance, "LW1311", argument ?? node);
  }
  instance.calls.set(node, callee);
  // What the callee takes from further out must be at hand in its caller.
  for (const [symbol, outer] of callee.outers) {
    if (outer.kind === "variable" && instance.variables.has(symbol)) continue;
    instance.outers.set(symbol, outer);
  }
  return callee.result?.kind === "number" ? callee.result.term : undefined;
}

function isActive(instance: Instance, declaration: FunctionNode): boolean {
  for (let at: Instance | undefined = instance; at; at = at.caller?.instance) {
    if (at.declaration === declaration) return true;
  }
  return false;
}

/** One shared instance where all arguments have known types and nothing encloses the function; else one for this call. */
function instantiate(
  collection: Collection,
  caller: Instance,
  call: ts.CallExpression,
  declaration: FunctionNode,
  name: string,
  args: readonly (Term | undefined)[],
): Instance | undefined {
  const { context } = collection;
  const types = args.map((term) => (term?.origin.kind === "known" ? term.origin.type : term ? undefined : "other"));
  const isShared = !isEnclosed(context, declaration) && types.every((type) => type !== undefined);
  const key = `${declaration.getSourceFile().fileName}:${declaration.pos}:${types.join()}`;
  const known = isShared ? collection.shared.get(key) : undefined;
  if (known) {
    linkArguments(known.parameters, args);
    return known;
  }
  collection.functions.add(declaration);
  if (!checkFunction(context, declaration, calledFrom({ name, caller: { instance: caller, call } }))) return undefined;
  const made = createInstance(collection, declaration, name, { instance: caller, call });
  if (!made) return undefined;
  linkArguments(made.parameters, args);
  collectBody(collection, made);
  if (isShared) collection.shared.set(key, made);
  return made;
}

/** Whether a function is around it, whose variables it may use. */
function isEnclosed({ ts }: Collection["context"], declaration: FunctionNode): boolean {
  for (let at: ts.Node = declaration.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}

function linkArguments(parameters: readonly Variable[], args: readonly (Term | undefined)[]): void {
  for (const [index, { shape }] of parameters.entries()) {
    const arg = args[index];
    if (shape.kind !== "number" || !arg) continue;
    joinTo(shape.term, arg);
  }
}

export function createInstance(
  collection: Collection,
  declaration: FunctionNode,
  name: string,
  caller: Instance["caller"],
): Instance | undefined {
  const { context } = collection;
  const { checker, ts } = context;
  const reached = { name, caller };
  const variables = new Map<ts.Symbol, Variable>();
  const parameters: Variable[] = [];
  for (const parameter of declaration.parameters) {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const shape = valueShape(collection, reached, parameter, checker.getTypeAtLocation(parameter));
    if (!symbol || !shape || !ts.isIdentifier(parameter.name)) return undefined;
    const variable = { name: parameter.name.text, symbol, shape };
    parameters.push(variable);
    variables.set(symbol, variable);
  }
  if (!caller) giveIndices(collection, parameters);
  const resultType = caller && resultTypeOf(context, declaration);
  const result = resultType && valueShape(collection, reached, declaration.type ?? declaration, resultType);
  if (resultType && !result) return undefined;
  return {
    name,
    declaration,
    parameters,
    variables,
    outers: new Map(),
    terms: new Map(),
    meetings: new Map(),
    meanings: new Map(),
    calls: new Map(),
    result,
    caller,
  };
}

/** A kernel's parameters are its indices, and the indices are i32. */
function giveIndices(collection: Collection, parameters: readonly Variable[]): void {
  for (const { shape } of parameters) {
    if (shape.kind !== "number") continue;
    joinTo(shape.term, newTerm(collection, { kind: "known", type: "i32" }, shape.term.node));
  }
}

/** Undefined where it has no result. */
function resultTypeOf(context: Collection["context"], declaration: FunctionNode): ts.Type | undefined {
  const { checker, ts } = context;
  const signature = checker.getSignatureFromDeclaration(declaration);
  const returned = signature && checker.getReturnTypeOfSignature(signature);
  if (!returned || returned.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return undefined;
  return declaration.type || returned.flags & ts.TypeFlags.BooleanLike ? returned : widened(context, returned);
}

/** Without the flavour that TypeScript inferred: only a written one pins the result. */
function widened({ checker, ts }: Collection["context"], type: ts.Type): ts.Type {
  return type.flags & ts.TypeFlags.NumberLike || checker.isTypeAssignableTo(type, checker.getNumberType())
    ? checker.getNumberType()
    : type;
}
