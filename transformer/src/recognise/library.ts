// Where a declaration comes from: our own runtime package, or TypeScript's libraries (Math, typed arrays). Decided by the
// declaring file, so that a user's class of the same name is never mistaken for either.

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

/** Of one compilation, as all caches; a plain one, since names are looked up more often than all else, and nothing is reported of them. */
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
 * The name of the library function that `node` refers to (`i32`, `atomicRef`, `deviceGlobal`, …), or undefined. Those whose
 * source is visible (`lanewise/vec`) are functions like the user's.
 */
export function libraryFunction(context: PassContext, node: ts.Node): string | undefined {
  const symbol = resolvedSymbol(context, node);
  return symbol && isOfLibrary(symbol) ? symbol.name : undefined;
}

/** Declared by `lanewise`, and no source of it: what is compiled is a function like the user's, also where the library itself is built. */
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
