// Launches through a value that is `any` to TypeScript and a queue or a handler all the same: their functions are not kernels by their types,
// so that they would run as plain JavaScript, and nobody would say so before they run.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { isOfLibrary, resolvedSymbol } from "./library.js";

const launches: ReadonlySet<string> = new Set(["parallelFor", "singleTask", "submit"]);

export function checkUntyped(context: PassContext, call: ts.CallExpression): void {
  const { ts, checker, reporter } = context;
  const { expression: callee } = call;
  if (!ts.isPropertyAccessExpression(callee) || !launches.has(callee.name.text)) return;
  if (!call.arguments.some((argument) => ts.isFunctionLike(skipWrappers(context, argument)))) return;
  if (!isAny(context, checker.getTypeAtLocation(callee.expression))) return;
  const type = typeBehind(context, callee.expression, new Set());
  if (!type?.symbol || !isOfLibrary(type.symbol) || !type.getProperty(callee.name.text)) return;
  reporter.report("LW1142", call, [callee.expression.getText(), type.symbol.name]);
}

function isAny({ ts }: PassContext, { flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.Any) !== 0;
}

/** Of the value that a variable begins with, or that a library calls a function with; undefined where that is not seen. */
function typeBehind(context: PassContext, node: ts.Expression, seen: Set<ts.Node>): ts.Type | undefined {
  const { ts, checker } = context;
  const value = skipWrappers(context, node);
  const type = checker.getTypeAtLocation(value);
  if (!isAny(context, type)) return type;
  const declaration = ts.isIdentifier(value) ? resolvedSymbol(context, value)?.valueDeclaration : undefined;
  if (!declaration || seen.has(declaration)) return undefined;
  seen.add(declaration);
  if (ts.isParameter(declaration)) return typeOfParameter(context, declaration);
  const initial = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initial && typeBehind(context, initial, seen);
}

/** As the place says where the function stands. */
function typeOfParameter({ ts, checker }: PassContext, parameter: ts.ParameterDeclaration): ts.Type | undefined {
  const { parent } = parameter;
  if (!ts.isArrowFunction(parent) && !ts.isFunctionExpression(parent)) return undefined;
  const [signature] = checker.getContextualType(parent)?.getCallSignatures() ?? [];
  const given = signature?.parameters[parent.parameters.indexOf(parameter)];
  return given && checker.getTypeOfSymbolAtLocation(given, parent);
}
