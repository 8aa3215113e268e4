// Finds the import through which a module reaches a declaration of another package, and its names there and here.

import path from "node:path";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { findPackage, identifyModule } from "./package-of.js";

/** How a module reaches a declaration of another module. */
export interface Binding {
  /** The specifier as the import writes it. */
  readonly specifier: string;
  /** `<package>/<subpath>` of the imported module. */
  readonly module: string;
  /** Its qualified name there: `["Totals", "total"]`. */
  readonly names: readonly string[];
  /** The expression for it here. */
  readonly expression: string;
}

/** An imported name: its local identifier, and its name in the other module (empty for the whole module). */
interface ImportedName {
  readonly names: readonly string[];
  readonly local: ts.Identifier;
}

/** The file's first import that reaches the declaration, directly or through a module, namespace or class. */
export function findBinding(
  context: PassContext,
  file: ts.SourceFile,
  declaration: ts.Declaration,
): Binding | undefined {
  for (const statement of file.statements) {
    const specifier = specifierOf(context, statement);
    if (specifier === undefined) continue;
    for (const { names, local } of importedNames(context, statement)) {
      const symbol = context.checker.getSymbolAtLocation(local);
      const rest = symbol && wayTo(context, symbol, declaration);
      if (!rest) continue;
      const expression = [local.text, ...rest].join(".");
      return { specifier, module: moduleOf(file, specifier), names: [...names, ...rest], expression };
    }
  }
  return undefined;
}

/** The specifier of an import declaration or of `import x = require("…")`. */
function specifierOf({ ts }: PassContext, node: ts.Statement): string | undefined {
  const isRequire = ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference);
  const specifier = ts.isImportDeclaration(node)
    ? node.moduleSpecifier
    : isRequire && ts.isExternalModuleReference(node.moduleReference)
      ? node.moduleReference.expression
      : undefined;
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/** The values that an import declares; named ones come first. */
function importedNames({ ts }: PassContext, node: ts.Statement): ImportedName[] {
  if (ts.isImportEqualsDeclaration(node)) return node.isTypeOnly ? [] : [{ names: [], local: node.name }];
  const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
  if (!clause || clause.isTypeOnly) return [];
  const { name, namedBindings } = clause;
  const found: ImportedName[] = name ? [{ names: ["default"], local: name }] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return [...found, { names: [], local: namedBindings.name }];
  for (const one of namedBindings?.elements ?? []) {
    if (!one.isTypeOnly) found.push({ names: [(one.propertyName ?? one.name).text], local: one.name });
  }
  return found;
}

/** The shortest path from a symbol to a declaration through exports and static members; empty if it is the symbol's own. */
function wayTo(context: PassContext, from: ts.Symbol, declaration: ts.Declaration): readonly string[] | undefined {
  const start = resolve(context, from);
  const ways = new Map<ts.Symbol, readonly string[]>([[start, []]]);
  for (const [symbol, way] of ways) {
    if (symbol.valueDeclaration === declaration) return way;
    for (const member of membersOf(context, symbol)) {
      const target = resolve(context, member);
      if (!ways.has(target)) ways.set(target, [...way, member.name]);
    }
  }
  return undefined;
}

function membersOf({ checker, ts }: PassContext, symbol: ts.Symbol): readonly ts.Symbol[] {
  const { Class, Module } = ts.SymbolFlags;
  const exported = symbol.flags & Module ? checker.getExportsOfModule(symbol) : [];
  if (!(symbol.flags & Class)) return exported;
  return [...exported, ...checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol))]; // includes inherited ones
}

function resolve({ checker, ts }: PassContext, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The specifier as written; a relative one becomes the package's name and the path from its root. */
function moduleOf({ fileName }: ts.SourceFile, specifier: string): string {
  if (!/^\.\.?(\/|$)/.test(specifier)) return specifier;
  const { path: own } = identifyModule(fileName);
  return `${findPackage(path.dirname(fileName)).name}/${path.posix.join(path.posix.dirname(own), specifier)}`;
}
