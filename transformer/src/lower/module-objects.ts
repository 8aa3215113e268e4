// Arrays and objects of packages' modules, of which each call has its own: when it begins, it has written nothing of them.

import { build, type Expr } from "@lanewise/ir";
import type ts from "typescript-6";
import { absentOf, IS_THERE, isObject, type ObjectValue, objectOf } from "../infer/shape.js";
import { initialiseFrom } from "./assignments.js";
import { emit, type FunctionEmitter, readLocal } from "./function-emitter.js";
import { fieldPlace, forEachElement } from "./objects.js";
import { localIndex } from "./variables.js";

export function clearScratch(emitter: FunctionEmitter): void {
  const { instance } = emitter;
  for (const variable of instance.variables.values()) {
    const { key, shape, isScratch, begins } = variable;
    if (begins) initialiseFrom(emitter, variable, begins);
    else if (isScratch && isObject(shape))
      clear(emitter, readLocal(emitter, localIndex(emitter, key)), shape, instance.declaration);
  }
}

function clear(emitter: FunctionEmitter, place: Expr, value: ObjectValue, node: ts.Node): void {
  if (value.kind === "array") {
    const element = objectOf(value.element);
    if (element) forEachElement(emitter, place, value.length, node, (to) => clear(emitter, to, element, node));
    return;
  }
  if (absentOf(value.struct) === "unwritten") {
    const written = fieldPlace(emitter, place, value, IS_THERE.unwritten);
    emit(emitter, build.store(written, build.constant("bool", false), emitter.module.positionOf(node)));
    return;
  }
  for (const { name, storage } of value.struct.fields) {
    const field = objectOf(storage);
    if (field) clear(emitter, fieldPlace(emitter, place, value, name), field, node);
  }
}
