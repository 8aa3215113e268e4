// Resolves calls of functions in the host's object literals: `filter.apply(x)`. The literal that created the object determines the function, whose
// `this` is the object.

import type ts from "typescript-6";
import { type CallableNode, skipWrappers } from "../recognise/calls.js";
import { isOfLiteral, literalGivenBy, literalOf, memberOf, usesThis } from "../recognise/object-literals.js";
import { type Collection, complain } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { isLoaded, loadedFunction } from "./loaded-objects.js";
import type { PathValue, SelfValue } from "./shape.js";

/** Returns `this` of a function that is called or named (a const of it has no `this`); "faulty" if the object may have a different function. */
export function selfOfMember(
  collection: Collection,
  instance: Instance,
  callee: ts.Expression,
  fn: CallableNode,
): SelfValue | undefined | "faulty" {
  const { context } = collection;
  const access = skipWrappers(context, callee);
  if (!context.ts.isPropertyAccessExpression(access) || !isOfLiteral(context, fn)) return undefined;
  const before = collection.faults;
  const hasThis = usesThis(context, fn);
  const known = literalGivenBy(context, access.expression);
  const receiver = known && !hasThis ? undefined : collectExpression(collection, instance, access.expression);
  if (collection.faults > before) return "faulty";
  const path = receiver?.kind === "path" ? receiver : undefined;
  const self = receiver?.kind === "struct" ? receiver : path;
  if (isLoaded(path)) {
    const own = loadedFunction(collection, instance, path, access.name.text, callee);
    if (own && own !== fn) complain(collection, instance, "LW1239", callee, [callee.getText()]);
    return own !== fn ? "faulty" : hasThis ? path : undefined;
  }
  const literal = known ?? (path && literalOfPath(collection, path));
  const member = literal && memberOf(context, literal, access.name.text);
  if (member !== fn || (hasThis && !self)) {
    complain(collection, instance, "LW1239", callee, [callee.getText()]);
    return "faulty";
  }
  return hasThis ? self : undefined;
}

/** Returns the literal of an object that a function of the kernel is passed. */
function literalOfPath({ context }: Collection, { text, root }: PathValue): ts.ObjectLiteralExpression | undefined {
  const { ts } = context;
  const [first, ...names] = text.split(".");
  let literal = first === root.name ? literalOf(context, root) : undefined;
  for (const name of names) {
    const member: ts.Expression | ts.MethodDeclaration | undefined = literal && memberOf(context, literal, name);
    literal = member && ts.isExpression(member) ? literalGivenBy(context, member) : undefined;
  }
  return literal;
}
