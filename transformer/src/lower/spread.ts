// Lowers spread arguments, and the array of a rest parameter.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { type ArrayValue, isObject, objectOf, type Value } from "../infer/shape.js";
import { coerce, narrowed } from "./coerce.js";
import type { FunctionEmitter } from "./function-emitter.js";
import { copyObject, elementAt, fieldPlace, lowerObject, newObject, spillPlace, storeScalar } from "./objects.js";
import { dataTypeOf } from "./variables.js";

/** An argument that is lowered for the parameter that receives it. */
export interface Given {
  readonly lower: (shape: Value) => Expr;
  /** Lowers the effects of an argument that is a function. */
  readonly run?: (() => Expr) | undefined;
}

/** Returns an argument for each element. The array is evaluated with the first. */
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

/** Returns a new array of the rest parameter's arguments. */
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
