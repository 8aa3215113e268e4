// Variables of packages' modules: older JavaScript, and compilers' output, declares constants with `var`. A variable that is never assigned
// again is a constant; others are state, which kernels do not have.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { targetOf } from "../recognise/operators.js";
import { assignmentsOf } from "../recognise/replaced-members.js";

/** The context for queries of modules: a compilation's, or that of the earlier typing of their functions. */
export interface Looked extends Pick<PassContext, "ts" | "checker"> {
  readonly isOfPackage: (file: ts.SourceFile) => boolean;
}

export function lookedAt({ ts, checker, bodies }: PassContext): Looked {
  return { ts, checker, isOfPackage: (file) => bodies.files.has(file) };
}

/** Whether a variable of a package's module always has its initial value. */
export function isFixedVariable(context: Looked, declaration: ts.VariableDeclaration): boolean {
  const { ts, isOfPackage, checker } = context;
  const file = declaration.getSourceFile();
  const list = declaration.parent;
  const isOfModule = ts.isVariableDeclarationList(list) && ts.isSourceFile(list.parent.parent);
  if (!isOfPackage(file) || !isOfModule || !ts.isIdentifier(declaration.name)) return false;
  const symbol = checker.getSymbolAtLocation(declaration.name);
  return symbol?.declarations?.length === 1 && !assignedIn(context, file).has(symbol);
}

/** The value of `exports.x = value` if the module assigns it once; undefined otherwise. */
export function fixedExport(context: PassContext, symbol: ts.Symbol): ts.Expression | undefined {
  const { ts, bodies } = context;
  const [target, ...others] = symbol.declarations ?? [];
  if (!target || others.length > 0 || !bodies.files.has(target.getSourceFile())) return undefined;
  const { parent } = target;
  const isAssigned = ts.isPropertyAccessExpression(target) && ts.isBinaryExpression(parent) && parent.left === target;
  const isByModule = isAssigned && ts.findAncestor(parent, ts.isFunctionLike) === undefined;
  const isOther = (name: ts.Node) => name.parent !== target && !isDeclaring(context, name.parent.parent);
  const isOnce = isByModule && !assignmentsOf(context, symbol).some(isOther);
  return isOnce ? parent.right : undefined;
}

/** The value in `var x = exports.x = value`. */
export function valueOfExports(context: Pick<Looked, "ts">, initializer: ts.Expression): ts.Expression {
  const { ts } = context;
  if (ts.isParenthesizedExpression(initializer)) return valueOfExports(context, initializer.expression);
  const node = initializer;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return initializer;
  const { left, right } = node;
  const isExport =
    ts.isPropertyAccessExpression(left) && ts.isIdentifier(left.expression) && left.expression.text === "exports";
  return isExport ? valueOfExports(context, right) : initializer;
}

/** Whether a node is `exports.a = exports.b = void 0`, with which compilers begin a module. */
function isDeclaring(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  return ts.isBinaryExpression(node) && (ts.isVoidExpression(node.right) || isDeclaring(context, node.right));
}

/** The constant target of `var dot = exports.dot = vec4.dot`. */
export function aliasOf(context: Looked, symbol: ts.Symbol): ts.Expression | undefined {
  const { ts } = context;
  const declaration = symbol.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !isFixedVariable(context, declaration))
    return undefined;
  const value = declaration.initializer && valueOfExports(context, declaration.initializer);
  return value && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value)) ? value : undefined;
}

/** Whether a package's module assigns a name that it declares, such as that of a function. */
export function isAssignedInModule(context: Looked, declaration: ts.NamedDeclaration): boolean {
  const symbol = declaration.name && context.checker.getSymbolAtLocation(declaration.name);
  return symbol !== undefined && assignedIn(context, declaration.getSourceFile()).has(symbol);
}

const assigned = new WeakMap<ts.TypeChecker, Map<ts.SourceFile, ReadonlySet<ts.Symbol>>>();

function assignedIn(context: Looked, file: ts.SourceFile): ReadonlySet<ts.Symbol> {
  const { ts, checker } = context;
  const known = assigned.get(checker) ?? new Map<ts.SourceFile, ReadonlySet<ts.Symbol>>();
  assigned.set(checker, known);
  const before = known.get(file);
  if (before) return before;
  const found = new Set<ts.Symbol>();
  const add = (target: ts.Node): void => {
    const symbol = ts.isIdentifier(target) ? checker.getSymbolAtLocation(target) : undefined;
    if (symbol) found.add(symbol);
    else if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) {
      ts.forEachChild(target, add); // a pattern
    }
  };
  const visit = (node: ts.Node): void => {
    const target = targetOf(ts, node);
    if (target && !ts.isVariableDeclarationList(target)) add(target);
    ts.forEachChild(node, visit);
  };
  visit(file);
  known.set(file, found);
  return found;
}
