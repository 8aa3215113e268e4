// Device globals that a kernel uses and another package declares, of which only the declarations are visible (requirement D11): type
// and properties are those of the `.d.ts`, the id is the name that the kernel's module imports it by, and the module's footer
// passes the imported binding, whose object the runtime knows by the id of its definition.

import path from "node:path";
import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "./brands.js";
import { createCache } from "./cache.js";
import { type DeviceGlobal, type GlobalDeclaration, propertiesOf } from "./device-globals.js";
import { globalType } from "./global-types.js";
import { findPackage, identifyModule } from "./package-of.js";
import { hasPlainName } from "./qualified-names.js";

export interface ImportedGlobal extends DeviceGlobal {
  /** What names it in the module that imports it: `total`, `m.Totals.total`. */
  readonly expression: string;
}

/** Why a kernel cannot have one; without a code where it is reported. */
interface ImportFault {
  readonly code: DiagnosticCode | undefined;
  readonly args: readonly string[];
}

const imported = createCache<ts.SourceFile, Map<ts.Node, ImportedGlobal | ImportFault>>();

/** All that kernels of a file were found to import. */
export function importsOf(context: PassContext, file: ts.SourceFile): ImportedGlobal[] {
  const found = imported(context, file, () => new Map());
  return [...found.values()].filter((one) => "id" in one);
}

/**
 * The device global that `declaration`, in a declaration file, stands for in kernels of `file`. One object has one id in a file,
 * however many imports name it.
 */
export function importedGlobal(
  context: PassContext,
  file: ts.SourceFile,
  declaration: GlobalDeclaration,
  use: ts.Node,
): ImportedGlobal | ImportFault {
  const found = imported(context, file, () => new Map());
  const known = found.get(declaration) ?? describe(context, file, declaration, use);
  found.set(declaration, known);
  return known;
}

function describe(
  context: PassContext,
  file: ts.SourceFile,
  declaration: GlobalDeclaration,
  use: ts.Node,
): ImportedGlobal | ImportFault {
  const { checker } = context;
  const types = deviceGlobalType(context, checker.getTypeAtLocation(declaration));
  const binding = findBinding(context, file, declaration);
  if (!types || !binding || !hasPlainName(context, declaration)) {
    return { code: "LW1405", args: [use.getText(), path.basename(file.fileName)] };
  }
  const properties = propertiesOf(context, types.properties);
  if (properties.deviceImageScope) return { code: "LW1416", args: [use.getText()] };
  const found = globalType(context, types.element, use);
  if (!found) return { code: undefined, args: [] };
  return {
    id: `${binding.module}:${binding.names.join(".")}`,
    expression: binding.expression,
    name: declaration.name.text,
    type: found.type,
    structs: found.structs,
    elementType: types.element,
    initial: undefined,
    storage: "imported",
    hostAccess: "read_write",
    properties,
    declaration,
    initialFiles: new Set(),
    typeFiles: found.files,
  };
}

interface Binding {
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
function findBinding(context: PassContext, file: ts.SourceFile, declaration: GlobalDeclaration): Binding | undefined {
  for (const statement of file.statements) {
    const specifier = specifierOf(context, statement);
    if (specifier === undefined) continue;
    for (const { names, local } of importedNames(context, statement)) {
      const symbol = context.checker.getSymbolAtLocation(local);
      const rest = symbol && wayTo(context, symbol, declaration);
      if (!rest) continue;
      const expression = [local.text, ...rest].join(".");
      return { module: moduleOf(file, specifier), names: [...names, ...rest], expression };
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
function wayTo(context: PassContext, from: ts.Symbol, declaration: GlobalDeclaration): readonly string[] | undefined {
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
