// Reports launches through a value that TypeScript types as `any` but that is a queue or a handler: their functions are not kernels by type,
// so they would silently run as plain JavaScript.

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
  if (type === "lanewise") reporter.report("LW1142", call, [callee.expression.getText(), "Queue"]);
  if (typeof type === "string" || !type?.symbol || !isOfLibrary(type.symbol)) return;
  if (type.getProperty(callee.name.text)) {
    reporter.report("LW1142", call, [callee.expression.getText(), type.symbol.name]);
  }
}

function isAny({ ts }: PassContext, { flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.Any) !== 0;
}

/**
 * The type of the value that a variable starts with, or that a library passes to a function; "lanewise" for anything from a module
 * loaded without types: `const { Queue } = require("lanewise")`. Undefined if unknown.
 */
function typeBehind(context: PassContext, node: ts.Expression, seen: Set<ts.Node>): ts.Type | "lanewise" | undefined {
  const { ts, checker } = context;
  const value = skipWrappers(context, node);
  const type = checker.getTypeAtLocation(value);
  if (!isAny(context, type)) return type;
  const behind = (inner: ts.Expression) => (isMadeOfLibrary(context, inner, seen) ? "lanewise" : undefined);
  if (!ts.isIdentifier(value)) return behind(value);
  const declaration = resolvedSymbol(context, value)?.valueDeclaration;
  if (!declaration || seen.has(declaration)) return undefined;
  seen.add(declaration);
  if (ts.isParameter(declaration)) return typeOfParameter(context, declaration);
  const initial = initialOf(context, declaration);
  if (!initial) return undefined;
  return ts.isVariableDeclaration(declaration) ? typeBehind(context, initial, seen) : behind(initial);
}

/** Whether an untyped expression is the module, a part of it, or created by a part of it. */
function isMadeOfLibrary(context: PassContext, node: ts.Expression, seen: Set<ts.Node>): boolean {
  const { ts } = context;
  const value = skipWrappers(context, node);
  if (isLoadOfLibrary(context, value)) return true;
  const isAccess = ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value);
  if (isAccess || ts.isNewExpression(value) || ts.isCallExpression(value) || ts.isAwaitExpression(value)) {
    return isMadeOfLibrary(context, value.expression, seen);
  }
  const declaration = ts.isIdentifier(value) ? resolvedSymbol(context, value)?.valueDeclaration : undefined;
  if (!declaration || seen.has(declaration)) return false;
  seen.add(declaration);
  const initial = initialOf(context, declaration);
  return initial !== undefined && isMadeOfLibrary(context, initial, seen);
}

/** `require("lanewise")`, `import("lanewise")` */
function isLoadOfLibrary({ ts }: PassContext, node: ts.Expression): boolean {
  if (!ts.isCallExpression(node)) return false;
  const [name] = node.arguments;
  const isLoad = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === "require";
  return isLoad && name !== undefined && ts.isStringLiteralLike(name) && /^lanewise(\/aot(\/full)?)?$/.test(name.text);
}

/** The initializer of a variable, or of the pattern that declares it. */
function initialOf({ ts }: PassContext, declaration: ts.Declaration): ts.Expression | undefined {
  let at: ts.Node = declaration;
  while (ts.isBindingElement(at) || ts.isObjectBindingPattern(at)) at = at.parent;
  return ts.isVariableDeclaration(at) ? at.initializer : undefined;
}

/** The type of a parameter by the function's contextual type. */
function typeOfParameter({ ts, checker }: PassContext, parameter: ts.ParameterDeclaration): ts.Type | undefined {
  const { parent } = parameter;
  if (!ts.isArrowFunction(parent) && !ts.isFunctionExpression(parent)) return undefined;
  const [signature] = checker.getContextualType(parent)?.getCallSignatures() ?? [];
  const given = signature?.parameters[parent.parameters.indexOf(parameter)];
  return given && checker.getTypeOfSymbolAtLocation(given, parent);
}
