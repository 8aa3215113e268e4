// Decides where the host reads a kernel's captures: at the kernel, or, if a function passed to the kernel's wrapper uses them, at that function. A
// local variable visible at both is read at both, and the launch compares the values.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";
import type { Collection } from "./collect.js";
import type { Instance, Key } from "./instance.js";
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

/** Returns the scope around the function that a variable holds, which sees nothing of the functions that call it. */
export function scopeOfGiven(collection: Collection, holder: ts.Symbol, fn: FunctionNode): Instance {
  const known = collection.givenScopes.get(holder);
  if (known) return known;
  const head = { name: "", declaration: fn, caller: undefined, scope: undefined, host: undefined, self: undefined };
  const made = newInstance({ ...head, bindings: noBindings });
  collection.givenScopes.set(holder, made);
  return made;
}

/**
 * Returns the variable that holds the function around a name, if several hold functions of one text, `createNoise2D(a)` and `createNoise2D(b)`: then
 * the name means another variable in each.
 */
export function holderAround(collection: Collection, instance: Instance, symbol: ts.Symbol): ts.Symbol | undefined {
  const { context, given, givenScopes, keysOfGiven } = collection;
  if (keysOfGiven.size === 0 || isOfModule(context, symbol)) return undefined;
  const scopes = new Map([...givenScopes].map(([holder, scope]) => [scope, holder]));
  for (let at: Instance | undefined = instance; at; at = at.scope ?? at.caller?.instance) {
    const holder = scopes.get(at);
    if (!holder) continue;
    const fn = given.get(holder);
    return keysOfGiven.has(holder) && fn && isVisible(context, symbol.name, symbol, fn) ? holder : undefined;
  }
  return undefined;
}

/** Returns what identifies a captured variable. */
export function keyOfCapture({ keysOfGiven }: Collection, holder: ts.Symbol | undefined, symbol: ts.Symbol): Key {
  const keys = holder && keysOfGiven.get(holder);
  if (!keys) return symbol;
  const key = keys.get(symbol) ?? { name: symbol.name };
  keys.set(symbol, key);
  return key;
}

function isVisible({ checker, ts }: PassContext, name: string, symbol: ts.Symbol, fn: FunctionNode): boolean {
  const found = checker.resolveName(name, fn.parent, ts.SymbolFlags.Value, false);
  const meant = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return meant === symbol;
}

/** Whether only one exists: a variable of the module itself, outside functions and loops. */
export function isOfModule({ ts }: PassContext, { valueDeclaration }: ts.Symbol): boolean {
  if (!valueDeclaration || ts.isSourceFile(valueDeclaration)) return true; // or the namespace of one
  const isStatement =
    ts.isVariableDeclaration(valueDeclaration) && ts.isVariableDeclarationList(valueDeclaration.parent);
  const holder = isStatement ? valueDeclaration.parent.parent.parent : valueDeclaration.parent;
  return ts.isSourceFile(holder) || ts.isModuleBlock(holder);
}
