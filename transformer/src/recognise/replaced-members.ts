// Finds members that are not what their types show: a subclass in the program overrides them, or an assignment (`shape.area = …`,
// `Object.assign(shape, { area })`) replaces them. A kernel is compiled before either happens.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { resolvedSymbol } from "./library.js";
import { standInFor } from "./stand-ins.js";

interface Replacements {
  readonly subclasses: ReadonlyMap<ts.Node, readonly ts.ClassLikeDeclaration[]>;
  /** Assigned nodes, by member name. */
  readonly assigned: ReadonlyMap<string, readonly ts.Node[]>;
  /** Functions of object literals, by name. */
  readonly literals: ReadonlyMap<string, readonly ts.ObjectLiteralElementLike[]>;
  /** Calls of `Object` and `Reflect` functions that give objects members. */
  readonly patches: readonly ts.CallExpression[];
}

const ofProgram = new WeakMap<PassContext, Replacements>();

/** Stands for any member of a class in the names that were asked for. */
export const ANY_MEMBER = "*";

/** The first class that extends `declaration` and overrides that member; without a name, any member that a kernel could call. */
export function overridingClass(
  context: PassContext,
  declaration: ts.ClassLikeDeclaration,
  name: string | undefined,
): ts.ClassLikeDeclaration | undefined {
  const { ts } = context;
  context.reporter.asked(name ?? ANY_MEMBER);
  const isOther = (member: ts.ClassElement) =>
    (ts.isMethodDeclaration(member) || ts.isAccessor(member) || ts.isPropertyDeclaration(member)) &&
    (name === undefined
      ? !ts.isPropertyDeclaration(member) && hasMember(context, declaration, member)
      : member.name.getText() === name);
  for (const subclass of replacementsOf(context).subclasses.get(declaration) ?? []) {
    if (subclass.members.some(isOther)) return subclass;
    const further = overridingClass(context, subclass, name);
    if (further) return further;
  }
  return undefined;
}

function hasMember({ checker }: PassContext, declaration: ts.ClassLikeDeclaration, member: ts.ClassElement): boolean {
  const symbol = declaration.name && checker.getSymbolAtLocation(declaration.name);
  const type = symbol ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeAtLocation(declaration);
  return member.name !== undefined && checker.getPropertyOfType(type, member.name.getText()) !== undefined;
}

/** The node that may replace a member by another than its type shows, if there is one; `isPatchable`: whether functions such as Object.assign can. */
export function replacementOf(context: PassContext, member: ts.Symbol, isPatchable = true): ts.Node | undefined {
  context.reporter.asked(member.name);
  const { literals, patches } = replacementsOf(context);
  // An assignment to an accessor calls its setter.
  const isAccessor = (member.flags & context.ts.SymbolFlags.Accessor) !== 0;
  return (
    (isAccessor ? undefined : assignmentsOf(context, member)[0]) ??
    (literals.get(member.name) ?? []).find((one) => standsForClass(context, one, member)) ??
    (isPatchable ? patches.find((call) => isPatch(context, call, member)) : undefined) ??
    standInFor(context, member)
  );
}

/** The assignments to a member, as the nodes that name it. */
export function assignmentsOf(context: PassContext, member: ts.Symbol): readonly ts.Node[] {
  const { checker } = context;
  const named = replacementsOf(context).assigned.get(member.name) ?? [];
  return named.filter((node) => checker.getSymbolAtLocation(node)?.valueDeclaration === member.valueDeclaration);
}

/** The same for a function of an object that a package's module makes, as the package's declarations and its JavaScript name it. */
export function replacementOfFunction(context: PassContext, fn: ts.Node, name: string): ts.Node | undefined {
  const { ts, checker } = context;
  context.reporter.asked(name);
  const { assigned, patches } = replacementsOf(context);
  const own = packageOf(fn.getSourceFile().fileName);
  const isIt = (symbol: ts.Symbol | undefined): boolean => {
    const declaration = symbol?.valueDeclaration;
    if (!declaration || declaration === fn || declaration === fn.parent) return declaration !== undefined;
    const file = declaration.getSourceFile();
    return file.isDeclarationFile && packageOf(file.fileName) === own && !ts.isClassLike(declaration.parent);
  };
  const isPatching = (call: ts.CallExpression) => {
    const [target] = call.arguments;
    const member = target && checker.getPropertyOfType(checker.getTypeAtLocation(target), name);
    return member !== undefined && isIt(member) && isPatch(context, call, member);
  };
  return (assigned.get(name) ?? []).find((node) => isIt(checker.getSymbolAtLocation(node))) ?? patches.find(isPatching);
}

/** Whether a literal is used as an object of the member's class: `const shape: Shape = { area: () => 0 }`. */
function standsForClass(
  { ts, checker }: PassContext,
  { parent }: ts.ObjectLiteralElementLike,
  { name, valueDeclaration }: ts.Symbol,
): boolean {
  if (!valueDeclaration || !ts.isClassLike(valueDeclaration.parent)) return false;
  const wanted = ts.isObjectLiteralExpression(parent) ? checker.getContextualType(parent) : undefined;
  return wanted !== undefined && checker.getPropertyOfType(wanted, name)?.valueDeclaration === valueDeclaration;
}

/** Which arguments of a function that changes an object decide its members: sources, or a member's name. */
const patching: Readonly<Record<string, "sources" | "name" | "all">> = {
  "Object.assign": "sources",
  "Object.defineProperties": "sources",
  "Object.defineProperty": "name",
  "Reflect.defineProperty": "name",
  "Reflect.set": "name",
  "Object.setPrototypeOf": "all",
  "Reflect.setPrototypeOf": "all",
};

function isPatch(
  { ts, checker, bodies }: PassContext,
  call: ts.CallExpression,
  { name, valueDeclaration }: ts.Symbol,
): boolean {
  const [target, ...others] = call.arguments;
  if (!target) return false;
  const isOpen = (type: ts.Type) => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  const changed = checker.getTypeAtLocation(target);
  const own = checker.getPropertyOfType(changed, name);
  if (isOpen(changed) ? isOfOtherPackage(bodies, call, valueDeclaration) : own?.valueDeclaration !== valueDeclaration)
    return false;
  const kind = patching[call.expression.getText()];
  if (kind === "name") {
    const key = others[0] && checker.getTypeAtLocation(others[0]);
    return !key?.isStringLiteral() || key.value === name;
  }
  return (
    kind === "all" || others.some((source) => ts.isSpreadElement(source) || gives(checker.getTypeAtLocation(source)))
  );

  /** Class methods are not own members of an object, unless a type allows others. */
  function gives(source: ts.Type): boolean {
    if (isOpen(source) || source.getStringIndexType()) return true;
    const given = checker.getPropertyOfType(source, name);
    const declaration = given?.valueDeclaration;
    const isOfClass = declaration && ts.isMethodDeclaration(declaration) && ts.isClassLike(declaration.parent);
    return given !== undefined && (!isOfClass || (given.flags & ts.SymbolFlags.Optional) !== 0);
  }
}

/**
 * Whether JavaScript of a package changes an object of which TypeScript knows nothing, and the member is of another package or of the program:
 * hardly any object in a package's JavaScript has a type, and those that it changes are its own.
 */
function isOfOtherPackage(
  { files }: PassContext["bodies"],
  call: ts.Node,
  declaration: ts.Declaration | undefined,
): boolean {
  const file = call.getSourceFile();
  if (!files.has(file) || !declaration) return false;
  return packageOf(file.fileName) !== packageOf(declaration.getSourceFile().fileName);
}

/** The name of the package that a file is in, also for its declarations in `@types`; undefined outside packages. */
function packageOf(file: string): string | undefined {
  const [, name] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  const [, scope, plain] = /^@types[\\/](?:(.+)__)?(.+)$/.exec(name ?? "") ?? [];
  if (plain === undefined) return name;
  return scope === undefined ? plain : `@${scope}/${plain}`;
}

function replacementsOf(context: PassContext): Replacements {
  const known = ofProgram.get(context);
  if (known) return known;
  const made = replacementsIn(context, context.program.getSourceFiles());
  ofProgram.set(context, made);
  return made;
}

export function replacementsIn(context: PassContext, files: readonly ts.SourceFile[]): Replacements {
  const { ts } = context;
  const subclasses = new Map<ts.Node, ts.ClassLikeDeclaration[]>();
  const assigned = new Map<string, ts.Node[]>();
  const literals = new Map<string, ts.ObjectLiteralElementLike[]>();
  const patches: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
      const base = clause?.types[0] && resolvedSymbol(context, clause.types[0].expression);
      for (const one of base?.declarations ?? []) push(subclasses, one, node);
    } else if (ts.isBinaryExpression(node) && isAssignment(context, node)) {
      if (ts.isPropertyAccessExpression(node.left)) push(assigned, node.left.name.text, node.left.name);
      else if (ts.isElementAccessExpression(node.left) && ts.isStringLiteralLike(node.left.argumentExpression))
        push(assigned, node.left.argumentExpression.text, node.left.argumentExpression);
    } else if (ts.isCallExpression(node) && Object.hasOwn(patching, node.expression.getText())) patches.push(node);
    else if (ts.isObjectLiteralElementLike(node) && node.name) push(literals, node.name.getText(), node);
    ts.forEachChild(node, visit);
  };
  for (const file of files) if (!file.isDeclarationFile) visit(file);
  return { subclasses, assigned, literals, patches };
}

function isAssignment({ ts }: PassContext, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key) ?? [];
  map.set(key, list);
  list.push(value);
}
