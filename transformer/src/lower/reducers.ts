// Lowers `sum.combine(value)` and `bins.at(index).combine(value)`: an atomic update of an element of the span by which the kernel sees a reducer. A
// user's function is called with the element instead, and its result stored. Before a target compiles this, codegen/src/reductions/ gives each
// work-item a private value.

import { build, type Expr, encodeMessage, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { complain } from "../infer/collect.js";
import { isFloatType } from "../infer/term.js";
import { reducerType } from "../recognise/brands.js";
import { type CombineCall, skipWrappers } from "../recognise/calls.js";
import { isReduction, reductionOp } from "../recognise/reductions.js";
import { isSigned, toMemory } from "./coerce.js";
import { lowerValue } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal, spill } from "./function-emitter.js";
import { lowerInstance } from "./functions.js";
import { lowerCombined } from "./operators.js";
import { inOrder, keepPlace } from "./order.js";
import { elementOf, evaluatedOnce } from "./places.js";

export function lowerCombine(emitter: FunctionEmitter, node: ts.CallExpression, call: CombineCall): void {
  const { module, collection } = emitter;
  const { context } = collection;
  const type = reducerType(context, context.checker.getTypeAtLocation(call.reducer));
  const [argument] = node.arguments;
  invariant(type && argument, "the call was collected");
  const reducer = lowerValue(emitter, call.reducer);
  const { type: span } = reducer;
  invariant(typeof span === "object" && span.kind === "span", "a reducer is an array");
  // Reducers exist only for register types.
  const register = span.element as "i32" | "u32" | "i64" | "u64" | "f32" | "f64";
  const target = call.index
    ? elementOf(emitter, reducer, call.reducer, call.index)
    : onlyElement(emitter, reducer, call.reducer);
  const [place, value] = inOrder(emitter, target, keepPlace, () => lowerCombined(emitter, argument, register));
  const at = module.positionOf(node);
  const combiner = emitter.instance.calls.get(node);
  if (!combiner) {
    invariant(isReduction(type.operation), "the operation was collected");
    emit(emitter, build.atomic(reductionOp(type.operation), place, at, { value }));
    return;
  }
  const given = combiner.result?.shape;
  const isInteger = given?.kind === "number" && given.term.kind === "integer" && !isFloatType(register);
  if (given?.kind !== "number" || (given.term.type !== register && (!isInteger || isSigned(given.term)))) {
    const found = given?.kind === "number" ? given.term.type : "no number";
    const message = `The function returns ${found}, but ${register} is expected`;
    complain(collection, emitter.instance, "LW1302", node, [message, `Convert its result: \`${register}(x)\`.`]);
    return;
  }
  const kept = evaluatedOnce(emitter, place);
  const result = addLocal(emitter, "", given.term.type);
  const own = spill(emitter, value);
  const args = [build.load(kept), own].map((one, index) => {
    const taken = combiner.parameters[index]?.variable.shape;
    return taken?.kind === "number" ? toMemory(one, taken.term.type, false) : one;
  });
  emit(emitter, build.call(lowerInstance(collection, module, combiner), args, result, at));
  // An integer is stored as in an array.
  const stored = toMemory(readLocal(emitter, result), register, false);
  emit(emitter, build.atomic("store", kept, at, { value: stored }));
}

/** Returns the element of a target that has exactly one; otherwise the kernel fails. */
function onlyElement(emitter: FunctionEmitter, reducer: Expr, node: ts.Expression): Expr {
  const name = skipWrappers(emitter.collection.context, node).getText();
  const { module } = emitter;
  const message = encodeMessage([`${name} has several elements: say which, ${name}.at(index).combine(value)`]);
  const isOne = build.op("eq", build.length(reducer), build.constant("i32", 1));
  emit(emitter, build.ifElse(build.op("not", isOne), [build.fail(module.addSite("assert", message, node))]));
  return build.element(reducer, build.constant("i32", 0), module.addSite("bounds", name, node));
}
