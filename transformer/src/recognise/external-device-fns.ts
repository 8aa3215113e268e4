// Finds device functions that other compilers compile: `externalDeviceFn<F>(name)`. The program has their type and their symbol,
// the name under which a WebAssembly binary exports them; the binary is found when a kernel is linked.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { isExternalDeviceFnType, pointerType } from "./brands.js";
import { createCache } from "./cache.js";
import type { DeviceFunction } from "./device-fns.js";
import { isFromLibrary } from "./library.js";
import { givenByLibrary } from "./library-calls.js";
import { type PlacedKind, type Placement, placementOf } from "./placement.js";
import { shapeOfType } from "./shapes.js";

export interface ExternalDeviceFn extends DeviceFunction {
  readonly isExternal: true;
  readonly placement: Placement;
  readonly replaces?: never;
}

/** Whether a call declares an external device function: a call to a library function whose result is branded. */
export function isExternalDeviceFnCall(context: PassContext, node: ts.CallExpression): boolean {
  return givenByLibrary(context, node, (type) => isExternalDeviceFnType(context, type)) !== undefined;
}

const described = createCache<ts.CallExpression, ExternalDeviceFn | "faulty">();

/** The function that a call declares; "faulty", with a diagnostic, if it is not legal. */
export function externalDeviceFnOf(context: PassContext, call: ts.CallExpression): ExternalDeviceFn | "faulty" {
  return described(context, call, () => describe(context, call) ?? "faulty");
}

const placedKind: PlacedKind = {
  name: "An external device function",
  example: 'externalDeviceFn<(x: f32) => f32>("fade")',
};

function describe(context: PassContext, call: ts.CallExpression): ExternalDeviceFn | undefined {
  const { ts, checker, reporter } = context;
  const placement = placementOf(context, call, placedKind);
  if (!placement) return undefined;
  const [argument] = call.arguments;
  if (!argument || !ts.isStringLiteralLike(argument)) {
    reporter.report("LW1435", argument ?? call, [argument?.getText() ?? ""]);
    return undefined;
  }
  const [signature, ...others] = checker.getTypeAtLocation(call).getCallSignatures();
  const declaration = signature?.declaration;
  const isWritten = declaration && !ts.isJSDocSignature(declaration) && !isFromLibrary(declaration.getSourceFile());
  if (!isWritten || others.length > 0) {
    reporter.report("LW1436", call, [argument.text]);
    return undefined;
  }
  if (!checkExternalTypes(context, declaration)) return undefined;
  const nameNode = placement.declaration.name;
  const found = { symbol: argument.text, name: nameNode.getText(), declaration, nameNode, placement } as const;
  return isDeclaredOnce(context, found, call) ? { ...found, isExternal: true } : undefined;
}

/** Checks that WebAssembly can pass every parameter and the result. Reports at `use`, if given. */
export function checkExternalTypes(context: PassContext, declaration: ts.SignatureDeclaration, use?: ts.Node): boolean {
  const { ts, checker, reporter } = context;
  const complain = (node: ts.Node, what: string, type: ts.TypeNode | undefined): false => {
    reporter.report("LW1437", use ?? node, [what, type?.getText() ?? "none"]);
    return false;
  };
  for (const parameter of declaration.parameters) {
    const { type, name } = parameter;
    const isPlain = !parameter.dotDotDotToken && !parameter.questionToken && ts.isIdentifier(name);
    const isPassed = type && passes(context, checker.getTypeFromTypeNode(type), false);
    if (!isPlain || !isPassed) return complain(parameter, `parameter \`${name.getText()}\``, type);
  }
  const { type, typeParameters } = declaration;
  const [typeParameter] = typeParameters ?? [];
  if (typeParameter) return complain(typeParameter, "type parameter", undefined);
  const isGiven = type && passes(context, checker.getTypeFromTypeNode(type), true);
  return isGiven ? true : complain(type ?? declaration, "result", type);
}

function passes(context: PassContext, type: ts.Type, isResult: boolean): boolean {
  const shape = shapeOfType(context, type);
  if (pointerType(context, type)) return !isResult;
  if (shape.kind === "number") return shape.flavour !== undefined;
  return shape.kind === "boolean" || shape.kind === (isResult ? "void" : "span");
}

const declared = createCache<ts.Program, Map<string, DeviceFunction>>();

/** Checks that all declarations of a symbol agree: they share one function, which has one type. */
function isDeclaredOnce(context: PassContext, found: DeviceFunction, call: ts.CallExpression): boolean {
  const known = declared(context, context.program, () => new Map());
  const first = known.get(found.symbol) ?? found;
  known.set(found.symbol, first);
  const [own, other] = [typeText(context, found.declaration), typeText(context, first.declaration)];
  if (own === other) return true;
  const at = first.nameNode;
  const note = {
    file: at.getSourceFile().fileName,
    start: at.getStart(),
    length: at.getWidth(),
    message: `as ${other} here`,
  };
  context.reporter.report("LW1438", call, [found.symbol, own, other], [note]);
  return false;
}

/** The types alone: parameter names may differ. */
function typeText(context: PassContext, { parameters, type }: ts.SignatureDeclaration): string {
  const textOf = (node: ts.TypeNode | undefined) =>
    node ? context.checker.typeToString(context.checker.getTypeFromTypeNode(node)) : "";
  return `(${parameters.map((parameter) => textOf(parameter.type)).join(", ")}) => ${textOf(type)}`;
}
