// Converts a number to the type that its use needs, and reports numbers that do not fit: a fraction as an integer, i32 with u32.

import { build, type Expr, encodeMessage, restated, type ScalarType, scalars, withoutRestatement } from "@lanewise/ir";
import type ts from "typescript-6";
import { remedyOfFraction, remedyOfRange, remedyOfSign } from "../diagnostics/remedies.js";
import { spanOf } from "../diagnostics/reporter.js";
import { complain } from "../infer/collect.js";
import { isBigType, isFloatType, type NumberType, type Term } from "../infer/term.js";
import { fits } from "../recognise/initial-bytes.js";
import { operatorOf, targetOf } from "../recognise/operators.js";
import { emit, type FunctionEmitter, spill } from "./function-emitter.js";
import { roundedToHalf } from "./half-floats.js";

export function isFloat(expr: Expr): boolean {
  return expr.type === "f32" || expr.type === "f64";
}

/** Converts `value`, computed by `node`, to the type `to`. */
export function coerce(emitter: FunctionEmitter, value: Expr, to: NumberType, node: ts.Node, term: Term): Expr {
  if (value.type === to) return value;
  if (value.kind === "const" && typeof value.value !== "boolean") return constantOf(emitter, value.value, to, node);
  if (isFloatType(to)) return build.convert("convert", to, value);
  if (!isFloat(value)) return kept(rewrapped(value, to));
  if (term.kind === "float" && isOfPackage(emitter, node) && to === "i32") return checkedInteger(emitter, value, node);
  if (term.kind === "float") {
    complainOfFraction(emitter, node, term);
    return build.constant(to, isBigType(to) ? 0n : 0);
  }
  const isRounded = term.kind === "integral" || term.origin.kind === "rounding";
  return isRounded ? roundedToInteger(emitter, value, to) : kept(build.convert("wrap", to, value));
}

/** Whether it is code of a package, where nobody can write what a message asks for. */
export function isOfPackage({ collection }: FunctionEmitter, node: ts.Node): boolean {
  return collection.context.bodies.files.has(node.getSourceFile());
}

/** Fails where a package uses a number as an integer that has a fraction, or is beyond 32 bits: such as an index out of an array of doubles. */
function checkedInteger(emitter: FunctionEmitter, value: Expr, node: ts.Node): Expr {
  const given = spill(emitter, value);
  const whole = spill(emitter, build.convert("saturate", "i32", given));
  const text = `\`${node.getText()}\` is used as an integer of 32 bits, which it is not`;
  const site = emitter.module.addSite("assert", encodeMessage([text]), node);
  const back = build.convert("convert", given.type === "f32" ? "f32" : "f64", whole);
  const isOther = build.op("ne", back, given);
  emit(emitter, build.ifElse(isOther, [build.fail(site)]));
  return whole;
}

/** The same number, of which the work-item fails where it has a fraction: a package's function uses it as an index. */
export function wholeNumber(emitter: FunctionEmitter, value: Expr, node: ts.Node): Expr {
  const given = spill(emitter, value);
  const site = emitter.module.addSite(
    "assert",
    encodeMessage([`\`${node.getText()}\` is an index and no integer`]),
    node,
  );
  emit(emitter, build.ifElse(build.op("ne", given, build.op("trunc", given)), [build.fail(site)]));
  return given;
}

/** Marks a wrapped value: where a flavour takes a number modulo 2^n, JavaScript leaves the number unchanged (ir/src/module/restated.ts). */
export function kept(wrapped: Expr): Expr {
  return restated("saturate", wrapped);
}

/** Reports a fraction that is assigned to an integer held as a double, which no conversion would catch. */
export function checkFraction(emitter: FunctionEmitter, node: ts.Node, term: Term, target: Term): void {
  if (target.kind === "integer" && isFloatType(target.type) && term.kind === "float")
    complainOfFraction(emitter, node, term);
}

/** Reinterprets an i32 as a u32 or back; two conversions cancel out. */
function rewrapped(value: Expr, to: "i32" | "u32" | "i64" | "u64"): Expr {
  const given = withoutRestatement(value);
  const [inner] = given.kind === "op" && given.op === "wrap" ? given.args : [];
  return inner?.type === to ? inner : build.convert("wrap", to, value);
}

/** Whether the term is firmly an i32 or a u32: not a literal, captured number or small integer, which fit both. */
export function isSigned({ origin, kind, isPinned }: Term): boolean {
  return kind === "integer" && isPinned && origin.kind !== "smallInteger";
}

/** Reports i32 with u32 where one is merely passed or assigned to the other. */
export function checkSign(emitter: FunctionEmitter, node: ts.Node, term: Term, to: NumberType): void {
  if (!isSigned(term) || isFloatType(to) || term.type === to) return;
  const message = `\`${node.getText()}\` is ${term.type}, where ${to} is wanted`;
  complain(emitter.collection, emitter.instance, "LW1302", node, [message, remedyOfSign(to)]);
}

/** Reports a fraction where an integer is needed, with a note at the use that needs it. */
export function complainOfFraction(
  emitter: FunctionEmitter,
  node: ts.Node,
  term: Term | undefined,
  value?: number,
): void {
  const { origin, neededBy } = term ?? {};
  const isElsewhere = neededBy && (neededBy.node.pos > node.end || neededBy.node.end < node.pos);
  const notes = isElsewhere ? [{ ...spanOf(neededBy.node), message: neededBy.message }] : [];
  const help = remedyOfFraction({
    text: withoutParentheses(emitter, node).getText(),
    value: value ?? (origin?.kind === "literal" ? Number(origin.value) : undefined),
    isQuotient: origin?.kind === "quotient",
    assigned: assignedIn(emitter, node),
    as: neededBy?.as ?? "integer",
    use: isElsewhere ? neededBy.node.getText() : undefined,
  });
  complain(emitter.collection, emitter.instance, "LW1301", node, [help], notes);
}

function withoutParentheses({ collection: { context } }: FunctionEmitter, node: ts.Node): ts.Node {
  let inner = node;
  while (context.ts.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}

/** Returns the target of `t += 0.5` or `t++`. */
function assignedIn(emitter: FunctionEmitter, expression: ts.Node): string | undefined {
  const { ts } = emitter.collection.context;
  const node = withoutParentheses(emitter, expression);
  return targetOf(ts, node)?.getText();
}

/** Returns the other operand of a comparison. */
function comparedWith({ collection: { context } }: FunctionEmitter, node: ts.Node): string | undefined {
  const { ts } = context;
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || operatorOf(ts, parent.operatorToken.kind)?.kind !== "comparison")
    return undefined;
  return (parent.left === node ? parent.right : parent.left).getText();
}

/** Returns a constant of type `to`; reports one that does not fit. */
export function constantOf(emitter: FunctionEmitter, value: number | bigint, to: NumberType, node: ts.Node): Expr {
  if (isFloatType(to)) return floatConstant(to, Number(value));
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (!isWhole) complainOfFraction(emitter, node, emitter.instance.terms.get(node), value);
  else if (!fits(value, to)) {
    const help = remedyOfRange(node.getText(), value, to, comparedWith(emitter, node));
    complain(emitter.collection, emitter.instance, "LW1310", node, [String(value), to, help]);
  }
  const whole = isWhole && fits(value, to) ? value : 0;
  return build.constant(to, isBigType(to) ? BigInt(whole) : Number(whole) + 0); // integers have no -0
}

/** Converts a number to an integer's bits, as JavaScript's bitwise operators and stores to integer arrays do. */
export function asBits(value: Expr, to: "i32" | "u32" | "i64" | "u64"): Expr {
  if (value.kind !== "const") return build.convert("wrap", to, value);
  if (isBigType(to)) {
    const bits = BigInt(value.value);
    return build.constant(to, to === "i64" ? BigInt.asIntN(64, bits) : BigInt.asUintN(64, bits));
  }
  const bits = Number(value.value);
  return build.constant(to, to === "i32" ? bits | 0 : bits >>> 0);
}

/** Truncates as `x | 0`, `x >>> 0` and BigInt.asIntN do: JavaScript's number may exceed the type that the value already has. */
export function truncated(value: Expr, to: "i32" | "u32" | "i64" | "u64"): Expr {
  return value.type === to && mayHaveGrown(value) ? restated("wrap", value) : asBits(value, to);
}

function mayHaveGrown(value: Expr): boolean {
  if (value.kind === "op") return !wrapping.has(value.op);
  return value.kind === "local";
}

/** Operations whose results have that many bits in JavaScript, too. */
const wrapping: ReadonlySet<string> = new Set([
  "and",
  "or",
  "xor",
  "not",
  "shl",
  "shr",
  "wrap",
  "rotl",
  "clz",
  "ctz",
  "popcnt",
  "reinterpret",
]);

export function floatConstant(type: "f32" | "f64", value: number): Expr {
  return build.constant(type, type === "f32" ? Math.fround(value) : value);
}

/** Converts an integer-valued float to an integer; NaN becomes one that is never in bounds. */
export function roundedToInteger(emitter: FunctionEmitter, float: Expr, to: NumberType): Expr {
  const value = spill(emitter, float); // it is used twice
  const outside = build.constant(to, to === "u32" ? 2 ** 32 - 1 : -(2 ** 31));
  return build.op("select", build.op("eq", value, value), build.convert("saturate", to, value), outside);
}

/** Converts as JavaScript's stores to typed arrays do: modulo 2^n, or clamped for Uint8ClampedArray. */
export function toMemory(value: Expr, element: ScalarType, clamps: boolean): Expr {
  if (clamps) return clamped(value);
  const to = scalars[element].register;
  if (value.type === to || to === "bool") return value;
  if (value.kind === "const" && (to === "f32" || to === "f64")) return floatConstant(to, Number(value.value));
  if (value.kind === "const" && to !== "f32" && to !== "f64") return asBits(value, to);
  return build.convert(to === "f32" || to === "f64" ? "convert" : "wrap", to, value);
}

/** Clamps to 0..255 as Uint8ClampedArray does: floats are rounded to the nearest, ties to even, and NaN becomes 0. */
function clamped(value: Expr): Expr {
  if (value.kind === "const") return build.constant("i32", Uint8ClampedArray.of(Number(value.value))[0] ?? 0);
  const type = value.type;
  if (type === "f32" || type === "f64") {
    const limited = build.op("min", build.op("max", value, build.constant(type, 0)), build.constant(type, 255));
    return build.convert("saturate", "i32", build.op("nearest", limited));
  }
  if (type === "u32") return build.convert("wrap", "i32", build.op("min", value, build.constant("u32", 255)));
  return build.op("min", build.op("max", value, build.constant("i32", 0)), build.constant("i32", 255));
}

/** Narrows an i32 to an 8- or 16-bit flavour, or an f32 to f16. */
export function narrowed(emitter: FunctionEmitter, value: Expr, to: ScalarType | undefined): Expr {
  if (!to) return value;
  if (to === "f16") return roundedToHalf(spill(emitter, value));
  const { size, signed } = scalars[to];
  const bits = 8 * size;
  if (!signed) return kept(build.op("and", value, build.constant("i32", 2 ** bits - 1)));
  const shift = build.constant("i32", 32 - bits);
  return kept(build.op("shr", build.op("shl", value, shift), shift));
}

/** Whether a number counts as true in a condition: neither zero nor NaN. */
export function truthy(value: Expr): Expr {
  if (value.type === "bool") return value;
  const type = value.type as NumberType; // conditions are numbers or booleans
  if (isFloat(value)) return build.op("gt", build.op("abs", value), build.constant(type, 0));
  return build.op("ne", value, build.constant(type, isBigType(type) ? 0n : 0));
}
