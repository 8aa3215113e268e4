// Objects that a function makes and that others give back to it: `new P(x, y).scaled()` is the object that `new` makes, if `scaled` returns `this`. Such
// an object ends with the call of the function that makes it, so that this function returns a copy, as if it returned the object itself.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { argumentsOf, origins, receiverOf } from "./aliases.js";
import type { Collection } from "./collect.js";
import type { Instance, Variable } from "./instance.js";
import { givenBy } from "./passed-objects.js";
import { type Root, rootsOf } from "./roots.js";
import { type Held, isObject } from "./shape.js";

/** How many of the objects that an expression may give are the function's own. */
export type Share = "all" | "some" | "none";

const isOwnVariable = (instance: Instance, root: Root): boolean =>
  root !== undefined && !root.isParameter && instance.variables.get(root.key) === root;

/** Whether it is a variable for which the function makes an object: it only names others' otherwise. */
const isOwned = (instance: Instance, root: Root): boolean =>
  isOwnVariable(instance, root) && (root?.takesFresh || !root?.takesOthers);

/** Of an expression whose values are known. */
export function ownShare(collection: Collection, instance: Instance, node: ts.Node): Share {
  const { context } = collection;
  if (!context.ts.isExpression(node)) return "none";
  const own = skipWrappers(context, node);
  const value = instance.values.get(node) ?? instance.values.get(own);
  if (!isObject(value)) return "none";
  if (value.where === "fresh") return "all";
  const sides = givenBy(context, node);
  if (sides.length > 1) return shareOf(sides.map((side) => ownShare(collection, instance, side)));
  const lent = instance.lent.get(own);
  if (lent) return lent;
  const named = rootsOf(value.root).flatMap((root) => (isOwnVariable(instance, root) ? [...origins(root)] : [root]));
  return shareOf(named.map((root) => (isOwned(instance, root) ? "all" : "none")));
}

/** Whether a variable that leads to a function's result may refer to an object of the function, or to one that it has been given. */
export function givesBoth(instance: Instance): boolean {
  const { result } = instance;
  const named = [...(result?.held.variables ?? [])]
    .filter((one) => isOwnVariable(instance, one))
    .flatMap((one) => [...origins(one)]);
  const isForeign = named.some((root) => root?.takesMemory || !isOwnVariable(instance, root));
  return result?.givesFresh ? isForeign : named.some((root) => isOwned(instance, root));
}

/** Notes which objects a call gives back to the function that has made them. */
export function noteLent(collection: Collection, instance: Instance, call: ts.Node, callee: Instance): void {
  const shares = givenBack(collection, call, callee).map((given) =>
    given ? ownShare(collection, instance, given) : "none",
  );
  const share = shareOf(shares);
  if (share !== "none") instance.lent.set(call, share);
}

/** Whether a call may give back an object that one of its arguments makes: `nearer(best, new Hit(t))`. */
export function givesArgument(collection: Collection, instance: Instance, node: ts.Node): boolean {
  const { context } = collection;
  const { ts } = context;
  if (!ts.isExpression(node)) return false;
  const sides = givenBy(context, ts.isBinaryExpression(node) ? node.right : node);
  return sides.some((side) => {
    const call = skipWrappers(context, side);
    const callee = instance.calls.get(call);
    const given = callee ? givenBack(collection, call, callee) : [];
    return given.some((one) => {
      const value = one && instance.values.get(one);
      return one && ((isObject(value) && value.where === "fresh") || givesArgument(collection, instance, one));
    });
  });
}

/** Notes what leads to the object that a function gives, if it may be a copy in the function's own memory. */
export function noteHeld(collection: Collection, instance: Instance, held: Held, node: ts.Node): void {
  const { context } = collection;
  const { ts } = context;
  if (!ts.isExpression(node)) return;
  const own = skipWrappers(context, node);
  const note = (one: ts.Node | undefined) => one && noteHeld(collection, instance, held, one);
  const value = instance.values.get(own);
  if (isObject(value) && value.isChoice) held.hasChoice = true;
  const meaning = instance.meanings.get(own);
  if (meaning?.kind === "variable") held.variables.add(meaning.variable);
  if (meaning?.kind === "outer" && meaning.outer.kind === "variable") held.variables.add(meaning.outer.variable);
  const callee = instance.calls.get(own);
  if (callee) {
    held.hasChoice ||= callee.result?.held.hasChoice === true;
    for (const variable of callee.result?.held.variables ?? []) held.variables.add(variable);
    for (const given of givenBack(collection, own, callee)) note(given);
  } else if (ts.isPropertyAccessExpression(own) || ts.isElementAccessExpression(own)) note(own.expression);
  else if (ts.isConditionalExpression(own)) for (const side of givenBy(context, own)) note(side);
  else if (ts.isBinaryExpression(own)) for (const side of [own.left, own.right]) note(side);
}

/** Returns what a call passes of which the callee may return an object. */
function givenBack(collection: Collection, call: ts.Node, callee: Instance): readonly (ts.Node | undefined)[] {
  return [...(callee.result?.roots ?? [])].map((root) => givenFor(collection, call, callee, root));
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
