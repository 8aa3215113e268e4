// Strings that are known when a function of a package is compiled for a call: those that the call passes, or that defaults are. A function of a package
// has an instance for each of them, in which comparisons of them are decided.

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isAssigned } from "../recognise/passed-functions.js";
import type { Collection } from "./collect.js";
import { textsOf } from "./collect-texts.js";
import type { Instance } from "./instance.js";
import type { Arguments } from "./instantiate.js";

/** The string that an expression, which has been collected, always is; undefined if that is not known. */
export function knownText(collection: Collection, instance: Instance, expression: ts.Node): string | undefined {
  const { context } = collection;
  const { ts } = context;
  const node = ts.isExpression(expression) ? skipWrappers(context, expression) : expression;
  const meaning = instance.meanings.get(node);
  if (meaning?.kind === "text") return meaning.text;
  if (meaning?.kind === "outer") return onlyText(collection, node);
  const symbol = ts.isIdentifier(node) ? resolvedSymbol(context, node) : undefined;
  const declaration = symbol?.valueDeclaration;
  const variable = symbol && instance.variables.get(symbol);
  const isFixed = declaration !== undefined && ts.isParameter(declaration) && !isAssigned(context, declaration);
  return isFixed ? variable?.text : undefined;
}

/** The string of a captured value whose type has no other: each launch finds its number by the type. */
function onlyText({ context }: Collection, node: ts.Node): string | undefined {
  const [text, ...others] = textsOf(context, context.checker.getTypeAtLocation(node)) ?? [];
  return others.length === 0 ? text : undefined;
}

/** Sets the strings that a call passes to a package's function. */
export function giveTexts(collection: Collection, caller: Instance, callee: Instance, args: Arguments): void {
  if (!collection.context.bodies.files.has(callee.declaration.getSourceFile())) return;
  for (const [index, { variable }] of callee.parameters.entries()) {
    const text = textPassed(collection, caller, args[index]);
    if (text !== undefined) variable.text = text;
  }
}

/** Returns the strings that a call passes to a package's function: `"? srgb"`. */
export function textsKey(collection: Collection, caller: Instance, declaration: ts.Node, args: Arguments): string {
  if (!collection.context.bodies.files.has(declaration.getSourceFile())) return "";
  return args.map((one) => JSON.stringify(textPassed(collection, caller, one)) ?? "?").join(" ");
}

function textPassed(collection: Collection, caller: Instance, argument: Arguments[number] | undefined) {
  return argument?.value?.kind === "text" ? knownText(collection, caller, argument.node) : undefined;
}
