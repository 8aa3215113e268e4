// Lowers arguments that an array is spread into, and the array that a rest parameter takes.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { type ArrayValue, isObject, objectOf, type Value } from "../infer/shape.js";
import { coerce, narrowed } from "./coerce.js";
import type { FunctionEmitter } from "./function-emitter.js";
import { copyObject, elementAt, fieldPlace, lowerObject, newObject, spillPlace, storeScalar } from "./objects.js";
import { dataTypeOf } from "./variables.js";

/** An argument as it is lowered for the parameter that takes it. */
export interface Given {
  readonly lower: (shape: Value) => Expr;
  /** Of what gives a function: does what is done for it. */
  readonly run?: (() => Expr) | undefined;
}

/** One for each element. The array is evaluated with the first. */
export function spreadArguments(emitter: FunctionEmitter, node: ts.SpreadElement): Given[] {
  const array = emitter.instance.values.get(node.expression);
  const members = emitter.instance.spreads.get(node);
  invariant(isObject(array) && members, "an array of known length is spread");
  let base: Expr | undefined;
  return members.map((member, index) => ({
    lower: (shape) => {
      base ??= spillPlace(emitter, lowerObject(emitter, node.expression));
      const place =
        array.kind === "struct"
          ? fieldPlace(emitter, base, array, String(index))
          : elementAt(emitter, base, index, node);
      if (isObject(member)) return place;
      const value = build.load(place);
      if (member.kind !== "number" || shape.kind !== "number") return value;
      const own = coerce(emitter, value, member.term.type, node, member.term);
      return narrowed(emitter, coerce(emitter, own, shape.term.type, node, member.term), shape.narrow);
    },
  }));
}

/** A new array of what the rest parameter takes. */
export function lowerRest(emitter: FunctionEmitter, node: ts.Node, given: readonly Given[], shape: ArrayValue): Expr {
  const { element } = shape;
  const array = newObject(emitter, "", dataTypeOf(emitter.module, shape));
  for (const [index, argument] of given.entries()) {
    const place = elementAt(emitter, array, index, node);
    const object = objectOf(element);
    if (object) copyObject(emitter, place, argument.lower(object), node);
    else if (element.kind === "weak") {
      storeScalar(emitter, place, argument.lower({ kind: "number", term: element.term, narrow: undefined }), node);
    } else storeScalar(emitter, place, argument.lower({ kind: "boolean" }), node);
  }
  return array;
}
