// Kernels that call a function passed to their wrapper: `(i) => { dst[i] = f(src[i]!); }` in `map(dst, src, f)`. There is a variant for each
// function that calls of the wrapper pass. At a launch, the runtime picks one by the functions themselves, which are marked where they are
// created; a function unknown here is reported at the launch.

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";
import { arrayChoices } from "./array-variants.js";
import { type FunctionNode, functionOf } from "./calls.js";
import { madeOnHost } from "./function-makers.js";
import type { Kernel } from "./kernels.js";
import { resolvedSymbol } from "./library.js";
import {
  copyFault,
  functionOfCall,
  functionOfConst,
  functionsOfParameter,
  isAssigned,
  isMarkable,
  type PassedArguments,
  takesFunction,
} from "./passed-functions.js";

/** The function bound to a parameter of a function around the kernel, or to a const, in one variant. */
export interface GivenFunction {
  readonly variable: FunctionVariable;
  readonly fn: FunctionNode;
  /** The calls of makers of packages that have made it. */
  readonly made: readonly ts.CallExpression[];
  /** The functions bound to the outer variables that `fn` itself uses. */
  readonly given: readonly GivenFunction[];
}

export type FunctionVariable = (ts.ParameterDeclaration | ts.VariableDeclaration) & { readonly name: ts.Identifier };

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
  const variables = variablesUsedBy(context, kernel.declaration);
  if (variables.length === 0) return [kernel];
  const parameters = variables.filter((one) => context.ts.isParameter(one));
  const unknown = parameters.filter((parameter) => reportUnknown(context, kernel, passed, parameter));
  const optional = parameters.filter((one) => mayBeUndefined(context, one));
  for (const one of optional) {
    const notes = [{ ...spanOf(kernel.declaration), message: "the kernel is here" }];
    context.reporter.report("LW1234", one, [one.name.getText(), nameOfWrapper(context, one)], notes);
  }
  const notCopied = variables.filter(
    (one) =>
      !context.ts.isParameter(one) && one.initializer && reportNotCopied(context, one.initializer, one.name.text),
  );
  if (optional.length + notCopied.length > 0) return [];
  const given = combinations(context, passed, variables, []);
  if (given.length > MOST_VARIANTS) {
    const names = variables.map(({ name }) => `\`${name.getText()}\``).join(" and ");
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
    if (reportNotCopied(context, node, node.getText())) continue;
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

/** Every way to bind functions to the variables. `bound` are outer variables already bound. */
function combinations(
  context: PassContext,
  passed: PassedArguments,
  variables: readonly FunctionVariable[],
  bound: readonly FunctionVariable[],
): GivenFunction[][] {
  const { ts } = context;
  const [variable, ...others] = variables;
  if (!variable) return [[]];
  if (bound.includes(variable)) return [];
  const functions = ts.isParameter(variable)
    ? functionsOfParameter(context, passed, variable).functions
    : markableOfConst(context, variable);
  const choices = [...functions].flatMap(([fn, made]) =>
    combinations(context, passed, variablesUsedBy(context, fn), [...bound, ...variables]).map(
      (given): GivenFunction => ({ variable, fn, made, given }),
    ),
  );
  const rest = combinations(context, passed, others, bound);
  return choices
    .flatMap((first) => rest.map((more) => [first, ...more]))
    .filter(isUnambiguous)
    .slice(0, MOST_VARIANTS * 4);
}

/** Whether each variable is bound to one function only. */
function isUnambiguous(given: readonly GivenFunction[]): boolean {
  const known = new Map<ts.Node, ts.Node>();
  return flat(given).every(({ variable, fn }) => {
    const before = known.get(variable) ?? fn;
    known.set(variable, before);
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
    left.every((one, at) => {
      const other = right[at];
      const areSameCalls =
        other?.made.length === one.made.length && one.made.every((call) => other.made.includes(call));
      return areSameCalls && other.variable === one.variable && other.fn === one.fn;
    })
  );
}

/**
 * The function parameters of enclosing functions that a function uses, and the consts that hold what a maker has returned, directly or through local
 * functions.
 */
function variablesUsedBy(context: PassContext, fn: FunctionNode): readonly FunctionVariable[] {
  const { ts } = context;
  const around = functionsAround(context, fn);
  const candidates = new Set<ts.Node>(
    around.flatMap(({ parameters }) => parameters.filter((one) => takesFunction(context, one))),
  );
  const found = new Set<FunctionVariable>();
  const seen = new Set<ts.Node>();
  const visit = (root: ts.Node): void =>
    walkTree(ts, root, (node) => {
      if (ts.isIdentifier(node)) follow(node);
      return true;
    });
  const follow = (name: ts.Identifier): void => {
    const symbol = resolvedSymbol(context, name);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || seen.has(declaration)) return;
    seen.add(declaration);
    const isParameter = ts.isParameter(declaration) && candidates.has(declaration) && !isAssigned(context, declaration);
    if (hasName(context, declaration) && (isParameter || isMadeBefore(context, declaration, fn))) {
      found.add(declaration);
      return;
    }
    const isNear = declaration.getSourceFile() === fn.getSourceFile();
    if (!(isNear || around.some((one) => isInside(declaration, one))) || isInside(declaration, fn)) return;
    const body = functionOf(context, symbol);
    const initial = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    const isMade = initial && ts.isCallExpression(initial) && holdsFunction(context, declaration);
    const part = body ?? (isMade ? initial : undefined);
    if (part) visit(part);
  };
  visit(fn);
  return [...found].sort((a, b) => a.pos - b.pos);
}

function hasName({ ts }: PassContext, node: ts.Declaration): node is FunctionVariable {
  return (ts.isParameter(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name);
}

function holdsFunction({ checker }: PassContext, node: ts.Node): boolean {
  return checker.getTypeAtLocation(node).getCallSignatures().length > 0;
}

/** Whether it is a const with a function that a maker has made when the function is, and that is visible there. */
function isMadeBefore(context: PassContext, node: FunctionVariable, fn: FunctionNode): boolean {
  const { checker, ts } = context;
  // What a declaration uses may not be there where it is marked, at the start of its block.
  if (!ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(fn)) return false;
  const isHere = node.getSourceFile() === fn.getSourceFile();
  if (isHere ? node.end > fn.pos : !isOfOwnModule(context, node)) return false;
  if (!holdsFunction(context, node) || madeOnHost(context, node)) return false;
  const named = checker.resolveName(node.name.text, fn.parent, ts.SymbolFlags.Value, false);
  const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  return symbol?.valueDeclaration === node && functionOfConst(context, node) !== undefined;
}

/** Whether it is a variable of a module of the program, which others can import. */
function isOfOwnModule({ bodies, program, ts }: PassContext, node: ts.VariableDeclaration): boolean {
  const file = node.getSourceFile();
  const isOwn = !file.isDeclarationFile && !bodies.files.has(file) && !program.isSourceFileFromExternalLibrary(file);
  return isOwn && ts.isVariableDeclarationList(node.parent) && node.parent.parent.parent === file;
}

function markableOfConst(
  context: PassContext,
  node: ts.VariableDeclaration,
): (readonly [FunctionNode, GivenFunction["made"]])[] {
  const found = functionOfConst(context, node);
  return found && isMarkable(context, found) ? [[found.fn, found.made]] : [];
}

/** Reports a call of a package's maker that cannot be copied. */
function reportNotCopied(context: PassContext, node: ts.Expression, name: string): boolean {
  const found = functionOfCall(context, node);
  const [call] = found?.made ?? [];
  const fault = found && call && copyFault(context, found);
  if (!call || !fault) return false;
  const notes = [{ ...spanOf(fault.at), message: "this may be something else in a copy" }];
  context.reporter.report("LW1256", call, [name, call.expression.getText()], notes);
  return true;
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
