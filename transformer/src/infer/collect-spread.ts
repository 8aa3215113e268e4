// Collects spread arguments of known length, and the array of a rest parameter.

import type ts from "typescript-6";
import type { CallableNode } from "../recognise/calls.js";
import { type Collection, complain, newTerm } from "./collect.js";
import { storeInto } from "./collect-assignments.js";
import { collectExpression } from "./collect-expressions.js";
import { memberOf } from "./collect-objects.js";
import type { Instance } from "./instance.js";
import type { Arguments } from "./instantiate.js";
import { isObject, objectOf, type Storage, storageOf, type Value } from "./shape.js";

/** Returns the elements of a spread array; reports an unknown length and returns undefined. */
export function collectSpreadArgument(
  collection: Collection,
  instance: Instance,
  node: ts.SpreadElement,
): readonly Value[] | undefined {
  const before = collection.faults;
  const array = collectExpression(collection, instance, node.expression);
  const length = array && lengthOf(array);
  if (array === undefined || length === undefined) {
    return collection.faults === before ? complainOfSpread(collection, instance, node, array) : undefined;
  }
  const members: Value[] = [];
  for (let index = 0; index < length; index++) {
    const member = memberOf(collection, instance, array, index, node);
    if (member) members.push(member);
  }
  instance.spreads.set(node, members);
  return collection.faults === before ? members : undefined;
}

/** Reports an array of unknown length, or one of the host, whose elements have no place that a kernel could read them from in turn. */
function complainOfSpread(
  collection: Collection,
  instance: Instance,
  node: ts.SpreadElement,
  array: Value | undefined,
): undefined {
  const { checker } = collection.context;
  const type = array?.kind === "path" ? array.type : undefined;
  if (!type || !checker.isTupleType(type)) return complain(collection, instance, "LW1120", node);
  const text = node.expression.getText();
  const elements = checker.getTypeArguments(type as ts.TypeReference); // a tuple is a reference to its target
  const each = elements.map((_, index) => `${text}[${index}]`);
  return complain(collection, instance, "LW1274", node, [`...${text}`, each.join(", ")]);
}

function lengthOf(value: Value): number | undefined {
  if (value.kind === "array") return value.length;
  return value.kind === "struct" && value.struct.name === "tuple" ? value.struct.fields.length : undefined;
}

/** Returns the rest parameter. */
export function restOf(
  { context: { ts } }: Pick<Collection, "context">,
  declaration: CallableNode,
): ts.ParameterDeclaration | undefined {
  if (ts.isClassLike(declaration)) return undefined;
  return declaration.parameters.find(({ dotDotDotToken }) => dotDotDotToken);
}

/** Returns the arguments of a call, with those of the rest parameter as one array. */
export function withRest(
  collection: Collection,
  caller: Instance,
  call: ts.Node,
  declaration: CallableNode,
  args: Arguments,
): Arguments | undefined {
  const rest = restOf(collection, declaration);
  if (!rest || collection.context.ts.isClassLike(declaration)) return args;
  const index = declaration.parameters.indexOf(rest);
  const taken = args.slice(index);
  const [first] = taken;
  if (!first) return complain(collection, caller, "LW1267", call, [rest.name.getText()]);
  const element = first.value && storageFor(collection, first.value, rest);
  if (!element) return complain(collection, caller, "LW1120", first.node);
  const areStored = taken.every(
    ({ value, node }) => value !== undefined && storeInto(collection, caller, element, value, node, true),
  );
  if (!areStored) return undefined;
  const value = objectOf({ kind: "array", element, length: taken.length }, "fresh");
  return [...args.slice(0, index), { node: call, value }];
}

/** Returns storage for a value of the kind. */
export function storageFor(collection: Collection, value: Value, node: ts.Node): Storage | undefined {
  if (isObject(value)) return storageOf(value);
  if (value.kind === "boolean") return { kind: "boolean" };
  if (value.kind !== "number") return undefined;
  const term = newTerm(collection, { kind: "join" }, node);
  term.isBig = value.term.isBig;
  return { kind: "weak", term };
}
