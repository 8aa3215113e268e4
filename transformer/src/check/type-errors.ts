// Whether TypeScript finds errors in a kernel's code. Then nothing is lowered and nothing of ours is said about it: lowering
// relies on types that fit, and a message about what has no type would repeat TypeScript's.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";

/** Errors that leave all types as they are: what is not used, what is never reached, what might be undefined. */
const harmless = new Set([2532, 6133, 6192, 6196, 6198, 6199, 7027, 7028, 7029, 18048]);

export function hasTypeErrors(context: PassContext, functions: Iterable<FunctionNode>): boolean {
  for (const node of functions) {
    if (errorsOf(context, node.getSourceFile()).some((error) => isInside(error, node))) return true;
  }
  return false;
}

function errorsOf({ ts, program }: PassContext, file: ts.SourceFile): ts.Diagnostic[] {
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return all.filter(({ category, code }) => category === ts.DiagnosticCategory.Error && !harmless.has(code));
}

function isInside({ start = 0 }: ts.Diagnostic, node: ts.Node): boolean {
  return start >= node.getStart() && start < node.getEnd();
}
