// Kernels that call a function passed to their wrapper: `(i) => { dst[i] = f(src[i]!); }` in `map(dst, src, f)`. There is a variant for each
// function that calls of the wrapper pass. At a launch, the runtime picks one by the functions themselves, which are marked where they are
// created; a function unknown here is reported at the launch.

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { arrayChoices } from "./array-variants.js";
import { type FunctionNode, functionOf } from "./calls.js";
import type { Kernel } from "./kernels.js";
import { resolvedSymbol } from "./library.js";
import { functionsOfParameter, isAssigned, type PassedArguments, takesFunction } from "./passed-functions.js";

/** The function bound to a parameter of a function around the kernel, in one variant. */
export interface GivenFunction {
  readonly parameter: ts.ParameterDeclaration;
  readonly fn: FunctionNode;
  /** The functions bound to the outer parameters that `fn` itself uses. */
  readonly given: readonly GivenFunction[];
}

/** More would be an interpreter of functions, not a wrapper. */
const MOST_VARIANTS = 64;

/**
 * The kernel's variants: one for each function it may be passed and each class its arrays may have; the kernel itself if there is
 * only one.
 */
export function variantsOf(context: PassContext, kernel: Kernel, passed: PassedArguments): Kernel[] {
  const choices = kernel.elements ? [[]] : arrayChoices(context, kernel.declaration);
  const variants = functionVariants(context, kernel, passed).flatMap((one) =>
    choices.map((arrays) => ({ ...one, arrays })),
  );
  if (choices.length === 1 || variants.length <= MOST_VARIANTS) return variants;
  const names = (choices[0] ?? []).map(({ declaration }) => `\`${declaration.name.text}\``).join(" and ");
  context.reporter.report("LW1247", kernel.declaration, [String(variants.length), names, String(MOST_VARIANTS)]);
  return [];
}

function functionVariants(context: PassContext, kernel: Kernel, passed: PassedArguments): Kernel[] {
  const parameters = parametersUsedBy(context, kernel.declaration);
  if (parameters.length === 0) return [kernel];
  const unknown = parameters.filter((parameter) => reportUnknown(context, kernel, passed, parameter));
  const optional = parameters.filter((one) => mayBeUndefined(context, one));
  for (const one of optional) {
    const notes = [{ ...spanOf(kernel.declaration), message: "the kernel is here" }];
    context.reporter.report("LW1234", one, [one.name.getText(), nameOfWrapper(context, one)], notes);
  }
  if (optional.length > 0) return [];
  const given = combinations(context, passed, parameters, []);
  if (given.length > MOST_VARIANTS) {
    const names = parameters.map(({ name }) => `\`${name.getText()}\``).join(" and ");
    context.reporter.report("LW1233", kernel.declaration, [String(given.length), names, String(MOST_VARIANTS)]);
    return [];
  }
  if (given.length === 0 && unknown.length > 0) return [];
  return given.length === 0 ? [kernel] : given.map((one) => ({ ...kernel, given: one }));
}

function reportUnknown(
  context: PassContext,
  { declaration }: Kernel,
  passed: PassedArguments,
  parameter: ts.ParameterDeclaration,
): boolean {
  const { unknown } = functionsOfParameter(context, passed, parameter);
  for (const node of unknown) {
    const notes = [{ ...spanOf(declaration), message: "the kernel is here" }];
    const [text, name] = [node.getText(), parameter.name.getText()];
    context.reporter.report("LW1232", node, [text, nameOfWrapper(context, parameter), name], notes);
  }
  return unknown.length > 0;
}

function mayBeUndefined({ checker, ts }: PassContext, parameter: ts.ParameterDeclaration): boolean {
  if (parameter.initializer) return false;
  const type = checker.getTypeAtLocation(parameter);
  return type.isUnion() && type.types.some(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null));
}

/** The name in messages of the function that has the parameter. */
export function nameOfWrapper({ ts }: PassContext, { parent }: ts.ParameterDeclaration): string {
  const isNamed = ts.isArrowFunction(parent) || ts.isFunctionExpression(parent) ? parent.parent : parent;
  const name = ts.isVariableDeclaration(isNamed) || ts.isFunctionLike(isNamed) ? isNamed.name : undefined;
  return name ? `\`${name.getText()}\`` : "the function around it";
}

/** Every way to bind functions to the parameters. `bound` are outer parameters already bound. */
function combinations(
  context: PassContext,
  passed: PassedArguments,
  parameters: readonly ts.ParameterDeclaration[],
  bound: readonly ts.ParameterDeclaration[],
): GivenFunction[][] {
  const [parameter, ...others] = parameters;
  if (!parameter) return [[]];
  if (bound.includes(parameter)) return [];
  const choices = [...functionsOfParameter(context, passed, parameter).functions].flatMap((fn) =>
    combinations(context, passed, parametersUsedBy(context, fn), [...bound, ...parameters]).map(
      (given): GivenFunction => ({ parameter, fn, given }),
    ),
  );
  const rest = combinations(context, passed, others, bound);
  return choices
    .flatMap((first) => rest.map((more) => [first, ...more]))
    .filter(isUnambiguous)
    .slice(0, MOST_VARIANTS * 4);
}

/** Whether each parameter is bound to one function only. */
function isUnambiguous(given: readonly GivenFunction[]): boolean {
  const known = new Map<ts.Node, ts.Node>();
  return flat(given).every(({ parameter, fn }) => {
    const before = known.get(parameter) ?? fn;
    known.set(parameter, before);
    return before === fn;
  });
}

/** All bindings, each followed by those of its function. */
export function flat(given: readonly GivenFunction[]): GivenFunction[] {
  return given.flatMap((one) => [one, ...flat(one.given)]);
}

export function isGivenAlike(a: readonly GivenFunction[], b: readonly GivenFunction[]): boolean {
  const [left, right] = [flat(a), flat(b)];
  return (
    left.length === right.length &&
    left.every(({ parameter, fn }, at) => right[at]?.parameter === parameter && right[at].fn === fn)
  );
}

/** The function parameters of enclosing functions that a function uses, directly or through local functions. */
function parametersUsedBy(context: PassContext, fn: FunctionNode): readonly ts.ParameterDeclaration[] {
  const { ts } = context;
  const around = functionsAround(context, fn);
  const candidates = new Set(
    around.flatMap(({ parameters }) => parameters.filter((one) => takesFunction(context, one))),
  );
  if (candidates.size === 0) return [];
  const found = new Set<ts.ParameterDeclaration>();
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) follow(node);
    ts.forEachChild(node, visit);
  };
  const follow = (name: ts.Identifier): void => {
    const symbol = resolvedSymbol(context, name);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || seen.has(declaration)) return;
    seen.add(declaration);
    if (ts.isParameter(declaration) && candidates.has(declaration) && !isAssigned(context, declaration)) {
      found.add(declaration);
      return;
    }
    if (!around.some((one) => isInside(declaration, one)) || isInside(declaration, fn)) return;
    const body = functionOf(context, symbol);
    const initial = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    const part = body ?? (initial && ts.isCallExpression(initial) ? initial : undefined);
    if (part) visit(part);
  };
  visit(fn);
  return [...found].sort((a, b) => a.pos - b.pos);
}

function functionsAround({ ts }: PassContext, node: ts.Node): ts.FunctionLikeDeclaration[] {
  const found: ts.FunctionLikeDeclaration[] = [];
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at) && "body" in at) found.push(at);
  }
  return found;
}

function isInside(node: ts.Node, outer: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}
