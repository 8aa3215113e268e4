// Collects `sum.combine(value)` and `bins.at(index).combine(value)`. If the reduction has a function, it is called with the current value.

import { atomicOps } from "@lanewise/ir";
import type ts from "typescript-6";
import { reducerType } from "../recognise/brands.js";
import type { CombineCall } from "../recognise/calls.js";
import { FUNCTION_REDUCTION, isReduction, reductionOp } from "../recognise/reductions.js";
import { type Collection, complain, flowInto, joinTo, newTerm, registerOf } from "./collect.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { instantiate } from "./instantiate.js";
import { numberValue, type SpanValue } from "./shape.js";
import { type NumberType, needIndex, type Term } from "./term.js";

export function collectCombine(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  { reducer, index }: CombineCall,
): undefined {
  const { context } = collection;
  const before = collection.faults;
  const target = collectExpression(collection, instance, reducer);
  const place = index && collectNumber(collection, instance, index);
  if (place && index) needIndex(place, index);
  const [argument] = node.arguments;
  const value = argument && collectNumber(collection, instance, argument);
  if (collection.faults > before) return undefined;
  const type = reducerType(context, context.checker.getTypeAtLocation(reducer));
  if (target?.kind !== "span" || !type?.scalar) return complain(collection, instance, "LW1311", reducer);
  const register = registerOf(type.scalar);
  if (value) flowInto(known(collection, register, node), value);
  if (type.operation === FUNCTION_REDUCTION)
    return collectCombiner(collection, instance, node, { reducer, target, register });
  if (!isReduction(type.operation)) return complain(collection, instance, "LW1311", reducer);
  const taken: readonly string[] = atomicOps[reductionOp(type.operation)].operands;
  if (taken.includes(register)) return undefined;
  return complain(collection, instance, "LW1509", node.expression, [type.operation, type.scalar]);
}

interface Combined {
  readonly reducer: ts.Expression;
  readonly target: SpanValue;
  readonly register: NumberType;
}

/** Collects the function, which takes two values of the reducer's type and returns one. */
function collectCombiner(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  { reducer, target: { combiner }, register }: Combined,
): undefined {
  const name = reducer.getText();
  if (!combiner) return complain(collection, instance, "LW1512", reducer, [name]);
  const taken = () => ({ node, value: numberValue(known(collection, register, node)) });
  const called = combiner.name?.text ?? "the function";
  const callee = instantiate(collection, instance, node, combiner, called, [taken(), taken()], undefined);
  if (!callee) return undefined;
  for (const outer of callee.outers.values()) {
    const read = outer.kind === "capture" ? outer.capture.name : outer.variable.name;
    complain(collection, instance, "LW1513", reducer, [called, read]);
  }
  const given = callee.result?.shape;
  if (given?.kind !== "number") return complain(collection, instance, "LW1311", reducer);
  const wanted = known(collection, register, combiner.body ?? combiner);
  flowInto(wanted, given.term);
  joinTo(given.term, wanted);
  instance.calls.set(node, callee);
  return undefined;
}

function known(collection: Collection, type: NumberType, node: ts.Node): Term {
  return newTerm(collection, { kind: "known", type }, node);
}
