// Lowers methods and properties of items and groups to the IR's queries. The item itself does not exist at run time.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { dimensionOf } from "../infer/collect-items.js";
import type { ItemValue } from "../infer/shape.js";
import { type ItemMember, itemMember } from "../recognise/item-members.js";
import { emit, type FunctionEmitter } from "./function-emitter.js";
import { lowerTogether } from "./group-functions.js";
import { lowerInSubGroup, lowerSubGroupBarrier } from "./sub-group-functions.js";

const zero = build.constant("i32", 0);

function itemAt({ instance }: FunctionEmitter, node: ts.Expression): ItemValue {
  const value = instance.values.get(node);
  invariant(value?.kind === "item", () => `${node.getText()} is an item`);
  return value;
}

/** Lowers `item.id(0)`; returns undefined for a barrier. */
export function lowerItemCall(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  { method, receiver }: { readonly method: string; readonly receiver: ts.Expression },
): Expr | undefined {
  const item = itemAt(emitter, receiver);
  const member = itemMember(item.of, method);
  if (item.of === "subGroup" && (member?.kind === "together" || member?.kind === "shuffle"))
    return lowerInSubGroup(emitter, node, member.method);
  if (member?.kind === "barrier") {
    if (item.of === "subGroup") lowerSubGroupBarrier(emitter, node);
    else emit(emitter, build.barrier("workGroup", emitter.module.positionOf(node)));
    return undefined;
  }
  if (member?.kind === "together")
    return lowerTogether(emitter, node, member.method, {
      own: placeInGroup(item),
      size: groupSize(item),
    });
  invariant(member?.kind === "query", () => `${method} was found among the methods`);
  const [argument] = node.arguments;
  const dimension = argument ? dimensionOf(emitter.collection, argument, item) : 0;
  invariant(dimension !== undefined, "a dimension is a constant");
  return build.query(member.query, dimension);
}

/** Lowers `item.linearId` and `const { linearId } = item`; returns undefined for a group. */
export function lowerItemMember(item: ItemValue, name: string): Expr | undefined {
  const member = itemMember(item.of, name);
  invariant(member, () => `${name} was found among the properties`);
  switch (member.kind) {
    case "linear":
      return linearIn(member, item);
    case "dimensions":
      return build.constant("i32", item.of === "subGroup" ? 1 : item.dimensions);
    case "leader":
      return build.op("eq", item.of === "subGroup" ? build.query("subGroupLane", 0) : placeInGroup(item), zero);
    case "number":
      return build.query(member.query, 0);
    case "group":
      return undefined;
    case "query":
    case "barrier":
    case "together":
    case "shuffle":
      invariant(false, () => `${name} is a method`);
  }
}

function groupSize({ dimensions }: ItemValue): Expr {
  const sizes = ([0, 1, 2] as const).slice(0, dimensions).map((dimension) => build.query("localSize", dimension));
  return sizes.reduce((size, other) => build.op("mul", size, other));
}

function placeInGroup(item: ItemValue): Expr {
  return linearIn({ kind: "linear", index: "localId", size: "localSize" }, item);
}

function linearIn({ index, size, begin }: ItemMember & { kind: "linear" }, { dimensions }: ItemValue): Expr {
  const at = (dimension: 0 | 1 | 2) => {
    const own = build.query(index, dimension);
    return begin ? build.op("sub", own, build.query(begin, dimension)) : own;
  };
  const inner = ([1, 2] as const).slice(0, dimensions - 1);
  return inner.reduce<Expr>(
    (outer, dimension) => build.op("add", build.op("mul", outer, build.query(size, dimension)), at(dimension)),
    at(0),
  );
}
