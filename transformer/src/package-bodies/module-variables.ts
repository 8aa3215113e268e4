// Variables of the modules of packages: JavaScript of older style, and what compilers make of newer one, declares constants with `var`. One that
// nothing assigns again is a constant; the others are state, which kernels do not have.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "../recognise/cache.js";
import { skipWrappers } from "../recognise/calls.js";
import { resolvedSymbol } from "../recognise/library.js";
import { assignmentOf } from "../recognise/operators.js";

/** Whether a variable of a package's module has the value that it is declared with for good. */
export function isFixedVariable(context: PassContext, declaration: ts.VariableDeclaration): boolean {
  const { ts, bodies, checker } = context;
  const file = declaration.getSourceFile();
  const list = declaration.parent;
  const isOfModule = ts.isVariableDeclarationList(list) && ts.isSourceFile(list.parent.parent);
  if (!bodies.files.has(file) || !isOfModule || !ts.isIdentifier(declaration.name)) return false;
  const symbol = checker.getSymbolAtLocation(declaration.name);
  return symbol?.declarations?.length === 1 && !assignedIn(context, file).has(symbol);
}

/** The value of `exports.x = value` where the module assigns it once; undefined for all else. */
export function fixedExport(context: PassContext, symbol: ts.Symbol): ts.Expression | undefined {
  const { ts, bodies } = context;
  const [target, ...others] = symbol.declarations ?? [];
  if (!target || others.length > 0 || !bodies.files.has(target.getSourceFile())) return undefined;
  const { parent } = target;
  const isAssigned = ts.isPropertyAccessExpression(target) && ts.isBinaryExpression(parent) && parent.left === target;
  const isOnce = isAssigned && ts.findAncestor(parent, ts.isFunctionLike) === undefined;
  return isOnce ? parent.right : undefined;
}

/** Of `var x = exports.x = value` the value. */
export function valueOfExports(context: PassContext, initializer: ts.Expression): ts.Expression {
  const { ts } = context;
  const node = skipWrappers(context, initializer);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return initializer;
  const { left, right } = node;
  const isExport =
    ts.isPropertyAccessExpression(left) && ts.isIdentifier(left.expression) && left.expression.text === "exports";
  return isExport ? valueOfExports(context, right) : initializer;
}

const assigned = createCache<ts.SourceFile, ReadonlySet<ts.Symbol>>();

function assignedIn(context: PassContext, file: ts.SourceFile): ReadonlySet<ts.Symbol> {
  const { ts } = context;
  return assigned(context, file, () => {
    const found = new Set<ts.Symbol>();
    const add = (target: ts.Node): void => {
      const symbol = ts.isIdentifier(target) ? resolvedSymbol(context, target) : undefined;
      if (symbol) found.add(symbol);
      else if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) {
        ts.forEachChild(target, add); // a pattern
      }
    };
    const visit = (node: ts.Node): void => {
      if (ts.isBinaryExpression(node) && assignmentOf(ts, node.operatorToken.kind)) add(node.left);
      if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) add(node.operand);
      if ((ts.isForInStatement(node) || ts.isForOfStatement(node)) && ts.isExpression(node.initializer))
        add(node.initializer);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}
