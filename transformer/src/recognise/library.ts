// Tells where a declaration comes from: our runtime package, or TypeScript's libraries (Math, typed arrays). The declaring file
// decides, so a user's class with the same name is never mistaken for either.

import { dirname } from "node:path";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { findPackage } from "./package-of.js";

const libraryFiles = new WeakMap<ts.SourceFile, boolean>();

/** Whether this file is part of the `lanewise` package. */
export function isFromLibrary(file: ts.SourceFile): boolean {
  const known = libraryFiles.get(file);
  if (known !== undefined) return known;
  const answer = findPackage(dirname(file.fileName)).name === "lanewise";
  libraryFiles.set(file, answer);
  return answer;
}

/** Symbols, cached for one compilation like all caches; a plain map, since lookups are very frequent and report nothing. */
const symbols = new WeakMap<PassContext, Map<ts.Node, ts.Symbol>>();

/** The symbol an identifier or property stands for, through imports and re-exports. */
export function resolvedSymbol(context: PassContext, node: ts.Node): ts.Symbol | undefined {
  const known = symbols.get(context) ?? new Map<ts.Node, ts.Symbol>();
  symbols.set(context, known);
  const found = known.get(node) ?? lookUp(context, node);
  if (found) known.set(node, found);
  return found;
}

function lookUp({ ts, checker }: PassContext, node: ts.Node): ts.Symbol | undefined {
  const symbol =
    node.parent && ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function declaredIn(symbol: ts.Symbol | undefined, isOrigin: (file: ts.SourceFile) => boolean): boolean {
  return symbol?.declarations?.some((declaration) => isOrigin(declaration.getSourceFile())) ?? false;
}

/**
 * The name of the library function that `node` refers to (`i32`, `atomicRef`, `deviceGlobal`, …), or undefined. Functions
 * whose source is visible (`lanewise/vec`) are treated like the user's.
 */
export function libraryFunction(context: PassContext, node: ts.Node): string | undefined {
  const symbol = resolvedSymbol(context, node);
  return symbol && isOfLibrary(symbol) ? symbol.name : undefined;
}

/** Whether `lanewise` declares a symbol in a declaration file: its sources are like the user's, even when the library itself is built. */
export function isOfLibrary(symbol: ts.Symbol): boolean {
  return declaredIn(symbol, (file) => isFromLibrary(file) && file.isDeclarationFile);
}

/** The name of the global of TypeScript's own libraries that `node` refers to (`Math`, `Float32Array`), or undefined. */
export function standardGlobal(context: PassContext, node: ts.Node): string | undefined {
  const symbol = resolvedSymbol(context, node);
  return symbol && isStandard(context, symbol) ? symbol.name : undefined;
}

export function isStandard(context: PassContext, symbol: ts.Symbol): boolean {
  return declaredIn(symbol, (file) => context.program.isSourceFileDefaultLibrary(file));
}
