// Lowers expressions to vectors. The scalar code lowers uniform and linear expressions as the first work-item's scalar, which is spread here where a
// vector is needed.

import { type Expr, invariant, type Op, scalars, type ValueScalar } from "@lanewise/ir";
import { allWide } from "../../analysis/lanes/lane-bits.js";
import { isOrdinary, isPlainConstant } from "../../analysis/ordinary.js";
import { isSameExpr } from "../../analysis/same-expr.js";
import type { MathFunction } from "../../math/math-function.js";
import { isLeftToHost, remainder } from "../../math/remainder.js";
import { lowerSingle } from "../expressions.js";
import { type Instruction, i32Const, instruction, localGet } from "../instructions.js";
import { loadOnce } from "../kernel-context.js";
import type { Mnemonic } from "../opcodes.js";
import { selectBuiltin, selectOp } from "../select.js";
import {
  anyTrue,
  bindVector,
  bitsOf,
  type GangContext,
  isVarying,
  laneOps,
  registersFor,
  type Vector,
} from "./gang-context.js";
import { lowerVectorReference } from "./item-addresses.js";
import { linearVector } from "./linear-vector.js";
import { lowerWay } from "./lower-lanes.js";
import { perItem } from "./per-item.js";
import { vectorConversion, wrapFloats } from "./vector-conversions.js";
import { loadVector } from "./vector-loads.js";
import { blend, each, registerOf, rotateVector, shiftVector, vectorRow } from "./vector-operations.js";
import { callWideMath } from "./wide-math.js";

type OpExpr = Extract<Expr, { kind: "op" }>;
const conversions: readonly Op[] = ["convert", "wrap", "saturate", "index", "reinterpret"];

export function lowerVector(context: GangContext, expr: Expr): Vector {
  const shape = context.clone.shapes.of(expr);
  if (shape.kind === "uniform") return spread(context, expr);
  if (shape.kind === "linear") return spreadLinear(context, expr, shape.stride);
  const way = context.clone.lanes.wayOf(expr, 32);
  if (way.kind !== "whole") return lowerWay(context, expr, 32, way);
  switch (expr.kind) {
    case "local": {
      const registers = context.vectors[expr.local];
      invariant(registers, "a local that varies has registers");
      return registers.map(localGet);
    }
    case "op":
      return lowerOp(context, expr);
    case "builtin":
      return lowerBuiltin(context, expr);
    case "query": {
      const registers = context.indexVectors[expr.dimension];
      invariant(registers, "indices that vary have registers");
      return registers.map(localGet);
    }
    case "load":
      return loadOnce(context, expr, "v128", () => context.tiles?.loaded.get(expr)?.() ?? loadVector(context, expr));
    case "element":
    case "field":
    case "address":
      return lowerVectorReference(context, expr);
    case "const":
    case "global":
    case "length":
    // Kernels with pointers are scalar code.
    case "dereference":
    case "pointer":
      invariant(false, `${expr.kind} does not vary`);
  }
}

/** Spreads a scalar to every work-item. */
function spread(context: GangContext, expr: Expr): Vector {
  const type = valueType(expr);
  const register = context.hoistedVectors.get(expr) ?? spreadScalar(context, type, lowerSingle(context, expr), expr);
  const bound = context.bind("v128", register);
  return Array.from({ length: registersFor(expr.type, context.gang) }, () => bound);
}

export function valueType(expr: Expr): ValueScalar {
  return typeof expr.type === "string" ? scalars[expr.type].register : "u32";
}

export function spreadScalar(context: GangContext, type: ValueScalar, scalar: Instruction, expr: Expr): Instruction {
  if (expr.kind === "const") return context.pooled(constantBytes(type, expr.value));
  const { splat } = laneOps[type];
  const loaded = scalar.kind === "plain" ? splatLoads[scalar.op] : undefined;
  // The splat load takes the same operands and offset.
  if (loaded && scalar.kind === "plain") return { ...scalar, op: loaded };
  if (type === "bool") return instruction(splat, instruction("i32.sub", i32Const(0), scalar));
  if (expr.kind === "local" && isCaptured(context, expr.local) && scalar.kind === "plain") {
    return context.splatted(type, scalar);
  }
  return instruction(splat, scalar);
}

const splatLoads: Readonly<Partial<Record<Mnemonic, Mnemonic>>> = {
  "f32.load": "v128.load32_splat",
  "i32.load": "v128.load32_splat",
  "f64.load": "v128.load64_splat",
  "i64.load": "v128.load64_splat",
};

function isCaptured({ fn, plan }: GangContext, local: number): boolean {
  return local < fn.parameters && plan.facts.assignments[local]?.length === 0;
}

function constantBytes(type: ValueScalar, value: number | bigint | boolean): Uint8Array {
  const arrays = {
    bool: () => Int32Array.from({ length: 4 }, () => (value ? -1 : 0)),
    i32: () => Int32Array.from({ length: 4 }, () => Number(value)),
    u32: () => Uint32Array.from({ length: 4 }, () => Number(value)),
    i64: () => BigInt64Array.from({ length: 2 }, () => BigInt(value)),
    u64: () => BigUint64Array.from({ length: 2 }, () => BigInt(value)),
    f32: () => Float32Array.from({ length: 4 }, () => Number(value)),
    f64: () => Float64Array.from({ length: 2 }, () => Number(value)),
  } as const satisfies Record<ValueScalar, () => ArrayBufferView>;
  return new Uint8Array(arrays[type]().buffer);
}

function spreadLinear(context: GangContext, expr: Expr, stride: number | Expr): Vector {
  return linearVector(context, lowerSingle(context, expr), stride);
}

function lowerOp(context: GangContext, expr: OpExpr): Vector {
  const choice = context.clone.choices.get(expr);
  if (choice !== undefined && typeof choice !== "boolean") return lowerVector(context, choice);
  const { op, args } = expr;
  const [a, b, c] = args;
  invariant(a, "an operation has operands");
  const operand = valueType(op === "select" && b ? b : a);
  if (op === "select" && b && c) return lowerSelect(context, a, b, c);
  if (conversions.includes(op)) return lowerConversion(context, expr, a);
  if ((op === "shl" || op === "shr") && b && context.clone.shapes.of(b).kind === "uniform") {
    const shifted = shiftVector(op, operand, lowerVector(context, a), shiftCount(context, b));
    if (shifted) return shifted;
  }
  if (op === "rotl" && b && context.clone.shapes.of(b).kind === "uniform") {
    const rotated = rotateVector(context, operand, lowerVector(context, a), shiftCount(context, b));
    if (rotated) return rotated;
  }
  const doubled = op === "mul" && b ? lowerDoubling(context, operand, a, b) : undefined;
  if (doubled) return doubled;
  const chosen = b ? lowerFloatExtreme(context, expr, a, b) : undefined;
  if (chosen) return chosen;
  const fused = context.isContracting ? lowerFused(context, expr) : undefined;
  if (fused) return fused;
  const rest = lowerRemainder(context, expr);
  if (rest) return rest;
  const quotient = lowerWordDivision(context, expr) ?? lowerHalving(context, expr);
  if (quotient) return quotient;
  const values = args.map((arg) => lowerVector(context, arg));
  return applyToVectors(context, op, operand, values, expr.type);
}

/** Applies the operation to operands of one type, in vectors where they have it. */
export function applyToVectors(
  context: GangContext,
  op: Op,
  operand: ValueScalar,
  values: readonly Vector[],
  result: ValueScalar = operand,
): Vector {
  const row = vectorRow(op, operand);
  if (row) return row(context, ...values);
  const scalar = selectOp(op, operand, result);
  return perItem(
    context,
    result,
    values.map((value) => ({ type: operand, value })),
    ([x, y = x, z = y]) => {
      invariant(x && y && z, "an operation has operands");
      return scalar(context, x, y, z);
    },
  );
}

/** `min` and `max` of floats with one comparison. As `b < a ? b : a`, a NaN in the first operand survives. */
function lowerFloatExtreme(context: GangContext, { op, type }: OpExpr, a: Expr, b: Expr): Vector | undefined {
  if ((op !== "min" && op !== "max") || (type !== "f32" && type !== "f64")) return undefined;
  const { facts } = context.plan;
  const areOrdinary = isOrdinary(facts, a) && isOrdinary(facts, b);
  if (!areOrdinary && !isPlainConstant(a) && !isPlainConstant(b)) return undefined;
  const [left, right] = [lowerVector(context, a), lowerVector(context, b)];
  const mnemonic = extremes[type][op === "min" ? "less" : "greater"];
  return areOrdinary || isPlainConstant(b) ? each(mnemonic, left, right) : each(mnemonic, right, left);
}

/** Shifts instead of multiplying by a power of two: vectors multiply 32-bit integers slowly. */
function lowerDoubling(context: GangContext, type: ValueScalar, a: Expr, b: Expr): Vector | undefined {
  const [factor, other] = a.kind === "const" ? [a, b] : [b, a];
  if (factor.kind !== "const" || (type !== "i32" && type !== "u32")) return undefined;
  const shift = Math.log2(Number(factor.value));
  return Number.isInteger(shift) ? shiftVector("shl", type, lowerVector(context, other), i32Const(shift)) : undefined;
}

function shiftCount(context: GangContext, count: Expr): Instruction {
  const scalar = lowerSingle(context, count);
  const isWide = count.type === "i64" || count.type === "u64";
  return context.bind("i32", isWide ? instruction("i32.wrap_i64", scalar) : scalar);
}

function lowerConversion(context: GangContext, expr: OpExpr, operand: Expr): Vector {
  const [from, to] = [valueType(operand), expr.type];
  const value = lowerVector(context, operand);
  // The caller has checked that it is one of the five.
  const op = expr.op as "convert" | "wrap" | "saturate" | "index" | "reinterpret";
  const scalar = selectOp(op, from, to);
  const slowly = (bound: Vector) =>
    perItem(context, to, [{ type: from, value: bound }], ([x]) => {
      invariant(x, "a conversion has an operand");
      return scalar(context, x, x, x);
    });
  const isFloat = from === "f32" || from === "f64";
  if (op === "wrap" && isFloat && bitsOf(to) === 32) return wrapFloats(context, from, value);
  return vectorConversion(op, from, to)?.(context, value) ?? slowly(value);
}

function lowerSelect(context: GangContext, condition: Expr, whenTrue: Expr, whenFalse: Expr): Vector {
  const type = valueType(whenTrue);
  const extreme = lowerExtreme(context, type, condition, whenTrue, whenFalse);
  if (extreme) return extreme;
  const mask = bindVector(context, lowerVector(context, condition));
  const [isZero, isElseZero] = [whenTrue, whenFalse].map(hasNoBits);
  if (bitsOf(type) === 32 && isElseZero) return each("v128.and", lowerVector(context, whenTrue), mask);
  if (bitsOf(type) === 32 && isZero) return each("v128.andnot", lowerVector(context, whenFalse), mask);
  const [a, b] = [lowerVector(context, whenTrue), lowerVector(context, whenFalse)];
  return blend(context, type, mask, a, b);
}

function hasNoBits(expr: Expr): boolean {
  return expr.kind === "const" && (expr.value === false || Object.is(expr.value, 0));
}

/** `b < a ? b : a` and `a < b ? b : a` are one instruction each, on floats too: it chooses as the comparison does. */
const extremes = {
  f32: { less: "f32x4.pmin", greater: "f32x4.pmax" },
  f64: { less: "f64x2.pmin", greater: "f64x2.pmax" },
  i32: { less: "i32x4.min_s", greater: "i32x4.max_s" },
  u32: { less: "i32x4.min_u", greater: "i32x4.max_u" },
} as const;

/** `condition ? whenTrue : whenFalse`, where the condition compares just these. */
export function lowerExtreme(
  context: GangContext,
  type: ValueScalar,
  condition: Expr,
  whenTrue: Expr,
  whenFalse: Expr,
): Vector | undefined {
  if (condition.kind !== "op" || (condition.op !== "lt" && condition.op !== "gt") || !(type in extremes))
    return undefined;
  const [left, right] = condition.args;
  if (!left || !right) return undefined;
  const [smaller, larger] = condition.op === "lt" ? [left, right] : [right, left];
  // The check above found the type among the keys.
  const ops = extremes[type as keyof typeof extremes];
  if (isSameExpr(whenTrue, smaller) && isSameExpr(whenFalse, larger)) {
    const [first, second] = [lowerVector(context, left), lowerVector(context, right)];
    return smaller === left ? each(ops.less, second, first) : each(ops.less, first, second);
  }
  if (isSameExpr(whenTrue, larger) && isSameExpr(whenFalse, smaller)) {
    const [first, second] = [lowerVector(context, left), lowerVector(context, right)];
    return smaller === left ? each(ops.greater, first, second) : each(ops.greater, second, first);
  }
  return undefined;
}

/** a * b + c and c - a * b on f32, rounded once. Doubles are not fused: they stay JavaScript's, to the last bit. */
function lowerFused(context: GangContext, expr: OpExpr): Vector | undefined {
  const [a, b] = expr.args;
  if ((expr.op !== "add" && expr.op !== "sub") || expr.type !== "f32" || !a || !b) return undefined;
  const [product, other] = isProduct(context, b) ? [b, a] : [a, b];
  if (!isProduct(context, product) || (expr.op === "sub" && product === a)) return undefined;
  const [x, y] = product.args;
  invariant(x && y, "a product has two factors");
  // Lower the operands in source order.
  const [first, second] = [a, b].map((one) =>
    one === product ? [lowerVector(context, x), lowerVector(context, y)] : [lowerVector(context, one)],
  );
  invariant(first && second, "a sum has two operands");
  const [factors, addend] = product === a ? [first, second[0]] : [second, first[0]];
  const [left, right] = factors;
  invariant(left && right && addend && other, "a product has two factors");
  return each(expr.op === "add" ? "f32x4.relaxed_madd" : "f32x4.relaxed_nmadd", left, right, addend);
}

function isProduct(context: GangContext, expr: Expr): expr is OpExpr {
  return expr.kind === "op" && expr.op === "mul" && isVarying(context, expr);
}

/** Multiplies floats by the reciprocal of a power of two: it is exact, so both round the same number, and division is several times as slow. */
function lowerHalving(context: GangContext, { op, type, args }: OpExpr): Vector | undefined {
  const [a, b] = args;
  if (op !== "div" || (type !== "f32" && type !== "f64") || !a || b?.kind !== "const") return undefined;
  const exponent = Math.log2(Math.abs(Number(b.value)));
  if (!Number.isInteger(exponent) || Math.abs(exponent) > mostExponents[type]) return undefined;
  const reciprocal: Expr = { ...b, value: 1 / Number(b.value) };
  return applyToVectors(context, "mul", type, [lowerVector(context, a), lowerVector(context, reciprocal)]);
}

/** The largest exponents whose reciprocals are exact, too. */
const mostExponents = { f32: 126, f64: 1022 } as const;

/** JavaScript's % on floats. The remainder of two f32 is an f32, so it is computed in f64. */
function lowerRemainder(context: GangContext, expr: OpExpr): Vector | undefined {
  const { op, type, args } = expr;
  if (op !== "rem" || (type !== "f32" && type !== "f64")) return undefined;
  if (!isLeftToHost(expr)) return lowerRemainderOfPower(context, expr);
  const toWide = vectorConversion("convert", type, "f64");
  const toNarrow = vectorConversion("convert", "f64", type);
  const operands = args.map((arg) => toWide?.(context, bindVector(context, lowerVector(context, arg))));
  const wide = operands.map((operand) => operand && bindVector(context, operand)).filter((one) => one !== undefined);
  const rest = callWideMath(context, remainder, wide, (scalars) => context.callMath("rem", ...scalars));
  const found = toNarrow?.(context, rest);
  invariant(found, "f32 and f64 convert to each other");
  return found;
}

/** a - trunc(a / 2^k) 2^k, with the sign of a. */
function lowerRemainderOfPower(context: GangContext, { type, args }: OpExpr): Vector {
  const [a, b] = args;
  invariant(a && b?.kind === "const" && (type === "f32" || type === "f64"), "the divisor is a constant");
  const [power, reciprocal] = [Number(b.value), 1 / Number(b.value)].map((value) =>
    lowerVector(context, { ...b, value }),
  );
  invariant(power && reciprocal, "there are two");
  const dividend = bindVector(context, lowerVector(context, a));
  const apply = (op: Op, ...values: Vector[]): Vector => applyToVectors(context, op, type, values);
  const whole = apply("mul", apply("trunc", apply("mul", dividend, reciprocal)), power);
  return apply("copysign", apply("sub", dividend, whole), dividend);
}

/** Divides 32-bit integers in f64, which is exact after rounding; x / 0 is 0, INT_MIN / -1 wraps. */
function lowerWordDivision(context: GangContext, expr: OpExpr): Vector | undefined {
  const { op, type, args } = expr;
  if ((op !== "div" && op !== "rem" && op !== "floordiv") || (type !== "i32" && type !== "u32")) return undefined;
  const [a, b] = args;
  const toDouble = vectorConversion("convert", type, "f64");
  const toWord = vectorConversion("saturate", "f64", type);
  invariant(a && b && toDouble && toWord, "words convert to doubles and back, and a division has two operands");
  const dividend = bindVector(context, lowerVector(context, a));
  const divisor = bindVector(context, lowerVector(context, b));
  const [dividends, divisors] = [toDouble(context, dividend), toDouble(context, divisor)];
  invariant(dividends && divisors, "words convert to doubles");
  const quotients = each(op === "floordiv" ? "f64x2.floor" : "f64x2.trunc", each("f64x2.div", dividends, divisors));
  const words = toWord(context, quotients);
  invariant(words, "doubles convert to words");
  const constant = b.kind === "const" ? Number(b.value) : undefined;
  const isPlain = constant !== undefined && constant !== 0 && constant !== -1;
  const whole = isPlain ? words : wrapQuotient(context, type, bindVector(context, words), dividend, divisor);
  if (op !== "rem") return whole;
  const rest = each("i32x4.sub", dividend, each("i32x4.mul", whole, divisor));
  return isPlain ? rest : each("v128.and", rest, isNotZero(context, divisor));
}

function isNotZero(context: GangContext, value: Vector): Vector {
  return value.map((register) => instruction("i32x4.ne", register, context.pooled(new Uint8Array(16))));
}

/** 0 where the divisor is 0; INT_MIN / -1 was clamped to INT_MAX, one less than the wrapped result. */
function wrapQuotient(
  context: GangContext,
  type: "i32" | "u32",
  quotient: Vector,
  dividend: Vector,
  divisor: Vector,
): Vector {
  const total = each("v128.and", quotient, isNotZero(context, divisor));
  if (type === "u32") return total;
  const word = (value: number) => context.pooled(constantBytes("i32", value));
  return total.map((register, index) => {
    const isLowest = instruction("i32x4.eq", registerOf(dividend, index), word(-(2 ** 31)));
    const isMinusOne = instruction("i32x4.eq", registerOf(divisor, index), word(-1));
    return instruction("i32x4.sub", register, instruction("v128.and", isLowest, isMinusOne));
  });
}

function lowerBuiltin(context: GangContext, expr: Extract<Expr, { kind: "builtin" }>): Vector {
  const { builtin, type } = expr;
  const args = expr.args.map((arg) => bindVector(context, lowerVector(context, arg)));
  const fn = context.options.mathFunctions?.(type)[builtin];
  const slowly = (values: readonly Vector[]) =>
    perItem(
      context,
      type,
      values.map((value) => ({ type, value })),
      (scalar) => selectBuiltin(context, builtin, type, scalar),
    );
  if (!fn) return slowly(args);
  if (fn.type === "f32") return callMath(context, fn, args, slowly);
  return callWideMath(context, fn, args, (scalars) => selectBuiltin(context, builtin, type, scalars));
}

/** Expands a math function's steps inline; each becomes a local of a separate scope. */
function callMath(
  context: GangContext,
  fn: MathFunction,
  args: readonly Vector[],
  slowly: (args: readonly Vector[]) => Vector,
): Vector {
  const values: Vector[] = [...args];
  const shapes = { ...context.clone.shapes, of: mathShape };
  const vectors: (readonly number[])[] = values.map(() => []);
  const clone = { ...context.clone, shapes, choices: new Map(), lanes: allWide };
  // The kernel's facts describe its own locals.
  const plan = { ...context.plan, facts: { ...context.plan.facts, assignments: [] } };
  const scope: GangContext = { ...context, plan, clone, vectors };
  const local = (value: Vector): number[] =>
    value.map((register) => {
      const number = context.temporary("v128");
      context.code.emit({ kind: "plain", op: "local.set", operands: [register], immediates: [number] });
      return number;
    });
  values.forEach((value, index) => {
    vectors[index] = local(value);
  });
  for (const step of fn.steps) vectors.push(local(lowerVector(scope, step)));
  const result = lowerVector(scope, fn.result);
  if (!fn.fallback) return result;
  const results = local(result);
  const isRare = anyTrue(bindVector(context, lowerVector(scope, fn.fallback)));
  const instead = context.code.collect(() => {
    const mask = bindVector(context, lowerVector(scope, fn.fallback ?? fn.result));
    const exact = slowly(args);
    results.forEach((number, register) => {
      const blended = instruction(
        "v128.bitselect",
        registerOf(exact, register),
        localGet(number),
        registerOf(mask, register),
      );
      context.code.emit({ kind: "plain", op: "local.set", operands: [blended], immediates: [number] });
    });
  });
  context.code.emit({ kind: "if", condition: isRare, result: undefined, whenTrue: instead, whenFalse: [] });
  return results.map(localGet);
}

const mathShape = (expr: Expr): { readonly kind: "uniform" | "varying" } => ({
  kind: expr.kind === "const" ? "uniform" : "varying",
});

/** The mask of a bool. */
export function lowerCondition(context: GangContext, expr: Expr): Vector {
  return bindVector(context, lowerVector(context, expr));
}
