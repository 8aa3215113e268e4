// Copies a package's function that makes functions, `createNoise2D(random)`, into a module of the program: what it returns can be marked there, and
// a launch reads its variables. The copy must do what the original does. So it takes along only what a module keeps to itself and nothing can
// change: functions, numbers, and arrays that are only read (docs/decisions/0087-copies-of-makers.md).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "../recognise/cache.js";
import { type FunctionNode, skipWrappers } from "../recognise/calls.js";
import { isOnlyRead } from "./module-objects.js";
import { isAssignedInModule, isFixedVariable, lookedAt } from "./module-variables.js";

export interface CopyOfMaker {
  /** The maker's name in its module. */
  readonly name: string;
  /** The functions and constants that it needs, of modules that it imports and of its own, in their order, and itself. */
  readonly declarations: readonly (ts.FunctionDeclaration | ts.VariableDeclaration)[];
  readonly file: ts.SourceFile;
  /** The names outside the modules that the copy uses. */
  readonly globals: ReadonlySet<string>;
}

/** What prevents a copy. */
export interface CopyFault {
  readonly at: ts.Node;
}

/** What `export default function (a) { … }` is called in a copy. */
const UNNAMED = "__lanewise_maker";

type Declared = ts.FunctionDeclaration | ts.VariableDeclaration;

const copies = createCache<FunctionNode, CopyOfMaker | CopyFault>();

/** Returns the copy of the maker that returns `made`. */
export function copyOfMaker(context: PassContext, made: FunctionNode): CopyOfMaker | CopyFault {
  return copies(context, made, () => makeCopy(context, made));
}

function makeCopy(context: PassContext, made: FunctionNode): CopyOfMaker | CopyFault {
  const file = made.getSourceFile();
  const maker = outermost(context, made);
  if (!maker || !isStrict(context, file)) return { at: maker ?? made };
  const name = maker.name?.getText() ?? UNNAMED;
  const declarations = new Set<Declared>([maker]);
  const globals = new Set<string>(READ_BY_LAUNCHES);
  for (const one of declarations) {
    const isFixed = isConstant(context, one) && isStrict(context, one.getSourceFile());
    const fault = isFixed ? addNamesIn(context, one, declarations, globals) : one;
    if (fault) return { at: fault };
  }
  const names = new Set<string>(globals);
  for (const one of declarations) {
    if (one.name && names.has(one.name.getText())) return { at: one };
    if (one.name) names.add(one.name.getText());
  }
  // Constants use no others than those of their module.
  const inOrder = (a: Declared, b: Declared) => Number(isIn(file, a)) - Number(isIn(file, b)) || a.pos - b.pos;
  const copy = { name, file, declarations: [...declarations].sort(inOrder), globals };
  const misread = copy.declarations.find((one) => !isReadAlike(context, one.getText()));
  return misread ? { at: misread } : copy;
}

/** The names that what launches read may use. */
const READ_BY_LAUNCHES = ["Float64Array", "TypeError"];

const isIn = (file: ts.SourceFile, one: Declared) => one.getSourceFile() === file;

/** The function of another module of a package that the name imports, if its own name is the same. */
function importedFunction({ bodies, checker, ts }: PassContext, { text }: ts.Identifier, symbol: ts.Symbol) {
  const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol).valueDeclaration : undefined;
  const isFunction = declared && ts.isFunctionDeclaration(declared) && ts.isSourceFile(declared.parent);
  return isFunction && declared.name?.text === text && bodies.files.has(declared.parent) ? declared : undefined;
}

/** The function or const of the module that contains a node. */
function outermost({ ts }: PassContext, made: ts.Node): Declared | undefined {
  for (let at: ts.Node = made; at.parent; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && ts.isSourceFile(at.parent)) return at;
    if (ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent))
      return ts.isIdentifier(at.name) ? at : undefined;
  }
  return undefined;
}

/** Modules of the program are strict, too. */
function isStrict({ ts }: PassContext, file: ts.SourceFile): boolean {
  const [first] = file.statements;
  const isDirective = first && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression);
  const isModule = file.statements.some((one) => ts.isImportDeclaration(one) || isExported(ts, one));
  return isModule || (isDirective === true && first.expression.getText().slice(1, -1) === "use strict");
}

function isExported(typescript: PassContext["ts"], node: ts.Statement): boolean {
  if (typescript.isExportDeclaration(node) || typescript.isExportAssignment(node)) return true;
  const modifiers = typescript.canHaveModifiers(node) ? typescript.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) ?? false;
}

/** Adds what the code of a declaration names; returns what cannot be copied. */
function addNamesIn(
  context: PassContext,
  declaration: Declared,
  declarations: Set<Declared>,
  globals: Set<string>,
): ts.Node | undefined {
  const { checker, program, ts } = context;
  const file = declaration.getSourceFile();
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (node === declaration.name) return undefined;
    if (isOfItsPlace(ts, node)) return node;
    // A type that was given to a parameter is in another file.
    if (ts.isTypeNode(node) || node.pos < 0) return undefined;
    if (!ts.isIdentifier(node) || isNameOfMember(ts, node)) return ts.forEachChild(node, visit);
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    if (symbol?.name === "undefined") return undefined;
    const imported = symbol && importedFunction(context, node, symbol);
    if (imported) declarations.add(imported);
    if (imported) return isCallee(ts, node) ? undefined : node;
    const declared = symbol?.valueDeclaration;
    if (!symbol || !declared || symbol.declarations?.length === 0) return node;
    if (declared.getSourceFile() !== file) {
      if (!symbol.declarations?.every((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()))) return node;
      globals.add(node.text);
      return node.text === "eval" || node.text === "Function" ? node : undefined;
    }
    if (ts.findAncestor(declared.parent, ts.isFunctionLike)) return undefined; // declared inside one that is copied
    const isKind = ts.isFunctionDeclaration(declared) || ts.isVariableDeclaration(declared);
    if (!isKind || outermost(context, declared) !== declared || symbol.declarations?.length !== 1) return node;
    declarations.add(declared);
    // Other functions are other objects.
    return isFunctionOfModule(ts, declared) && !isCallee(ts, node) ? node : undefined;
  };
  return ts.forEachChild(declaration, visit);
}

function isFunctionOfModule(typescript: PassContext["ts"], declared: Declared): boolean {
  if (typescript.isFunctionDeclaration(declared)) return true;
  const { initializer } = declared;
  return (
    initializer !== undefined &&
    (typescript.isArrowFunction(initializer) || typescript.isFunctionExpression(initializer))
  );
}

function isCallee(typescript: PassContext["ts"], node: ts.Identifier): boolean {
  return typescript.isCallExpression(node.parent) && node.parent.expression === node;
}

/** Whether it means another thing elsewhere. */
function isOfItsPlace(typescript: PassContext["ts"], node: ts.Node): boolean {
  const { SyntaxKind } = typescript;
  if (typescript.isIdentifier(node) && node.text === "arguments" && !isNameOfMember(typescript, node)) return true;
  return (
    node.kind === SyntaxKind.ThisKeyword ||
    node.kind === SyntaxKind.SuperKeyword ||
    typescript.isMetaProperty(node) ||
    typescript.isClassLike(node) ||
    typescript.isAwaitExpression(node) ||
    (typescript.isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
  );
}

function isNameOfMember(typescript: PassContext["ts"], node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isPropertyAccessExpression(parent)) return parent.name === node;
  if (typescript.isPropertyAssignment(parent) || typescript.isMethodDeclaration(parent)) return parent.name === node;
  return typescript.isLabeledStatement(parent) || typescript.isBreakOrContinueStatement(parent);
}

/** Whether a module's function or variable is what its declaration says, now and whenever it is made again. */
function isConstant(context: PassContext, declaration: Declared): boolean {
  const { checker, ts } = context;
  const symbol = declaration.name && checker.getSymbolAtLocation(declaration.name);
  if (ts.isFunctionDeclaration(declaration) && !declaration.name) return true; // nothing can assign it
  if (ts.isFunctionDeclaration(declaration))
    return symbol !== undefined && !isAssignedInModule(lookedAt(context), declaration);
  const { initializer } = declaration;
  if (!initializer || !symbol || !isFixedVariable(lookedAt(context), declaration)) return false;
  if (initializer.pos < declaration.pos) return false; // a made function, whose text is a call (made-functions.ts)
  const value = skipWrappers(context, initializer);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return true;
  if (!isPure(context, value)) return false;
  const { BooleanLike, NumberLike, StringLike } = ts.TypeFlags;
  const isPrimitive = (checker.getTypeAtLocation(value).flags & (BooleanLike | NumberLike | StringLike)) !== 0;
  return isPrimitive || isOnlyRead(context, declaration, symbol);
}

/** Whether an expression gives the same whenever it is evaluated: of literals, constants, Math and typed arrays. */
function isPure(context: PassContext, expression: ts.Expression): boolean {
  const { checker, program, ts } = context;
  const node = skipWrappers(context, expression);
  const all = (nodes: readonly ts.Expression[] | undefined) => nodes?.every((one) => isPure(context, one)) ?? true;
  const isStandard = (name: ts.Expression) =>
    (checker.getSymbolAtLocation(name)?.declarations ?? []).some((one) =>
      program.isSourceFileDefaultLibrary(one.getSourceFile()),
    );
  const isOfMath = (one: ts.Expression): one is ts.PropertyAccessExpression =>
    ts.isPropertyAccessExpression(one) &&
    one.expression.getText() === "Math" &&
    one.name.text !== "random" &&
    isStandard(one.expression);
  if (ts.isLiteralExpression(node)) return !ts.isRegularExpressionLiteral(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return true;
  // A constant of the module is checked itself.
  if (ts.isIdentifier(node)) return !isStandard(node) || /^(NaN|Infinity)$/.test(node.text);
  if (ts.isPrefixUnaryExpression(node)) return !/^(\+\+|--)/.test(node.getText()) && isPure(context, node.operand);
  if (ts.isBinaryExpression(node)) {
    const isAssignment =
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    return !isAssignment && all([node.left, node.right]);
  }
  if (ts.isConditionalExpression(node)) return all([node.condition, node.whenTrue, node.whenFalse]);
  if (ts.isArrayLiteralExpression(node)) return all(node.elements);
  if (ts.isCallExpression(node)) return isOfMath(node.expression) && all(node.arguments);
  if (ts.isNewExpression(node))
    return isTypedArray(node.expression) && isStandard(node.expression) && all(node.arguments);
  return isOfMath(node);
}

function isTypedArray(callee: ts.Expression): boolean {
  return /^(Float(32|64)|Uint(8|16|32)|Int(8|16|32)|Uint8Clamped)Array$/.test(callee.getText());
}

/** What prevents copies into the files of these calls: their modules give a name another meaning. */
export function faultAtCalls(
  { checker, program, ts }: PassContext,
  { globals }: CopyOfMaker,
  calls: readonly ts.CallExpression[],
): CopyFault | undefined {
  for (const call of calls) {
    for (const name of globals) {
      const symbol = checker.resolveName(name, call.getSourceFile(), ts.SymbolFlags.Value, false);
      const isStandard = (one: ts.Declaration) => program.isSourceFileDefaultLibrary(one.getSourceFile());
      const other = symbol?.declarations?.find((one) => !isStandard(one));
      if (!symbol || other) return { at: other ?? call };
    }
  }
  return undefined;
}

/** Whether TypeScript reads a text of JavaScript as JavaScript does: it may take `a < b, c > (d)` for type arguments. */
function isReadAlike({ ts }: PassContext, text: string): boolean {
  const kindsOf = (name: string) => {
    const kinds: ts.SyntaxKind[] = [];
    const visit = (node: ts.Node): void => {
      kinds.push(node.kind);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
    return kinds.join();
  };
  return kindsOf("copy.js") === kindsOf("copy.ts");
}

/** The text of a copy: a function without a name in which the maker is made. `insert` adds texts at positions of the module. */
export function textOfCopy(
  { ts }: PassContext,
  { name, file, declarations }: CopyOfMaker,
  inserted: readonly { readonly at: number; readonly text: string }[],
): string {
  const texts = declarations.map((declaration) => {
    const isFunction = ts.isFunctionDeclaration(declaration);
    const exporting = isFunction
      ? (declaration.modifiers ?? []).filter(
          ({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword,
        )
      : [];
    const start = exporting.at(-1)?.end ?? declaration.getStart();
    const { text } = declaration.getSourceFile();
    let at = start;
    let written = "";
    for (const one of isIn(file, declaration) ? inserted : []) {
      if (one.at < start || one.at > declaration.end) continue;
      written += text.slice(at, one.at) + one.text;
      at = one.at;
    }
    written += text.slice(at, declaration.end);
    if (isFunction && !declaration.name) return `const ${UNNAMED} = ${written.trim()};`;
    return isFunction ? written.trim() : `const ${written};`;
  });
  return `${texts.join("\n")}\nreturn ${name}`;
}
