// Fields of host objects of packages' classes that constants decide: `this._csize = size << 1` of `new FFT(8)` is 16. An array of the kernel can have
// such a length.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { bindParameters } from "../recognise/evaluate/calls.js";
import { compute } from "../recognise/evaluate/expressions.js";
import { conclude } from "../recognise/evaluate/outcomes.js";
import { createRun } from "../recognise/evaluate/run.js";
import { createScope } from "../recognise/evaluate/scope.js";
import { evaluate } from "../recognise/evaluate.js";
import { targetOf } from "../recognise/operators.js";
import { isAssigned } from "../recognise/passed-functions.js";
import { bodyOfClass, declaredNames, isNamedOutside } from "./call-fields.js";
import type { Collection } from "./collect.js";
import { constructorOf } from "./collect-construction.js";
import type { Instance } from "./instance.js";
import type { PathValue } from "./shape.js";

/** The number that an expression always is, also if it is `this._csize` of an object that constants have made. */
export function constantNumber(collection: Collection, instance: Instance, node: ts.Expression): number | undefined {
  const { context } = collection;
  const { ts } = context;
  const known = evaluate(context, node);
  if (typeof known === "number") return known;
  const self = instance.self?.shape;
  if (known !== undefined || self?.kind !== "path" || !ts.isPropertyAccessExpression(node)) return undefined;
  return node.expression.kind === ts.SyntaxKind.ThisKeyword ? fieldOf(collection, self, node.name.text) : undefined;
}

function fieldOf(collection: Collection, self: PathValue, name: string): number | undefined {
  const { context } = collection;
  const made = newOf(context, self);
  const body = bodyOfClass(context, self);
  const written = body && constructorOf(collection, body);
  if (!made || !body || !written?.body || declaredNames(context, body)?.has(name) !== false) return undefined;
  const value = onlyValueOf(context, body, written.body, name);
  if (!value || isNamedOutside(context, body, name) || written.parameters.some((one) => isAssigned(context, one)))
    return undefined;
  const args = (made.arguments ?? []).map((one) => evaluate(context, one));
  if (!args.every((one) => typeof one === "number")) return undefined;
  const run = createRun(context, true);
  const scope = createScope(undefined, true);
  const outcome = conclude(run, value, () => {
    bindParameters(run, written, scope, args);
    return compute(run, value, scope);
  });
  context.reporter.read(outcome.files);
  return typeof outcome.value === "number" ? outcome.value : undefined;
}

/** The `new` that has made a host object, in the kernel or for a `const`. */
function newOf(context: PassContext, { node, root, text }: PathValue): ts.NewExpression | undefined {
  const { ts } = context;
  if (ts.isNewExpression(node)) return node;
  const { valueDeclaration: declared } = root;
  if (text !== root.name || !declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return undefined;
  const isConst = (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
  const made = skipWrappers(context, declared.initializer);
  return isConst && ts.isNewExpression(made) ? made : undefined;
}

/** What a class assigns to a field, if only a statement of its constructor does. */
export function onlyValueOf(
  { ts }: Pick<PassContext, "ts">,
  body: ts.ClassDeclaration,
  block: ts.Block,
  name: string,
): ts.Expression | undefined {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const isIt = ts.isPropertyAccessExpression(node) && node.name.text === name;
    const by = isIt ? assignmentTo(ts, node) : undefined;
    if (by) found.push(by);
    ts.forEachChild(node, visit);
  };
  visit(body);
  const [only, ...others] = found;
  const isPlain = only && ts.isBinaryExpression(only) && only.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const isOfBlock = isPlain && ts.isExpressionStatement(only.parent) && only.parent.parent === block;
  // A pattern gives the field a part of the value.
  const isWhole = isOfBlock && ts.isPropertyAccessExpression(only.left);
  return isWhole && others.length === 0 ? only.right : undefined;
}

/** What assigns or deletes a place: also in parentheses, and in a pattern. */
function assignmentTo(ts: PassContext["ts"], node: ts.Node): ts.Node | undefined {
  let [place, by] = [node, node.parent];
  while (by && !ts.isStatement(by)) {
    if (targetOf(ts, by) === place || ts.isDeleteExpression(by)) return by;
    const isPart =
      ts.isParenthesizedExpression(by) ||
      ts.isAsExpression(by) ||
      ts.isNonNullExpression(by) ||
      ts.isSatisfiesExpression(by) ||
      ts.isTypeAssertionExpression(by) ||
      ts.isArrayLiteralExpression(by) ||
      ts.isSpreadElement(by) ||
      ts.isObjectLiteralExpression(by) ||
      ts.isPropertyAssignment(by) ||
      ts.isSpreadAssignment(by);
    if (!isPart) return undefined;
    [place, by] = [by, by.parent];
  }
  return by && targetOf(ts, by) === place ? by : undefined;
}
