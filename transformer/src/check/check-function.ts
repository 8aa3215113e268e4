// Checks one function of a kernel against the language before anything is inferred, so that the later passes see only supported syntax (requirement
// X3). Local functions are checked when they are called.

import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Note } from "../diagnostics/diagnostic.js";
import { remedyOfOperator } from "../diagnostics/remedies.js";
import type { PassContext } from "../pass-context.js";
import { type CallableNode, classifyCall } from "../recognise/calls.js";
import { isNamedByConst } from "../recognise/object-literals.js";
import { assignmentOf, operatorOf } from "../recognise/operators.js";
import { thrownText } from "../recognise/thrown-errors.js";
import { memberTest, typeTest } from "../recognise/type-tests.js";
import { syntaxRules } from "./syntax-rules.js";

/** Keeps the IR below its own limit, and the compiler's recursion within its stack. */
const MAX_DEPTH = 400;

export interface Check {
  /** The reported nodes; nothing more is reported about them and what depends on them. */
  readonly refused: readonly ts.Node[];
  readonly isTooDeep: boolean;
}

/** `notes` are the calls that lead to the function. */
export function checkFunction(context: PassContext, declaration: CallableNode, notes: readonly Note[]): Check {
  const { ts, reporter } = context;
  const rules = syntaxRules(ts);
  const refused: ts.Node[] = [];
  const report = (code: DiagnosticCode, node: ts.Node, args: readonly string[] = []) => {
    reporter.report(code, node, args, notes);
    const isCompared = ts.isTypeOfExpression(node) && ts.isBinaryExpression(node.parent);
    refused.push(isCompared ? node.parent : node);
  };
  let depth = 0;
  let isTooDeep = false;
  const visitChild = (node: ts.Node): void => {
    depth++;
    visit(node);
    depth--;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (isCheckedWhereUsed(context, node) || isText(context, node) || isFailure(context, node)) return;
    const rule = isTypeTested(context, node) ? "allowed" : rules.get(node.kind);
    if (depth > MAX_DEPTH) {
      if (!isTooDeep) report("LW1126", node);
      isTooDeep = true;
    } else if (isMemberFunction(context, node)) {
      report("LW1272", node, [node.name.getText()]);
    } else if (rule === undefined && !ts.isToken(node)) {
      report("LW1101", node, [nameOfKind(context, node)]);
    } else if (rule !== undefined && rule !== "allowed") {
      report(rule, node, [firstWord(node), remedyOfOperator(firstWord(node))]);
    } else {
      checkDetails(context, node, report);
      ts.forEachChild(node, visitChild);
    }
  };
  for (const decorator of decoratorsOf(context, declaration)) report("LW1134", decorator);
  for (const part of partsOf(context, declaration)) {
    checkHead(context, part, report);
    if (part.body) visit(part.body);
  }
  for (const initializer of initializersOf(context, declaration)) visit(initializer);
  return { refused, isTooDeep };
}

/** Returns the decorators of a class and its members, any of which kernels may call. */
function decoratorsOf({ ts }: PassContext, declaration: CallableNode): ts.Decorator[] {
  const nodes: ts.Node[] = ts.isClassLike(declaration) ? [declaration, ...declaration.members] : [];
  return nodes.flatMap((node) => (ts.canHaveDecorators(node) ? [...(ts.getDecorators(node) ?? [])] : []));
}

type Report = (code: DiagnosticCode, node: ts.Node, args?: readonly string[]) => void;

type Part = Exclude<CallableNode, ts.ClassLikeDeclaration> | ts.ConstructorDeclaration;

/** Returns the function itself, or a class's constructor. */
function partsOf({ ts }: PassContext, declaration: CallableNode): Part[] {
  if (!ts.isClassLike(declaration)) return [declaration];
  return declaration.members.filter(
    (member) => ts.isConstructorDeclaration(member) && member.body !== undefined,
  ) as Part[];
}

/** Returns the initial values of a class's fields. */
function initializersOf({ ts }: PassContext, declaration: CallableNode): ts.Expression[] {
  if (!ts.isClassLike(declaration)) return [];
  return declaration.members.flatMap((member) => {
    const isField =
      ts.isPropertyDeclaration(member) && !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static);
    return isField && member.initializer ? [member.initializer] : [];
  });
}

function checkHead({ ts }: PassContext, declaration: Part, report: Report): void {
  if (declaration.asteriskToken) report("LW1104", declaration.asteriskToken);
  for (const modifier of declaration.modifiers ?? []) {
    if (modifier.kind === ts.SyntaxKind.AsyncKeyword) report("LW1103", modifier);
  }
  for (const parameter of declaration.parameters) {
    if (ts.isIdentifier(parameter.name) && parameter.name.text === "this") report("LW1113", parameter);
    if (parameter.dotDotDotToken && ts.isConstructorDeclaration(declaration)) report("LW1120", parameter);
  }
}

/** Whether it is `typeof x` in `typeof x === "number"`. */
function isTypeTested(context: PassContext, node: ts.Node): boolean {
  return context.ts.isTypeOfExpression(node) && typeTest(context, node.parent) !== undefined;
}

/** Whether it is a function or class inside the kernel, or a function that is passed on: these are checked where they are called. */
function isCheckedWhereUsed(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) return true;
  if (ts.isMethodDeclaration(node)) return isNamedByConst(context, node);
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  let at: ts.Node = node;
  while (ts.isParenthesizedExpression(at.parent) || isLastOfList(context, at)) at = at.parent;
  const { parent } = at;
  // A returned function, or a side of a choice: checked where it is called.
  const isGiven = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === at);
  const isChoice = ts.isConditionalExpression(parent) && parent.condition !== at;
  const isMember = ts.isPropertyAssignment(parent) && isNamedByConst(context, parent);
  return isMember || ts.isVariableDeclaration(parent) || ts.isCallOrNewExpression(parent) || isGiven || isChoice;
}

type MemberFunction = ts.MethodDeclaration | ts.AccessorDeclaration | ts.PropertyAssignment;

/** Whether it is a function of an object that the kernel creates, and that no constant names. */
function isMemberFunction(context: PassContext, node: ts.Node): node is MemberFunction {
  const { ts } = context;
  if (!ts.isObjectLiteralExpression(node.parent)) return false;
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return true;
  if (!ts.isPropertyAssignment(node) || isNamedByConst(context, node)) return false;
  return ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer);
}

/** Whether it is the value of `a = +a, b = +b, f`. */
function isLastOfList({ ts }: PassContext, node: ts.Node): boolean {
  const { parent } = node;
  const isList = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return isList && parent.right === node;
}

/** Whether it is a message of console.log or assert, or a property's name. */
function isText(context: PassContext, node: ts.Node): boolean {
  const { ts } = context;
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const { parent } = node;
  if (ts.isCallExpression(parent)) return /^(console|assert)$/.test(classifyCall(context, parent).kind);
  return (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) && parent.initializer !== node;
}

/** Whether it is `throw new Error("…")` of a package, where the work-item fails. */
function isFailure(context: PassContext, node: ts.Node): boolean {
  return (
    context.ts.isThrowStatement(node) &&
    context.bodies.files.has(node.getSourceFile()) &&
    thrownText(context, node) !== undefined
  );
}

/** Checks what the syntax kind alone does not determine. */
function checkDetails(context: PassContext, node: ts.Node, report: Report): void {
  const { ts } = context;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) report("LW1116", node, ["This function"]);
  if (ts.isVariableDeclaration(node) && node.exclamationToken) report("LW1125", node.name, [node.name.getText()]);
  if (ts.isCallExpression(node) && node.questionDotToken) report("LW1119", node.questionDotToken);
  if (ts.isBinaryExpression(node)) {
    const token = node.operatorToken;
    const isKnown = operatorOf(ts, token.kind) || assignmentOf(ts, token.kind) || memberTest(context, node);
    if (!isKnown) report("LW1117", token, [token.getText(), remedyOfOperator(token.getText())]);
  }
}

function nameOfKind({ ts }: PassContext, node: ts.Node): string {
  const words = (ts.SyntaxKind[node.kind] ?? "This").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `This syntax (${words})`;
}

function firstWord(node: ts.Node): string {
  return /^\w+/.exec(node.getText())?.[0] ?? node.getText();
}
