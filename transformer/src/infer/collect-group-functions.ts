// Collects functions that all members of a group call together: `group.reduce(x, "add")`. The result has the type of the value. The operation that
// combines values is known at compile time.

import type { Combination } from "@lanewise/ir";
import type ts from "typescript-6";
import type { GroupMethod, ShuffleMethod } from "../recognise/item-members.js";
import { type Collection, complain, newTerm } from "./collect.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { numberValue, type Value } from "./shape.js";
import { needInteger } from "./term.js";

const combinations: ReadonlyMap<string, Combination> = new Map<string, Combination>([
  ["add", "add"],
  ["multiply", "mul"],
  ["min", "min"],
  ["max", "max"],
  ["and", "and"],
  ["or", "or"],
  ["xor", "xor"],
]);

type Method = GroupMethod | ShuffleMethod;

const takesBoolean: ReadonlySet<Method> = new Set<Method>(["any", "all", "none"]);
/** The methods that return another member's value, and how messages describe their index. */
const places: Readonly<Partial<Record<Method, string>>> = {
  broadcast: "used as a place in the group here",
  shuffle: "used as a lane here",
  shuffleUp: "used as a distance of lanes here",
  shuffleDown: "used as a distance of lanes here",
  shuffleXor: "used as a mask of lanes here",
};

export function collectTogether(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  method: Method,
): Value | undefined {
  const [first, second] = node.arguments;
  if (!first) return complain(collection, instance, "LW1311", node);
  const before = collection.faults;
  const value = collectExpression(collection, instance, first);
  const use = places[method];
  if (use && second) {
    const place = collectNumber(collection, instance, second);
    if (place) needInteger(place, second, use);
  }
  if (collection.faults > before) return undefined;
  if (value?.kind === "boolean" && (takesBoolean.has(method) || use)) return { kind: "boolean" };
  if (value?.kind !== "number" || takesBoolean.has(method)) return complain(collection, instance, "LW1311", first);
  if (!use) {
    const combination = second && combinationOf(collection, second);
    if (!combination) return complain(collection, instance, "LW1314", second ?? node, [method]);
    if (/and|or/.test(combination)) {
      needInteger(value.term, first, `"${combination}" combines integers`);
      return numberValue(newTerm(collection, { kind: "bitwise" }, node, [value.term]));
    }
  }
  return numberValue(newTerm(collection, { kind: "join", isOfGroup: true }, node, [value.term]));
}

/** Returns the operation that an argument names: its type is one string. */
export function combinationOf(
  { context }: Pick<Collection, "context">,
  argument: ts.Expression,
): Combination | undefined {
  const type = context.checker.getTypeAtLocation(argument);
  return type.isStringLiteral() ? combinations.get(type.value) : undefined;
}
