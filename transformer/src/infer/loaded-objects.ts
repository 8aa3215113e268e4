// Objects that a module of a package makes when it is loaded: `export const settings = createSettings();`. The compiler evaluates what makes them. A kernel
// is compiled for the properties that it reads, as they then are, and each launch tests that they still are (docs/decisions/0117-loaded-objects.md).

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import { isFixedVariable, lookedAt, valueOfExports } from "../package-bodies/module-variables.js";
import type { PassContext } from "../pass-context.js";
import { type CallableNode, skipWrappers } from "../recognise/calls.js";
import { type LoadedObject, loadedObject, loadedProperty } from "../recognise/evaluate.js";
import { replacementOfFunction } from "../recognise/replaced-members.js";
import { type Collection, complain, newTerm } from "./collect.js";
import type { Instance } from "./instance.js";
import { knownText } from "./known-texts.js";
import { addLaunchTest, isReadable, testThat } from "./launch-tests.js";
import { numberValue, type PathValue, type Value } from "./shape.js";

export type LoadedPath = PathValue & { readonly loaded: NonNullable<PathValue["loaded"]> };

export function isLoaded(value: Value | undefined): value is LoadedPath {
  return value?.kind === "path" && value.loaded !== undefined;
}

/** The object that a variable of a package's module holds when the module is loaded; undefined if nothing of it is known, or no launch can read it. */
export function loadedPath(collection: Collection, symbol: ts.Symbol, node: ts.Expression): LoadedPath | undefined {
  const { context } = collection;
  const object = objectOfVariable(context, symbol);
  if (!object || !isReadable(collection, symbol)) return undefined;
  noteFiles(collection, object);
  const type = context.checker.getTypeOfSymbol(symbol);
  return { kind: "path", text: symbol.name, root: symbol, node, type, origins: [], loaded: { object, names: [] } };
}

function objectOfVariable(context: PassContext, { valueDeclaration }: ts.Symbol): LoadedObject | undefined {
  const { ts, bodies } = context;
  if (!valueDeclaration || !ts.isVariableDeclaration(valueDeclaration)) return undefined;
  const { initializer, parent } = valueDeclaration;
  const isOfModule = ts.isVariableDeclarationList(parent) && ts.isSourceFile(parent.parent.parent);
  if (!initializer || !isOfModule || !bodies.files.has(valueDeclaration.getSourceFile())) return undefined;
  const isConst = (ts.getCombinedNodeFlags(parent) & ts.NodeFlags.Const) !== 0;
  if (!isConst && !isFixedVariable(lookedAt(context), valueDeclaration)) return undefined;
  const made = skipWrappers(context, valueOfExports(context, initializer));
  return ts.isCallExpression(made) || ts.isObjectLiteralExpression(made) ? loadedObject(context, made) : undefined;
}

function noteFiles({ files }: Collection, object: LoadedObject): void {
  for (const file of object.files) files.add(file);
}

/** Returns the value of a property, which each launch tests; reports one that is not known. */
export function loadedMember(
  collection: Collection,
  instance: Instance,
  base: LoadedPath,
  name: string,
  node: ts.Node,
): Value | undefined {
  const property = loadedProperty(base.loaded.object, name);
  const names = [...base.loaded.names, name];
  const text = [base.root.name, ...names].join(".");
  if (property.kind === "object")
    return { ...base, text, node, type: typeAt(collection, node), loaded: { object: property.object, names } };
  if (property.kind !== "value") return complain(collection, instance, "LW1241", node, [text]);
  const { value } = property;
  const isTested = addLaunchTest(collection, instance, node, base.root, names.join("."), (read, written) =>
    testThat(reading(read, names), String(JSON.stringify(value)), [
      `${[written, ...names].join(".")} is `,
      `, and a kernel was compiled for ${String(value)}, which the package gives it`,
    ]),
  );
  if (!isTested) return undefined;
  switch (typeof value) {
    case "string":
      instance.meanings.set(node, { kind: "text", text: value });
      return { kind: "text" };
    case "boolean":
      instance.meanings.set(node, { kind: "constant", value });
      instance.decided.set(node, value);
      return { kind: "boolean" };
    case "number":
      return numberValue(newTerm(collection, { kind: "literal", value }, node));
    case "undefined":
      return { kind: "undefined" };
  }
}

function typeAt({ context: { checker, ts } }: Collection, node: ts.Node): ts.Type {
  return ts.isExpression(node) ? checker.getTypeAtLocation(node) : checker.getAnyType();
}

/** The text that reads a property of a property. */
function reading(read: string, names: readonly string[]): string {
  const members = names.map((name) => `?.${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `[${JSON.stringify(name)}]`}`);
  return `${read}${members.join("")}`;
}

/** The function that an object has when its module is loaded; reports one that the program replaces, and any other property. */
export function loadedFunction(
  collection: Collection,
  instance: Instance,
  base: LoadedPath,
  name: string,
  callee: ts.Expression,
): CallableNode | undefined {
  const property = loadedProperty(base.loaded.object, name);
  const text = [base.root.name, ...base.loaded.names, name].join(".");
  if (property.kind !== "function") return complain(collection, instance, "LW1241", callee, [text]);
  const { declaration } = property;
  const replacement = replacementOfFunction(collection.context, declaration, name);
  if (!replacement) return declaration;
  const notes = [{ ...spanOf(replacement), message: "it is replaced here" }];
  return complain(collection, instance, "LW1236", callee, [text], notes);
}

interface KnownSide {
  readonly value: string | number | boolean | undefined | object;
  readonly path?: LoadedPath;
}

function knownSide(collection: Collection, instance: Instance, side: ts.Expression): KnownSide | undefined {
  const { context } = collection;
  const { ts } = context;
  const node = skipWrappers(context, side);
  const value = instance.values.get(node) ?? instance.values.get(side);
  if (isLoaded(value)) return { value: value.loaded.object.identity, path: value };
  if (value?.kind === "undefined") return { value: undefined };
  const text = knownText(collection, instance, node);
  if (text !== undefined) return { value: text };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  const meaning = instance.meanings.get(node);
  return meaning?.kind === "constant" && typeof meaning.value !== "bigint" ? { value: meaning.value } : undefined;
}

/** The result of `a === b` in a package, if both sides are known when the module is loaded, or by the call. */
export function comparedLoaded(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
): boolean | undefined {
  const { context } = collection;
  const operator = node.operatorToken.getText();
  if (!/^[!=]==$/.test(operator) || !context.bodies.files.has(node.getSourceFile())) return undefined;
  const [left, right] = [node.left, node.right].map((side) => knownSide(collection, instance, side));
  if (!left || !right) return undefined;
  const isSame = left.value === right.value;
  if (left.path && right.path && !testSameness(collection, instance, node, left.path, right.path, isSame))
    return undefined;
  return isSame === operator.startsWith("=");
}

/** Has each launch test whether two properties hold the same object. */
function testSameness(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  one: LoadedPath,
  other: LoadedPath,
  isSame: boolean,
): boolean {
  if (one.root !== other.root) {
    complain(collection, instance, "LW1241", node, [one.text]);
    return false;
  }
  const [names, others] = [one.loaded.names, other.loaded.names];
  const [is, as] = isSame ? ["the same", "different"] : ["different", "the same"];
  const key = `${names.join(".")} ${isSame ? "=" : "!"} ${others.join(".")}`;
  return addLaunchTest(collection, instance, node, one.root, key, (read, written) => {
    const said = [names, others].map((path) => [written, ...path].join(".")).join(" and ");
    return testThat(
      `${reading(read, names)} === ${reading(read, others)}`,
      String(isSame),
      [`${said} are ${as} objects`, `, and a kernel was compiled for ${is}, which the package gives them`],
      '""',
    );
  });
}
