// Finds TypeScript's errors in a kernel's code. With errors nothing is lowered, since lowering relies on types that fit. Our reports on statements
// that TypeScript understood remain; on the others they would repeat TypeScript's message.

import type ts from "typescript-6";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { PassContext, TypeScript } from "../pass-context.js";
import type { CallableNode } from "../recognise/calls.js";

/** Errors that do not affect types: unused names, unreachable code, values that might be undefined. */
export const harmless = new Set([2532, 6133, 6192, 6196, 6198, 6199, 7027, 7028, 7029, 18048]);

export function typeErrorsOf(context: PassContext, functions: Iterable<CallableNode>): ts.Diagnostic[] {
  return [...functions].flatMap((node) =>
    context.visibleSources.has(node.getSourceFile())
      ? []
      : errorsInside(userErrors(context, node.getSourceFile()), node),
  );
}

/** TypeScript's errors in a file of the program. */
export function userErrors(context: PassContext, file: ts.SourceFile): readonly ts.Diagnostic[] {
  const known = context.typeErrors.get(file) ?? errorsIn(context, context.userProgram, file);
  context.typeErrors.set(file, known);
  return known;
}

export function errorsIn({ ts }: PassContext, program: ts.Program, file: ts.SourceFile): ts.Diagnostic[] {
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return all.filter((found) => found.category === ts.DiagnosticCategory.Error && !harmless.has(found.code));
}

export function errorsInside(errors: readonly ts.Diagnostic[], node: CallableNode): ts.Diagnostic[] {
  return errors.filter((found) => isInside(found, node));
}

export function isInside({ start = 0 }: Pick<ts.Diagnostic, "start">, node: ts.Node): boolean {
  return start >= node.getStart() && start < node.getEnd();
}

/** Numbers are inferred across a whole kernel, so an expression without a type may be far from the reported one. */
const OF_NUMBERS = /^LW13/;

/** Whether a diagnostic of ours may be the consequence of a TypeScript error. */
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

/** Returns the innermost statement, or the whole file. */
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
