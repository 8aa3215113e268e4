// Objects that a function makes and that others give back to it: `new P(x, y).scaled()` is the object that `new` makes, if `scaled` returns `this`. Such
// an object ends with the call of the function that makes it, so that this function returns a copy, as if it returned the object itself.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { argumentsOf, receiverOf } from "./aliases.js";
import type { Collection } from "./collect.js";
import type { Instance, Variable } from "./instance.js";
import { givenBy } from "./passed-objects.js";
import { isObject } from "./shape.js";

/** How many of the objects that an expression may give are the function's own. */
export type Share = "all" | "some" | "none";

export const isOwnVariable = (instance: Instance, root: Variable | undefined): boolean =>
  root !== undefined && !root.isParameter && instance.variables.get(root.key) === root;

/** Of an expression whose values are known. */
export function ownShare({ context }: Collection, instance: Instance, node: ts.Node): Share {
  if (!context.ts.isExpression(node)) return "none";
  const foundFor = (one: ts.Expression) => instance.values.get(one) ?? instance.values.get(skipWrappers(context, one));
  // A choice of two objects is a copy.
  if (givenBy(context, node).filter((one) => isObject(foundFor(one))).length > 1) return "all";
  const own = skipWrappers(context, node);
  const value = foundFor(node);
  if (!isObject(value)) return "none";
  if (value.where === "fresh" || isOwnVariable(instance, value.root)) return "all";
  return instance.lent.get(own) ?? "none";
}

/** Notes which objects a call gives back to the function that has made them. */
export function noteLent(collection: Collection, instance: Instance, call: ts.Node, callee: Instance): void {
  const roots = [...(callee.result?.roots ?? [])];
  const share = shareOf(
    roots.map((root) => {
      const given = givenFor(collection, call, callee, root);
      return given ? ownShare(collection, instance, given) : "none";
    }),
  );
  if (share !== "none") instance.lent.set(call, share);
}

function givenFor({ context }: Collection, call: ts.Node, callee: Instance, root: Variable | undefined) {
  if (root === undefined || !root.isParameter) return undefined;
  if (root === callee.self) return receiverOf(context, call);
  return argumentsOf(context, call)[callee.parameters.findIndex(({ variable }) => variable === root)];
}

function shareOf(shares: readonly Share[]): Share {
  if (shares.every((one) => one === "none")) return "none";
  return shares.every((one) => one === "all") ? "all" : "some";
}
