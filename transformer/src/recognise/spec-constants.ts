// Finds specialization constants: `specConstant<i32>(3)`, and where kernels read one. They are registered, and handed over by shims, as
// device globals are (requirements F1 to F3); an image lists those that its kernels use, with their defaults.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { flavourOf, specConstantType } from "./brands.js";
import { createCache } from "./cache.js";
import { skipWrappers } from "./calls.js";
import { type DefinedGlobal, isGlobalDeclaration } from "./device-globals.js";
import { withFlavour } from "./global-flavour.js";
import { initialValue, noValue } from "./initial-value.js";
import { isFromLibrary, resolvedSymbol } from "./library.js";
import { isName } from "./names.js";
import { identifyModule } from "./package-of.js";
import { type PlacedKind, placementOf } from "./placement.js";

export interface DefinedSpecConstant extends DefinedGlobal {
  readonly type: ScalarType;
}

/** Whether a call makes a specialization constant: a library function whose result carries the brand. */
export function isSpecConstantCall(context: PassContext, node: ts.CallExpression): boolean {
  if (node.flags & context.ts.NodeFlags.JavaScriptFile) return false;
  const callee = resolvedSymbol(context, node.expression)?.valueDeclaration;
  if (!callee || !isFromLibrary(callee.getSourceFile())) return false;
  return specConstantType(context, context.checker.getTypeAtLocation(node)) !== undefined;
}

const described = createCache<ts.CallExpression, DefinedSpecConstant | "faulty">();

/** The constant that a call makes; "faulty", with a diagnostic, if it is not a legal one. */
export function specConstantOf(context: PassContext, call: ts.CallExpression): DefinedSpecConstant | "faulty" {
  return described(context, call, () => describe(context, call) ?? "faulty");
}

/** The constant that `node`, as in `radius.value`, reads; undefined for every other expression. */
export function readSpecConstant(
  context: PassContext,
  node: ts.PropertyAccessExpression,
): DefinedSpecConstant | "faulty" | "untraced" | undefined {
  const base = skipWrappers(context, node.expression);
  if (node.name.text !== "value" || !specConstantType(context, context.checker.getTypeAtLocation(base)))
    return undefined;
  const declaration = isName(context, base) ? resolvedSymbol(context, base)?.valueDeclaration : undefined;
  const isOne = declaration && isGlobalDeclaration(context, declaration) && declaration.initializer;
  const call = isOne ? skipWrappers(context, isOne) : undefined;
  const isMade = call && context.ts.isCallExpression(call) && isSpecConstantCall(context, call);
  return isMade ? specConstantOf(context, call) : "untraced";
}

const placedKind: PlacedKind = { name: "A specialization constant", example: "specConstant<i32>(1)" };

function describe(context: PassContext, call: ts.CallExpression): DefinedSpecConstant | undefined {
  const { checker, reporter, ts } = context;
  const placement = placementOf(context, call, placedKind);
  const elementType = specConstantType(context, checker.getTypeAtLocation(call));
  if (!placement || !elementType) return undefined;
  const [typeArgument] = call.typeArguments ?? [];
  const type = elementType.flags & ts.TypeFlags.BooleanLike ? "bool" : flavourOf(context, elementType);
  if (!typeArgument || !type) {
    reporter.report("LW1441", typeArgument ?? call, [withFlavour(context, call)]);
    return undefined;
  }
  const [initializer] = call.arguments;
  const wanted = { type, structs: [], text: typeArgument.getText(), isOfImage: false };
  const value = initializer ? initialValue(context, initializer, wanted, () => undefined) : noValue;
  if (!value) return undefined;
  const { declaration, qualifiedName } = placement;
  return {
    id: `${identifyModule(call.getSourceFile().fileName).module}:${qualifiedName}`,
    name: declaration.name.text,
    type,
    structs: [],
    elementType,
    initial: value.bytes,
    storage: "specialization",
    hostAccess: "none",
    properties: {},
    declaration,
    placement,
    initialFiles: value.files,
    typeFiles: new Set(),
  };
}
