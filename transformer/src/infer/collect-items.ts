// Collects uses of items and groups. An item is known at compile time and does not exist at run time; each member is a number computed from the IR's
// queries.

import type ts from "typescript-6";
import { evaluate } from "../recognise/evaluate.js";
import { isMethod, itemMember } from "../recognise/item-members.js";
import { type Collection, complain, newTerm } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import { collectTogether } from "./collect-group-functions.js";
import type { Instance } from "./instance.js";
import { type ItemValue, numberValue, type Value } from "./shape.js";

/** Collects `item.id(0)`. */
export function collectItemCall(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  { method, receiver }: { readonly method: string; readonly receiver: ts.Expression },
): Value | undefined {
  const before = collection.faults;
  const item = collectExpression(collection, instance, receiver);
  if (collection.faults > before) return undefined;
  const member = item?.kind === "item" ? itemMember(item.of, method) : undefined;
  if (item?.kind !== "item" || !member || !isMethod(member)) {
    return noMember(collection, instance, node.expression, method);
  }
  if (member.kind === "barrier") return undefined;
  if (member.kind === "together" || member.kind === "shuffle")
    return collectTogether(collection, instance, node, member.method);
  const [argument] = node.arguments;
  if (argument && dimensionOf(collection, argument, item) === undefined) {
    return complain(collection, instance, "LW1312", argument, [String(item.dimensions - 1)]);
  }
  return numberOf(collection, node);
}

/** Collects `item.linearId` and `const { linearId } = item`. */
export function collectItemMember(
  collection: Collection,
  instance: Instance,
  item: ItemValue,
  name: string,
  node: ts.Node,
): Value | undefined {
  const member = itemMember(item.of, name);
  if (!member || isMethod(member)) return noMember(collection, instance, node, name);
  if (member.kind === "group") return { ...item, of: member.of };
  return member.kind === "leader" ? { kind: "boolean" } : numberOf(collection, node);
}

function numberOf(collection: Collection, node: ts.Node): Value {
  return numberValue(newTerm(collection, { kind: "known", type: "i32", isIndex: true }, node));
}

function noMember(collection: Collection, instance: Instance, node: ts.Node, name: string): undefined {
  return complain(collection, instance, "LW1306", node, [name, "an item"]);
}

/** Returns the dimension that an argument names; undefined unless it is a constant below the number of dimensions. */
export function dimensionOf(
  { context }: Pick<Collection, "context">,
  argument: ts.Expression,
  { dimensions }: ItemValue,
): 0 | 1 | 2 | undefined {
  const value = evaluate(context, argument);
  return ([0, 1, 2] as const).find((dimension) => dimension === value && dimension < dimensions);
}
