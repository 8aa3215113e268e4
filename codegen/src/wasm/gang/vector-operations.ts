// Selects vector instructions: each operation of the ops table on whole registers, where WebAssembly has an instruction or a short sequence for it.
// `shiftVector` and `rotateVector` shift by a uniform count, vector-conversions.ts converts; all other operations run one work-item after the other
// (per-item.ts).

import { invariant, type Op, type ValueScalar } from "@lanewise/ir";
import { type Instruction, i32Const, instruction } from "../instructions.js";
import type { Mnemonic } from "../opcodes.js";
import { bindVector, bitsOf, type GangContext, shuffle, type Vector } from "./gang-context.js";

type Row = (context: GangContext, ...operands: Vector[]) => Vector;
type Rows = Readonly<Partial<Record<ValueScalar, Row>>>;

/** Applies the same instruction to each register. */
export function each(op: Mnemonic, ...operands: readonly Vector[]): Vector {
  const [first] = operands;
  invariant(first, "an instruction has operands");
  return first.map((_, register) => instruction(op, ...operands.map((one) => registerOf(one, register))));
}

export function registerOf(value: Vector, register: number): Instruction {
  const found = value[register];
  invariant(found, "operands have equally many registers");
  return found;
}

const by =
  (op: Mnemonic): Row =>
  (_, ...operands) =>
    each(op, ...operands);

/** A comparison. `compareWide` narrows the 64-bit masks of 64-bit elements to the 32-bit ones of a gang. */
const compare =
  (op: Mnemonic): Row =>
  (_, ...operands) =>
    each(op, ...operands);
const compareWide =
  (op: Mnemonic): Row =>
  (_, ...operands) =>
    narrowMask(each(op, ...operands));

const floatRows = (
  name: "add" | "sub" | "mul" | "div" | "min" | "max" | "neg" | "abs" | "sqrt" | "floor" | "ceil" | "trunc" | "nearest",
) => ({
  f32: by(`f32x4.${name}`),
  f64: by(`f64x2.${name}`),
});
const wordRows = (name: "add" | "sub" | "mul" | "neg") => ({
  i32: by(`i32x4.${name}`),
  u32: by(`i32x4.${name}`),
  i64: by(`i64x2.${name}`),
  u64: by(`i64x2.${name}`),
});
const bitRows = (op: Mnemonic): Rows => {
  const row = by(op);
  return { i32: row, u32: row, i64: row, u64: row, bool: row };
};
const comparisonRows = (name: "lt" | "le" | "gt" | "ge"): Rows => ({
  i32: compare(`i32x4.${name}_s`),
  u32: compare(`i32x4.${name}_u`),
  i64: compareWide(`i64x2.${name}_s`),
  u64: (context, a, b) => narrowMask(each(`i64x2.${name}_s`, flipSign(context, a), flipSign(context, b))),
  f32: compare(`f32x4.${name}`),
  f64: compareWide(`f64x2.${name}`),
});

const complement: Row = (_, a) => each("v128.not", a);

const words = (context: GangContext, ...values: readonly [number] | readonly [number, number]): Instruction =>
  context.pooled(new Uint8Array(Int32Array.from({ length: 4 }, (_, word) => values[word % values.length] ?? 0).buffer));

/** Counts the bits of each byte, and adds up the bytes of a word. */
const ones: Row = (_, a) =>
  each("i32x4.extadd_pairwise_i16x8_u", each("i16x8.extadd_pairwise_i8x16_u", each("i8x16.popcnt", a)));

const onesWide: Row = (context, a) =>
  bindVector(context, ones(context, a)).map((halves) =>
    instruction(
      "i64x2.add",
      instruction("i64x2.shr_u", halves, i32Const(32)),
      instruction("v128.and", halves, words(context, -1, 0)),
    ),
  );

/** `(a - 1) & ~a` has a 1 for each zero below the lowest 1 of a. */
const trailingZeros =
  (subtract: "i32x4.sub" | "i64x2.sub", one: readonly [number] | readonly [number, number], count: Row): Row =>
  (context, a) =>
    count(
      context,
      bindVector(context, a).map((register) =>
        instruction("v128.andnot", instruction(subtract, register, words(context, ...one)), register),
      ),
    );

/**
 * The exponent of the word as f32 tells its highest 1. Without the bit below, the word cannot round up to the next power of two. A word with the sign
 * becomes negative, one without bits has the exponent 0: both are limited.
 */
const leadingZeros: Row = (context, a) =>
  bindVector(context, a).map((register) => {
    const highest = instruction("v128.andnot", register, instruction("i32x4.shr_u", register, i32Const(1)));
    const exponent = instruction("i32x4.shr_u", instruction("f32x4.convert_i32x4_s", highest), i32Const(23));
    const zeros = instruction("i32x4.sub", words(context, 127 + 31), exponent);
    return instruction("i32x4.min_s", instruction("i32x4.max_s", zeros, words(context, 0)), words(context, 32));
  });

const trailing = trailingZeros("i32x4.sub", [1], ones);
const trailingWide = trailingZeros("i64x2.sub", [1, 0], onesWide);

const rows: Readonly<Partial<Record<Op, Rows>>> = {
  add: { ...wordRows("add"), ...floatRows("add") },
  sub: { ...wordRows("sub"), ...floatRows("sub") },
  mul: { ...wordRows("mul"), ...floatRows("mul") },
  div: floatRows("div"),
  min: {
    i32: by("i32x4.min_s"),
    u32: by("i32x4.min_u"),
    i64: (context, a, b) => chooseWide(context, "i64x2.lt_s", a, b),
    ...floatRows("min"),
  },
  max: {
    i32: by("i32x4.max_s"),
    u32: by("i32x4.max_u"),
    i64: (context, a, b) => chooseWide(context, "i64x2.gt_s", a, b),
    ...floatRows("max"),
  },
  neg: { ...wordRows("neg"), ...floatRows("neg") },
  abs: { i32: by("i32x4.abs"), u32: (_, a) => a, i64: by("i64x2.abs"), u64: (_, a) => a, ...floatRows("abs") },
  sqrt: floatRows("sqrt"),
  floor: floatRows("floor"),
  ceil: floatRows("ceil"),
  trunc: floatRows("trunc"),
  nearest: floatRows("nearest"),
  copysign: { f32: (context, a, b) => withSign(context, a, b, 4), f64: (context, a, b) => withSign(context, a, b, 8) },
  and: bitRows("v128.and"),
  or: bitRows("v128.or"),
  xor: bitRows("v128.xor"),
  not: { i32: complement, u32: complement, i64: complement, u64: complement, bool: complement },
  popcnt: { i32: ones, u32: ones, i64: onesWide, u64: onesWide },
  ctz: { i32: trailing, u32: trailing, i64: trailingWide, u64: trailingWide },
  clz: { i32: leadingZeros, u32: leadingZeros },
  eq: {
    i32: compare("i32x4.eq"),
    u32: compare("i32x4.eq"),
    i64: compareWide("i64x2.eq"),
    u64: compareWide("i64x2.eq"),
    f32: compare("f32x4.eq"),
    f64: compareWide("f64x2.eq"),
    bool: compare("i32x4.eq"),
  },
  ne: {
    i32: compare("i32x4.ne"),
    u32: compare("i32x4.ne"),
    i64: compareWide("i64x2.ne"),
    u64: compareWide("i64x2.ne"),
    f32: compare("f32x4.ne"),
    f64: compareWide("f64x2.ne"),
    bool: compare("i32x4.ne"),
  },
  lt: comparisonRows("lt"),
  le: comparisonRows("le"),
  gt: comparisonRows("gt"),
  ge: comparisonRows("ge"),
};

/** The row for an operation on vectors of the operand type, if there is one. */
export function vectorRow(op: Op, operand: ValueScalar): Row | undefined {
  return rows[op]?.[operand];
}

const LOW_HALVES = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];

/** Joins the low halves of 64-bit elements: two registers become one. Both halves of a mask's element are equal. */
export function narrowMask(wide: Vector): Vector {
  return Array.from({ length: wide.length / 2 }, (_, register) =>
    shuffle(registerOf(wide, 2 * register), registerOf(wide, 2 * register + 1), LOW_HALVES),
  );
}

/** Widens 32-bit masks to 64 bits: each register becomes two. */
export function widenMask(context: GangContext, mask: Vector): Vector {
  return bindVector(context, mask).flatMap((register) => [
    instruction("i64x2.extend_low_i32x4_s", register),
    instruction("i64x2.extend_high_i32x4_s", register),
  ]);
}

/** `whenSet` where the mask is set, else `otherwise`. */
export function blend(
  context: GangContext,
  type: ValueScalar | "address",
  mask: Vector,
  whenSet: Vector,
  otherwise: Vector,
): Vector {
  const isWide = type !== "address" && bitsOf(type) === 64;
  return each("v128.bitselect", whenSet, otherwise, isWide ? widenMask(context, mask) : mask);
}

function chooseWide(context: GangContext, op: Mnemonic, left: Vector, right: Vector): Vector {
  const [a, b] = [bindVector(context, left), bindVector(context, right)];
  return each("v128.bitselect", a, b, each(op, a, b));
}

function flipSign(context: GangContext, value: Vector): Vector {
  return value.map((register) => instruction("v128.xor", register, signBits(context, 8)));
}

function signBits(context: GangContext, size: 4 | 8): Instruction {
  return context.pooled(Uint8Array.from({ length: 16 }, (_, byte) => (byte % size === size - 1 ? 0x80 : 0)));
}

function withSign(context: GangContext, value: Vector, sign: Vector, size: 4 | 8): Vector {
  return value.map((register, index) =>
    instruction("v128.bitselect", registerOf(sign, index), register, signBits(context, size)),
  );
}

const shifts = {
  shl: { i32: "i32x4.shl", u32: "i32x4.shl", i64: "i64x2.shl", u64: "i64x2.shl" },
  shr: { i32: "i32x4.shr_s", u32: "i32x4.shr_u", i64: "i64x2.shr_s", u64: "i64x2.shr_u" },
} as const;

/** `shl` and `shr` by a uniform count, an i32. */
export function shiftVector(op: Op, type: ValueScalar, value: Vector, count: Instruction): Vector | undefined {
  if ((op !== "shl" && op !== "shr") || !(type in shifts.shl)) return undefined;
  const mnemonic = shifts[op][type as keyof typeof shifts.shl];
  return value.map((register) => instruction(mnemonic, register, count));
}

/** `rotl` by a uniform count, an i32 that is bound. Shifts take their counts modulo the number of bits. */
export function rotateVector(
  context: GangContext,
  type: ValueScalar,
  value: Vector,
  count: Instruction,
): Vector | undefined {
  if (!(type in shifts.shl)) return undefined;
  const unsigned = bitsOf(type) === 64 ? "u64" : "u32";
  const bound = bindVector(context, value);
  const back = context.bind("i32", instruction("i32.sub", i32Const(0), count));
  const [left, right] = [shiftVector("shl", unsigned, bound, count), shiftVector("shr", unsigned, bound, back)];
  return left && right && each("v128.or", left, right);
}
