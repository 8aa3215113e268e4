// Outcomes of evaluations, cached for one compilation: by expression, and by symbol for constants. Each has the value, the
// files that decided it, and the limit that was reached, if any.

import type ts from "typescript-6";
import type { PassContext } from "../../pass-context.js";
import { compute } from "./expressions.js";
import { createRun, type EvaluationFault, isStackOverflow, NotConstant, type Run } from "./run.js";
import { unknown, type Value } from "./values.js";

export interface Outcome {
  /** `unknown` if not a constant. */
  readonly value: Value;
  readonly files: ReadonlySet<ts.SourceFile>;
  /** The fault of the value or of its `unknown` parts. */
  readonly fault: EvaluationFault | undefined;
}

const outcomes = new WeakMap<PassContext, Map<ts.Expression, Outcome>>();

export function outcomeOf(context: PassContext, node: ts.Expression): Outcome {
  const known = outcomes.get(context) ?? new Map<ts.Expression, Outcome>();
  outcomes.set(context, known);
  const found = known.get(node);
  if (found) return found;
  const run = createRun(context, !isInFunction(context, node));
  const outcome = conclude(run, node, () => compute(run, node, undefined));
  known.set(node, outcome);
  return outcome;
}

/** The outcome of a part that was evaluated before the whole; its files count for the whole. */
export function knownOutcome(run: Run, node: ts.Expression): Outcome | undefined {
  const outcome = outcomes.get(run.context)?.get(node);
  if (outcome) include(run, outcome);
  return outcome;
}

export function include(run: Run, outcome: Outcome): void {
  for (const file of outcome.files) run.files.add(file);
  run.fault ??= outcome.fault;
}

/** Evaluates, treating a host stack overflow as the depth limit. */
export function conclude(run: Run, node: ts.Node, evaluation: () => Value): Outcome {
  const { files } = run;
  try {
    const value = evaluation();
    return { value, files, fault: run.fault };
  } catch (error) {
    if (isStackOverflow(error)) run.fault ??= { reason: "depth", node };
    else if (!(error instanceof NotConstant)) throw error;
    return { value: unknown, files, fault: run.fault };
  }
}

/** Whether code may belong to a kernel: code outside functions is the host's. */
export function isInFunction({ ts }: PassContext, node: ts.Node): boolean {
  for (let at: ts.Node = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
    if (ts.isPropertyDeclaration(at) && !(ts.getCombinedModifierFlags(at) & ts.ModifierFlags.Static)) return true;
  }
  return false;
}
