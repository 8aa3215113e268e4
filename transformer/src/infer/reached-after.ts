// Decides whether one node of a function may run after another, in the same iteration of the loops around a variable's declaration.

import type ts from "typescript-6";
import type { Collection } from "./collect.js";
import type { Variable } from "./instance.js";

type TypeScript = Collection["context"]["ts"];

export function isReachedAfter(
  { context: { ts } }: Collection,
  variable: Variable,
  first: ts.Node,
  second: ts.Node,
): boolean {
  const declaration = "valueDeclaration" in variable.key ? variable.key.valueDeclaration : undefined;
  const isNamedBefore = !declaration || declaration.pos < first.pos;
  const isBehind = second.pos >= first.end && !areBranches(ts, first, second) && !leavesBefore(ts, first, second);
  if (isNamedBefore && isBehind) return true;
  return loopsAround(ts, first).some(
    (loop) => contains(loop, second) && !(declaration && isDeclaredInTurn(ts, loop, declaration)),
  );
}

export const contains = (outer: ts.Node, inner: ts.Node): boolean => outer.pos <= inner.pos && inner.end <= outer.end;

function* upFrom(ts: TypeScript, node: ts.Node): Generator<ts.Node> {
  for (let at = node; at && !ts.isFunctionLike(at); at = at.parent) yield at;
}

function loopsAround(ts: TypeScript, node: ts.Node): readonly ts.Node[] {
  return [...upFrom(ts, node)].filter((at) => ts.isIterationStatement(at, false));
}

/** Whether each iteration declares the variable anew; a `let` in the head of a `for` keeps its value. */
function isDeclaredInTurn(ts: TypeScript, loop: ts.Node, declaration: ts.Node): boolean {
  if (!contains(loop, declaration)) return false;
  return !(ts.isForStatement(loop) && loop.initializer && contains(loop.initializer, declaration));
}

/** Whether they are branches of one `if` or `? :`, only one of which runs. */
function areBranches(ts: TypeScript, first: ts.Node, second: ts.Node): boolean {
  for (const at of upFrom(ts, first)) {
    const { parent } = at;
    if (!contains(parent, second)) continue;
    if (ts.isIfStatement(parent))
      return (
        at === parent.thenStatement && parent.elseStatement !== undefined && contains(parent.elseStatement, second)
      );
    if (ts.isConditionalExpression(parent)) return at === parent.whenTrue && contains(parent.whenFalse, second);
    return false;
  }
  return false;
}

/** Whether the first one's block ends with a jump out of the function, or out of a statement around the second. */
function leavesBefore(ts: TypeScript, first: ts.Node, second: ts.Node): boolean {
  for (const at of upFrom(ts, first)) {
    if (contains(at, second)) return false;
    const last = ts.isBlock(at) || ts.isCaseOrDefaultClause(at) ? at.statements.at(-1) : undefined;
    if (!last) continue;
    if (ts.isReturnStatement(last) || ts.isThrowStatement(last)) return true;
    if (!ts.isBreakOrContinueStatement(last) || last.label) continue;
    const isContinue = ts.isContinueStatement(last);
    const left = [...upFrom(ts, at)].find(
      (around) => ts.isIterationStatement(around, false) || (!isContinue && ts.isSwitchStatement(around)),
    );
    if (left && contains(left, second)) return true;
  }
  return false;
}
