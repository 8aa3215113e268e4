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

/** The first import of the file that reaches the declaration: by itself, or by a class or namespace around it. */
function findBinding(context: PassContext, file: ts.SourceFile, declaration: GlobalDeclaration): Binding | undefined {
  for (const statement of file.statements) {
    if (!context.ts.isImportDeclaration(statement)) continue;
    const rest: string[] = [];
    for (let at: ts.Node = declaration; !context.ts.isSourceFile(at); at = at.parent) {
      const name = nameOf(context, at);
      const symbol = name && context.checker.getSymbolAtLocation(name);
      const found = symbol && bindingIn(context, statement, symbol);
      if (found) return withNames(file, statement, found, rest);
      if (name) rest.unshift(name.text);
    }
  }
  return undefined;
}

/** The name of a declaration by which its members are reached. */
function nameOf({ ts }: PassContext, node: ts.Node): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isModuleDeclaration(node);
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
}

function withNames(
  file: ts.SourceFile,
  { moduleSpecifier }: ts.ImportDeclaration,
  { local, names }: Reached,
  rest: readonly string[],
): Binding {
  return {
    module: moduleOf(file, (moduleSpecifier as ts.StringLiteral).text), // TypeScript allows no other
    names: [...names, ...rest],
    expression: [...local, ...rest].join("."),
  };
}

interface Reached {
  readonly local: readonly string[];
  readonly names: readonly string[];
}

/** How an import declaration names a symbol. */
function bindingIn(
  context: PassContext,
  { importClause }: ts.ImportDeclaration,
  wanted: ts.Symbol,
): Reached | undefined {
  const { ts, checker } = context;
  if (!importClause || importClause.isTypeOnly) return undefined;
  const { name, namedBindings } = importClause;
  if (name && isAliasOf(context, name, wanted)) return { local: [name.text], names: ["default"] };
  if (!namedBindings) return undefined;
  if (ts.isNamedImports(namedBindings)) {
    const found = namedBindings.elements.find((one) => !one.isTypeOnly && isAliasOf(context, one.name, wanted));
    return found && { local: [found.name.text], names: [(found.propertyName ?? found.name).text] };
  }
  const module = checker.getSymbolAtLocation(namedBindings.name);
  const target = module && resolve(context, module);
  const found = target && checker.getExportsOfModule(target).find((one) => resolve(context, one) === wanted);
  return found && { local: [namedBindings.name.text, found.name], names: [found.name] };
}

function isAliasOf(context: PassContext, name: ts.Identifier, wanted: ts.Symbol): boolean {
  const symbol = context.checker.getSymbolAtLocation(name);
  return symbol !== undefined && resolve(context, symbol) === wanted;
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
