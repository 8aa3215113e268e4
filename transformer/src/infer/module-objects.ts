// Arrays and objects that a module of a package makes when it is loaded, and that its functions fill before they read them: `const B = vec(4)`,
// `const _v1 = new Vector3()`. Each call in a kernel has its own, of which each element and field knows whether the call has written it. Where it uses one
// that it has not, JavaScript would use what an earlier call has left, so the work-item fails (docs/decisions/0068-module-scratch.md).

import type ts from "typescript-6";
import { arrayMade, isOnlyRead, reachedFrom, usesOf } from "../package-bodies/module-objects.js";
import { valueOfExports } from "../package-bodies/module-variables.js";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { typedArrayElement } from "../recognise/shapes.js";
import { type Swap, swapAt } from "../recognise/swaps.js";
import { assumeClass } from "./assumed-classes.js";
import { arrayFacts, type Collection, newVariable } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import type { Instance, Variable } from "./instance.js";
import { elementStorage, isObject, objectOf, type Storage } from "./shape.js";
import { internStruct, nullableStruct, storageOfType } from "./types.js";

/** The call's own of what a module has; undefined for what is none that its functions fill. */
export function scratchVariable(collection: Collection, instance: Instance, symbol: ts.Symbol): Variable | undefined {
  const declaration = symbol.valueDeclaration;
  const { context } = collection;
  if (!declaration || !context.ts.isVariableDeclaration(declaration)) return undefined;
  if (knownOnce(context, readBySymbol, symbol, () => isOnlyRead(context, declaration, symbol)))
    return fixedObject(collection, instance, declaration, symbol);
  const uses = knownOnce(context, usesBySymbol, symbol, () => usesOf(context, declaration, symbol));
  if (!uses) return undefined;
  const storage = declaration.initializer && storageMade(collection, instance, declaration.initializer);
  const shape = storage && trackedObject(collection, storage);
  if (!shape) return undefined;
  const variable = newVariable({ name: symbol.name, key: symbol, shape: objectOf(shape, "fresh") });
  variable.takesFresh = true;
  variable.isScratch = true;
  ownerOf(collection, instance, uses).variables.set(symbol, variable);
  return variable;
}

/** `const _one = new Vector3(1, 1, 1)`, of which functions only read numbers: each call makes it as the module has. */
function fixedObject(
  collection: Collection,
  instance: Instance,
  declaration: ts.VariableDeclaration,
  symbol: ts.Symbol,
): Variable | undefined {
  const { context } = collection;
  const { initializer } = declaration;
  const node = initializer && skipWrappers(context, initializer);
  const isKnown = (one: ts.Expression) => evaluate(context, one) !== undefined;
  const isMade = node && (context.ts.isNewExpression(node) || isMadeByCall(context, node));
  if (!isMade || !node.arguments?.every(isKnown)) return undefined;
  const owner = ownerOf(collection, instance, new Set([declaration]));
  const value = collectExpression(collection, owner, node);
  if (!isObject(value)) return undefined;
  const variable = newVariable({ name: symbol.name, key: symbol, shape: value });
  variable.takesFresh = true;
  variable.isScratch = true;
  variable.begins = node;
  owner.variables.set(symbol, variable);
  return variable;
}

/** Whether a function of the package makes a typed array, whose length it says itself, and returns it: `fromValues(1, 0, 0)`. */
function isMadeByCall(context: PassContext, node: ts.Expression): node is ts.CallExpression {
  const length = context.ts.isCallExpression(node) ? arrayMade(context, node)?.made.arguments?.[0] : undefined;
  return length !== undefined && evaluate(context, length) !== undefined;
}

/**
 * The call during which it is filled and read: the outermost that names it, if all functions that do are called by that one alone; else the outermost
 * of the package.
 */
function ownerOf({ context }: Collection, instance: Instance, uses: ReadonlySet<ts.Node>): Instance {
  let outermost = instance;
  let naming: Instance | undefined;
  for (let at: Instance | undefined = instance; at?.caller; at = at.caller.instance) {
    if (!context.bodies.files.has(at.declaration.getSourceFile())) break;
    outermost = at;
    if (uses.has(at.declaration)) naming = at;
  }
  if (!naming) return outermost;
  const { declaration } = naming;
  const reached = knownOnce(context, reachedByNode, declaration, () => reachedFrom(context, declaration));
  return [...uses].every((one) => reached.has(one)) ? naming : outermost;
}

type KnownOnce<K extends object, V> = WeakMap<ts.TypeChecker, Map<K, V>>;
const usesBySymbol: KnownOnce<ts.Symbol, ReadonlySet<ts.Node> | undefined> = new WeakMap();
const readBySymbol: KnownOnce<ts.Symbol, boolean> = new WeakMap();
const reachedByNode: KnownOnce<ts.Node, ReadonlySet<ts.Node>> = new WeakMap();

/** Modules of packages can have many megabytes: each question is answered once. */
function knownOnce<K extends object, V>({ checker }: PassContext, known: KnownOnce<K, V>, key: K, find: () => V): V {
  const answers = known.get(checker) ?? new Map<K, V>();
  known.set(checker, answers);
  const before = answers.get(key);
  if (before !== undefined || answers.has(key)) return before as V; // it has the key
  const answer = find();
  answers.set(key, answer);
  return answer;
}

/** What the module makes when it is loaded, if that is an array of known length or an object of a class. */
function storageMade(collection: Collection, instance: Instance, initializer: ts.Expression): Storage | undefined {
  const { context } = collection;
  const { checker, ts } = context;
  const node = skipWrappers(context, valueOfExports(context, initializer));
  const type = checker.getTypeAtLocation(node);
  const element = typedArrayElement(context, type);
  if (element) {
    const array = arrayMade(context, node);
    if (!array || !assumeClass(collection, instance, array.made)) return undefined;
    return { kind: "array", element: elementStorage(element), length: array.length };
  }
  if (!ts.isNewExpression(node) && !isOfNumbers(context, node)) return undefined;
  const storage = storageOfType(collection, type, node, new Map());
  return "fault" in storage ? undefined : storage;
}

/** Whether it is a literal such as `{ h: 0, s: 0 }`. */
function isOfNumbers(context: PassContext, node: ts.Expression): boolean {
  const { ts } = context;
  if (!ts.isObjectLiteralExpression(node) || node.properties.length === 0) return false;
  return node.properties.every(
    (one) => ts.isPropertyAssignment(one) && typeof evaluate(context, one.initializer) === "number",
  );
}

type ObjectStorage = Storage & { readonly kind: "struct" | "array" };

/** The same with each number and boolean knowing whether it was written; undefined where something else is held. */
function trackedObject(collection: Collection, storage: Storage): ObjectStorage | undefined {
  if (storage.kind === "array") {
    const element = tracked(collection, storage.element);
    if (!element) return undefined;
    const made = { kind: "array", element, length: storage.length } as const;
    arrayFacts(collection, made).isMutated = true;
    return made;
  }
  if (storage.kind !== "struct" || storage.struct.union) return undefined;
  const { name, declaration, bindings } = storage.struct;
  const fields = storage.struct.fields.map((field) => ({
    name: field.name,
    storage: tracked(collection, field.storage),
  }));
  if (!fields.every((field) => field.storage !== undefined)) return undefined;
  const own = fields as { name: string; storage: Storage }[]; // checked in the line above
  const struct = internStruct(collection, name, own, declaration, bindings);
  struct.isMutated = true;
  return { kind: "struct", struct };
}

function tracked(collection: Collection, storage: Storage): Storage | undefined {
  switch (storage.kind) {
    case "number":
    case "weak":
    case "boolean":
      return { kind: "struct", struct: nullableStruct(collection, storage, "unwritten") };
    case "struct":
    case "array":
      return trackedObject(collection, storage);
    case "text":
      return undefined;
  }
}

/** Two variables of a module that change places: `const t = fin; fin = fin2; fin2 = t;`. */
export function scratchSwapAt(
  context: PassContext,
  statements: readonly ts.Statement[],
  index: number,
): Swap | undefined {
  const { bodies, checker, ts } = context;
  const swap = swapAt(context, statements, index);
  if (!swap) return undefined;
  const isOfModule = (name: ts.Identifier) => {
    const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
    return declaration !== undefined && ts.isSourceFile(declaration.parent.parent.parent);
  };
  return bodies.files.has(swap.left.getSourceFile()) && isOfModule(swap.left) && isOfModule(swap.right)
    ? swap
    : undefined;
}
