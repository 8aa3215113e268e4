// The operations that narrow lanes have an instruction or a short sequence for: the forms of an operation at a lane width, with their operands. A
// form that needs its operands' values, not only their low bits, applies only if their ranges fit the lanes.

import { type Expr, invariant, type Op } from "@lanewise/ir";
import type { Range } from "../../narrow/range.js";
import type { LaneBits } from "./lane-bits.js";
import { type Magic, magicOf } from "./magic.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

/** Forms that use only low bits. */
type Modular = "add" | "sub" | "mul" | "and" | "or" | "xor" | "not" | "neg" | "shl" | "select" | "bit" | "same";
/** Forms that use values, signed or unsigned. */
type Valued = "shr" | "min" | "max" | "abs" | "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "div" | "rem";
/** Forms that fuse several operations. */
type Joined = "average" | "addSaturating" | "subSaturating" | "distance" | "saturate" | "extmul" | "dot";
export type Form = Modular | Valued | Joined;

export interface Operand {
  readonly expr: Expr;
  readonly bits: LaneBits;
}
export interface Use {
  readonly form: Form;
  readonly operands: readonly Operand[];
  readonly isSigned: boolean;
  /** For shifts. */
  readonly count: number;
  /** For divisions. */
  readonly magic: Magic | undefined;
}

export type RangeOf = (expr: Expr) => Range;

export function fitsSigned({ low, high, isInteger, hasNaN }: Range, bits: number): boolean {
  return isInteger && !hasNaN && low >= -(2 ** (bits - 1)) && high < 2 ** (bits - 1);
}

export function fitsUnsigned({ low, high, isInteger, hasNaN }: Range, bits: number): boolean {
  return isInteger && !hasNaN && low >= 0 && high < 2 ** bits;
}

/** 32-bit integers, the only numbers that are narrowed. */
export function isWord({ type }: Expr): boolean {
  return type === "i32" || type === "u32";
}

export function formsOf(rangeOf: RangeOf, expr: OpExpr, bits: LaneBits): readonly Use[] {
  if (expr.type === "bool") return masks(rangeOf, expr, bits);
  if (!isWord(expr)) return [];
  if (bits === 32) return wideForms(rangeOf, expr);
  return [...modular(expr, bits), ...valued(rangeOf, expr, bits), ...joined(rangeOf, expr, bits)];
}

function use(form: Form, bits: LaneBits, operands: readonly Expr[], more: Partial<Omit<Use, "form">> = {}): Use {
  const own = operands.map((expr) => ({ expr, bits }));
  return { form, operands: own, isSigned: false, count: 0, magic: undefined, ...more };
}

function masks(rangeOf: RangeOf, { op, args }: OpExpr, bits: LaneBits): readonly Use[] {
  const [a] = args;
  if (!a || bits === 32) return [];
  if (a.type === "bool") return isLogic(op) ? [use(op, bits, args)] : [];
  if (!isComparison(op) || !args.every(isWord)) return [];
  const isSigned = signOf(rangeOf, args, bits);
  return isSigned === undefined ? [] : [use(op, bits, args, { isSigned })];
}

const isLogic = (op: Op): op is "and" | "or" | "xor" | "not" =>
  op === "and" || op === "or" || op === "xor" || op === "not";
const isComparison = (op: Op): op is "eq" | "ne" | "lt" | "le" | "gt" | "ge" =>
  op === "eq" || op === "ne" || op === "lt" || op === "le" || op === "gt" || op === "ge";

/** true if all operands fit the lanes' signed range, false if all fit the unsigned one; otherwise undefined. */
function signOf(rangeOf: RangeOf, args: readonly Expr[], bits: LaneBits): boolean | undefined {
  const ranges = args.map(rangeOf);
  if (ranges.every((range) => fitsSigned(range, bits))) return true;
  return ranges.every((range) => fitsUnsigned(range, bits)) ? false : undefined;
}

function modular({ op, args }: OpExpr, bits: 8 | 16): readonly Use[] {
  const [a, b] = args;
  invariant(a, "an operation has operands");
  switch (op) {
    case "add":
    case "sub":
    case "and":
    case "or":
    case "xor":
    case "not":
    case "neg":
      return [use(op, bits, args)];
    case "mul": {
      const power = args.map(powerOf);
      const at = power.findIndex((one) => one !== undefined && one > 0 && one < bits);
      const other = args[1 - at];
      if (at >= 0 && other) return [use("shl", bits, [other], { count: power[at] ?? 0 })];
      return bits === 16 ? [use("mul", bits, args)] : [];
    }
    case "shl": {
      const count = b && constantOf(b);
      return count !== undefined && count >= 0 && count < bits ? [use("shl", bits, [a], { count })] : [];
    }
    case "select":
      return [use("select", bits, args)];
    case "convert":
      return a.type === "bool" ? [use("bit", bits, [a])] : [];
    case "wrap":
    case "reinterpret":
      return isWord(a) ? [use("same", bits, [a])] : [];
    default:
      return [];
  }
}

function valued(rangeOf: RangeOf, expr: OpExpr, bits: 8 | 16): readonly Use[] {
  const { op, args } = expr;
  const [a] = args;
  if (!a || !args.every(isWord)) return [];
  const shifted = shiftOf(rangeOf, expr);
  if (shifted) {
    const isSigned = signOf(rangeOf, [shifted.value], bits);
    if (isSigned === undefined || shifted.count >= bits) return [];
    return [use("shr", bits, [shifted.value], { isSigned, count: shifted.count })];
  }
  if (op === "min" || op === "max") {
    const isSigned = signOf(rangeOf, args, bits);
    return isSigned === undefined ? [] : [use(op, bits, args, { isSigned })];
  }
  if (op === "abs") return fitsSigned(rangeOf(a), bits) ? [use("abs", bits, [a], { isSigned: true })] : [];
  return divisions(rangeOf, expr, bits);
}

/** Division by a constant, as the upper half of a product. */
function divisions(rangeOf: RangeOf, { op, args: [a, b] }: OpExpr, bits: 8 | 16): readonly Use[] {
  if ((op !== "div" && op !== "floordiv" && op !== "rem") || bits !== 16 || !a || !b) return [];
  const divisor = constantOf(b);
  const range = rangeOf(a);
  if (divisor === undefined || !fitsUnsigned(range, bits)) return [];
  const magic = magicOf(divisor, range.high);
  return magic ? [use(op === "rem" ? "rem" : "div", bits, [a], { magic })] : [];
}

/** `value >> count`; also division of a non-negative value by a power of two. */
function shiftOf(rangeOf: RangeOf, { op, args: [value, by] }: OpExpr): { value: Expr; count: number } | undefined {
  if (!value || !by) return undefined;
  if (op === "shr") {
    const count = constantOf(by);
    return count !== undefined && count >= 0 ? { value, count } : undefined;
  }
  const count = powerOf(by);
  const isQuotient = op === "floordiv" || (op === "div" && rangeOf(value).low >= 0);
  return isQuotient && count !== undefined ? { value, count } : undefined;
}

function joined(rangeOf: RangeOf, expr: OpExpr, bits: 8 | 16): readonly Use[] {
  const [low, high] = [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  const most = 2 ** bits - 1;
  const found: Use[] = [];
  const areUnsigned = (operands: readonly Expr[]) => operands.every((one) => fitsUnsigned(rangeOf(one), bits));
  const average = averageOf(rangeOf, expr);
  if (average && areUnsigned(average)) found.push(use("average", bits, average));
  const clamp = clampOf(expr);
  if (clamp) {
    const { value } = clamp;
    const isUnsigned = clamp.low === 0 && clamp.high === most;
    if (isUnsigned || (clamp.low === low && clamp.high === high)) {
      for (const wider of bits === 8 ? ([16, 32] as const) : ([32] as const)) {
        if (fitsSigned(rangeOf(value), wider)) found.push(use("saturate", wider, [value], { isSigned: !isUnsigned }));
      }
    }
    if (clamp.low === low && clamp.high === high) found.push(...saturating(rangeOf, value, bits, true));
  }
  const above = limitOf(expr, "min");
  if (above?.limit === most) found.push(...saturating(rangeOf, above.value, bits, false).filter(isSum));
  const below = limitOf(expr, "max");
  if (below?.limit === 0) found.push(...saturating(rangeOf, below.value, bits, false).filter((one) => !isSum(one)));
  const [inner] = expr.args;
  if (expr.op === "abs" && inner?.kind === "op" && inner.op === "sub" && areUnsigned(inner.args))
    found.push(use("distance", bits, inner.args));
  return found;
}

const isSum = ({ form }: Use): boolean => form === "addSaturating";

/** A saturating sum or difference of two values that fit the lanes. */
function saturating(rangeOf: RangeOf, value: Expr, bits: 8 | 16, isSigned: boolean): readonly Use[] {
  if (value.kind !== "op" || !isWord(value) || (value.op !== "add" && value.op !== "sub")) return [];
  const fits = isSigned ? fitsSigned : fitsUnsigned;
  if (!value.args.every((one) => isWord(one) && fits(rangeOf(one), bits))) return [];
  return [use(value.op === "add" ? "addSaturating" : "subSaturating", bits, value.args, { isSigned })];
}

/** The two numbers whose mean, rounded up, the expression is: `(a + b + 1) >> 1`. */
function averageOf(rangeOf: RangeOf, expr: OpExpr): readonly Expr[] | undefined {
  const shifted = shiftOf(rangeOf, expr);
  if (shifted?.count !== 1) return undefined;
  const terms = termsOf(shifted.value);
  const others = terms.filter((term) => constantOf(term) !== 1);
  return terms.length === 3 && others.length === 2 ? others : undefined;
}

function termsOf(expr: Expr): readonly Expr[] {
  return expr.kind === "op" && expr.op === "add" && isWord(expr) ? expr.args.flatMap(termsOf) : [expr];
}

/** `min(max(value, low), high)`, or the reverse nesting. */
function clampOf(expr: OpExpr): { readonly value: Expr; readonly low: number; readonly high: number } | undefined {
  for (const [outer, inner] of [
    ["min", "max"],
    ["max", "min"],
  ] as const) {
    const first = limitOf(expr, outer);
    const second = first?.value.kind === "op" ? limitOf(first.value, inner) : undefined;
    if (!first || !second || !isWord(second.value)) continue;
    const [low, high] = outer === "min" ? [second.limit, first.limit] : [first.limit, second.limit];
    return low <= high ? { value: second.value, low, high } : undefined;
  }
  return undefined;
}

/** The constant limit of a number. */
function limitOf(expr: OpExpr, op: "min" | "max"): { readonly value: Expr; readonly limit: number } | undefined {
  if (expr.op !== op || expr.type !== "i32") return undefined;
  const [a, b] = expr.args;
  if (!a || !b) return undefined;
  const [value, limit] = b.kind === "const" ? [a, constantOf(b)] : [b, constantOf(a)];
  return limit === undefined ? undefined : { value, limit };
}

/** Forms in 32-bit lanes with 16-bit operands. */
function wideForms(rangeOf: RangeOf, expr: OpExpr): readonly Use[] {
  const product = productOf(rangeOf, expr);
  if (product) return [use("extmul", 16, product.factors, { isSigned: product.isSigned })];
  if (expr.op !== "add") return [];
  const products = expr.args.map((one) => (one.kind === "op" ? productOf(rangeOf, one) : undefined));
  const factors = products.flatMap((one) => (one?.isSigned ? one.factors : []));
  return factors.length === 4 ? [use("dot", 16, factors, { isSigned: true })] : [];
}

function productOf(rangeOf: RangeOf, { op, args, type }: OpExpr) {
  if (op !== "mul" || (type !== "i32" && type !== "u32")) return undefined;
  const isSigned = signOf(rangeOf, args, 16);
  return isSigned === undefined ? undefined : { factors: args, isSigned };
}

function constantOf(expr: Expr): number | undefined {
  return expr.kind === "const" && isWord(expr) ? Number(expr.value) : undefined;
}

function powerOf(expr: Expr): number | undefined {
  const value = constantOf(expr);
  if (value === undefined || value <= 0) return undefined;
  const power = Math.log2(value);
  return Number.isInteger(power) ? power : undefined;
}
