// Calls of the library's functions that declare something: which function it is says what it is declared to give. Only where that is of
// interest is TypeScript asked for the call's own type, which takes it much longer.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { isFromLibrary, resolvedSymbol } from "./library.js";

const declared = new WeakMap<PassContext, Map<ts.Symbol, readonly ts.Type[]>>();

/** The type of what a call gives, if a function of the library is called whose result, by its declaration, is wanted. */
export function givenByLibrary(
  context: PassContext,
  node: ts.CallExpression,
  isWanted: (type: ts.Type) => boolean,
): ts.Type | undefined {
  const callee = resolvedSymbol(context, node.expression);
  const isOurs = callee?.declarations?.some((declaration) => isFromLibrary(declaration.getSourceFile()));
  if (!callee || !isOurs || !resultsOf(context, callee).some(isWanted)) return undefined;
  const type = context.checker.getTypeAtLocation(node);
  return isWanted(type) ? type : undefined;
}

function resultsOf(context: PassContext, callee: ts.Symbol): readonly ts.Type[] {
  const known = declared.get(context) ?? new Map<ts.Symbol, readonly ts.Type[]>();
  declared.set(context, known);
  const signatures = () => context.checker.getTypeOfSymbol(callee).getCallSignatures();
  const found = known.get(callee) ?? signatures().map((signature) => signature.getReturnType());
  known.set(callee, found);
  return found;
}
