// Lowers Math: each row of recognise/math.ts in the type of the call's term.

import { build, builtins, type Expr, invariant, restated } from "@lanewise/ir";
import type ts from "typescript-6";
import { isFloatType, type NumberType, type Term } from "../infer/term.js";
import { mathRow } from "../recognise/math.js";
import { asBits, isFloat, roundedToInteger } from "./coerce.js";
import { lowerNumber, lowerNumberAs } from "./expressions.js";
import { type FunctionEmitter, termOf } from "./function-emitter.js";
import { checkSigns, lowerIntegerOperand, lowerQuotient } from "./operators.js";
import { lowerOperands } from "./order.js";
import { lowerPower, typeOfPower } from "./powers.js";
import { spreadArguments } from "./spread.js";

export function lowerMath(emitter: FunctionEmitter, node: ts.CallExpression, name: string): Expr {
  const row = mathRow(name);
  const [first] = node.arguments;
  invariant(row && first, `Math.${name} was collected`);
  const { type } = termOf(emitter, node);
  const args = () =>
    lowerOperands(
      emitter,
      node.arguments.flatMap((argument) =>
        emitter.collection.context.ts.isSpreadElement(argument)
          ? spreadNumbers(emitter, argument, termOf(emitter, node))
          : [() => lowerNumberAs(emitter, argument, type)],
      ),
    );
  switch (row.kind) {
    case "arithmetic":
      return lowerFold(emitter, node, row.op, args());
    case "rounding":
      return lowerRounding(emitter, node, row.op, first);
    case "sqrt":
      return build.op("sqrt", lowerNumberAs(emitter, first, type));
    case "builtin":
      return build.builtin(row.builtin, ...args().slice(0, builtins[row.builtin].arity));
    case "power":
      return lowerPowerOf(emitter, node);
    case "sign":
      return lowerSign(lowerNumberAs(emitter, first, type), isWhole(termOf(emitter, node)));
    case "fround":
      return restated("convert", build.convert("convert", "f32", lowerNumberAs(emitter, first, "f32")));
    case "imul":
    case "clz32":
      return lowerInteger(emitter, node, row.kind);
    case "hypot": {
      const [head, ...rest] = args();
      invariant(head, "hypot has an argument");
      const length = rest.reduce((sum, side) => build.builtin("hypot", sum, side), build.op("abs", head));
      // With two arguments the result equals the engine's to the bit.
      return rest.length > 1 && length.type === "f64" ? restated("reinterpret", length) : length;
    }
  }
}

function spreadNumbers(emitter: FunctionEmitter, node: ts.SpreadElement, term: Term) {
  return spreadArguments(emitter, node).map(
    ({ lower }) =>
      () =>
        lower({ kind: "number", term, narrow: undefined }),
  );
}

function lowerFold(emitter: FunctionEmitter, node: ts.CallExpression, op: "abs" | "min" | "max", args: Expr[]): Expr {
  const [head, ...rest] = args;
  invariant(head, "it has an argument");
  if (op === "abs") return build.op("abs", head);
  const terms = node.arguments.flatMap((argument) => {
    const members = emitter.instance.spreads.get(argument);
    return members ? members.flatMap((one) => (one.kind === "number" ? one.term : [])) : termOf(emitter, argument);
  });
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1];
    if (next) checkSigns(emitter, node, term, next);
  }
  return rest.reduce((least, value) => build.op(op, least, value), head);
}

function lowerPowerOf(emitter: FunctionEmitter, node: ts.CallExpression): Expr {
  const type = typeOfPower(termOf(emitter, node));
  const operands = node.arguments.map((argument) => () => lowerNumberAs(emitter, argument, type));
  const [base, exponent] = lowerOperands(emitter, operands);
  const [, right] = node.arguments;
  invariant(base && exponent && right, "it has two arguments");
  return lowerPower(emitter, node, right, base, exponent);
}

/** A quotient of integers is floored or truncated by integer division; an integer is unchanged; a float becomes an integer where one is needed. */
function lowerRounding(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  op: "floor" | "ceil" | "trunc" | undefined,
  argument: ts.Expression,
): Expr {
  const quotient =
    op === "floor" || op === "trunc"
      ? lowerQuotient(emitter, argument, op === "floor" ? "floordiv" : "div")
      : undefined;
  if (quotient) return quotient;
  const term = termOf(emitter, node);
  const value = lowerNumber(emitter, argument);
  if (!isFloat(value) || isWhole(termOf(emitter, argument))) return value;
  const rounded = op ? build.op(op, value) : build.builtin("round", value);
  return term.kind === "integer" && !isFloatType(term.type) ? roundedToInteger(emitter, rounded, term.type) : rounded;
}

const isWhole = ({ kind, mayHaveFraction }: Term): boolean => kind === "integer" && !mayHaveFraction;

function lowerSign(value: Expr, isInteger: boolean): Expr {
  if (isFloat(value) && !isInteger) return build.builtin("sign", value);
  const type = value.type as NumberType; // the argument is a number
  const constant = (one: number) => build.constant(type, type === "i64" || type === "u64" ? BigInt(one) : one);
  const isUnsigned = type === "u32" || type === "u64";
  return build.op("min", build.op("max", value, constant(isUnsigned ? 0 : -1)), constant(1));
}

function lowerInteger(emitter: FunctionEmitter, node: ts.CallExpression, kind: "imul" | "clz32"): Expr {
  const operands = node.arguments
    .slice(0, kind === "imul" ? 2 : 1)
    .map((argument) => () => asBits(lowerIntegerOperand(emitter, argument), "i32"));
  const [left, right] = lowerOperands(emitter, operands);
  invariant(left, "it has an argument");
  // On a product, `reinterpret` marks Math.imul (ir/src/module/restated.ts).
  return right ? restated("reinterpret", build.op("mul", left, right)) : build.op("clz", left);
}
