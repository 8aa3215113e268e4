// Finds functions in packages' JavaScript: by the names of an export, and by a name in a body.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";
import { aliasOf, isAssignedInModule, isFixedVariable, type Looked, valueOfExports } from "./module-variables.js";

/** JavaScript that can implement a declaration; a class stands for its constructor. */
export type Body = FunctionNode | ts.MethodDeclaration | ts.GetAccessorDeclaration | ts.ClassDeclaration;

/** The parameters of a body; for a class, those of its explicit constructor. */
export function parametersOf({ ts }: Pick<Looked, "ts">, body: Body): readonly ts.ParameterDeclaration[] {
  if (!ts.isClassDeclaration(body)) return body.parameters;
  return body.members.find((one) => ts.isConstructorDeclaration(one))?.parameters ?? [];
}

/** The code that a call executes. */
export function codeOf({ ts }: Pick<Looked, "ts">, body: Body): ts.Node | undefined {
  return ts.isClassDeclaration(body) ? body.members.find((one) => ts.isConstructorDeclaration(one)) : body.body;
}

/** Resolves `["vec3", "add"]`: the export `vec3` of a module, a namespace, and its member. */
export function exportedBody(checked: Looked, file: ts.SourceFile, names: readonly string[]): Body | undefined {
  const symbol = exportedSymbol(checked, file, names);
  return symbol && bodyOfSymbol(checked, symbol);
}

/** The same, whatever it is. */
export function exportedSymbol(checked: Looked, file: ts.SourceFile, names: readonly string[]): ts.Symbol | undefined {
  const module = checked.checker.getSymbolAtLocation(file);
  let symbol = module;
  /** Whether it is what a CommonJS module exports, whose members are the module's. */
  let isWhole = false;
  for (const name of names) {
    const isModule = symbol !== undefined && (symbol.flags & checked.ts.SymbolFlags.Module) !== 0;
    const owner: ts.Symbol | undefined = isWhole ? module : isModule ? symbol : undefined;
    const found = owner
      ? checked.checker.tryGetMemberInModuleExports(name, owner)
      : memberOfLiteral(checked, symbol, name);
    const member = unaliased(checked, found);
    const isDefault: boolean = name === "default" && !isWhole && owner !== undefined && owner === module;
    const whole: ts.Symbol | undefined = isDefault ? wholeExport(checked, module) : undefined;
    // Node takes `module.exports`, and bundlers may take its `default`.
    if (whole && member && bodyOfSymbol(checked, member) !== bodyOfSymbol(checked, whole)) return undefined;
    isWhole = isDefault && (whole !== undefined || member === undefined);
    symbol = whole ?? member ?? (isWhole ? module : undefined);
  }
  return symbol;
}

/** `module.exports = FFT`. */
function wholeExport(checked: Looked, module: ts.Symbol | undefined): ts.Symbol | undefined {
  return unaliased(checked, module?.exports?.get(checked.ts.InternalSymbolName.ExportEquals));
}

/** A method or getter of a class. */
export function methodNamed({ ts }: Pick<Looked, "ts">, body: Body | undefined, name: string): Body | undefined {
  if (!body || !ts.isClassDeclaration(body)) return undefined;
  return body.members.find(
    (one): one is ts.MethodDeclaration | ts.GetAccessorDeclaration =>
      (ts.isMethodDeclaration(one) || ts.isGetAccessorDeclaration(one)) && one.name.getText() === name,
  );
}

/** The package function that an identifier or a namespace member refers to. */
export function calledBody(checked: Looked, node: ts.Expression): Body | undefined {
  const { ts, checker } = checked;
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  if (!ts.isIdentifier(name)) return undefined;
  const symbol = unaliased(checked, checker.getSymbolAtLocation(name));
  return symbol && bodyOfSymbol(checked, symbol);
}

/** The function of an object literal that `settings.convert` or `this.convert` names, as far as types show: the object may have another. */
export function functionOfLiteral({ ts, checker }: Looked, node: ts.Expression): FunctionNode | undefined {
  const declaration = ts.isPropertyAccessExpression(node)
    ? checker.getSymbolAtLocation(node.name)?.valueDeclaration
    : undefined;
  const value = declaration && ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined;
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

/** The function that a function returns at its end. */
export function returnedBody({ ts }: Pick<Looked, "ts">, body: Body): FunctionNode | undefined {
  if (ts.isClassDeclaration(body) || !body.body) return undefined;
  const last = ts.isBlock(body.body) ? body.body.statements.at(-1) : undefined;
  const given = ts.isBlock(body.body) ? last && ts.isReturnStatement(last) && last.expression : body.body;
  const value = given && lastOf(ts, given);
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

/** The value of `a = +a, b = +b, f`. */
export function lastOf(typescript: TypeScript, node: ts.Expression): ts.Expression {
  const isList = typescript.isBinaryExpression(node) && node.operatorToken.kind === typescript.SyntaxKind.CommaToken;
  return isList ? lastOf(typescript, node.right) : node;
}

/** The member with that name in `const M = { clamp, lerp: lerp }`. */
function memberOfLiteral({ ts, checker }: Looked, symbol: ts.Symbol | undefined, name: string): ts.Symbol | undefined {
  const declaration = symbol?.valueDeclaration;
  const literal = declaration && isConst(ts, declaration) ? declaration.initializer : undefined;
  if (!literal || !ts.isObjectLiteralExpression(literal)) return undefined;
  const member = literal.properties.find((one) => one.name?.getText() === name);
  if (member && ts.isShorthandPropertyAssignment(member)) return checker.getShorthandAssignmentValueSymbol(member);
  const value = member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
  return value && ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined;
}

function isConst(ts: TypeScript, node: ts.Node): node is ts.VariableDeclaration {
  return (
    ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const
  );
}

function unaliased({ ts, checker }: Looked, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The value of a `const`, or of a module's variable that nothing assigns again: `var f = exports.f = function …`. */
function valueOfVariable(checked: Looked, declaration: ts.Declaration): ts.Expression | undefined {
  const { ts } = checked;
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const { initializer } = declaration;
  if (initializer && isFixedVariable(checked, declaration)) return valueOfExports(checked, initializer);
  return isConst(ts, declaration) ? initializer : undefined;
}

/** A declaration with a body that nothing assigns, or a variable that always holds a function expression. */
function bodyOfSymbol(checked: Looked, symbol: ts.Symbol): Body | undefined {
  const { ts } = checked;
  for (const declaration of symbol.declarations ?? []) {
    const isCallable = ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration);
    if (ts.isFunctionDeclaration(declaration) && isAssignedInModule(checked, declaration)) return undefined;
    if (isCallable && declaration.body) return declaration;
    if (ts.isClassDeclaration(declaration)) return declaration;
    const value = valueOfVariable(checked, declaration);
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return value;
  }
  const alias = aliasOf(checked, symbol);
  return alias && calledBody(checked, alias);
}
