// `g.hasProperty("hostAccess")` and `g.getProperty("hostAccess")`: a device global's declared properties are compile-time values
// (requirement P2).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "./brands.js";
import { skipWrappers } from "./calls.js";
import { declaredAs, propertiesOf } from "./device-globals.js";

/** The result of such a call; undefined for every other call, and if not known. */
export function propertyOfGlobal(context: PassContext, node: ts.CallExpression): string | boolean | undefined {
  const { ts, checker } = context;
  const callee = skipWrappers(context, node.expression);
  if (!ts.isPropertyAccessExpression(callee) || !/^(has|get)Property$/.test(callee.name.text)) return undefined;
  const types = deviceGlobalType(context, checker.getTypeAtLocation(callee.expression));
  const [argument] = node.arguments;
  if (!types || !argument) return undefined;
  const key = checker.getTypeAtLocation(argument);
  if (!key.isStringLiteral()) return undefined;
  const declared = declaredAs(context, callee.expression);
  const value = (declared ?? propertiesOf(context, types.properties))[key.value];
  if (callee.name.text === "getProperty") return value;
  // A type may say less than the declaration: `const g: DeviceGlobal<i32> = resets`.
  return declared || value !== undefined ? value !== undefined : undefined;
}
