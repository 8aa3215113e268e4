// Decides where the host reads a kernel's captures: at the kernel, or, if a function passed to the kernel's wrapper uses them, at that function. A
// local variable visible at both is read at both, and the launch compares the values.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";
import type { Collection } from "./collect.js";
import type { Instance } from "./instance.js";
import { newInstance } from "./instantiate.js";
import { noBindings } from "./types.js";

/** The kernel, and the functions passed to it. */
export type Origins = readonly FunctionNode[];

/** Returns where the host can read a name that is used at `node`; empty if it has no or another meaning there. */
export function originsOf(collection: Collection, node: ts.Node, name: string, symbol: ts.Symbol): Origins {
  const { context, kernel, given } = collection;
  const own = givenAround(collection, node);
  const around = own ? [own] : context.ts.findAncestor(node, (at) => at === kernel) ? [kernel] : undefined;
  const all = (around ?? [kernel, ...given.values()]).filter((fn) => isVisible(context, name, symbol, fn));
  return isOfModule(context, symbol) ? all.slice(0, 1) : [...new Set(all)];
}

/** Returns the function passed to the kernel's wrapper that contains a node. */
export function givenAround({ context: { ts }, given }: Collection, node: ts.Node): FunctionNode | undefined {
  if (given.size === 0) return undefined;
  const functions = new Set<ts.Node>(given.values());
  // The predicate accepts only these functions.
  return ts.findAncestor(node, (at) => functions.has(at)) as FunctionNode | undefined;
}

/** Returns the scope around a passed function, which sees nothing of the functions that call it. */
export function scopeOfGiven(collection: Collection, fn: FunctionNode): Instance {
  const known = collection.givenScopes.get(fn);
  if (known) return known;
  const head = { name: "", declaration: fn, caller: undefined, scope: undefined, host: undefined, self: undefined };
  const made = newInstance({ ...head, bindings: noBindings });
  collection.givenScopes.set(fn, made);
  return made;
}

function isVisible({ checker, ts }: PassContext, name: string, symbol: ts.Symbol, fn: FunctionNode): boolean {
  const found = checker.resolveName(name, fn.parent, ts.SymbolFlags.Value, false);
  const meant = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return meant === symbol;
}

/** Whether only one exists: a variable of the module itself, outside functions and loops. */
export function isOfModule({ ts }: PassContext, { valueDeclaration }: ts.Symbol): boolean {
  if (!valueDeclaration) return true;
  const isStatement =
    ts.isVariableDeclaration(valueDeclaration) && ts.isVariableDeclarationList(valueDeclaration.parent);
  const holder = isStatement ? valueDeclaration.parent.parent.parent : valueDeclaration.parent;
  return ts.isSourceFile(holder) || ts.isModuleBlock(holder);
}
