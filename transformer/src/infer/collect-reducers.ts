// Gathers what kernels combine: `sum.combine(value)`, `bins.at(index).combine(value)`.

import { atomicOps } from "@lanewise/ir";
import type ts from "typescript-6";
import { reducerType } from "../recognise/brands.js";
import type { CombineCall } from "../recognise/calls.js";
import { isReduction, reductionOp } from "../recognise/reductions.js";
import { type Collection, complain, flowInto, newTerm, registerOf } from "./collect.js";
import { collectExpression, collectNumber } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { needInteger } from "./term.js";

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
  if (place && index) needInteger(place, index, "used as an index here");
  const [argument] = node.arguments;
  const value = argument && collectNumber(collection, instance, argument);
  if (collection.faults > before) return undefined;
  const type = reducerType(context, context.checker.getTypeAtLocation(reducer));
  if (target?.kind !== "span" || !type?.scalar || !isReduction(type.operation)) {
    return complain(collection, instance, "LW1311", reducer);
  }
  const register = registerOf(type.scalar);
  const taken: readonly string[] = atomicOps[reductionOp(type.operation)].operands;
  if (!taken.includes(register)) {
    return complain(collection, instance, "LW1509", node.expression, [type.operation, type.scalar]);
  }
  if (value) flowInto(newTerm(collection, { kind: "known", type: register }, node), value);
  return undefined;
}
