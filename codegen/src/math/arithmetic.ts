// Short names for the IR's operations, for the math functions in this folder: a number among the operands becomes a constant of the other operands'
// type. Also holds pieces that several families of functions share.

import { build, type Expr, invariant, isValueScalar, type Op, type ValueScalar } from "@lanewise/ir";

export type Operand = Expr | number | bigint;

/** A number as a constant of a type: rounded to f32, wrapped to integers. */
function constantOf(type: ValueScalar, value: number | bigint): Expr {
  if (type === "i64") return build.constant(type, BigInt.asIntN(64, BigInt(value)));
  if (type === "u64") return build.constant(type, BigInt.asUintN(64, BigInt(value)));
  if (type === "f32") return build.constant(type, Math.fround(Number(value)));
  return build.constant(type, type === "i32" ? Number(value) | 0 : value);
}

/** The type of the typed operands; f32 if all are numbers, i64 if all are bigints. */
function typeOfOperands(operands: readonly Operand[]): ValueScalar {
  const typed = operands.find((operand) => typeof operand === "object");
  if (typeof typed !== "object") return operands.some((operand) => typeof operand === "bigint") ? "i64" : "f32";
  invariant(isValueScalar(typed.type), "an operand is a value");
  return typed.type;
}

function withConstants(operands: readonly Operand[]): Expr[] {
  const type = typeOfOperands(operands);
  return operands.map((operand) => (typeof operand === "object" ? operand : constantOf(type, operand)));
}

type PlainOp = Exclude<Op, "convert" | "wrap" | "saturate" | "index" | "reinterpret" | "select">;
const unary = (name: PlainOp) => (a: Expr) => build.op(name, a);
const binary = (name: PlainOp) => (a: Operand, b: Operand) => build.op(name, ...withConstants([a, b]));

export const add = binary("add");
export const sub = binary("sub");
export const mul = binary("mul");
export const div = binary("div");
export const min = binary("min");
export const max = binary("max");
export const and = binary("and");
export const or = binary("or");
export const xor = binary("xor");
export const shl = binary("shl");
export const shr = binary("shr");
export const eq = binary("eq");
export const ne = binary("ne");
export const lt = binary("lt");
export const le = binary("le");
export const gt = binary("gt");
export const ge = binary("ge");
export const not = unary("not");
export const abs = unary("abs");
export const sqrt = unary("sqrt");
export const floor = unary("floor");
export const trunc = unary("trunc");
export const neg = unary("neg");
export const nearest = unary("nearest");
export const copysign = binary("copysign");

export const select = (condition: Expr, a: Operand, b: Operand) =>
  build.op("select", condition, ...withConstants([a, b]));

export const bitsOf = (a: Expr) => build.convert("reinterpret", "i32", a);
export const floatOf = (bits: Expr) => build.convert("reinterpret", "f32", bits);
export const toF32 = (a: Expr) => build.convert("convert", "f32", a);
export const toF64 = (a: Expr) => build.convert("convert", "f64", a);

/** `a`, but at most `limit`; NaN stays NaN. Matches wasm's pmin, one instruction where `min` takes eight. */
export const atMost = (a: Expr, limit: number) => select(lt(limit, a), limit, a);
/** `a`, but at least `limit`; NaN stays NaN. Matches wasm's pmax. */
export const atLeast = (a: Expr, limit: number) => select(lt(a, limit), limit, a);

/** c[0] + c[1] x + c[2] x^2 + ... by Horner's rule, in one expression, so that it can be contracted. `x` is a local. */
export function polynomial(x: Expr, coefficients: readonly number[]): Expr {
  const [constant = 0, ...rest] = coefficients;
  if (rest.length === 0) return constantOf(typeOfOperands([x]), constant);
  return add(mul(polynomial(x, rest), x), constant);
}

export const SIGN_BIT = 0x8000_0000;

/** `a` with its sign flipped where the sign bit of the i32 `sign` is set; the other bits of `sign` are 0. */
export const flipSign = (a: Expr, sign: Expr) => floatOf(xor(bitsOf(a), sign));

/**
 * Added to an f32 of magnitude below 2^22, it leaves no bits for a fraction: the sum's low bits are the nearest integer, ties to even, in two's
 * complement. This takes one addition; a conversion to i32 takes six instructions.
 */
export const TO_INTEGER = 1.5 * 2 ** 23;
