// `g.hasProperty("hostAccess")` and `g.getProperty("hostAccess")`: what the type of a device global says of its properties is known
// when the kernel is compiled (requirement P2).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "./brands.js";
import { skipWrappers } from "./calls.js";

/** What such a call gives; undefined for every other call, and where the type leaves it open. */
export function propertyOfGlobal(context: PassContext, node: ts.CallExpression): string | boolean | undefined {
  const { ts, checker } = context;
  const callee = skipWrappers(context, node.expression);
  if (!ts.isPropertyAccessExpression(callee) || !/^(has|get)Property$/.test(callee.name.text)) return undefined;
  if (!deviceGlobalType(context, checker.getTypeAtLocation(callee.expression))) return undefined;
  const type = checker.getTypeAtLocation(node);
  if (type.isStringLiteral()) return type.value;
  if (!(type.flags & ts.TypeFlags.BooleanLiteral)) return undefined;
  return checker.typeToString(type) === "true";
}
