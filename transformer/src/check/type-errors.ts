// Whether TypeScript finds errors in a kernel's code. Then nothing is lowered, since lowering relies on types that fit. What we found in
// statements that TypeScript understood stays; about the others it would repeat TypeScript's message.

import type ts from "typescript-6";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { PassContext, TypeScript } from "../pass-context.js";
import type { CallableNode } from "../recognise/calls.js";

/** Errors that leave all types as they are: what is not used, what is never reached, what might be undefined. */
const harmless = new Set([2532, 6133, 6192, 6196, 6198, 6199, 7027, 7028, 7029, 18048]);

export function typeErrorsOf(context: PassContext, functions: Iterable<CallableNode>): ts.Diagnostic[] {
  return [...functions].flatMap((node) =>
    context.visibleSources.has(node.getSourceFile())
      ? []
      : errorsInside(userErrors(context, node.getSourceFile()), node),
  );
}

function userErrors(context: PassContext, file: ts.SourceFile): readonly ts.Diagnostic[] {
  const known = context.typeErrors.get(file) ?? errorsIn(context, context.userProgram, file);
  context.typeErrors.set(file, known);
  return known;
}

/** What TypeScript has, under the user's options, against a function of a package that a kernel calls. */
export function errorInPackage(context: PassContext, functions: Iterable<CallableNode>): ts.Diagnostic | undefined {
  for (const node of functions) {
    if (!context.visibleSources.has(node.getSourceFile())) continue;
    const file = node.getSourceFile();
    const isJavaScript = context.bodies.files.has(file);
    const errors = errorsInside(
      isJavaScript ? errorsInJavaScript(context, file) : errorsIn(context, context.program, file),
      node,
    );
    const error = errors.find(({ code }) => !strict.has(code));
    if (error) return error;
  }
  return undefined;
}

/** Errors that stricter options than the package's own bring, and that leave all types as they are. */
const strict = new Set([1294, 2375, 2379, 2412, 2531, 2533, 2564, 4111, 4114, 7030, 18047, 18049]);

/** Its syntax was checked when it was parsed; TypeScript would go on about the types that it was given. */
function errorsInJavaScript({ ts, program }: PassContext, file: ts.SourceFile): ts.Diagnostic[] {
  return program
    .getSemanticDiagnostics(file)
    .filter(
      ({ category, code }) => category === ts.DiagnosticCategory.Error && !harmless.has(code) && !untyped.has(code),
    );
}

/** That something has no type: if it is used, we say so at its use. */
const untyped = new Set([7005, 7006, 7019, 7022, 7023, 7024, 7031, 7034, 7053]);

function errorsIn({ ts }: PassContext, program: ts.Program, file: ts.SourceFile): ts.Diagnostic[] {
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return all.filter((found) => found.category === ts.DiagnosticCategory.Error && !harmless.has(found.code));
}

function errorsInside(errors: readonly ts.Diagnostic[], node: CallableNode): ts.Diagnostic[] {
  return errors.filter((found) => isInside(found, node));
}

function isInside({ start = 0 }: Pick<ts.Diagnostic, "start">, node: ts.Node): boolean {
  return start >= node.getStart() && start < node.getEnd();
}

/** Numbers are inferred across a whole kernel, so that what has no type may be far from what is said of it. */
const OF_NUMBERS = /^LW13/;

/** Whether what we say of a place may be the consequence of an error of TypeScript's. */
export function mayFollow(
  { ts, program, checker }: PassContext,
  found: Diagnostic,
  typeErrors: readonly ts.Diagnostic[],
): boolean {
  const source = program.getSourceFile(found.file);
  if (!source || OF_NUMBERS.test(found.code)) return true;
  const statement = statementAt(ts, source, found);
  if (typeErrors.some((error) => error.file?.fileName === found.file && isInside(error, statement))) return true;
  const isUntyped = (node: ts.Node): boolean =>
    ((ts.isIdentifier(node) || ts.isCallExpression(node)) &&
      (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0) ||
    ts.forEachChild(node, (child) => isUntyped(child) || undefined) === true;
  return isUntyped(statement);
}

/** The innermost statement, or the whole file. */
function statementAt(ts: TypeScript, source: ts.SourceFile, place: Pick<ts.Diagnostic, "start">): ts.Node {
  let statement: ts.Node = source;
  const visit = (node: ts.Node): void => {
    if (!isInside(place, node)) return;
    if (ts.isStatement(node)) statement = node;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return statement;
}
