// Lowers the functions of Number, BigInt and the global scope: each row of recognise/standard-functions.ts.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { isBigType } from "../infer/term.js";
import { evaluate } from "../recognise/evaluate.js";
import { type StandardFunction, standardFunctions } from "../recognise/standard-functions.js";
import { constantOf, isFloat, roundedToInteger, truncated } from "./coerce.js";
import { lowerBoolean, lowerCondition, lowerNumber, lowerNumberAs, lowerValue } from "./expressions.js";
import { type FunctionEmitter, spill, termOf } from "./function-emitter.js";

const yes = build.constant("bool", true);

type Test = (value: Expr, type: "f32" | "f64") => Expr;

const finite: Test = (value, type) =>
  build.op("lt", build.op("abs", value), build.constant(type, Number.POSITIVE_INFINITY));
const integer: Test = (value, type) =>
  build.op("and", build.op("eq", build.op("trunc", value), value), finite(value, type));

/** Tests of floats; for integers the result is known. */
const tests: Partial<Record<StandardFunction, { readonly test: Test; readonly ofInteger: boolean }>> = {
  isNaN: { test: (value) => build.op("ne", value, value), ofInteger: false },
  "Number.isNaN": { test: (value) => build.op("ne", value, value), ofInteger: false },
  isFinite: { test: finite, ofInteger: true },
  "Number.isFinite": { test: finite, ofInteger: true },
  "Number.isInteger": { test: integer, ofInteger: true },
  "Number.isSafeInteger": {
    test: (value, type) =>
      build.op(
        "and",
        integer(value, type),
        build.op("le", build.op("abs", value), build.constant(type, type === "f32" ? 2 ** 53 : 2 ** 53 - 1)),
      ),
    ofInteger: true,
  },
};

export function lowerStandard(emitter: FunctionEmitter, node: ts.CallExpression, name: StandardFunction): Expr {
  const [first, second] = node.arguments;
  const argument = standardFunctions[name].gives.endsWith("64") ? second : first;
  invariant(first && argument, `${name} was collected`);
  const row = tests[name];
  if (row) {
    const value = lowerNumber(emitter, argument);
    const type = value.type === "f32" ? "f32" : "f64";
    if (!isFloat(value)) return row.ofInteger ? yes : build.op("not", yes);
    return row.test(spill(emitter, value), type);
  }
  switch (name) {
    case "Boolean":
      return lowerCondition(emitter, argument);
    case "Number":
      return lowerNumberOf(emitter, node, argument);
    case "BigInt":
      return lowerBigInt(emitter, node, argument);
    default:
      return lowerWrap(emitter, first, argument, name === "BigInt.asIntN" ? "i64" : "u64");
  }
}

function lowerNumberOf(emitter: FunctionEmitter, node: ts.CallExpression, argument: ts.Expression): Expr {
  const { kind, type } = termOf(emitter, node);
  const term = emitter.instance.terms.get(argument);
  if (!term) return build.convert("convert", "i32", lowerBoolean(emitter, argument));
  if (!isBigType(term.type)) return lowerNumberAs(emitter, argument, type);
  const float = build.convert("convert", type === "f32" ? "f32" : "f64", lowerNumber(emitter, argument));
  return kind === "integer" ? roundedToInteger(emitter, float, type) : float;
}

/** Truncates a float that is not an integer, where JavaScript would throw. */
function lowerBigInt(emitter: FunctionEmitter, node: ts.CallExpression, argument: ts.Expression): Expr {
  const { type } = termOf(emitter, node);
  const to = type === "u64" ? "u64" : "i64";
  const term = emitter.instance.terms.get(argument);
  if (!term) return build.convert("convert", to, lowerBoolean(emitter, argument));
  if (term.origin.kind === "literal") return constantOf(emitter, BigInt(term.origin.value), to, argument);
  const value = lowerNumber(emitter, argument);
  return build.convert(isFloat(value) ? "saturate" : "wrap", to, value);
}

/** Returns the lowest bits, sign-extended or zero-extended. */
function lowerWrap(emitter: FunctionEmitter, bits: ts.Expression, node: ts.Expression, to: "i64" | "u64"): Expr {
  const count = Number(evaluate(emitter.collection.context, bits));
  const isLiteral = termOf(emitter, node).origin.kind === "literal"; // and may exceed its term's type
  const value = truncated((isLiteral ? lowerValue : lowerNumber)(emitter, node), to);
  if (count >= 64) return value;
  if (to === "u64") return build.op("and", value, build.constant("u64", (1n << BigInt(count)) - 1n));
  const shift = build.constant("i64", BigInt(64 - count));
  return build.op("shr", build.op("shl", value, shift), shift);
}
