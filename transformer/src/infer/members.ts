// Finds methods and accessors in an object's class or its base classes. The object's class is known at compile time, so there is no dispatch.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { resolvedSymbol } from "../recognise/library.js";

export function memberNode(
  context: PassContext,
  declaration: ts.ClassLikeDeclaration | undefined,
  name: string,
): ts.MethodDeclaration | ts.GetAccessorDeclaration | undefined {
  const { ts } = context;
  for (let at = declaration; at; at = baseOf(context, at)) {
    for (const member of at.members) {
      const isCallable = ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member);
      if (isCallable && member.body && nameOf(context, member.name) === name) return member;
    }
  }
  return undefined;
}

/** Returns the setter with that name; undefined where the nearest class with such a property has only a getter. */
export function setterNode(
  context: PassContext,
  declaration: ts.ClassLikeDeclaration | undefined,
  name: string,
): ts.SetAccessorDeclaration | undefined {
  const { ts } = context;
  for (let at = declaration; at; at = baseOf(context, at)) {
    const named = at.members.filter((member) => member.name && nameOf(context, member.name) === name);
    const isOwn = named.some(
      (member) => (ts.getCombinedModifierFlags(member as ts.Declaration) & ts.ModifierFlags.Static) === 0,
    );
    if (isOwn)
      return named.find((member) => ts.isSetAccessorDeclaration(member) && member.body !== undefined) as
        | ts.SetAccessorDeclaration
        | undefined; // by the test
  }
  return undefined;
}

function nameOf({ checker }: PassContext, name: ts.PropertyName): string {
  return checker.getSymbolAtLocation(name)?.name ?? name.getText();
}

export function baseOf(context: PassContext, node: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === context.ts.SyntaxKind.ExtendsKeyword);
  const [base] = clause?.types ?? [];
  const symbol = base && resolvedSymbol(context, base.expression);
  return symbol?.declarations?.find((one): one is ts.ClassLikeDeclaration => context.ts.isClassLike(one));
}
