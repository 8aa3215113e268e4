// Lowers for-of: over arrays with an index, over `range(…)` with a counter.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import { isObject, type Value } from "../infer/shape.js";
import { rangeOf } from "../recognise/calls.js";
import { initialise } from "./assignments.js";
import { coerce } from "./coerce.js";
import { lowerNumberAs } from "./expressions.js";
import {
  addLocal,
  emit,
  type FunctionEmitter,
  inBlock,
  readLocal,
  spill,
  takeNames,
  termOf,
} from "./function-emitter.js";
import { copyObject, lowerObject, spillPlace } from "./objects.js";
import { lowerOperands } from "./order.js";
import { lowerPattern } from "./patterns.js";
import { lowerBase } from "./pointers.js";
import { lowerStatement } from "./statements.js";
import { indexInBase, lengthOfSubarray } from "./subarrays.js";
import { ownsObject, readVariable } from "./variables.js";

/** Lowers for-of; an array's length is read once, before the loop. */
export function lowerForOf(emitter: FunctionEmitter, node: ts.ForOfStatement): void {
  const range = rangeOf(emitter.collection.context, node.expression);
  if (range) {
    lowerForRange(emitter, node, range);
    return;
  }
  const { module, instance } = emitter;
  const names = takeNames(emitter);
  const array = instance.values.get(node.expression);
  const element = instance.values.get(node);
  const [declaration] = declarationsOf(emitter, node);
  if (!array || !element || !declaration) return;
  const base = spillPlace(
    emitter,
    isObject(array) ? lowerObject(emitter, node.expression) : lowerBase(emitter, node.expression),
  );
  const length =
    array.kind === "array"
      ? build.constant("i32", array.length)
      : spill(emitter, array.kind === "subarray" ? lengthOfSubarray(emitter, array) : build.length(base));
  const counter = addLocal(emitter, "", "i32");
  const index = readLocal(emitter, counter);
  const site = module.addSite("bounds", node.expression.getText(), node.expression);
  emit(emitter, build.set(counter, build.constant("i32", 0)));
  const label = emitter.nextLabel++;
  emitter.targets.push({ label, names, kind: "loop" });
  const body = inBlock(emitter, () => {
    const at = array.kind === "subarray" ? indexInBase(emitter, array, index, node.expression, true) : index;
    const place = build.element(base, at, site);
    lowerLoopVariable(emitter, node, declaration.name, element, isObject(element) ? place : build.load(place));
    lowerStatement(emitter, node.statement);
  });
  emitter.targets.pop();
  const update = [build.set(counter, build.op("add", index, build.constant("i32", 1)))];
  const condition = build.op("lt", index, length);
  emit(emitter, build.loop(label, { condition, body, update }, module.positionOf(node)));
}

function lowerForRange(
  emitter: FunctionEmitter,
  node: ts.ForOfStatement,
  { begin, end, step }: NonNullable<ReturnType<typeof rangeOf>>,
): void {
  const names = takeNames(emitter);
  const element = emitter.instance.values.get(node);
  const [declaration] = declarationsOf(emitter, node);
  if (!element || !declaration) return;
  const number = (bound: ts.Expression | undefined, otherwise: number) => () =>
    bound ? lowerNumberAs(emitter, bound, "f64") : build.constant("f64", otherwise);
  const [first, last, by] = lowerOperands(emitter, [number(begin, 0), number(end, 0), number(step, 1)]).map((bound) =>
    spill(emitter, bound),
  );
  if (!first || !last || !by) return;
  const counter = addLocal(emitter, "", "f64");
  const index = readLocal(emitter, counter);
  const zero = build.constant("f64", 0);
  emit(emitter, build.set(counter, first));
  const label = emitter.nextLabel++;
  emitter.targets.push({ label, names, kind: "loop" });
  const body = inBlock(emitter, () => {
    lowerLoopVariable(emitter, node, declaration.name, element, index);
    lowerStatement(emitter, node.statement);
  });
  emitter.targets.pop();
  const isUp = build.op("lt", index, last);
  const isDown = build.op("gt", index, last);
  const isKnown = by.kind === "const";
  const condition = isKnown
    ? Number(by.value) > 0
      ? isUp
      : Number(by.value) < 0
        ? isDown
        : build.constant("bool", false)
    : build.op("select", build.op("gt", by, zero), isUp, build.op("and", build.op("lt", by, zero), isDown));
  const update = [build.set(counter, build.op("add", index, by))];
  emit(emitter, build.loop(label, { condition, body, update }, emitter.module.positionOf(node)));
}

/** Returns the declaration of a for-of's variable. */
function declarationsOf(
  { collection: { context } }: FunctionEmitter,
  { initializer }: ts.ForOfStatement,
): readonly ts.VariableDeclaration[] {
  return context.ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
}

function lowerLoopVariable(
  emitter: FunctionEmitter,
  node: ts.ForOfStatement,
  name: ts.BindingName,
  element: Value,
  given: Expr,
): void {
  const { checker, ts } = emitter.collection.context;
  if (!ts.isIdentifier(name)) {
    lowerPattern(emitter, name, element, isObject(element) ? spillPlace(emitter, given) : given);
    return;
  }
  const symbol = checker.getSymbolAtLocation(name);
  const variable = symbol && emitter.instance.variables.get(symbol);
  if (!variable) return;
  const { shape } = variable;
  if (shape.kind === "number") {
    const term = termOf(emitter, node);
    initialise(
      emitter,
      variable,
      coerce(emitter, coerce(emitter, given, term.type, node, term), shape.term.type, node, term),
    );
  } else if (isObject(shape) && ownsObject(emitter.collection, variable)) {
    copyObject(emitter, readVariable(emitter, variable.key), given, node);
  } else initialise(emitter, variable, given);
}
