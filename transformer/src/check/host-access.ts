// Reports host code that accesses a device global's value (requirement V6): at a module's top level, and in functions that no kernel reaches and that
// nobody outside the program can call. The purpose of an exported function is unknown here: on the host it throws.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "../recognise/brands.js";
import { skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { isName } from "../recognise/names.js";
import { walkTree } from "../walk-tree.js";

/** An access to a device global's value. */
export interface ValueAccess {
  readonly node: ts.Node;
  readonly global: ts.Expression;
}

/** Returns all accesses in a file, including those in kernels. */
export function valueAccessesIn(context: PassContext, file: ts.SourceFile): ValueAccess[] {
  const { ts } = context;
  const found: ValueAccess[] = [];
  walkTree(ts, file, (node) => {
    if (ts.isTypeNode(node)) return false;
    const global = accessedGlobal(context, node);
    if (global) found.push({ node, global });
    return true;
  });
  return found;
}

/** `reached` are the kernels and all their callees; undefined if errors hide some of them. */
export function reportHostAccess(
  context: PassContext,
  accesses: Iterable<ValueAccess>,
  reached: ReadonlySet<ts.Node> | undefined,
): void {
  for (const { node, global } of accesses) {
    if (isOfHost(context, node, reached)) context.reporter.report("LW1417", node, [global.getText()]);
  }
}

/** Returns the device global that `g.value`, `g[i]`, `g.get()` or `g.set(v)` accesses. */
function accessedGlobal(context: PassContext, node: ts.Node): ts.Expression | undefined {
  const { ts, checker } = context;
  const isMember = ts.isPropertyAccessExpression(node) && /^(value|get|set)$/.test(node.name.text);
  if (!isMember && !ts.isElementAccessExpression(node)) return undefined;
  const base = skipWrappers(context, node.expression);
  const symbol = isName(context, base) ? resolvedSymbol(context, base) : undefined;
  if (!symbol?.valueDeclaration) return undefined;
  return deviceGlobalType(context, checker.getTypeOfSymbol(symbol)) ? base : undefined;
}

/** Whether host code runs it: functions that launch, await or yield never belong to kernels; others are the host's if no kernel reaches them. */
function isOfHost(context: PassContext, node: ts.Node, reached: ReadonlySet<ts.Node> | undefined): boolean {
  const { ts } = context;
  let isExported = false;
  let isNested = false;
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    // A field's initial value belongs to the constructor.
    if (ts.isPropertyDeclaration(at) && !at.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
      isNested = true;
    if (!ts.isFunctionLike(at) && !ts.isClassLike(at)) continue;
    // A constructor is reached with its class.
    if (reached?.has(at) || (ts.isConstructorDeclaration(at) && reached?.has(at.parent))) return false;
    if (ts.isClassLike(at)) {
      isExported ||= hasExport(context, at);
      continue;
    }
    if (reached === undefined) return false;
    if (isSuspended(context, at) || holdsKernel(context, at, reached)) return true;
    isNested = true;
    isExported ||= hasExport(context, functionStatement(context, at));
  }
  return !isNested || !isExported;
}

function isSuspended({ ts }: PassContext, node: ts.SignatureDeclaration): boolean {
  const isAsync = (ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Async) !== 0;
  return isAsync || ("asteriskToken" in node && node.asteriskToken !== undefined);
}

/** Whether the function contains a kernel. */
function holdsKernel({ ts }: PassContext, node: ts.Node, reached: ReadonlySet<ts.Node>): boolean {
  let isFound = false;
  walkTree(ts, node, (at) => {
    isFound ||= at !== node && reached.has(at);
    return !isFound;
  });
  return isFound;
}

/** Returns the statement that declares the function, if one does. */
function functionStatement({ ts }: PassContext, node: ts.Node): ts.Node {
  return ts.findAncestor(node, (at) => ts.isStatement(at)) ?? node;
}

/** Whether it is exported, possibly by `export { name }`. */
function hasExport({ ts, checker }: PassContext, node: ts.Node): boolean {
  const declarations = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
  const module = checker.getSymbolAtLocation(node.getSourceFile());
  const exported = module ? checker.getExportsOfModule(module) : [];
  return declarations.some((one) => {
    const name = ts.getNameOfDeclaration(one as ts.Declaration);
    const symbol = name && checker.getSymbolAtLocation(name);
    const isOne = (candidate: ts.Symbol) =>
      (candidate.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(candidate) : candidate) === symbol;
    return symbol !== undefined && exported.some(isOne);
  });
}
