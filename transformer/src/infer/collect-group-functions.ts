// Gathers functions that all of a group call together: `group.reduce(x, "add")`. What they give has the type of the value. Which
// operation combines values is known when the kernel is compiled.

import type { Op } from "@lanewise/ir";
import type ts from "typescript-6";
import type { GroupMethod } from "../recognise/item-members.js";
import { type Collection, complain, newTerm } from "./collect.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { numberValue, type Value } from "./shape.js";
import { needInteger } from "./term.js";

export type Combination = Extract<Op, "add" | "mul" | "min" | "max" | "and" | "or" | "xor">;

const combinations: ReadonlyMap<string, Combination> = new Map<string, Combination>([
  ["add", "add"],
  ["multiply", "mul"],
  ["min", "min"],
  ["max", "max"],
  ["and", "and"],
  ["or", "or"],
  ["xor", "xor"],
]);

const takesBoolean: ReadonlySet<GroupMethod> = new Set<GroupMethod>(["any", "all", "none"]);

export function collectTogether(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  method: GroupMethod,
): Value | undefined {
  const [first, second] = node.arguments;
  if (!first) return complain(collection, instance, "LW1311", node);
  const before = collection.faults;
  const value = collectExpression(collection, instance, first);
  if (method === "broadcast" && second) {
    const place = collectNumber(collection, instance, second);
    if (place) needInteger(place, second, "used as a place in the group here");
  }
  if (collection.faults > before) return undefined;
  if (value?.kind === "boolean" && (takesBoolean.has(method) || method === "broadcast")) return { kind: "boolean" };
  if (value?.kind !== "number" || takesBoolean.has(method)) return complain(collection, instance, "LW1311", first);
  if (method !== "broadcast") {
    const combination = second && combinationOf(collection, second);
    if (!combination) return complain(collection, instance, "LW1314", second ?? node, [method]);
    if (/and|or/.test(combination)) needInteger(value.term, first, `"${combination}" combines integers`);
  }
  return numberValue(newTerm(collection, { kind: "join" }, node, [value.term]));
}

/** The operation that an argument names: its type is one string. */
export function combinationOf(
  { context }: Pick<Collection, "context">,
  argument: ts.Expression,
): Combination | undefined {
  const type = context.checker.getTypeAtLocation(argument);
  return type.isStringLiteral() ? combinations.get(type.value) : undefined;
}
