// Lowers parts of typed arrays: their begin and length are computed as by JavaScript's `subarray`, and an index is compared with the length before it
// is converted to one of the whole array.

import { build, type Expr, encodeMessage, invariant, type ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";
import type { SubarrayValue } from "../infer/shape.js";
import type { Term } from "../infer/term.js";
import { skipWrappers } from "../recognise/calls.js";
import { initialiseFrom } from "./assignments.js";
import { isFloat } from "./coerce.js";
import { lowerEffect } from "./effects.js";
import { lowerNumber } from "./expressions.js";
import { emit, type FunctionEmitter, spill, termOf } from "./function-emitter.js";
import { readVariable, writeVariable } from "./variables.js";

/** Computes the part's begin and length. */
export function lowerSubarray(emitter: FunctionEmitter, node: ts.CallExpression, part: SubarrayValue): void {
  const { context } = emitter.collection;
  const access = skipWrappers(context, node.expression);
  invariant(context.ts.isPropertyAccessExpression(access), "it is a method of an array");
  const receiver = access.expression;
  const from = emitter.instance.values.get(receiver);
  if (from?.kind === "subarray") lowerEffect(emitter, receiver);
  else if (part.copy) initialiseFrom(emitter, part.copy, receiver);
  const isWhole = from?.kind !== "subarray";
  const whole = exact(isWhole ? lengthOfBase(emitter, part) : readVariable(emitter, from.length.key));
  const length = spill(emitter, whole);
  const [first, last] = node.arguments;
  const given = node.arguments.slice(0, 2).map((argument) => spill(emitter, lowerNumber(emitter, argument)));
  const start = given[0] ?? build.constant("i32", 0);
  const begin = spill(emitter, first ? within(start, length) : build.constant("f64", 0));
  const end = last && given[1] ? within(given[1], length) : length;
  const count = build.op("max", build.op("sub", end, begin), build.constant("f64", 0));
  const at = first && mayBeNegative(termOf(emitter, first)) ? asIndex(begin) : asIndex(start);
  const place = isWhole ? at : build.op("add", readVariable(emitter, from.begin.key), at);
  const isEmpty = spill(emitter, build.convert("saturate", "i32", count));
  writeVariable(emitter, part.begin.key, place);
  writeVariable(emitter, part.length.key, isEmpty);
}

/** Computes the part that all of an array is. */
export function lowerWhole(emitter: FunctionEmitter, node: ts.Expression, part: SubarrayValue): void {
  if (part.copy) initialiseFrom(emitter, part.copy, node);
  writeVariable(emitter, part.begin.key, build.constant("i32", 0));
  writeVariable(emitter, part.length.key, lengthOfBase(emitter, part));
}

function lengthOfBase(emitter: FunctionEmitter, part: SubarrayValue): Expr {
  return part.own ? build.constant("i32", part.own.length) : build.length(baseOf(emitter, part));
}

/** Clamps a position to the array; a negative one counts from the end. */
function within(given: Expr, length: Expr): Expr {
  const zero = build.constant("f64", 0);
  const value = whole(given);
  const fromEnd = build.op("max", build.op("add", length, value), zero);
  return build.op("select", build.op("lt", value, zero), fromEnd, build.op("min", value, length));
}

/** Returns a double without a fraction; NaN becomes 0. */
function whole(given: Expr): Expr {
  return isFloat(given) ? exact(build.convert("saturate", "i32", given)) : exact(given);
}

function exact(value: Expr): Expr {
  return value.type === "f64" ? value : build.convert("convert", "f64", value);
}

/** Converts a begin to an index. One outside the array belongs to an empty part, so its value does not matter. */
function asIndex(value: Expr): Expr {
  if (value.type === "i32") return value;
  return isFloat(value) ? build.convert("index", "i32", value) : build.convert("wrap", "i32", value);
}

/** Whether a number may be negative, as far as its operands show. */
function mayBeNegative(term: Term, seen = new Set<Term>()): boolean {
  if (seen.has(term)) return false;
  seen.add(term);
  const { origin } = term;
  if (term.isPinned) return true;
  switch (origin.kind) {
    case "literal":
      return !(origin.value >= 0 && Number.isFinite(Number(origin.value)));
    case "smallInteger":
      return false;
    case "known":
      return origin.isIndex !== true;
    case "join":
      return term.inputs.some((input) => mayBeNegative(input, seen));
    case "arithmetic":
      return !/^(add|mul|min|max)$/.test(origin.op) || term.inputs.some((input) => mayBeNegative(input, seen));
    default:
      return true;
  }
}

/** Returns the array that it is a part of. */
export function baseOf(emitter: FunctionEmitter, { base }: SubarrayValue): Expr {
  return readVariable(emitter, base.kind === "variable" ? base.variable.key : base.capture.key);
}

export function lengthOfSubarray(emitter: FunctionEmitter, { length }: SubarrayValue): Expr {
  return readVariable(emitter, length.key);
}

/** Returns the index in the whole array. `isWithin`: it is known to be in the part. */
export function indexInBase(
  emitter: FunctionEmitter,
  part: SubarrayValue,
  given: Expr,
  node: ts.Node,
  isWithin = false,
): Expr {
  const index = spill(emitter, given.type === "i32" ? given : build.convert("wrap", "i32", given));
  if (!isWithin) {
    const unsigned = (value: Expr) => build.convert("wrap", "u32" satisfies ValueScalar, value);
    const isInside = build.op("lt", unsigned(index), unsigned(lengthOfSubarray(emitter, part)));
    const text = encodeMessage([`${node.getText()} is out of bounds of the subarray`]);
    const site = emitter.module.addSite("assert", text, node);
    emit(emitter, build.ifElse(build.op("not", isInside), [build.fail(site)]));
  }
  return build.op("add", readVariable(emitter, part.begin.key), index);
}
