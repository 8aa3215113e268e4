// Names of declarations in namespaces and classes: one by which a module's end can reach them, and one unique in its file, for
// ids (requirements D6, F1). Reads the text only, so that the same source has the same names everywhere.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "./cache.js";

type Named<N extends ts.Node> = N & { readonly name: ts.Identifier };
export type PlacedNode = Named<ts.VariableDeclaration | ts.PropertyDeclaration>;

/** A variable of a module or namespace, or a static member of a class there. */
export interface Placed {
  readonly node: PlacedNode;
  readonly scope: ts.SourceFile | ts.ModuleBlock;
  readonly owner: Named<ts.ClassDeclaration> | undefined;
}

export function hasPlainName<N extends ts.VariableDeclaration | ts.PropertyDeclaration | ts.ClassDeclaration>(
  { ts }: PassContext,
  node: N,
): node is Named<N> {
  return node.name !== undefined && ts.isIdentifier(node.name);
}

/** The enclosing namespaces, outermost first; `namespace A.B` counts as two. */
function namespacesAround({ ts }: PassContext, { scope }: Placed): ts.ModuleDeclaration[] {
  const found: ts.ModuleDeclaration[] = [];
  for (let at: ts.Node = scope; !ts.isSourceFile(at); at = at.parent) if (ts.isModuleDeclaration(at)) found.unshift(at);
  return found;
}

/** Whether the module's end can name it: every step on the path is exported by its namespace. */
export function isNameable(context: PassContext, placed: Placed): boolean {
  const { ts } = context;
  const [outermost, ...inner] = namespacesAround(context, placed);
  const members: ts.Declaration[] = outermost ? [...inner, placed.owner ?? placed.node] : [];
  return members.every((member) => ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Export);
}

/** The expression for it in its own block. */
export function localName({ node, owner }: Placed): string {
  return owner ? `${owner.name.text}.${node.name.text}` : node.name.text;
}

/** The expression for it at the module's end, if there is one. */
export function plainName(context: PassContext, placed: Placed): string {
  return [...namespacesAround(context, placed).map(({ name }) => name.text), localName(placed)].join(".");
}

/** Its plain name; a repeated name gets an ordinal, counting those that the module's end can name first: `N#2.total`. */
export function qualifiedName(context: PassContext, placed: Placed): string {
  const plain = plainName(context, placed);
  const namesakes = declaredIn(context, placed.node.getSourceFile()).get(plain) ?? [];
  const isFirst = (one: Placed) => isNameable(context, one);
  const ordered = [...namesakes.filter(isFirst), ...namesakes.filter((one) => !isFirst(one))];
  const index = ordered.findIndex(({ node }) => node === placed.node);
  if (index < 1) return plain;
  const names = plain.split(".");
  const [own = ""] = names.splice(-1);
  return names.length > 0 ? `${names.join(".")}#${index + 1}.${own}` : `${own}#${index + 1}`;
}

const declared = createCache<ts.SourceFile, ReadonlyMap<string, readonly Placed[]>>();

/** All declarations of a file by their plain names, in source order. */
function declaredIn(context: PassContext, file: ts.SourceFile): ReadonlyMap<string, readonly Placed[]> {
  return declared(context, file, () => {
    const found = new Map<string, Placed[]>();
    for (const placed of placedIn(context, file)) {
      const name = plainName(context, placed);
      found.set(name, [...(found.get(name) ?? []), placed]);
    }
    return found;
  });
}

function placedIn(context: PassContext, scope: ts.SourceFile | ts.ModuleBlock): Placed[] {
  return scope.statements.flatMap((statement) => placedAt(context, scope, statement));
}

function placedAt(context: PassContext, scope: Placed["scope"], statement: ts.Node): Placed[] {
  const { ts } = context;
  if (ts.isModuleBlock(statement)) return placedIn(context, statement);
  if (ts.isModuleDeclaration(statement)) return statement.body ? placedAt(context, scope, statement.body) : [];
  if (ts.isVariableStatement(statement)) {
    const nodes = statement.declarationList.declarations.filter((node) => hasPlainName(context, node));
    return nodes.map((node) => ({ node, scope, owner: undefined }));
  }
  if (!ts.isClassDeclaration(statement) || !hasPlainName(context, statement)) return [];
  const isStatic = (member: ts.ClassElement): member is ts.PropertyDeclaration =>
    ts.isPropertyDeclaration(member) && (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
  const nodes = statement.members.filter(isStatic).filter((node) => hasPlainName(context, node));
  return nodes.map((node) => ({ node, scope, owner: statement }));
}
