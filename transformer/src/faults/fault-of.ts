// Classifies the error that ended a compilation: a mistake in the project, a source that nests too deep, or our bug.

import type ts from "typescript-6";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { OptionError } from "../diagnostics/option-error.js";
import type { Progress, TypeScript } from "../pass-context.js";
import { isStackOverflow } from "../recognise/evaluate/run.js";
import { RunError } from "../run/run-error.js";
import { InternalError } from "./internal-error.js";
import { nestingIn } from "./nesting.js";
import { ProjectError } from "./project-error.js";

/**
 * The diagnostic for an error. Throws anything that is not the user's fault: InternalError, and TypeScript's
 * OperationCanceledException unchanged.
 */
export function faultOf(
  typescript: TypeScript,
  error: unknown,
  { node }: Progress,
  files: readonly ts.SourceFile[],
): Diagnostic {
  if (error instanceof ProjectError) return error.diagnostic;
  const typed = [OptionError, RunError, InternalError, typescript.OperationCanceledException];
  if (typed.some((known) => error instanceof known)) throw error;
  const file = node?.getSourceFile();
  const nested = isStackOverflow(error) ? nestingIn(typescript, file, files) : undefined;
  if (nested) return nested;
  throw new InternalError(error, node && file ? placeOf(node, file) : files[0]?.fileName);
}

function placeOf(node: ts.Node, file: ts.SourceFile): string {
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${file.fileName}(${line + 1},${character + 1})`;
}
