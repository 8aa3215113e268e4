// Finds exports that hide device globals (requirements D4, D5): if a module exports a name itself, `export *` silently drops another
// module's export of that name. Two `export *` of one name are a TypeScript error.

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { isDeviceGlobalCall, isGlobalDeclaration } from "./device-globals.js";

export function reportHiddenGlobals(context: PassContext, files: readonly ts.SourceFile[]): void {
  for (const file of files) {
    for (const statement of file.statements) {
      if (isStarExport(context, statement)) reportHiddenBy(context, file, statement);
    }
  }
}

type StarExport = ts.ExportDeclaration & { readonly moduleSpecifier: ts.Expression };

function isStarExport({ ts }: PassContext, node: ts.Statement): node is StarExport {
  return ts.isExportDeclaration(node) && !node.exportClause && !node.isTypeOnly && node.moduleSpecifier !== undefined;
}

function reportHiddenBy(context: PassContext, file: ts.SourceFile, star: StarExport): void {
  const { checker, reporter } = context;
  const module = checker.getSymbolAtLocation(star.moduleSpecifier);
  const own = checker.getSymbolAtLocation(file)?.exports;
  for (const exported of module ? checker.getExportsOfModule(module) : []) {
    const local = exported.name === "default" ? undefined : own?.get(exported.escapedName);
    if (!local || resolve(context, local) === resolve(context, exported)) continue;
    const global = globalIn(context, resolve(context, exported));
    const [place] = local.declarations ?? [];
    if (!global || !place) continue;
    reporter.report(
      "LW1415",
      nameOf(context, place),
      [exported.name, global.getText()],
      [
        { ...spanOf(global), message: "the device global" },
        { ...spanOf(star), message: "exported here, if no other export had the name" },
      ],
    );
  }
}

function resolve({ checker, ts }: PassContext, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function nameOf({ ts }: PassContext, declaration: ts.Declaration): ts.Node {
  return ts.getNameOfDeclaration(declaration) ?? declaration;
}

/** The name of the device global that a symbol is, or that a namespace or class exports. */
function globalIn(context: PassContext, symbol: ts.Symbol): ts.Node | undefined {
  const { checker, ts } = context;
  const declaration = symbol.valueDeclaration;
  if (declaration && isGlobalDeclaration(context, declaration)) {
    const value = declaration.initializer && skipWrappers(context, declaration.initializer);
    const isGlobal = value && ts.isCallExpression(value) && isDeviceGlobalCall(context, value);
    return isGlobal ? declaration.name : undefined;
  }
  if (declaration && ts.isSourceFile(declaration)) return undefined; // `export * as`: its globals are exported elsewhere
  if (!(symbol.flags & (ts.SymbolFlags.Module | ts.SymbolFlags.Class))) return undefined;
  for (const member of checker.getExportsOfModule(symbol)) {
    const found = member.flags & ts.SymbolFlags.Alias ? undefined : globalIn(context, member);
    if (found) return found;
  }
  return undefined;
}
