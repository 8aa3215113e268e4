// Lowers arithmetic, bitwise operators, shifts and JavaScript's truncation idioms, with the operands in their common type.

import { build, type Expr, type Type } from "@lanewise/ir";
import type ts from "typescript-6";
import { remedyOfSigns } from "../diagnostics/remedies.js";
import { complain } from "../infer/collect.js";
import { isBigType, isFloatType, type NumberType, type Term } from "../infer/term.js";
import { skipWrappers } from "../recognise/calls.js";
import type { Operator } from "../recognise/operators.js";
import { asBits, checkSign, coerce, isFloat, isSigned, kept, truncated } from "./coerce.js";
import { lowerBoolean, lowerNumber, lowerNumberAs, lowerValue } from "./expressions.js";
import { type FunctionEmitter, spill, termOf } from "./function-emitter.js";
import { inOrder, lowerOperands } from "./order.js";
import { lowerPower, typeOfPower } from "./powers.js";

/** Reports i32 with u32, unless one is a small number, which fits both. */
export function checkSigns(emitter: FunctionEmitter, node: ts.Node, left: Term, right: Term): void {
  const isMixed = [left, right].every(isSigned) && left.type !== right.type;
  if (!isMixed) return;
  const [one, other] = [left, right].map((term) => `\`${term.node.getText()}\` is ${term.type}`);
  complain(emitter.collection, emitter.instance, "LW1302", node, [`${one} and ${other}`, remedyOfSigns(left.type)]);
}

/** Returns the operands' common type. */
export function typeOfOperands(term: Term, operator: Operator): NumberType {
  return operator.kind === "power" ? typeOfPower(term) : term.type;
}

export function lowerArithmetic(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  operator: Operator & { kind: "arithmetic" | "quotient" | "power" | "comparison" },
  left: Expr,
  right: Expr,
): Expr {
  checkSigns(emitter, node, termOf(emitter, node.left), termOf(emitter, node.right));
  if (operator.kind === "quotient") return build.op("div", left, right);
  if (operator.kind === "power") return lowerPower(emitter, node, node.right, left, right);
  return build.op(operator.op, left, right);
}

export function lowerBitwise(
  emitter: FunctionEmitter,
  node: ts.BinaryExpression,
  op: "and" | "or" | "xor",
  left: Expr,
  right: Expr,
): Expr {
  checkSigns(emitter, node, termOf(emitter, node.left), termOf(emitter, node.right));
  return build.op(op, left, right);
}

type Shift = "shl" | "shr" | "ushr";

export function lowerShift(emitter: FunctionEmitter, node: ts.BinaryExpression, op: Shift): Expr {
  const value = lowerIntegerOperand(emitter, node.left);
  checkShift(emitter, node, op);
  const [left, amount] = inOrder(emitter, value, spill, () => lowerAmount(emitter, node, op, value.type));
  return shifted(emitter, op, left, amount);
}

/** Reports `>>` of an explicit u32. */
export function checkShift({ collection, instance }: FunctionEmitter, node: ts.BinaryExpression, op: Shift): void {
  const left = instance.terms.get(node.left);
  if (op === "shr" && left?.isPinned && left.type === "u32")
    complain(collection, instance, "LW1303", node.operatorToken);
}

/** Returns the amount by which a value of type `of` is shifted. */
export function lowerAmount(emitter: FunctionEmitter, { right }: ts.BinaryExpression, op: Shift, of: Type): Expr {
  const type = typeOfShift(op, of);
  return asBits(isBigType(type) ? lowerNumber(emitter, right) : lowerIntegerOperand(emitter, right), type);
}

function typeOfShift(op: Shift, of: Type): "i32" | "u32" | "i64" | "u64" {
  if (of === "i64" || of === "u64") return of;
  return op === "ushr" || of === "u32" ? "u32" : "i32";
}

/** Shifts by the amount modulo 32, whatever its type; `>>>` returns a u32. */
export function shifted(emitter: FunctionEmitter, op: Shift, left: Expr, amount: Expr): Expr {
  const type = typeOfShift(op, left.type);
  if (type === "i64" || type === "u64") return shiftedBig(op, left, spill(emitter, amount), type);
  return build.op(op === "shl" ? "shl" : "shr", asBits(left, type), amount);
}

/** Shifts a bigint by the full amount: a shift by 64 or more leaves only the sign. */
function shiftedBig(op: Shift, left: Expr, amount: Expr, type: "i64" | "u64"): Expr {
  const most = build.constant(type, 63n);
  if (op === "shr" && type === "i64") return build.op("shr", left, build.op("min", amount, most));
  const shift = build.op(op === "shl" ? "shl" : "shr", left, amount);
  if (amount.kind === "const") return BigInt(amount.value) <= 63n ? shift : build.constant(type, 0n);
  return build.op("select", build.op("le", amount, most), shift, build.constant(type, 0n));
}

export function lowerIntegerOperand(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const { type, isPinned } = termOf(emitter, node);
  return lowerBits(emitter, node, isBigType(type) || (type === "u32" && isPinned) ? type : "i32");
}

/** Lowers an operand of a bitwise operator, truncated and modulo 2^32 as in JavaScript (`x & 0xff000000`, `Math.trunc(1 / 0) & 3`, `1 & (x / 2)`). */
export function lowerBits(emitter: FunctionEmitter, node: ts.Expression, to: NumberType): Expr {
  const term = termOf(emitter, node);
  if (isFloatType(to) || isBigType(to)) return lowerNumberAs(emitter, node, to);
  if (term.kind === "float") return truncated(lowerNumber(emitter, node), to);
  const value = (term.origin.kind === "literal" ? lowerValue : lowerNumber)(emitter, node);
  return value.kind === "const" || isFloat(value) ? asBits(value, to) : coerce(emitter, value, to, node, term);
}

/** Lowers a number that is combined with an element, modulo 2^n as the element stores it. */
export function lowerCombined(emitter: FunctionEmitter, node: ts.Expression, to: NumberType): Expr {
  const term = termOf(emitter, node);
  checkSign(emitter, node, term, to);
  const value = (term.kind === "float" ? lowerNumberAs : lowerBits)(emitter, node, to);
  return value.kind === "op" && value.op === "wrap" ? kept(value) : value;
}

/** Lowers `x | 0`, `~~x`, `x >>> 0`: modulo 2^32; a quotient of integers is an integer division. */
export function lowerTruncation(emitter: FunctionEmitter, operand: ts.Expression, to: "i32" | "u32"): Expr {
  const quotient = lowerQuotient(emitter, operand, "div");
  if (!emitter.instance.terms.has(operand)) return build.convert("convert", to, lowerBoolean(emitter, operand));
  const isLiteral = termOf(emitter, operand).origin.kind === "literal";
  return truncated(quotient ?? (isLiteral ? lowerValue : lowerNumber)(emitter, operand), to);
}

/** Lowers `a / b` of pinned integers as an integer division; returns undefined for anything else. */
export function lowerQuotient(
  emitter: FunctionEmitter,
  expression: ts.Expression,
  op: "div" | "floordiv",
): Expr | undefined {
  const { ts } = emitter.collection.context;
  const node = skipWrappers(emitter.collection.context, expression);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.SlashToken) return undefined;
  if (!emitter.instance.terms.has(node.left)) return undefined;
  const left = termOf(emitter, node.left);
  const right = termOf(emitter, node.right);
  if (left.kind !== "integer" || right.kind !== "integer" || !isPinnedDivision(left, right)) return undefined;
  checkSigns(emitter, node, left, right);
  const type = [left, right].find(isSigned)?.type ?? left.type;
  const [a, b] = lowerOperands(emitter, [
    () => lowerNumberAs(emitter, node.left, type),
    () => lowerNumberAs(emitter, node.right, type),
  ]);
  if (!a || !b || isFloat(a)) throw new Error("unreachable: two integer operands give two integers");
  return build.op(op, a, b);
}

/** Whether the operands are pinned, constant or small integers, at least one of them pinned; others divide as doubles. */
function isPinnedDivision(left: Term, right: Term): boolean {
  const isFit = ({ isPinned, origin }: Term) => isPinned || /literal|smallInteger/.test(origin.kind);
  return (left.isPinned || right.isPinned) && isFit(left) && isFit(right);
}
