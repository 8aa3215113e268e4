// The types given to JavaScript's parameters and variables: a closed set of kinds that needs no names from modules. A type is identified by
// its kinds; several kinds form a union.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { typedArrayNamed } from "../recognise/shapes.js";

/** Type nodes by the text of each kind. */
export type Kinds = Map<string, ts.TypeNode>;

/** Adds the kinds of a type. If a part is not a kind, adds `written` instead, the type given at its source, if any. */
export function addKinds(
  typescript: TypeScript,
  program: ts.Program,
  type: ts.Type,
  written: ts.TypeNode | undefined,
  into: Kinds,
): void {
  const own: Kinds = new Map();
  if (!addOwnKinds(typescript, program, type, own) && written) {
    for (const [key, node] of partsOf(typescript, written)) into.set(key, node);
  } else for (const [key, node] of own) into.set(key, node);
}

/** The bodies of classes, by their declarations. */
export type BodyOfClass = ReadonlyMap<ts.Node, ts.ClassDeclaration>;

/** Adds the kinds of a type, with the bodies of declared classes. Adds nothing and returns false if a part is not a kind. */
export function addAllKinds(
  typescript: TypeScript,
  program: ts.Program,
  type: ts.Type,
  classes: BodyOfClass,
  into: Kinds,
): boolean {
  const own: Kinds = new Map();
  if (!addOwnKinds(typescript, program, type, own, classes)) return false;
  for (const [key, node] of own) into.set(key, node);
  return true;
}

/** Returns whether every part of the type is a kind. */
function addOwnKinds(
  typescript: TypeScript,
  program: ts.Program,
  type: ts.Type,
  into: Kinds,
  classes: BodyOfClass = new Map(),
): boolean {
  const text = textOfKind(typescript, program, type);
  if (text !== undefined) {
    into.set(text, typeNode(typescript, text));
    return true;
  }
  const declared = type.getSymbol()?.valueDeclaration;
  const ofClass = (declared && classes.get(declared)) ?? classOf(typescript, program, type);
  if (ofClass) return addClass(typescript, ofClass, into);
  if (!type.isUnion()) return false;
  return type.types.map((one) => addOwnKinds(typescript, program, one, into, classes)).every(Boolean);
}

/** Adds a package's class, by its name where it is declared. */
export function addClass(
  { factory, isSourceFile }: TypeScript,
  declaration: ts.ClassDeclaration,
  into: Kinds,
): boolean {
  const { name, parent } = declaration;
  if (!name || !isSourceFile(parent)) return false;
  const key = `${parent.fileName}:${name.text}`;
  const named = factory.createIdentifier(name.text);
  const node = Object.assign(factory.createTypeReferenceNode(named), { parent: declaration });
  Object.assign(named, { parent: node });
  if (!into.has(key)) into.set(key, node);
  return true;
}

/** The union of kinds; undefined if none are known yet. */
export function unionOf(typescript: TypeScript, kinds: Kinds, place: ts.Node): ts.TypeNode | undefined {
  const nodes = [...kinds.values()];
  if (nodes.length < 2) return nodes[0];
  const union = typescript.factory.createUnionTypeNode(nodes);
  // The factory puts parentheses around functions and unions.
  for (const node of union.types) if (!nodes.includes(node)) Object.assign(node, { parent: union });
  return Object.assign(union, { parent: place });
}

/** The class of an object, or of `this` inside it, if its body is available. */
function classOf(typescript: TypeScript, program: ts.Program, type: ts.Type): ts.ClassDeclaration | undefined {
  const known = type.isTypeParameter() ? program.getTypeChecker().getBaseConstraintOfType(type) : type;
  const declaration = known?.getSymbol()?.valueDeclaration;
  const isClass = declaration && typescript.isClassDeclaration(declaration);
  return isClass && !declaration.getSourceFile().isDeclarationFile ? declaration : undefined;
}

/** The parts of a union that was created here; declared unions stay whole. */
function partsOf(typescript: TypeScript, node: ts.TypeNode): Kinds {
  if (typescript.isUnionTypeNode(node) && node.pos < 0) {
    return new Map(node.types.flatMap((one) => [...partsOf(typescript, one)]));
  }
  if (node.kind === typescript.SyntaxKind.UndefinedKeyword) return new Map([["undefined", node]]);
  return new Map([[`${node.getSourceFile().fileName}:${node.pos}`, node]]);
}

function textOfKind({ TypeFlags }: TypeScript, program: ts.Program, type: ts.Type): string | undefined {
  const { flags } = type;
  if (flags & TypeFlags.NumberLike) return "number";
  if (flags & TypeFlags.BooleanLike) return "boolean";
  if (flags & TypeFlags.BigIntLike) return "bigint";
  if (flags & TypeFlags.StringLike) return "string";
  if (flags & TypeFlags.Undefined) return "undefined";
  const symbol = type.getSymbol();
  if (!symbol || !typedArrayNamed(symbol.name)) return undefined;
  const isStandard = symbol.declarations?.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));
  return isStandard ? symbol.name : undefined;
}

const parsed = new WeakMap<TypeScript, Map<string, ts.TypeNode>>();

/** A type node, parsed in a separate file where only the language's names are visible. */
export function typeNode(typescript: TypeScript, text: string): ts.TypeNode {
  const known = parsed.get(typescript) ?? new Map<string, ts.TypeNode>();
  parsed.set(typescript, known);
  const before = known.get(text);
  if (before) return before;
  const file = typescript.createSourceFile(`${text}.ts`, `type T = ${text};`, typescript.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  if (!statement || !typescript.isTypeAliasDeclaration(statement)) throw new Error(`no type: ${text}`);
  known.set(text, statement.type);
  return statement.type;
}
