// The types that JavaScript's parameters and variables are given: a closed set that needs no names of any module. A type is told by kinds, of
// which a place that takes several has the union.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { typedArrayNamed } from "../recognise/shapes.js";

/** By the text of each kind. */
export type Kinds = Map<string, ts.TypeNode>;

/** Adds what a type is made of; what is not among the kinds is `written`, the type that the place it comes from was given, if any. */
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

/** False where a part of the type is none of the kinds. */
function addOwnKinds(typescript: TypeScript, program: ts.Program, type: ts.Type, into: Kinds): boolean {
  const text = textOfKind(typescript, program, type);
  if (text !== undefined) {
    into.set(text, typeNode(typescript, text));
    return true;
  }
  const ofClass = classOf(typescript, program, type);
  if (ofClass) return addClass(typescript, ofClass, into);
  if (!type.isUnion()) return false;
  return type.types.map((one) => addOwnKinds(typescript, program, one, into)).every(Boolean);
}

/** A class of a package, by its name where it is declared. */
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

/** Where nothing is known yet the place has no type. */
export function unionOf(typescript: TypeScript, kinds: Kinds, place: ts.Node): ts.TypeNode | undefined {
  const nodes = [...kinds.values()];
  if (nodes.length < 2) return nodes[0];
  const union = typescript.factory.createUnionTypeNode(nodes);
  return Object.assign(union, { parent: place });
}

/** The class of an object, also of `this` in it, where its body is there. */
function classOf(typescript: TypeScript, program: ts.Program, type: ts.Type): ts.ClassDeclaration | undefined {
  const known = type.isTypeParameter() ? program.getTypeChecker().getBaseConstraintOfType(type) : type;
  const declaration = known?.getSymbol()?.valueDeclaration;
  const isClass = declaration && typescript.isClassDeclaration(declaration);
  return isClass && !declaration.getSourceFile().isDeclarationFile ? declaration : undefined;
}

/** Of a union that was made here, its parts: those of declarations stay whole. */
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

/** Parsed in a file of its own, in which names are those of the language. */
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
