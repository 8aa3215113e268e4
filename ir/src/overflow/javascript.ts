// What JavaScript computes for each IR operation: numbers of any integer type are doubles, and bigints have as many bits as they need. The JavaScript
// operation is the operator or function that the front end lowers to the IR operation (transformer/src/lower/).

import { type Apply, semanticsOf, type Value } from "../interpret/index.js";
import { leadingZeros, onesIn, rotatedLeft, trailingZeros } from "../math/index.js";
import {
  builtins,
  type Expr,
  isLeftToEngine,
  isRestated,
  isValueScalar,
  type Op,
  type ValueScalar,
} from "../module/index.js";
import type { Operation } from "./parted.js";

type OpExpr = Extract<Expr, { kind: "op" }>;
type BuiltinExpr = Extract<Expr, { kind: "builtin" }>;

/** Undefined if JavaScript throws, as for a division by 0n. */
export type JavaScript = (a: Value, b: Value, c: Value) => Value | undefined;

export interface Meaning {
  /** The operands of the operation itself, or of the operation nested in it. */
  readonly args: readonly Expr[];
  readonly javascript: JavaScript;
  /** The cause to report when equal operands give different results; undefined if that cannot happen. */
  readonly parting: Operation | undefined;
  /** The flavour that narrows, if it is not the expression's type. */
  readonly type?: string;
}

const is64 = (type: ValueScalar): boolean => type === "i64" || type === "u64";
const isFloat = (type: ValueScalar): boolean => type === "f32" || type === "f64";

export function meaningOf(expr: OpExpr | BuiltinExpr, apply: Apply): Meaning {
  if (expr.kind === "builtin") return ofMath(expr);
  const { op, args, type } = expr;
  if (isRestated(expr)) return restatedMeaning(expr);
  const operand = args.at(-1)?.type;
  if (operand === undefined || !isValueScalar(operand)) return { args, javascript: apply, parting: undefined };
  switch (op) {
    case "convert":
      return { args, javascript: converted(type), parting: type === "f32" ? "rounding" : undefined };
    case "wrap":
      return { args, javascript: wrapped(type), parting: undefined };
    case "saturate":
      return { args, javascript: truncated(type), parting: "saturation" };
    case "index": // the number itself; if it is clamped, it is out of bounds for both
      return { args, javascript: (a) => a, parting: undefined };
    case "reinterpret":
      return { args, javascript: reinterpreted(operand, type, apply), parting: undefined };
    default:
      return { args, javascript: operationOf(op, operand, apply), parting: partingOf(op, operand, type) };
  }
}

/** The meaning of an operation that combines two values. */
export function combinationOf(op: Op, type: ValueScalar, apply: Apply): Omit<Meaning, "args"> {
  return { javascript: operationOf(op, type, apply), parting: partingOf(op, type, type) };
}

function ofMath({ args, type, builtin }: BuiltinExpr): Meaning {
  const javascript = Math[builtins[builtin].math] as JavaScript; // on numbers, like its operands
  return { args, javascript, parting: type === "f32" ? "rounding" : undefined };
}

function partingOf(op: Op, operand: ValueScalar, result: ValueScalar): Operation | undefined {
  if (operand === "bool" || result === "bool" || operand === "f64" || op === "select") return undefined;
  if (operand === "f32") return "rounding";
  if (op === "div" || op === "floordiv" || op === "rem") return "division";
  return op in ofBits ? "bits" : "arithmetic";
}

/** JavaScript's bit operations, which take numbers modulo 2^32; all but `>>>` return signed ones. */
const ofBits = {
  and: () => (a: number, b: number) => a & b,
  or: () => (a: number, b: number) => a | b,
  xor: () => (a: number, b: number) => a ^ b,
  not: () => (a: number) => ~a,
  shl: () => (a: number, b: number) => a << b,
  shr: (type: ValueScalar) => (a: number, b: number) => (type === "u32" ? a >>> b : a >> b),
  rotl: () => rotatedLeft,
  clz: () => leadingZeros,
  ctz: () => trailingZeros,
  popcnt: () => onesIn,
} as const satisfies Partial<Record<Op, (type: ValueScalar) => (a: number, b: number) => number>>;

const floorDivide = (a: bigint, b: bigint): bigint => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);

/** Operations on bigints; all others use the interpreter's, on operands modulo 2^64. */
const ofBigInts: Partial<Record<Op, (a: bigint, b: bigint) => bigint | undefined>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0n ? undefined : a / b),
  floordiv: (a, b) => (b === 0n ? undefined : floorDivide(a, b)),
  rem: (a, b) => (b === 0n ? undefined : a % b),
  neg: (a) => -a,
  abs: (a) => (a < 0n ? -a : a),
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: (a) => ~a,
  shl: (a, b) => a << BigInt.asUintN(6, b),
  shr: (a, b) => a >> BigInt.asUintN(6, b),
};

const asIs: ReadonlySet<Op> = new Set<Op>(["eq", "ne", "lt", "le", "gt", "ge", "select"]);

// The verifier has checked that operands have the entry's type.
type Typed = JavaScript;

function operationOf(op: Op, type: ValueScalar, apply: Apply): JavaScript {
  if (type === "bool" || asIs.has(op)) return apply;
  if (is64(type)) {
    const big = ofBigInts[op] as Typed | undefined;
    return big ? (a, b, c) => limited(big(a, b, c)) : modulo(type, apply);
  }
  const bits = !isFloat(type) && (ofBits as Partial<Record<Op, (of: ValueScalar) => Typed>>)[op]?.(type);
  if (bits) return bits;
  if (op === "div" && !isFloat(type)) return (a, b) => Math.trunc(Number(a) / Number(b));
  if (op === "floordiv") return (a, b) => Math.floor(Number(a) / Number(b));
  return semanticsOf(op, "f64", "f64") ?? modulo(type, apply);
}

/** An operation that JavaScript has no operator for, on operands wrapped to the type. */
function modulo(type: ValueScalar, apply: Apply): JavaScript {
  const wrap = wrapped(type);
  const operand = (value: Value): Value => (typeof value === "boolean" ? value : (wrap(value, 0, 0) ?? 0));
  return (a, b, c) => apply(operand(a), operand(b), operand(c));
}

const LARGEST = 2n ** 256n;

/** Limits bigints that keep growing: the result stays far from any 64-bit value and has the same lowest 64 bits. */
function limited(value: Value | undefined): Value | undefined {
  if (typeof value !== "bigint" || (value < LARGEST && value > -LARGEST)) return value;
  return BigInt.asIntN(64, value) + (value < 0n ? -LARGEST : LARGEST) / 2n;
}

const toBigInt = (value: Value): bigint | undefined => {
  if (typeof value !== "number") return BigInt(value);
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
};

function converted(type: ValueScalar): JavaScript {
  return is64(type) ? toBigInt : Number;
}

function wrapped(type: ValueScalar): JavaScript {
  if (is64(type)) {
    return (value) => {
      if (typeof value !== "bigint") return toBigInt(value);
      return type === "i64" ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
    };
  }
  const toNumber = (value: Value): number => Number(typeof value === "bigint" ? BigInt.asIntN(32, value) : value);
  return type === "i32" ? (value) => toNumber(value) | 0 : (value) => toNumber(value) >>> 0;
}

/** `i32(x)` in JavaScript terms, without limits: the integer part. */
function truncated(type: ValueScalar): JavaScript {
  // Adding zero turns -0 into 0.
  return is64(type) ? toBigInt : (value) => Math.trunc(Number(value)) + 0;
}

function reinterpreted(from: ValueScalar, to: ValueScalar, apply: Apply): JavaScript {
  if (!isFloat(from) && !isFloat(to)) return wrapped(to);
  if (from === "f64") return apply;
  const operand: JavaScript = from === "f32" ? (value) => Math.fround(Number(value)) : wrapped(from);
  return (a, b, c) => apply(operand(a, b, c) ?? 0, b, c);
}

function restatedMeaning(expr: OpExpr): Meaning {
  const { op, args, type } = expr;
  const [inner] = args;
  if (op === "convert") return { args, javascript: (a) => Math.fround(Number(a)), parting: undefined };
  if (isLeftToEngine(expr)) return { args, javascript: (a) => a, parting: undefined };
  if (inner?.kind === "op" && op === "reinterpret" && inner.op === "mul") {
    const imul: JavaScript = (a, b) => Math.imul(Number(a), Number(b));
    return { args: inner.args, javascript: imul, parting: undefined };
  }
  if (op === "saturate" && inner) {
    const kept = narrowedBy(inner);
    if (kept) return { args: [kept], javascript: (a) => a, parting: "narrowing", type: flavourOf(inner) };
  }
  return { args, javascript: op === "wrap" ? wrapped(type) : (a) => a, parting: undefined };
}

/** The operand that a flavour narrows: x in `x | 0`, `x & 255` and `x << 24 >> 24`. */
function narrowedBy(expr: Expr): Expr | undefined {
  if (expr.kind !== "op") return undefined;
  const [first] = expr.args;
  if (expr.op === "and" || (expr.op === "wrap" && !isRestated(expr))) return first;
  return expr.op === "shr" && first?.kind === "op" && first.op === "shl" ? first.args[0] : undefined;
}

const flavours: Readonly<Record<string, string>> = { 255: "u8", 65535: "u16", 24: "i8", 16: "i16" };

function flavourOf(narrowed: Expr): string {
  if (narrowed.kind === "op" && narrowed.op === "wrap") return narrowed.type;
  const constant = narrowed.kind === "op" ? narrowed.args[1] : undefined;
  return (constant?.kind === "const" && flavours[String(constant.value)]) || "i32";
}

/** How an operation around another one computes from the inner one's operands. */
export function applyOf(expr: Expr, apply: Apply): Apply {
  if (!isRestated(expr) || isLeftToEngine(expr)) return apply;
  const [inner] = expr.args;
  if (inner?.kind !== "op") return apply;
  if (expr.op === "reinterpret" && inner.op === "mul") {
    return semanticsOf("mul", inner.type, inner.type) ?? apply;
  }
  if (expr.op !== "saturate" || !narrowedBy(inner)) return apply;
  if (inner.op === "wrap") return (a) => wrapped(inner.type)(a, 0, 0) ?? 0;
  const constant = inner.args[1];
  const by = constant?.kind === "const" ? Number(constant.value) : 0;
  return inner.op === "and" ? (a) => Number(a) & by : (a) => (Number(a) << by) >> by;
}
