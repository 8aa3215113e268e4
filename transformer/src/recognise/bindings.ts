// By which import a module reaches a declaration of another package, and what it is called there and here.

import path from "node:path";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { findPackage, identifyModule } from "./package-of.js";

/** How a module reaches what another one declares. */
export interface Binding {
  /** What the import says. */
  readonly specifier: string;
  /** `<package>/<subpath>`, as the import names it. */
  readonly module: string;
  /** What it is there: `["Totals", "total"]`. */
  readonly names: readonly string[];
  /** What it is here. */
  readonly expression: string;
}

/** A name that an import brings: what it is called there, nothing of a whole module, and here. */
interface ImportedName {
  readonly names: readonly string[];
  readonly local: ts.Identifier;
}

/** The first import of the file that reaches the declaration: by itself, or by a module, namespace or class that has it. */
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

/** What an import declaration, or `import x = require("…")`, imports from. */
function specifierOf({ ts }: PassContext, node: ts.Statement): string | undefined {
  const isRequire = ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference);
  const specifier = ts.isImportDeclaration(node)
    ? node.moduleSpecifier
    : isRequire && ts.isExternalModuleReference(node.moduleReference)
      ? node.moduleReference.expression
      : undefined;
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/** The values that an import brings, those of single names first. */
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

/** The shortest way from what a symbol names to a member, by exports and static members; empty if it is that itself. */
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
  return [...exported, ...checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol))]; // with those of ancestors
}

function resolve({ checker, ts }: PassContext, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** As the import writes it; of a relative import the package's name and the path from its root. */
function moduleOf({ fileName }: ts.SourceFile, specifier: string): string {
  if (!/^\.\.?(\/|$)/.test(specifier)) return specifier;
  const { path: own } = identifyModule(fileName);
  return `${findPackage(path.dirname(fileName)).name}/${path.posix.join(path.posix.dirname(own), specifier)}`;
}
