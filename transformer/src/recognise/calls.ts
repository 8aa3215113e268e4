// What a call in a kernel means: a Math function, a conversion, an atomic, an access of a device global, or a function
// whose body is compiled with the kernel. Decides by declarations, reports nothing.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "./cache.js";
import { isName, libraryFunction, resolvedSymbol, standardGlobal } from "./library.js";
import { shapeOf } from "./shapes.js";

export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

export type Call =
  | { readonly kind: "math"; readonly name: string }
  | { readonly kind: "conversion"; readonly to: ScalarType }
  /** atomicRef(target, index?).fetchAdd(value) */
  | {
      readonly kind: "atomic";
      readonly method: string;
      readonly target: ts.Expression;
      readonly index: ts.Expression | undefined;
    }
  /** `.get()` and `.set(v)` of a device global. */
  | { readonly kind: "global"; readonly method: string; readonly target: ts.Expression }
  | { readonly kind: "function"; readonly declaration: FunctionNode; readonly symbol: ts.Symbol }
  /** A function without a visible body, or what cannot be followed to one. */
  | { readonly kind: "opaque"; readonly reason: "noBody" | "method" | "dynamic" | "library" | "host" | "atomicRef" };

const classified = createCache<ts.CallExpression, Call>();

export function classifyCall(context: PassContext, node: ts.CallExpression): Call {
  return classified(context, node, () => classify(context, node));
}

function classify(context: PassContext, node: ts.CallExpression): Call {
  const { ts } = context;
  const callee = skipWrappers(context, node.expression);
  if (ts.isPropertyAccessExpression(callee) && !isName(context, callee)) return classifyMethod(context, callee);
  const library = libraryFunction(context, callee);
  if (library !== undefined && library in scalars) return { kind: "conversion", to: library as ScalarType }; // checked
  if (library === "atomicRef") return { kind: "opaque", reason: "atomicRef" };
  if (library !== undefined) return { kind: "opaque", reason: "library" };
  if (standardGlobal(context, callee)) return { kind: "opaque", reason: "host" };
  return classifyFunction(context, resolvedSymbol(context, callee));
}

function classifyMethod(context: PassContext, callee: ts.PropertyAccessExpression): Call {
  const { ts } = context;
  const object = skipWrappers(context, callee.expression);
  if (standardGlobal(context, object) === "Math") return { kind: "math", name: callee.name.text };
  if (ts.isCallExpression(object) && libraryFunction(context, object.expression) === "atomicRef") {
    const [target, index] = object.arguments;
    if (target) return { kind: "atomic", method: callee.name.text, target, index };
  }
  if (shapeOf(context, object).kind === "place") return { kind: "global", method: callee.name.text, target: object };
  return { kind: "opaque", reason: standardGlobal(context, object) ? "host" : "method" };
}

function classifyFunction(context: PassContext, symbol: ts.Symbol | undefined): Call {
  const declaration = symbol && functionOf(context, symbol);
  if (symbol && declaration) return { kind: "function", declaration, symbol };
  const isFunction = symbol?.declarations?.some((node) => context.ts.isFunctionDeclaration(node)) ?? false;
  const isAmbient = symbol?.valueDeclaration?.getSourceFile().isDeclarationFile ?? false;
  return { kind: "opaque", reason: isFunction || isAmbient ? "noBody" : "dynamic" };
}

/** The function with a body that a symbol names for good: a declaration, or a const that is a function expression. */
export function functionOf(context: PassContext, symbol: ts.Symbol): FunctionNode | undefined {
  const { ts } = context;
  for (const declaration of symbol.declarations ?? []) {
    if (ts.isFunctionDeclaration(declaration) && declaration.body) return declaration;
    if (ts.isExportAssignment(declaration)) {
      const value = skipWrappers(context, declaration.expression);
      if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
    }
    if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) continue;
    if (!(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)) continue;
    const value = skipWrappers(context, declaration.initializer);
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  }
  return undefined;
}

/** Without parentheses, `!`, `as`, `<T>` and `satisfies`. */
export function skipWrappers(context: PassContext, node: ts.Expression): ts.Expression {
  const { ts } = context;
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isAssertionExpression(inner) ||
    ts.isSatisfiesExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}
