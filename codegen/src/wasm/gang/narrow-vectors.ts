// Lowers integers to vectors with lanes of 8, 16 or 32 bits, as chosen in analysis/lanes/; a table has a row for each form. Whole values are lowered
// in vector-expressions.ts.

import { type Expr, invariant } from "@lanewise/ir";
import type { Form, Use } from "../../analysis/lanes/forms.js";
import type { LaneBits, Way } from "../../analysis/lanes/lane-bits.js";
import { lowerSingle } from "../expressions.js";
import { type Instruction, i32Const, instruction, localGet } from "../instructions.js";
import { loadOnce } from "../kernel-context.js";
import type { Mnemonic } from "../opcodes.js";
import { bindVector, type GangContext, shuffle, type Vector } from "./gang-context.js";
import { convertLanes, narrowed } from "./lane-conversions.js";
import { lowerLanes } from "./lower-lanes.js";
import { loadVector } from "./vector-loads.js";
import { each, registerOf } from "./vector-operations.js";

export function lowerWay(context: GangContext, expr: Expr, bits: LaneBits, way: Way): Vector {
  switch (way.kind) {
    case "whole":
      invariant(bits === 32, "narrow lanes have a way of their own");
      return context.lowerVector(context, expr);
    case "spread":
      return spreadLanes(context, expr, bits);
    case "held":
      return held(context, expr, bits);
    case "choice":
      return lowerLanes(context, way.expr, bits);
    case "converted":
      return convertLanes(context, lowerLanes(context, expr, way.from), way.from, bits, way.sign);
    case "form": {
      const { use } = way;
      const operands = use.operands.map((one) => lowerLanes(context, one.expr, one.bits));
      return rows[use.form](context, bits, use, operands);
    }
  }
}

function held(context: GangContext, expr: Expr, bits: LaneBits): Vector {
  if (expr.kind === "local") {
    const registers = context.vectors[expr.local];
    invariant(registers, "a local that varies has registers");
    return registers.map(localGet);
  }
  invariant(expr.kind === "load", "locals and memory hold values");
  return loadOnce(context, expr, "v128", () => loadVector(context, expr, bits), bits);
}

const splats = { 8: "i8x16.splat", 16: "i16x8.splat", 32: "i32x4.splat" } as const;
const additions = { 8: "i8x16.add", 16: "i16x8.add", 32: "i32x4.add" } as const;

/** The low bits of a scalar in all lanes, or of a linear value. */
function spreadLanes(context: GangContext, expr: Expr, bits: LaneBits): Vector {
  const { clone, gang, pooled } = context;
  const registers = (gang * bits) / 128;
  const shape = clone.shapes.of(expr);
  const first = context.bind("v128", splatOf(context, expr, bits));
  const all = Array.from({ length: registers }, () => first);
  if (shape.kind !== "linear") return all;
  const { stride } = shape;
  invariant(typeof stride === "number", "a value that grows by a constant has lanes of any size");
  const perRegister = 128 / bits;
  const steps = all.map((_, register) =>
    pooled(lanesOfNumbers(bits, (lane) => (register * perRegister + lane) * stride)),
  );
  return each(additions[bits], all, steps);
}

function splatOf(context: GangContext, expr: Expr, bits: LaneBits): Instruction {
  if (expr.kind === "const") {
    const value = typeof expr.value === "boolean" ? (expr.value ? -1 : 0) : Number(expr.value);
    return context.pooled(lanesOfNumbers(bits, () => value));
  }
  const scalar = lowerSingle(context, expr);
  return instruction(splats[bits], expr.type === "bool" ? instruction("i32.sub", i32Const(0), scalar) : scalar);
}

/** The lanes of one register, modulo 2^bits. */
function lanesOfNumbers(bits: LaneBits, value: (lane: number) => number): Uint8Array {
  const length = 128 / bits;
  const array = bits === 8 ? new Int8Array(length) : bits === 16 ? new Int16Array(length) : new Int32Array(length);
  for (let lane = 0; lane < length; lane++) array[lane] = value(lane);
  return new Uint8Array(array.buffer);
}

type Row = (context: GangContext, bits: LaneBits, use: Use, operands: readonly Vector[]) => Vector;

const shapeOf = (bits: LaneBits) => (bits === 8 ? "i8x16" : "i16x8");
const signOf = ({ isSigned }: Use) => (isSigned ? "s" : "u");

/** One instruction per register. */
const plain =
  (name: "add" | "sub" | "neg" | "abs" | "eq" | "ne"): Row =>
  (_, bits, __, operands) =>
    each(`${shapeOf(bits)}.${name}`, ...operands);
const signed =
  (name: "min" | "max" | "lt" | "le" | "gt" | "ge" | "add_sat" | "sub_sat"): Row =>
  (_, bits, use, operands) =>
    each(`${shapeOf(bits)}.${name}_${signOf(use)}`, ...operands);
const bitwise =
  (op: Mnemonic): Row =>
  (_, __, ___, operands) =>
    each(op, ...operands);

const rows: Readonly<Record<Form, Row>> = {
  add: plain("add"),
  sub: plain("sub"),
  neg: plain("neg"),
  abs: plain("abs"),
  eq: plain("eq"),
  ne: plain("ne"),
  min: signed("min"),
  max: signed("max"),
  lt: signed("lt"),
  le: signed("le"),
  gt: signed("gt"),
  ge: signed("ge"),
  and: bitwise("v128.and"),
  or: bitwise("v128.or"),
  xor: bitwise("v128.xor"),
  not: bitwise("v128.not"),
  mul: bitwise("i16x8.mul"),
  shl: (_, bits, { count }, [value]) => shiftAll(`${shapeOf(bits)}.shl`, value, count),
  shr: (_, bits, use, [value]) => shiftAll(`${shapeOf(bits)}.shr_${signOf(use)}`, value, use.count),
  select: (_, __, use, [mask, a, b]) => select(use, mask, a, b),
  bit: ({ pooled }, bits, _, [mask]) => {
    const one = pooled(lanesOfNumbers(bits, () => 1));
    return vector(mask).map((register) => instruction("v128.and", register, one));
  },
  same: (_, __, ___, [value]) => vector(value),
  average: (_, bits, __, operands) => each(`${shapeOf(bits)}.avgr_u`, ...operands),
  addSaturating: signed("add_sat"),
  subSaturating: signed("sub_sat"),
  distance: (context, bits, _, operands) => {
    const [a, b] = operands.map((one) => bindVector(context, one));
    const op = `${shapeOf(bits)}.sub_sat_u` as const;
    return each("v128.or", each(op, vector(a), vector(b)), each(op, vector(b), vector(a)));
  },
  saturate: (_, bits, use, [value]) => {
    const sign = signOf(use);
    if (bits === 16) return narrowed(`i16x8.narrow_i32x4_${sign}`, vector(value));
    const isWide = use.operands[0]?.bits === 32;
    const shorts = isWide ? narrowed("i16x8.narrow_i32x4_s", vector(value)) : vector(value);
    return narrowed(`i8x16.narrow_i16x8_${sign}`, shorts);
  },
  div: (context, _, use, [value]) => quotient(context, use, vector(value)),
  rem: (context, _, use, [value]) => {
    const dividend = bindVector(context, vector(value));
    const divisor = context.pooled(lanesOfNumbers(16, () => use.magic?.divisor ?? 0));
    const multiple = quotient(context, use, dividend).map((one) => instruction("i16x8.mul", one, divisor));
    return each("i16x8.sub", dividend, multiple);
  },
  extmul: (context, _, use, operands) => {
    const [a, b] = operands.map((one) => bindVector(context, one));
    const sign = signOf(use);
    return vector(a).flatMap((register, index) => [
      instruction(`i32x4.extmul_low_i16x8_${sign}`, register, registerOf(vector(b), index)),
      instruction(`i32x4.extmul_high_i16x8_${sign}`, register, registerOf(vector(b), index)),
    ]);
  },
  dot: (context, _, { operands: [, second, , fourth] }, [a, b, c, d]) => {
    const first = pairs(context, vector(a), vector(c));
    const constants = second && fourth && constantPairs(context, second.expr, fourth.expr);
    const factors = constants ? first.map(() => constants) : pairs(context, vector(b), vector(d));
    return each("i32x4.dot_i16x8_s", first, factors);
  },
};

function vector(value: Vector | undefined): Vector {
  invariant(value, "a form has its operands");
  return value;
}

function shiftAll(op: Mnemonic, value: Vector | undefined, count: number): Vector {
  return count === 0 ? vector(value) : vector(value).map((register) => instruction(op, register, i32Const(count)));
}

function select({ operands: [, whenTrue, whenFalse] }: Use, mask?: Vector, a?: Vector, b?: Vector): Vector {
  const isZero = (expr: Expr | undefined) => expr?.kind === "const" && Object.is(expr.value, 0);
  if (isZero(whenFalse?.expr)) return each("v128.and", vector(a), vector(mask));
  if (isZero(whenTrue?.expr)) return each("v128.andnot", vector(b), vector(mask));
  return each("v128.bitselect", vector(a), vector(b), vector(mask));
}

/** The upper halves of products, for dividends that are not negative. */
function quotient(context: GangContext, { magic }: Use, value: Vector): Vector {
  invariant(magic, "a division has its factor");
  const factor = context.pooled(lanesOfNumbers(16, () => magic.factor));
  const shift = i32Const(16 + magic.shift);
  const words = bindVector(context, value).flatMap((register) => [
    instruction("i32x4.shr_u", instruction("i32x4.extmul_low_i16x8_u", register, factor), shift),
    instruction("i32x4.shr_u", instruction("i32x4.extmul_high_i16x8_u", register, factor), shift),
  ]);
  return narrowed("i16x8.narrow_i32x4_u", words);
}

const LOW_PAIRS = [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23];
const HIGH_PAIRS = [8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31];

/** Each work-item's two values side by side, in as many 32-bit lanes. */
function pairs(context: GangContext, a: Vector, b: Vector): Vector {
  const [first, second] = [bindVector(context, a), bindVector(context, b)];
  return first.flatMap((register, index) => {
    const other = registerOf(second, index);
    return [shuffle(register, other, LOW_PAIRS), shuffle(register, other, HIGH_PAIRS)];
  });
}

function constantPairs({ pooled }: GangContext, a: Expr, b: Expr): Instruction | undefined {
  if (a.kind !== "const" || b.kind !== "const") return undefined;
  return pooled(lanesOfNumbers(16, (lane) => Number(lane % 2 === 0 ? a.value : b.value)));
}
