// Finds the kernels of a program: functions in places of type KernelFunction<…>, and const functions passed there. The type
// makes a function a kernel, so users' wrappers of parallelFor count too (requirement D12). The same walk finds what modules
// declare for kernels, and the calls that the emitted text completes.

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";
import type { GivenArray } from "./array-variants.js";
import { itemType, kernelSignature, reducerType } from "./brands.js";
import { type FunctionNode, functionOf, skipWrappers } from "./calls.js";
import { type Combiners, combinersOf } from "./combiners.js";
import { deviceFnOf, isDeviceFnCall, isImportable, type PlacedDeviceFn } from "./device-fns.js";
import { deviceGlobalOf, isDeviceGlobalCall, type KeptGlobal, keptGlobal } from "./device-globals.js";
import { checkElements, type Elements, elementsOf } from "./element-functions.js";
import { externalDeviceFnOf, isExternalDeviceFnCall } from "./external-device-fns.js";
import { checkLaunchers, checkPassedOn } from "./hidden-launches.js";
import { type KernelName, kernelNamesIn } from "./kernel-names.js";
import { type GivenFunction, variantsOf } from "./kernel-variants.js";
import { resolvedSymbol } from "./library.js";
import { type ModuleCall, moduleCall } from "./module-calls.js";
import { operatorOf } from "./operators.js";
import {
  byParameter,
  functionsOfParameter,
  isAssigned,
  type PassedArgument,
  type PassedArguments,
  passedIn,
  takesFunction,
} from "./passed-functions.js";
import { isSpecConstantCall, specConstantOf } from "./spec-constants.js";
import { isStructOfCall, type StructOfCall, structOfCall } from "./struct-of.js";
import { takenBySignature } from "./taken.js";
import { checkUntyped } from "./untyped-queues.js";

export interface Kernel {
  readonly declaration: FunctionNode;
  readonly dimensions: 0 | 1 | 2 | 3;
  /** Where it was first used as a kernel. */
  readonly use: ts.Node;
  readonly combiners: Combiners;
  /** The arrays of an element function. */
  readonly elements: Elements | undefined;
  /** The functions passed to its wrapper, if the kernel calls them; it is compiled for these. */
  readonly given: readonly GivenFunction[];
  /** The classes of captured arrays that may have several; the kernel is compiled for these. */
  readonly arrays: readonly GivenArray[];
}

/** A use that makes a function a kernel. */
interface KernelUse extends Omit<Kernel, "dimensions" | "given" | "arrays"> {
  readonly dimensions: number;
}

/** A parameter that a function launches: arguments for it are kernels. */
interface ParameterUse extends Pick<KernelUse, "dimensions" | "use" | "elements"> {
  readonly parameter: ts.ParameterDeclaration;
}

/** The findings of one file. They hold no types, so they remain valid while the file and its imports do not change. */
export interface Findings {
  /** Uses of functions, which may be in other files. */
  readonly uses: KernelUse[];
  readonly globals: KeptGlobal[];
  readonly deviceFns: PlacedDeviceFn[];
  readonly specConstants: KeptGlobal[];
  /** The calls of structOf that need a layout. */
  readonly structs: StructOfCall[];
  /** The calls that need their module's name. */
  readonly moduleCalls: ModuleCall[];
  /** Kernels requested by constant symbols. */
  readonly kernelNames: KernelName[];
  /** Where parameters are launched. */
  readonly launched: ParameterUse[];
  /** The functions that calls pass to the program's functions. */
  readonly passed: PassedArgument[];
}

export function findingsOf(context: PassContext, file: ts.SourceFile): Findings {
  const { ts } = context;
  const found: Findings = {
    uses: [],
    globals: [],
    deviceFns: [],
    specConstants: [],
    structs: [],
    moduleCalls: [],
    kernelNames: [],
    launched: [],
    passed: [],
  };
  walkTree(ts, file, (node) => {
    if (ts.isCallExpression(node)) recogniseCall(context, found, node);
    const given = givenValue(context, node);
    if (given) {
      checkLaunchers(context, given);
      recogniseArgument(context, found, given);
    }
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) recogniseFunction(context, found, node);
    return true;
  });
  return found;
}

/** The kernels of all files. */
export function kernelsOf(context: PassContext, findings: readonly Findings[]): Kernel[] {
  const kernels = new Map<FunctionNode, Kernel>();
  for (const { uses } of findings) for (const use of uses) addKernel(context, kernels, use);
  const passed = byParameter(findings.flatMap((one) => one.passed));
  for (const { launched } of findings) {
    for (const use of launched)
      for (const one of usesByParameter(context, passed, use)) addKernel(context, kernels, one);
  }
  return [...kernels.values()].flatMap((kernel) => variantsOf(context, kernel, passed));
}

/** The functions that calls pass for a launched parameter. */
function usesByParameter(
  context: PassContext,
  passed: PassedArguments,
  { parameter, ...launch }: ParameterUse,
): KernelUse[] {
  const { functions, unknown } = functionsOfParameter(context, passed, parameter);
  const made = [...functions.values()].flat();
  for (const argument of [...unknown, ...made]) context.reporter.report("LW1001", argument);
  if (functions.size + unknown.length === 0) context.reporter.report("LW1001", launch.use);
  return [...functions.keys()].map((declaration) => ({
    ...launch,
    declaration,
    combiners: combinersOf(context, declaration, launch.use),
  }));
}

/** The value that a declaration, return, assignment or object literal gives to a target with its own type. */
function givenValue({ ts }: PassContext, node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) return node.type && node.initializer;
  if (ts.isReturnStatement(node)) return node.expression;
  if (ts.isPropertyAssignment(node)) return node.initializer;
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? undefined : node.body;
  const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssignment ? node.right : undefined;
}

function recogniseFunction(
  context: PassContext,
  found: Findings,
  node: ts.ArrowFunction | ts.FunctionExpression,
): void {
  const type = context.checker.getContextualType(node);
  if (type && kernelSignature(context, type)) addUse(context, found, node, type, node);
}

function recogniseCall(context: PassContext, found: Findings, node: ts.CallExpression): void {
  if (isDeviceGlobalCall(context, node)) {
    const global = deviceGlobalOf(context, node);
    if (global !== "faulty") found.globals.push(keptGlobal(global));
    return;
  }
  if (isSpecConstantCall(context, node)) {
    const constant = specConstantOf(context, node);
    if (constant !== "faulty") found.specConstants.push(keptGlobal(constant));
    return;
  }
  if (isDeviceFnCall(context, node)) {
    const fn = deviceFnOf(context, node);
    if (fn !== "faulty" && isImportable(fn.name) && !fn.isCopied) found.deviceFns.push(fn);
    return;
  }
  if (isExternalDeviceFnCall(context, node)) {
    const fn = externalDeviceFnOf(context, node);
    if (fn !== "faulty") found.deviceFns.push(fn);
    return;
  }
  if (isStructOfCall(context, node)) {
    const call = structOfCall(context, node);
    if (call) found.structs.push(call);
    return;
  }
  checkUntyped(context, node);
  found.passed.push(...passedIn(context, node));
  checkPassedOn(context, node);
  found.kernelNames.push(...kernelNamesIn(context, node));
  const signature = context.checker.getResolvedSignature(node);
  const taken = signature && takenBySignature(context, signature);
  if (taken?.kernel) for (const argument of node.arguments) recogniseArgument(context, found, argument);
  if (taken?.nameAt !== undefined) {
    const call = moduleCall(context, node, taken.nameAt);
    if (call) found.moduleCalls.push(call);
  }
}

/** Whether an expression's syntax can name a function; numbers, sums and literals cannot. */
function canBeFunction({ ts }: PassContext, node: ts.Expression): boolean {
  return (
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isElementAccessExpression(node) ||
    (ts.isBinaryExpression(node) && operatorOf(ts, node.operatorToken.kind)?.kind === "logical")
  );
}

/** Recognises a kernel passed by name: it must have the kernel type, be a parameter that is launched, or be traceable to its definition. */
function recogniseArgument(context: PassContext, found: Findings, argument: ts.Expression): void {
  const { ts, checker, reporter } = context;
  const value = skipWrappers(context, argument);
  if (ts.isConditionalExpression(value)) {
    for (const choice of [value.whenTrue, value.whenFalse]) recogniseArgument(context, found, choice);
    return;
  }
  if (!canBeFunction(context, value)) return;
  const own = checker.getTypeAtLocation(value);
  if (own.getCallSignatures().length === 0) return;
  const wanted = checker.getContextualType(argument);
  if (!wanted || !kernelSignature(context, wanted) || kernelSignature(context, own)) return;
  const symbol =
    ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) ? resolvedSymbol(context, value) : undefined;
  const declaration = symbol && functionOf(context, symbol);
  const canBeMarked = declaration && (!ts.isFunctionDeclaration(declaration) || declaration.name);
  const parameter = symbol?.valueDeclaration;
  if (parameter && ts.isParameter(parameter) && isLaunchable(context, parameter)) {
    const known = placeOf(context, wanted, argument);
    if (known) found.launched.push({ parameter, use: argument, ...known });
  } else if (canBeMarked) addUse(context, found, declaration, wanted, argument);
  else reporter.report("LW1001", argument);
}

function isLaunchable(context: PassContext, parameter: ts.ParameterDeclaration): boolean {
  return takesFunction(context, parameter) && !isAssigned(context, parameter);
}

/** The dimensions and elements of a use, from the expected type. */
function placeOf(
  context: PassContext,
  type: ts.Type,
  use: ts.Node,
): Pick<KernelUse, "dimensions" | "elements"> | undefined {
  const elements = elementsOf(context, type, use);
  if (elements === "unknown") return undefined;
  const dimensions = elements ? 1 : dimensionsOf(context, type, use);
  if (!isDimension(dimensions)) context.reporter.report("LW1004", use, [String(dimensions)]);
  return { dimensions, elements };
}

/** Records a use; `type` is the type expected there. */
function addUse(context: PassContext, found: Findings, declaration: FunctionNode, type: ts.Type, use: ts.Node): void {
  const place = placeOf(context, type, use);
  if (!place) return;
  const combiners = combinersOf(context, declaration, use);
  context.reporter.read([declaration, ...combiners.values()].map((node) => node.getSourceFile()));
  found.uses.push({ declaration, use, combiners, ...place });
}

function addKernel(context: PassContext, kernels: Map<FunctionNode, Kernel>, one: KernelUse): void {
  const { declaration, dimensions, combiners, elements, use } = one;
  const known = kernels.get(declaration);
  if (known && !checkElements(context, known, elements, use)) return;
  if (known && known.dimensions !== dimensions) {
    const notes = [{ ...spanOf(known.use), message: `used with ${known.dimensions} dimensions here` }];
    const args = [use.getText(), String(dimensions), String(known.dimensions)];
    context.reporter.report("LW1002", use, args, notes);
  }
  if (known) checkCombiners(context, known, combiners, use);
  else if (isDimension(dimensions)) kernels.set(declaration, { ...one, dimensions, given: [], arrays: [] });
}

/** Checks that each reducer combines by the same function everywhere: a kernel is compiled once. */
function checkCombiners(context: PassContext, known: Kernel, combiners: Combiners, use: ts.Node): void {
  for (const reducer of known.declaration.parameters) {
    if (known.combiners.get(reducer) === combiners.get(reducer)) continue;
    const notes = [{ ...spanOf(known.use), message: "launched with another one here" }];
    context.reporter.report("LW1512", use, [reducer.name.getText()], notes);
  }
}

/** The number of dimensions: one per index parameter, or those of an item. Reducers follow and do not count. */
function dimensionsOf(context: PassContext, type: ts.Type, use: ts.Node): number {
  const { checker } = context;
  const all = kernelSignature(context, type)?.parameters ?? [];
  const parameters = all.filter((one) => !reducerType(context, checker.getTypeOfSymbolAtLocation(one, use)));
  const [first, second] = parameters;
  const item = first && itemType(context, context.checker.getTypeOfSymbolAtLocation(first, use));
  if (!item) return parameters.length;
  if (second || item.kind === "group") context.reporter.report("LW1005", use);
  return item.dimensions;
}

function isDimension(count: number): count is 0 | 1 | 2 | 3 {
  return count <= 3;
}
