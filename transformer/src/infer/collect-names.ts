// Resolves the identifiers of a kernel: a variable, a compile-time constant, a device global, a function, or an outside value that becomes a
// parameter (requirements X2, D13). For an outside object, each field that is read becomes a parameter.

import { invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { remedyOfRange } from "../diagnostics/remedies.js";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType, flavourOf } from "../recognise/brands.js";
import { classifyCall, type FunctionNode, functionOf } from "../recognise/calls.js";
import { type DeviceGlobal, declaredGlobal, isGlobalDeclaration } from "../recognise/device-globals.js";
import { constantFiles, constantOf, evaluateDeep } from "../recognise/evaluate.js";
import { madeOnHost } from "../recognise/function-makers.js";
import { globalFor, importedGlobal } from "../recognise/imported-globals.js";
import { fits } from "../recognise/initial-bytes.js";
import { isStandard, resolvedSymbol } from "../recognise/library.js";
import type { NameNode } from "../recognise/names.js";
import { isErrorType, shapeOf } from "../recognise/shapes.js";
import { lambdaOfStandard } from "../recognise/standard-values.js";
import { givenAround, holderAround, keyOfCapture, scopeOfGiven } from "./capture-origins.js";
import { type Collection, complain, newTerm, noteOuter, registerOf } from "./collect.js";
import { capture, isWithin, noteOrigins, outerValue, readOf, typeOfName } from "./collect-captures.js";
import { isCalled } from "./collect-closures.js";
import { collectExpression } from "./collect-expressions.js";
import { tableAt } from "./constant-tables.js";
import type { ConstantTable, Instance, Key, Meaning, Outer } from "./instance.js";
import { loadedPath } from "./loaded-objects.js";
import { scratchVariable } from "./module-objects.js";
import { numberValue, objectOf, type PathValue, type Value } from "./shape.js";
import { globalValue, noBindings } from "./types.js";

export function collectName(collection: Collection, instance: Instance, node: NameNode): Value | undefined {
  const meaning = meaningOf(collection, instance, node);
  if (!meaning) return undefined;
  if ("path" in meaning) return meaning.path;
  instance.meanings.set(node, meaning);
  switch (meaning.kind) {
    case "constant":
      return constantValue(collection, instance, node, meaning.value);
    case "variable":
      return readOf(meaning.variable);
    case "outer":
      return outerValue(collection, node, meaning.outer);
    case "global":
      return placeOfGlobal(collection, node, meaning.global);
    case "specialization":
      throw new Error("unreachable: a specialization constant is read by its value");
    case "table":
      return tableValue(meaning.table);
    case "function":
      return meaning.fn;
    case "text":
      return { kind: "text" };
    case "undefined":
      return { kind: "undefined" };
  }
}

/** Returns a table's value: it is read-only, so its location does not matter. */
export function tableValue({ storage }: ConstantTable): Value {
  return objectOf(storage, "memory");
}

function bigConstantOf({ context }: Collection, node: NameNode): bigint | undefined {
  const value = evaluateDeep(context, node);
  return typeof value === "bigint" ? value : undefined;
}

function placeOfGlobal(collection: Collection, node: ts.Node, { elementType, name }: DeviceGlobal): Value {
  const value = globalValue(collection, elementType, node, noBindings);
  invariant(!("fault" in value), () => `the type of the device global ${name} was found sound`);
  return value;
}

function constantValue(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  value: number | boolean | bigint,
): Value | undefined {
  if (typeof value === "boolean") return { kind: "boolean" };
  const flavour = pinnedFlavour(collection, node);
  if (flavour && !fits(value, flavour)) {
    complain(collection, instance, "LW1310", node, [
      String(value),
      flavour,
      remedyOfRange(node.getText(), value, flavour),
    ]);
    return undefined;
  }
  if (flavour)
    return numberValue(newTerm(collection, { kind: "known", type: registerOf(flavour), isPinned: true }, node));
  return numberValue(newTerm(collection, { kind: "literal", value }, node));
}

/** Returns the flavour that a constant's declaration states. */
function pinnedFlavour({ context }: Collection, node: NameNode) {
  const declaration = resolvedSymbol(context, node)?.valueDeclaration;
  const isPinned = declaration && context.ts.isVariableDeclaration(declaration) && declaration.type !== undefined;
  return isPinned ? flavourOf(context, context.checker.getTypeAtLocation(node)) : undefined;
}

/** Whether a const of the kernel is computed at run time because JavaScript's result does not fit its flavour: `const x: u32 = u32(1) << 31`. */
function isComputed(collection: Collection, node: NameNode, value: number | boolean | bigint): boolean {
  const flavour = typeof value === "boolean" ? undefined : pinnedFlavour(collection, node);
  return flavour !== undefined && typeof value !== "boolean" && !fits(value, flavour);
}

function meaningOf(
  collection: Collection,
  instance: Instance,
  node: NameNode,
): Meaning | { readonly path: PathValue } | undefined {
  const { context } = collection;
  const symbol = resolvedSymbol(context, node);
  const declaration = symbol?.valueDeclaration;
  const own = symbol && instance.variables.get(symbol);
  const enclosing = symbol && enclosingVariable(instance, symbol);
  const isPlain = !(own || enclosing) || isPlainConstant(context, declaration);
  const constant = isPlain ? (constantOf(context, node) ?? bigConstantOf(collection, node)) : undefined;
  const isKnown = constant !== undefined && isScalarOf(shapeOf(context, node).kind, constant);
  if (isKnown && !(own && isComputed(collection, node, constant))) {
    for (const file of constantFiles(context, node)) collection.files.add(file);
    return { kind: "constant", value: constant };
  }
  if (own) return { kind: "variable", variable: own };
  if (isPlain && declaration && context.bodies.files.has(declaration.getSourceFile())) {
    const text = evaluateDeep(context, node);
    if (typeof text === "string") return { kind: "text", text };
  }
  if (symbol?.name === "undefined") return { kind: "undefined" };
  // TypeScript has reported unknown names, and we have reported faulty declarations.
  if (!symbol || collection.faulty.has(symbol) || isErrorType(typeOfName(context, node, symbol))) {
    collection.faults++;
    return undefined;
  }
  if (!declaration || isStandard(context, symbol)) {
    const lambda = lambdaOfStandard(context, node);
    if (lambda) complain(collection, instance, "LW1270", lambda.at, [lambda.at.getText(), lambda.text]);
    else complain(collection, instance, "LW1202", node, [node.getText()]);
    return undefined;
  }
  collection.files.add(declaration.getSourceFile());
  if (isGlobalDeclaration(context, declaration) && deviceGlobalType(context, context.checker.getTypeOfSymbol(symbol))) {
    return globalMeaning(collection, instance, node, declaration);
  }
  const given = enclosing ? undefined : collection.given.get(symbol);
  if (given) {
    const scope = scopeOfGiven(collection, symbol, given);
    return { kind: "function", fn: { kind: "function", declaration: given, name: symbol.name, scope } };
  }
  const fn = functionOf(context, symbol);
  if (fn) {
    const scope = scopeOf(instance, fn);
    return { kind: "function", fn: { kind: "function", declaration: fn, name: symbol.name, scope } };
  }
  const made = enclosing ? undefined : madeOnHost(context, declaration);
  if (made) {
    const known = instance.values.get(made); // the same code runs, so its variables are the same
    const value = isCalled(known) ? known : collectExpression(collection, instance, made);
    if (isCalled(value)) return { kind: "function", fn: value, made };
    collection.faults++;
    return undefined;
  }
  const key = keyOfCapture(collection, holderAround(collection, instance, symbol), symbol);
  const known = instance.outers.get(key);
  if (known) {
    if (known.kind === "capture") noteOrigins(collection, instance, node, symbol, known.capture);
    return { kind: "outer", outer: known };
  }
  const table = enclosing ? undefined : tableAt(collection, instance, node);
  if (table) return { kind: "table", table };
  if (enclosing?.kind === "variable") {
    const { variable } = enclosing;
    const outer = isUnplaced(variable.shape) ? undefined : noteOuter(instance, variable);
    return outer ? { kind: "outer", outer } : { kind: "variable", variable };
  }
  const scratch = context.bodies.files.has(declaration.getSourceFile())
    ? scratchVariable(collection, instance, symbol)
    : undefined;
  if (scratch) {
    const outer = noteOuter(instance, scratch);
    return outer ? { kind: "outer", outer } : { kind: "variable", variable: scratch };
  }
  const loaded = loadedPath(collection, symbol, node);
  if (loaded) return { path: loaded };
  const outer = capture(collection, instance, node, symbol);
  if (!outer || "path" in outer) return outer;
  instance.outers.set(key, outer);
  return { kind: "outer", outer };
}

/**
 * Whether a const of a kernel is built only from literals and Math, so that JavaScript's arithmetic equals the kernel's: that of flavours wraps and
 * rounds.
 */
function isPlainConstant(context: PassContext, declaration: ts.Node | undefined): boolean {
  const { ts } = context;
  const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const isPlain = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node) && classifyCall(context, node).kind !== "math") return false;
    if (ts.isAssertionExpression(node)) return false;
    if (ts.isIdentifier(node)) {
      const named = resolvedSymbol(context, node)?.valueDeclaration;
      const isLocal =
        named && ts.isVariableDeclaration(named) && ts.findAncestor(named, ts.isFunctionLike) !== undefined;
      if (isLocal && named !== declaration && !(named.type === undefined && isPlainConstant(context, named)))
        return false;
    }
    return !ts.forEachChild(node, (child) => !isPlain(child) || undefined);
  };
  return initializer !== undefined && isPlain(initializer);
}

/** Whether it has no value at run time, so that it need not be passed on. */
function isUnplaced({ kind }: Value): boolean {
  return kind === "function" || kind === "choice" || kind === "path" || kind === "item" || kind === "undefined";
}

function isScalarOf(kind: string, constant: unknown): boolean {
  return kind === (typeof constant === "bigint" ? "number" : typeof constant);
}

function globalMeaning(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  declaration: Parameters<typeof declaredGlobal>[1],
): Meaning | undefined {
  const { context, kernel } = collection;
  const declared = declaredGlobal(context, declaration);
  if (declared === undefined) return complain(collection, instance, "LW1406", node, [node.getText()]);
  if (declared !== "faulty") {
    const file = kernel.getSourceFile();
    const global =
      "kind" in declared ? importedGlobal(context, file, declared, node) : globalFor(context, file, declared, node);
    if ("id" in global) {
      for (const one of [global.declaration.getSourceFile(), ...global.typeFiles]) collection.files.add(one);
      return { kind: "global", global };
    }
    if (global.code) return complain(collection, instance, global.code, node, global.args);
  }
  collection.faults++;
  return undefined;
}

/** Returns a variable of a function around a local helper, which is passed to the helper. */
function enclosingVariable(instance: Instance, symbol: Key): Outer | undefined {
  for (let at = around(instance); at; at = around(at)) {
    const variable = at.variables.get(symbol);
    if (variable) return { kind: "variable", variable };
  }
  return undefined;
}

/** Returns the instance whose variables a function sees besides its own. */
function around({ scope, caller }: Instance): Instance | undefined {
  return scope ?? caller?.instance;
}

/** Returns the enclosing instance, among those being collected, of a function's declaration. */
export function scopeOf(instance: Instance, declaration: ts.Node): Instance | undefined {
  for (let at: Instance | undefined = instance; at; at = around(at)) {
    if (at.declaration !== declaration && isWithin(declaration, at.declaration)) return at;
  }
  return undefined;
}

/** Collects `this`: in a method the object, in the kernel a host object. */
export function collectThis(collection: Collection, instance: Instance, node: ts.Expression): Value | undefined {
  const { context } = collection;
  for (let at: Instance | undefined = instance; at; at = around(at)) {
    if (!at.self) continue;
    if (at.self.shape.kind === "path") return at.self.shape;
    if (at !== instance) {
      instance.outers.set(at.self.key, { kind: "variable", variable: at.self });
      instance.meanings.set(node, { kind: "outer", outer: { kind: "variable", variable: at.self } });
    } else instance.meanings.set(node, { kind: "variable", variable: at.self });
    return at.self.shape;
  }
  const type = context.checker.getTypeAtLocation(node);
  const root = type.getSymbol();
  const isField = node.parent && context.ts.isPropertyAccessExpression(node.parent);
  const origin = givenAround(collection, node) ?? collection.kernel;
  if (!root || !isField || !isLexicalThis(collection, node, origin))
    return complain(collection, instance, "LW1113", node);
  return { kind: "path", text: "this", root, node, type, origins: [origin] };
}

/** Whether `this` is the same at the kernel, or at the function that its wrapper is passed. */
function isLexicalThis({ context: { ts } }: Collection, node: ts.Node, origin: FunctionNode): boolean {
  for (let at: ts.Node = node; at !== origin.parent; at = at.parent) {
    if (ts.isSourceFile(at)) return false;
    if (ts.isFunctionLike(at) && !ts.isArrowFunction(at)) return false;
  }
  return true;
}
