// Finds the origin of a name from a module with declarations only: the import that leads to the module, and the export. Follows the imports
// alone, since declarations do not say which file runs.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface Origin {
  /** The import that leads out of the program. */
  readonly specifier: ts.StringLiteralLike;
  /** `["vec3", "add"]`: an export of the module, and its members. */
  readonly names: readonly string[];
}

export function originOf(context: PassContext, node: ts.Expression): Origin | undefined {
  const { ts, checker } = context;
  if (ts.isIdentifier(node)) return originOfSymbol(context, checker.getSymbolAtLocation(node));
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const origin = originOf(context, node.expression);
  return origin && { ...origin, names: [...origin.names, node.name.text] };
}

function originOfSymbol(context: PassContext, symbol: ts.Symbol | undefined): Origin | undefined {
  const { ts, checker } = context;
  const declaration = symbol?.declarations?.[0];
  if (!symbol || !declaration || !(symbol.flags & ts.SymbolFlags.Alias)) return undefined;
  const imported = importedAt(context, declaration);
  if (imported && isDeclared(context, imported.specifier)) return imported;
  return originOfSymbol(context, checker.getImmediateAliasedSymbol(symbol));
}

/** The origin of a declared class, by the imports of a file. */
export function originOfClass(
  context: PassContext,
  declaration: ts.ClassDeclaration,
  file: ts.SourceFile,
): Origin | undefined {
  const { ts, checker } = context;
  const wanted = declaration.name && checker.getSymbolAtLocation(declaration.name);
  const isIt = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol) === wanted;
  for (const { moduleSpecifier } of file.statements.filter((one) => ts.isImportDeclaration(one))) {
    const module = checker.getSymbolAtLocation(moduleSpecifier);
    if (!wanted || !module || !ts.isStringLiteralLike(moduleSpecifier) || !isDeclared(context, moduleSpecifier))
      continue;
    const whole = module.exports?.get(ts.InternalSymbolName.ExportEquals);
    if (whole && isIt(whole)) return { specifier: moduleSpecifier, names: ["default"] };
    const exported = checker.getExportsOfModule(module).find(isIt);
    if (exported) return { specifier: moduleSpecifier, names: [exported.name] };
  }
  return undefined;
}

/** The export of another module that an alias declaration names. */
function importedAt({ ts }: PassContext, node: ts.Node): Origin | undefined {
  const origin = (specifier: ts.Expression | undefined, names: readonly string[]): Origin | undefined =>
    specifier && ts.isStringLiteralLike(specifier) ? { specifier, names } : undefined;
  if (ts.isImportSpecifier(node)) {
    return origin(node.parent.parent.parent.moduleSpecifier, [(node.propertyName ?? node.name).text]);
  }
  if (ts.isExportSpecifier(node)) {
    return origin(node.parent.parent.moduleSpecifier, [(node.propertyName ?? node.name).text]);
  }
  if (ts.isNamespaceImport(node)) return origin(node.parent.parent.moduleSpecifier, []);
  if (ts.isNamespaceExport(node)) return origin(node.parent.moduleSpecifier, []);
  return ts.isImportClause(node) ? origin(node.parent.moduleSpecifier, ["default"]) : undefined;
}

/** Whether an import's module consists of declarations. */
function isDeclared({ checker }: PassContext, specifier: ts.StringLiteralLike): boolean {
  const declarations = checker.getSymbolAtLocation(specifier)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((one) => one.getSourceFile().isDeclarationFile);
}
