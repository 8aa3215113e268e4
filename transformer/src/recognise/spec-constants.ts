// Finds specialization constants, `specConstant<i32>(3)`, and kernels' reads of them. They are registered and handed over by shims like
// device globals (requirements F1 to F3); an image lists those that its kernels use, with defaults.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { specConstantType } from "./brands.js";
import { createCache } from "./cache.js";
import { skipWrappers } from "./calls.js";
import { type DefinedGlobal, type GlobalDeclaration, isGlobalDeclaration, isUnassigned } from "./device-globals.js";
import { withFlavour } from "./global-flavour.js";
import { globalType } from "./global-types.js";
import { initialValue, noValue } from "./initial-value.js";
import { resolvedSymbol } from "./library.js";
import { givenByLibrary } from "./library-calls.js";
import { isName } from "./names.js";
import { identifyModule } from "./package-of.js";
import { type PlacedKind, placementOf } from "./placement.js";
import { shapeOfType } from "./shapes.js";

/** Whether a call creates a specialization constant: a call to a library function whose result is branded. */
export function isSpecConstantCall(context: PassContext, node: ts.CallExpression): boolean {
  if (node.flags & context.ts.NodeFlags.JavaScriptFile) return false;
  return givenByLibrary(context, node, (type) => specConstantType(context, type) !== undefined) !== undefined;
}

const described = createCache<ts.CallExpression, DefinedGlobal | "faulty">();

/** The constant that a call creates; "faulty", with a diagnostic, if it is not legal. */
export function specConstantOf(context: PassContext, call: ts.CallExpression): DefinedGlobal | "faulty" {
  return described(context, call, () => describe(context, call) ?? "faulty");
}

/**
 * The constant that `node` reads, as in `radius.value` or `radius.get()`; its declaration, without the default, if only that is visible; undefined
 * for every other expression.
 */
export function readSpecConstant(
  context: PassContext,
  node: ts.Expression,
): DefinedGlobal | GlobalDeclaration | "faulty" | "untraced" | undefined {
  const { ts } = context;
  const isCall = ts.isCallExpression(node);
  const member = isCall ? skipWrappers(context, node.expression) : node;
  if (!ts.isPropertyAccessExpression(member) || member.name.text !== (isCall ? "get" : "value")) return undefined;
  const base = skipWrappers(context, member.expression);
  if (!specConstantType(context, context.checker.getTypeAtLocation(base))) return undefined;
  return tracedConstant(context, base) ?? "untraced";
}

/** Follows consts that are aliases of it. */
function tracedConstant(
  context: PassContext,
  node: ts.Expression,
): DefinedGlobal | GlobalDeclaration | "faulty" | undefined {
  const seen = new Set<ts.Node>();
  for (let at = node; isName(context, at) && !seen.has(at); ) {
    seen.add(at);
    const declaration = resolvedSymbol(context, at)?.valueDeclaration;
    const isOne = declaration !== undefined && isGlobalDeclaration(context, declaration);
    if (isOne && declaration.getSourceFile().isDeclarationFile) return declaration;
    if (!isOne || !declaration.initializer) return undefined;
    const value = skipWrappers(context, declaration.initializer);
    if (context.ts.isCallExpression(value) && isSpecConstantCall(context, value)) return specConstantOf(context, value);
    if (!isUnassigned(context, declaration)) return undefined;
    at = value;
  }
  return undefined;
}

const placedKind: PlacedKind = { name: "A specialization constant", example: "specConstant<i32>(1)" };

function describe(context: PassContext, call: ts.CallExpression): DefinedGlobal | undefined {
  const { checker, reporter } = context;
  const placement = placementOf(context, call, placedKind);
  const elementType = specConstantType(context, checker.getTypeAtLocation(call));
  if (!placement || !elementType) return undefined;
  const [typeArgument] = call.typeArguments ?? [];
  const shape = shapeOfType(context, elementType);
  if (!typeArgument || (shape.kind === "number" && !shape.flavour)) {
    reporter.report("LW1441", typeArgument ?? call, [withFlavour(context, call)]);
    return undefined;
  }
  const found = globalType(context, elementType, typeArgument, placedKind.name);
  if (!found) return undefined;
  const { type, structs, files: typeFiles } = found;
  const [initializer] = call.arguments;
  const wanted = { type, structs, text: typeArgument.getText(), isOfImage: false };
  const value = initializer ? initialValue(context, initializer, wanted, () => undefined) : noValue;
  if (!value) return undefined;
  const { declaration, qualifiedName } = placement;
  return {
    id: `${identifyModule(call.getSourceFile().fileName).module}:${qualifiedName}`,
    name: declaration.name.text,
    type,
    structs,
    elementType,
    initial: value.bytes,
    storage: "specialization",
    hostAccess: "none",
    properties: {},
    declaration,
    placement,
    initialFiles: value.files,
    typeFiles,
  };
}
