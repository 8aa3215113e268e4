// Decides whether two names in a package's function are the same object: `if (out !== a)`. This is known where each argument is an object that
// initialised a const of the kernel; functions of packages have an instance for each pattern of identical arguments.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isAssigned } from "../recognise/passed-functions.js";
import type { Collection } from "./collect.js";
import type { Instance, Variable } from "./instance.js";
import type { Arguments } from "./instantiate.js";
import { isObject } from "./shape.js";

/** Returns the variable whose object an expression is throughout the kernel, if that is known. */
function identityOf({ context }: Collection, instance: Instance, node: ts.Node): Variable | undefined {
  const { ts } = context;
  const name = ts.isExpression(node) ? skipWrappers(context, node) : node;
  const symbol = ts.isIdentifier(name) ? resolvedSymbol(context, name) : undefined;
  const variable = symbol && instance.variables.get(symbol);
  const declaration = symbol?.valueDeclaration;
  if (!variable || !declaration || !isObject(variable.shape)) return undefined;
  if (variable.isParameter) {
    // Anywhere in the function: in a loop, later text runs before earlier text.
    return ts.isParameter(declaration) && !isAssigned(context, declaration) ? variable.identity : undefined;
  }
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  return isConst && variable.takesFresh && !variable.takesOthers ? variable : undefined;
}

/** Sets the identities of the object parameters of a package's function. */
export function giveIdentities(collection: Collection, caller: Instance, callee: Instance, args: Arguments): void {
  if (!collection.context.bodies.files.has(callee.declaration.getSourceFile())) return;
  for (const [index, { variable }] of callee.parameters.entries()) {
    const argument = args[index];
    const identity = argument && identityOf(collection, caller, argument.node);
    if (identity) variable.identity = identity;
  }
}

/** Returns which arguments of a call of a package's function are the same objects: `"0 0 ?"`. */
export function identityKey(collection: Collection, caller: Instance, declaration: ts.Node, args: Arguments): string {
  if (!collection.context.bodies.files.has(declaration.getSourceFile())) return "";
  const identities = args.map(({ node, value }) =>
    isObject(value) ? identityOf(collection, caller, node) : undefined,
  );
  return identities.map((one) => (one ? identities.indexOf(one) : "?")).join(" ");
}

/** Returns whether two names in a package's function are the same object; undefined unless both are known. */
export function isSameIdentity(
  collection: Collection,
  instance: Instance,
  left: ts.Expression,
  right: ts.Expression,
): boolean | undefined {
  if (!collection.context.bodies.files.has(instance.declaration.getSourceFile())) return undefined;
  const [one, other] = [identityOf(collection, instance, left), identityOf(collection, instance, right)];
  return one && other && one === other;
}
