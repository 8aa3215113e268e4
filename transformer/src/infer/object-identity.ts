// Decides whether two names in a package's function are the same object: `if (out !== a)`. This is known where each argument is an object that
// initialised a const of the kernel; functions of packages have an instance for each pattern of identical arguments.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isAssigned } from "../recognise/passed-functions.js";
import { type Collection, newVariable } from "./collect.js";
import type { Instance, Variable } from "./instance.js";
import type { Arguments } from "./instantiate.js";
import { isObject } from "./shape.js";

/** Returns the variable whose object an expression is throughout the kernel, if that is known. */
function identityOf(collection: Collection, instance: Instance, node: ts.Node): Variable | undefined {
  const { context } = collection;
  const { ts } = context;
  const name = ts.isExpression(node) ? skipWrappers(context, node) : node;
  if (ts.isCallExpression(name) || ts.isArrayLiteralExpression(name) || ts.isNewExpression(name))
    return madeBy(collection, instance, name);
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

type Making = ts.CallExpression | ts.ArrayLiteralExpression | ts.NewExpression;

const made = new WeakMap<Instance, Map<Making, Variable>>();

/** Returns what stands for the object that an expression makes, which no variable has. */
function madeBy({ context }: Collection, instance: Instance, node: Making): Variable | undefined {
  const shape = instance.values.get(node);
  if (!isObject(shape) || shape.where !== "fresh") return undefined;
  const isCall = node.kind === context.ts.SyntaxKind.CallExpression;
  if (isCall && instance.calls.get(node)?.result?.givesOthers !== false) return undefined;
  const known = made.get(instance) ?? new Map<Making, Variable>();
  made.set(instance, known);
  const variable = known.get(node) ?? newVariable({ name: "", key: { name: "made" }, shape });
  known.set(node, variable);
  return variable;
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
