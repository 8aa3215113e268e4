// Writes the exports of a CommonJS module in the form that TypeScript follows to functions, before names are bound: `module.exports = function (x) { … }`
// becomes `const f = function (x) { … }; module.exports = f;`, `var f = exports.f = function …` two statements, and `module.exports = { f, g: require("./g.js") }` becomes an assignment for each member.
// An export that is assigned twice, or under a condition, gets a form that TypeScript does not follow: nobody knows which function it is.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { walkTree } from "../walk-tree.js";

/** The name for `module.exports` itself; members cannot be named so. */
const WHOLE = "module.exports";

/** An assignment to `module.exports`, `exports.f` or `module.exports.f`. */
interface Export {
  readonly name: string;
  readonly target: ts.Expression;
  /** The node whose `right` is the value. */
  readonly assignment: ts.BinaryExpression;
  /** The statement that does nothing else, at the top level of the module. */
  readonly statement: ts.ExpressionStatement | undefined;
}

export function nameExports(typescript: TypeScript, file: ts.SourceFile): void {
  if (!/\bexports\b/.test(file.text) || isEcmaScriptModule(typescript, file)) return;
  expandLiteral(typescript, file);
  for (const statement of file.statements)
    if (typescript.isVariableStatement(statement)) separateExport(typescript, file, statement);
  const exported = exportsOf(typescript, file);
  const unclear = unclearExports(typescript, file, exported);
  for (const one of exported) {
    const { assignment, statement } = one;
    if (unclear.has(one)) hideValue(typescript, assignment);
    else if (statement) nameValue(typescript, file, one, statement);
  }
}

function isEcmaScriptModule(typescript: TypeScript, { statements }: ts.SourceFile): boolean {
  return statements.some(
    (one) =>
      typescript.isImportDeclaration(one) ||
      typescript.isExportDeclaration(one) ||
      typescript.isExportAssignment(one) ||
      (typescript.canHaveModifiers(one) &&
        typescript.getModifiers(one)?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword)),
  );
}

const isExports = (typescript: TypeScript, node: ts.Node) => typescript.isIdentifier(node) && node.text === "exports";

const isModuleExports = (typescript: TypeScript, node: ts.Node) =>
  typescript.isPropertyAccessExpression(node) &&
  typescript.isIdentifier(node.expression) &&
  node.expression.text === "module" &&
  node.name.text === "exports";

/** The name of the export that an expression is; `undefined` in the place of a name that is computed. */
function exportNamed(typescript: TypeScript, node: ts.Expression): { readonly name: string | undefined } | undefined {
  if (isModuleExports(typescript, node)) return { name: WHOLE };
  if (!typescript.isPropertyAccessExpression(node) && !typescript.isElementAccessExpression(node)) return undefined;
  const { expression } = node;
  if (!isExports(typescript, expression) && !isModuleExports(typescript, expression)) return undefined;
  if (typescript.isPropertyAccessExpression(node)) return { name: node.name.text };
  return { name: typescript.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined };
}

function isPlainAssignment(typescript: TypeScript, node: ts.Node): node is ts.BinaryExpression {
  return typescript.isBinaryExpression(node) && node.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
}

function exportsOf(typescript: TypeScript, file: ts.SourceFile): readonly Export[] {
  const found: Export[] = [];
  walkTree(typescript, file, (node) => {
    if (hasOwnExports(typescript, node)) return false;
    const named = isPlainAssignment(typescript, node) ? exportNamed(typescript, node.left) : undefined;
    if (!named || !isPlainAssignment(typescript, node) || isDeclaring(typescript, node)) return true;
    const { name = "" } = named;
    found.push({ name, target: node.left, assignment: node, statement: statementOf(typescript, file, node) });
    return true;
  });
  return found;
}

/** Whether it is `exports.f = exports.g = void 0`, with which compilers begin a module. */
function isDeclaring(typescript: TypeScript, { right }: ts.BinaryExpression): boolean {
  return typescript.isVoidExpression(right) || (isPlainAssignment(typescript, right) && isDeclaring(typescript, right));
}

/** The statement that an assignment is, alone or as a part of `exports = module.exports = f`. */
function statementOf(
  typescript: TypeScript,
  file: ts.SourceFile,
  { parent }: ts.BinaryExpression,
): ts.ExpressionStatement | undefined {
  if (typescript.isExpressionStatement(parent)) return parent.parent === file ? parent : undefined;
  const isPart = isPlainAssignment(typescript, parent) && isTarget(typescript, parent.left);
  return isPart ? statementOf(typescript, file, parent) : undefined;
}

const isTarget = (typescript: TypeScript, node: ts.Expression) =>
  isExports(typescript, node) || exportNamed(typescript, node) !== undefined;

/** The exports that may hold another value than this assignment's. */
function unclearExports(typescript: TypeScript, file: ts.SourceFile, exported: readonly Export[]): ReadonlySet<Export> {
  const whole = exported.filter(({ name }) => name === WHOLE);
  const [only] = whole;
  const isOpen = exported.some(({ name }) => name === "") || isFilledOtherwise(typescript, file);
  /** Whether `exports` is still the object that the module exports. */
  const isSame = only === undefined || assignsExports(typescript, only.assignment);
  const isLost = ({ name, target, assignment }: Export) =>
    name !== WHOLE &&
    only !== undefined &&
    (assignment.pos < only.assignment.pos || (!isSame && /^exports\b/.test(target.getText(file))));
  return new Set(
    exported.filter((one) => {
      const isOnce = exported.filter(({ name }) => name === one.name).length === 1;
      const isOfFunction = one.statement === undefined && !isInitializer(typescript, file, one.assignment);
      return !isOnce || isOfFunction || isOpen || whole.length > 1 || isLost(one);
    }),
  );
}

/** `var f = exports.f = …` at the top level. */
function isInitializer(typescript: TypeScript, file: ts.SourceFile, node: ts.Node): boolean {
  const { parent } = node;
  if (isPlainAssignment(typescript, parent) || typescript.isParenthesizedExpression(parent))
    return isInitializer(typescript, file, parent);
  return typescript.isVariableDeclaration(parent) && parent.parent.parent.parent === file;
}

/** Whether it is a part of `exports = module.exports = …`, in any order. */
function assignsExports(typescript: TypeScript, node: ts.BinaryExpression): boolean {
  const { parent, right } = node;
  const isAround = isPlainAssignment(typescript, parent) && isExports(typescript, parent.left);
  return isAround || (isPlainAssignment(typescript, right) && isExports(typescript, right.left));
}

/** Whether a function that gets the exports, such as `Object.assign(exports, …)`, may assign them. */
function isFilledOtherwise(typescript: TypeScript, file: ts.SourceFile): boolean {
  let isFilled = false;
  walkTree(typescript, file, (node) => {
    const isGiven = (one: ts.Expression) => isExports(typescript, one) || isModuleExports(typescript, one);
    if (typescript.isCallExpression(node) && node.arguments.some(isGiven))
      isFilled ||= !KEEPING.test(node.expression.getText(file));
    return !isFilled && !hasOwnExports(typescript, node);
  });
  return isFilled;
}

/** What compilers call with the exports: it adds what is not there, or `__esModule`. */
const KEEPING = /(^|\.)(defineProperty|__exportStar|_export_star)$/;

/** Whether it is a function with a parameter of that name: `__exportStar = function (m, exports) { … }`. */
function hasOwnExports(typescript: TypeScript, node: ts.Node): boolean {
  return typescript.isFunctionLike(node) && node.parameters.some(({ name }) => isExports(typescript, name));
}

/** Turns `var f = exports.f = function (x) { … };` into `var f = function (x) { … }; exports.f = f;`. */
function separateExport(typescript: TypeScript, file: ts.SourceFile, statement: ts.VariableStatement): void {
  const { factory } = typescript;
  const [declaration, ...others] = statement.declarationList.declarations;
  const assignment = declaration?.initializer;
  if (!assignment || others.length > 0 || !typescript.isIdentifier(declaration.name)) return;
  if (!isPlainAssignment(typescript, assignment) || !exportNamed(typescript, assignment.left)) return;
  const { right } = assignment;
  if (!typescript.isFunctionExpression(right) && !typescript.isArrowFunction(right)) return;
  const used = placed(factory.createIdentifier(declaration.name.text), declaration.name, []);
  Object.assign(assignment, { right: used });
  Object.assign(used, { parent: assignment });
  Object.assign(declaration, { initializer: right });
  Object.assign(right, { parent: declaration });
  const exported = placed(factory.createExpressionStatement(assignment), assignment, [assignment]);
  replaceStatement(typescript, file, statement, [statement, exported]);
}

/** Puts parentheses around a value: TypeScript takes a name for the function itself, and does not look into parentheses. */
function hideValue(typescript: TypeScript, assignment: ts.BinaryExpression): void {
  const { right } = assignment;
  if (!typescript.isIdentifier(right) && !typescript.isPropertyAccessExpression(right)) return;
  const hidden = placed(typescript.factory.createParenthesizedExpression(right), right, [right]);
  Object.assign(assignment, { right: hidden });
  Object.assign(hidden, { parent: assignment });
}

/** Puts `const f = …` in front of a statement that exports a function or a module, and exports that name instead. */
function nameValue(
  typescript: TypeScript,
  file: ts.SourceFile,
  { target, assignment }: Export,
  statement: ts.ExpressionStatement,
): void {
  const value = assignment.right;
  const isFunction = typescript.isFunctionExpression(value) || typescript.isArrowFunction(value);
  if (!isFunction && !isRequire(typescript, value)) return;
  const { factory, NodeFlags } = typescript;
  const at =
    typescript.isPropertyAccessExpression(target) && !isModuleExports(typescript, target) ? target.name : target;
  const text = `__lanewise_export${file.statements.length}`;
  const declared = placed(factory.createIdentifier(text), at, []);
  const declaration = placed(factory.createVariableDeclaration(declared, undefined, undefined, value), value, [
    declared,
    value,
  ]);
  const list = factory.createVariableDeclarationList([declaration], NodeFlags.Const);
  placed(list, value, [declaration], value.flags | NodeFlags.Const);
  const made = placed(factory.createVariableStatement(undefined, list), statement, [list]);
  const used = placed(factory.createIdentifier(text), at, []);
  Object.assign(assignment, { right: used });
  Object.assign(used, { parent: assignment });
  replaceStatement(typescript, file, statement, [made, statement]);
}

function isRequire(typescript: TypeScript, node: ts.Node): boolean {
  const [name, ...others] = typescript.isCallExpression(node) ? node.arguments : [];
  return (
    typescript.isCallExpression(node) &&
    typescript.isIdentifier(node.expression) &&
    node.expression.text === "require" &&
    others.length === 0 &&
    name !== undefined &&
    typescript.isStringLiteralLike(name)
  );
}

/** Turns `module.exports = { f, g: … };` into `module.exports.f = f; module.exports.g = …;`, if nothing else assigns `module.exports`. */
function expandLiteral(typescript: TypeScript, file: ts.SourceFile): void {
  const [whole, ...others] = exportsOf(typescript, file).filter(({ name }) => name === WHOLE);
  const literal = whole?.assignment.right;
  if (!whole?.statement || others.length > 0 || !literal || !typescript.isObjectLiteralExpression(literal)) return;
  // What is exported before is lost, and `exports` may be another object.
  const isAlone = !exportsOf(typescript, file).some(
    ({ name, target, assignment }) =>
      name !== WHOLE && (assignment.pos < literal.pos || /^exports\b/.test(target.getText(file))),
  );
  const members = literal.properties.map((one) => memberIn(typescript, one));
  const known = members.flatMap((one) => one ?? []);
  if (!isAlone || known.length < members.length || known.length === 0) return;
  const { statement } = whole;
  const statements = known.map(({ name, value }) => assignmentOf(typescript, whole, name, value));
  replaceStatement(typescript, file, statement, statements);
}

interface Member {
  readonly name: ts.Identifier;
  readonly value: ts.Expression;
}

function memberIn(typescript: TypeScript, member: ts.ObjectLiteralElementLike): Member | undefined {
  const { factory, SyntaxKind } = typescript;
  if (!member.name || !(typescript.isIdentifier(member.name) || typescript.isStringLiteral(member.name)))
    return undefined;
  const name = placed(factory.createIdentifier(member.name.text), member.name, []);
  if (typescript.isPropertyAssignment(member)) return { name, value: member.initializer };
  if (typescript.isShorthandPropertyAssignment(member))
    return member.objectAssignmentInitializer ? undefined : { name, value: member.name };
  if (!typescript.isMethodDeclaration(member) || !member.body || member.asteriskToken) return undefined;
  if (member.modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword)) return undefined;
  const { parameters, body } = member;
  const value = factory.createFunctionExpression(
    ...([undefined, undefined, undefined, undefined, parameters, undefined, body] as const),
  );
  return { name, value: placed(value, member, [...parameters, body]) };
}

/** `module.exports.name = value;`, where `module.exports = …` stands. */
function assignmentOf(
  typescript: TypeScript,
  { target }: Export,
  name: ts.Identifier,
  value: ts.Expression,
): ts.ExpressionStatement {
  const { factory, SyntaxKind } = typescript;
  const [module, exported] = [factory.createIdentifier("module"), factory.createIdentifier("exports")];
  for (const one of [module, exported]) placed(one, target, []);
  const whole = placed(factory.createPropertyAccessExpression(module, exported), target, [module, exported]);
  const left = placed(factory.createPropertyAccessExpression(whole, name), name, [whole, name]);
  const operator = placed(factory.createToken(SyntaxKind.EqualsToken), name, []);
  const assignment = factory.createBinaryExpression(left, operator, value);
  placed(assignment, value, [left, operator, value]);
  return placed(factory.createExpressionStatement(assignment), value, [assignment]);
}

function replaceStatement(
  { factory }: TypeScript,
  file: ts.SourceFile,
  statement: ts.Statement,
  by: readonly ts.Statement[],
): void {
  const { pos, end } = file.statements;
  const statements = factory.createNodeArray(file.statements.flatMap((one) => (one === statement ? by : [one])));
  for (const one of by) Object.assign(one, { parent: file });
  Object.assign(file, { statements: Object.assign(statements, { pos, end }) });
}

/** Puts a new node at the place of another. */
function placed<N extends ts.Node>(node: N, at: ts.Node, parts: readonly ts.Node[], flags: ts.NodeFlags = at.flags): N {
  for (const part of parts) Object.assign(part, { parent: node });
  return Object.assign(node, { pos: at.pos, end: at.end, flags });
}
