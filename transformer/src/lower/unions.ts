// Lowers values of discriminated unions where a different struct of the same fields is needed: a member as the union, or the other way round.

import { build, type Expr, invariant, isValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";
import { numberOfText } from "../infer/collect-texts.js";
import { isNullable, isObject, objectOf, type Struct, type StructValue, structKey } from "../infer/shape.js";
import { literalsWith } from "../infer/union-members.js";
import { fieldOf, isOptional } from "../infer/unions.js";
import { memberTest } from "../recognise/type-tests.js";
import { lowerActions } from "./effects.js";
import { lowerValue } from "./expressions.js";
import { type FunctionEmitter, spill } from "./function-emitter.js";
import { lowerNull } from "./nullables.js";
import {
  copyObject,
  fieldPlace,
  isMade,
  lowerObject,
  lowerOwnInto,
  newObject,
  spillPlace,
  storeScalar,
} from "./objects.js";
import { dataTypeOf } from "./variables.js";

/** Whether the struct of `node` differs from the needed one. */
export function isConverted({ instance }: FunctionEmitter, node: ts.Expression, to: Struct): boolean {
  const value = instance.values.get(node);
  return (
    value?.kind === "struct" &&
    (value.struct.union ?? to.union) !== undefined &&
    structKey(value.struct) !== structKey(to)
  );
}

/** Copies the common fields. An optional field that only the target struct has becomes undefined; others are not read. */
export function lowerMemberInto(emitter: FunctionEmitter, node: ts.Expression, place: Expr, to: Struct): void {
  const value = emitter.instance.values.get(node);
  invariant(value?.kind === "struct", () => `\`${node.getText()}\` is an object`);
  const from = placeOfOwn(emitter, node, value);
  const whole = objectOf({ kind: "struct", struct: to });
  for (const { name, storage } of to.fields) {
    const target = fieldPlace(emitter, place, whole, name);
    const object = objectOf(storage);
    if (fieldOf(value.struct, name)) {
      const given = fieldPlace(emitter, from, value, name);
      if (object) copyObject(emitter, target, given, node);
      else storeScalar(emitter, target, build.load(given), node);
    } else if (isOptional(storage) && isNullable(object)) lowerNull(emitter, node, target, object);
  }
}

/** Returns a reference to the expression's own object, before conversion. */
function placeOfOwn(emitter: FunctionEmitter, node: ts.Expression, value: StructValue): Expr {
  if (emitter.instance.unwraps.has(node) || !isMade(emitter, value))
    return spillPlace(emitter, lowerValue(emitter, node));
  const made = newObject(emitter, "", dataTypeOf(emitter.module, value));
  lowerOwnInto(emitter, node, made);
  return made;
}

/** Lowers `"r" in s`; returns undefined for all other expressions. */
export function lowerMemberTest(emitter: FunctionEmitter, node: ts.BinaryExpression): Expr | undefined {
  const { collection, instance } = emitter;
  const test = memberTest(collection.context, node);
  if (!test) return undefined;
  const decided = instance.decided.get(node);
  if (decided !== undefined) {
    lowerActions(emitter, test.object);
    return build.constant("bool", decided);
  }
  const value = instance.values.get(test.object);
  const facts = value?.kind === "struct" ? value.struct.union : undefined;
  invariant(facts?.identity && isObject(value), "a value whose fields are tested is a union");
  const place = spillPlace(emitter, lowerObject(emitter, test.object));
  const tag = spill(emitter, build.load(fieldPlace(emitter, place, value, facts.identity.name)));
  const { type } = tag;
  invariant(isValueScalar(type), "a tag is a scalar");
  const tests = literalsWith(facts, test.name).map((literal) => {
    const wanted = typeof literal === "string" ? numberOfText(collection, literal) : literal;
    return build.op("eq", tag, build.constant(type, wanted));
  });
  const [first, ...others] = tests;
  invariant(first, "a member of the union has the field");
  return others.reduce((all, one) => build.op("or", all, one), first);
}
