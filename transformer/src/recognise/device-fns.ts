// Finds device functions, `deviceFn(f)`, and resolves calls to them (requirements L6, D11). Each has a symbol with the grammar of
// device globals' ids; its parameters and result have written types, so that callers need not see its body.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { isDeviceFnType, isExternalDeviceFnType } from "./brands.js";
import { createCache } from "./cache.js";
import { type FunctionNode, functionOf, skipWrappers } from "./calls.js";
import { type ExternalDeviceFn, externalDeviceFnOf, isExternalDeviceFnCall } from "./external-device-fns.js";
import { resolvedSymbol } from "./library.js";
import { givenByLibrary } from "./library-calls.js";
import { identifyModule } from "./package-of.js";
import { isPassable, takesFunctions } from "./passed-types.js";
import { type PlacedKind, type Placement, placementOf } from "./placement.js";
import { type Replacement, replacementOf } from "./replacements.js";

export interface DeviceFunction {
  /** `<package>@<version>/<path>:<qualified name>`. */
  readonly symbol: string;
  readonly name: string;
  /** Declares the parameters and the result. */
  readonly declaration: ts.SignatureDeclaration;
  /** The name in its declaration. */
  readonly nameNode: ts.Node;
  /** Whether another compiler compiles it. */
  readonly isExternal?: true;
  /** Takes functions, so it has no symbol and is compiled into its callers. */
  readonly isCopied?: true;
}

/** A device function whose body is in the program. */
export interface DefinedDeviceFn extends DeviceFunction {
  readonly declaration: FunctionNode;
  readonly placement: Placement;
  /** The Math function that it replaces in kernels. */
  readonly replaces: Replacement | undefined;
  readonly isExternal?: never;
}

/** A device function declared where objects with an id are allowed. */
export type PlacedDeviceFn = DefinedDeviceFn | ExternalDeviceFn;

/** Whether a call creates a device function: a call to a library function whose result is branded. */
export function isDeviceFnCall(context: PassContext, node: ts.CallExpression): boolean {
  const isOne = (type: ts.Type) => isDeviceFnType(context, type) && !isExternalDeviceFnType(context, type);
  return givenByLibrary(context, node, isOne) !== undefined;
}

const described = createCache<ts.CallExpression, DefinedDeviceFn | "faulty">();

/** The device function that a call creates; "faulty", with a diagnostic, if it is not legal. */
export function deviceFnOf(context: PassContext, call: ts.CallExpression): DefinedDeviceFn | "faulty" {
  return described(context, call, () => describe(context, call) ?? "faulty");
}

const placedKind: PlacedKind = { name: "A device function", example: "deviceFn((x: f32): f32 => x * x)" };

function describe(context: PassContext, call: ts.CallExpression): DefinedDeviceFn | undefined {
  const { reporter } = context;
  const placement = placementOf(context, call, placedKind);
  if (!placement) return undefined;
  const [argument] = call.arguments;
  const declaration = argument && functionAt(context, argument);
  if (!declaration) {
    reporter.report("LW1431", argument ?? call, [argument?.getText() ?? ""]);
    return undefined;
  }
  const isCopied = takesFunctions(context, declaration);
  if (!isCopied && !checkTypes(context, declaration)) return undefined;
  reporter.read([declaration.getSourceFile()]);
  const name = placement.declaration.name.getText();
  const symbol = `${identifyModule(call.getSourceFile().fileName).module}:${placement.qualifiedName}`;
  const replaces = replacementOf(context, call, declaration, name);
  if (replaces === "faulty") return undefined;
  const nameNode = placement.declaration.name;
  return { symbol, name, declaration, placement, replaces, nameNode, ...(isCopied && { isCopied }) };
}

function functionAt(context: PassContext, argument: ts.Expression): FunctionNode | undefined {
  const value = skipWrappers(context, argument);
  if (context.ts.isArrowFunction(value) || context.ts.isFunctionExpression(value)) return value;
  const symbol = resolvedSymbol(context, value);
  return symbol && functionOf(context, symbol);
}

/** Checks that every parameter and the result have a written type that can be passed. Reports at `use`, if given. */
export function checkTypes(context: PassContext, declaration: ts.SignatureDeclaration, use?: ts.Node): boolean {
  const { checker, reporter } = context;
  for (const parameter of declaration.parameters) {
    const isPlain = !parameter.initializer && !parameter.dotDotDotToken && !parameter.questionToken;
    const isPassed = parameter.type && isPassable(context, checker.getTypeFromTypeNode(parameter.type), false);
    if (!isPlain || !isPassed || !context.ts.isIdentifier(parameter.name)) {
      reporter.report("LW1432", use ?? parameter, [`parameter \`${parameter.name.getText()}\``]);
      return false;
    }
  }
  if (declaration.typeParameters) {
    reporter.report("LW1432", use ?? declaration.typeParameters[0] ?? declaration, ["type parameter"]);
    return false;
  }
  const { type } = declaration;
  if (type && isPassable(context, checker.getTypeFromTypeNode(type), true)) return true;
  reporter.report("LW1432", use ?? type ?? declaration, ["result"]);
  return false;
}

/** Whether a name can be imported: functions whose name begins with two underscores are copied into their callers (requirement L6). */
export function isImportable(name: string): boolean {
  return !name.startsWith("__");
}

/** The device function that an expression names; undefined if it names none, or one that is not importable. */
export function deviceFnNamed(context: PassContext, callee: ts.Expression): DeviceFunction | "faulty" | undefined {
  const { ts, checker } = context;
  if (!ts.isIdentifier(callee) && !ts.isPropertyAccessExpression(callee)) return undefined;
  const symbol = resolvedSymbol(context, callee);
  const declaration = symbol?.valueDeclaration;
  if (!symbol || !declaration || !(ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration))) {
    return undefined;
  }
  if (!isDeviceFnType(context, checker.getTypeOfSymbol(symbol))) return undefined;
  const value = declaration.initializer && skipWrappers(context, declaration.initializer);
  if (!value || !ts.isCallExpression(value)) return undefined;
  if (isExternalDeviceFnCall(context, value)) return externalDeviceFnOf(context, value);
  const fn = isImportable(symbol.name) && isDeviceFnCall(context, value) ? deviceFnOf(context, value) : undefined;
  return fn !== "faulty" && fn?.isCopied ? undefined : fn;
}
