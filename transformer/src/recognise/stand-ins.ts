// Finds objects used as instances of a class that are not: TypeScript only requires the same members. In `const o = { r: 2, area() {…} }; const
// shape: Shape = o`, the literal's function takes the place of the class's method that a kernel would call.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";

interface Places {
  /** Members of classes, types and literals, by name. */
  readonly members: ReadonlyMap<string, readonly ts.Node[]>;
  /** Expressions assigned or passed to a target with its own type. */
  readonly given: readonly ts.Expression[];
}

/** Expressions of one type. */
interface Group {
  readonly type: ts.Type;
  readonly nodes: ts.Expression[];
  /** What their targets hold, once for each type, without null and undefined; undefined before somebody asks. */
  wanted?: ReadonlyMap<ts.Type, ts.Expression>;
}

interface Known extends Places {
  groups?: readonly Group[];
  readonly found: Map<ts.Symbol, ts.Node | undefined>;
}

const ofProgram = new WeakMap<PassContext, Known>();

/** The expression used as an object of the method's class that has another member of that name. */
export function standInFor(context: PassContext, member: ts.Symbol): ts.Node | undefined {
  const { name, valueDeclaration } = member;
  if (!valueDeclaration || !context.ts.isClassLike(valueDeclaration.parent)) return undefined;
  const known = knownOf(context);
  if ((known.members.get(name) ?? []).every((one) => one === valueDeclaration)) return undefined;
  if (known.found.has(member)) return known.found.get(member);
  known.groups ??= groupsOf(context, known.given);
  let found: ts.Node | undefined;
  for (const group of known.groups) found ??= standInOf(context, group, name, valueDeclaration);
  known.found.set(member, found);
  return found;
}

function standInOf(context: PassContext, group: Group, name: string, declaration: ts.Declaration): ts.Node | undefined {
  const { checker } = context;
  const has = (type: ts.Type) => checker.getPropertyOfType(type, name)?.declarations?.includes(declaration) ?? false;
  const hasOther = (type: ts.Type): boolean =>
    type.isUnion() ? type.types.some(hasOther) : checker.getPropertyOfType(type, name) !== undefined && !has(type);
  if (!hasOther(group.type)) return undefined;
  group.wanted ??= wantedBy(context, group.nodes);
  return [...group.wanted].find(([wanted]) => has(wanted))?.[1];
}

function knownOf(context: PassContext): Known {
  const known = ofProgram.get(context);
  if (known) return known;
  const made = { ...placesIn(context, context.program.getSourceFiles()), found: new Map() };
  ofProgram.set(context, made);
  return made;
}

/** By type: programs have thousands of places, and TypeScript finds out anew what each of them expects. */
function groupsOf({ checker }: PassContext, given: readonly ts.Expression[]): readonly Group[] {
  const groups = new Map<ts.Type, Group>();
  for (const node of given) {
    const type = checker.getTypeAtLocation(node);
    const group = groups.get(type) ?? { type, nodes: [] };
    groups.set(type, group);
    group.nodes.push(node);
  }
  return [...groups.values()];
}

function wantedBy({ checker }: PassContext, nodes: readonly ts.Expression[]): ReadonlyMap<ts.Type, ts.Expression> {
  const wanted = new Map<ts.Type, ts.Expression>();
  for (const node of nodes) {
    const contextual = checker.getContextualType(node);
    const type = contextual && checker.getNonNullableType(contextual);
    if (type && !wanted.has(type)) wanted.set(type, node);
  }
  return wanted;
}

/** Whether an expression in these files is used as an object of any class but has another member of that name. */
export function hasStandIn(context: PassContext, name: string, files: readonly ts.SourceFile[]): boolean {
  const { ts, checker } = context;
  return placesIn(context, files).given.some((node) => {
    const wanted = checker.getContextualType(node);
    const member = wanted && checker.getPropertyOfType(checker.getNonNullableType(wanted), name)?.valueDeclaration;
    if (!member || !ts.isClassLike(member.parent)) return false;
    const hasOther = (type: ts.Type): boolean => {
      if (type.isUnion()) return type.types.some(hasOther);
      const own = checker.getPropertyOfType(type, name);
      return own !== undefined && !own.declarations?.includes(member);
    };
    return hasOther(checker.getTypeAtLocation(node));
  });
}

function placesIn(context: PassContext, files: readonly ts.SourceFile[]): Places {
  const { ts } = context;
  const members = new Map<string, ts.Node[]>();
  const given: ts.Expression[] = [];
  const visit = (node: ts.Node): boolean => {
    const isMember = ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElementLike(node);
    if (isMember && node.name) {
      const name = node.name.getText();
      const named = members.get(name);
      if (named) named.push(node);
      else members.set(name, [node]);
    }
    if (ts.isExpression(node) && isGiven(context, node)) given.push(node);
    return true;
  };
  for (const file of files) if (!file.isDeclarationFile) walkTree(ts, file, visit);
  return { members, given };
}

/** Whether an expression is given to a target with its own type. Literals have their own rule (replaced-members.ts). */
function isGiven({ ts }: PassContext, node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node && parent.type !== undefined;
  if (ts.isCallOrNewExpression(parent)) return parent.expression !== node;
  if (ts.isBinaryExpression(parent))
    return parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isReturnStatement(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isAssertionExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent)
  );
}
