// Converts vectors between types, also of different widths, where a value takes twice or half as many registers. A vector `wrap` of a float is exact
// up to 2^31, which covers what programs meet; a gang with a larger number runs one work-item after the other.

import type { ValueScalar } from "@lanewise/ir";
import { type Instruction, ifElse, instruction, localGet, localSet } from "../instructions.js";
import type { Mnemonic } from "../opcodes.js";
import { allTrue, bindVector, type GangContext, registersFor, shuffle, type Vector } from "./gang-context.js";
import { each, narrowMask, registerOf, widenMask } from "./vector-operations.js";

type StatedOp = "convert" | "wrap" | "saturate" | "index" | "reinterpret";
/** Undefined if the conversion must run one work-item after the other. */
type Row = (context: GangContext, value: Vector) => Vector | undefined;
const same: Row = (_, value) => value;

/** Each register's low and high half become one register each. */
const spread =
  (low: Mnemonic, high: Mnemonic): Row =>
  (context, value) =>
    bindVector(context, value).flatMap((register) => [instruction(low, register), instruction(high, register)]);
/** Like `spread`, for instructions that read only the low half. */
const spreadLow =
  (op: Mnemonic): Row =>
  (context, value) =>
    bindVector(context, value).flatMap((register) => [instruction(op, register), instruction(op, highHalf(register))]);
/** Two registers become the halves of one; `op` makes the low half. */
const gather =
  (op: Mnemonic): Row =>
  (_, value) =>
    joinHalves(each(op, value));

/** The low halves of two registers become one. */
function joinHalves(halves: Vector): Vector {
  return Array.from({ length: halves.length / 2 }, (_, index) =>
    shuffle(registerOf(halves, 2 * index), registerOf(halves, 2 * index + 1), LOW_DOUBLES),
  );
}

const LOW_DOUBLES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
const HIGH_DOUBLE = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];

function highHalf(register: Instruction): Instruction {
  return shuffle(register, register, HIGH_DOUBLE);
}

const one =
  (op: Mnemonic): Row =>
  (_, value) =>
    each(op, value);
const extendSigned = spread("i64x2.extend_low_i32x4_s", "i64x2.extend_high_i32x4_s");
const extendUnsigned = spread("i64x2.extend_low_i32x4_u", "i64x2.extend_high_i32x4_u");
const narrow: Row = (_, value) => narrowMask(value);

/** The bits of 1 in the type where the bool is true, else none. */
const bit =
  (type: "i32" | "f32"): Row =>
  (context, value) => {
    const pattern = new Uint8Array(
      type === "i32" ? Int32Array.of(1, 1, 1, 1).buffer : Float32Array.of(1, 1, 1, 1).buffer,
    );
    return value.map((register) => instruction("v128.and", register, context.pooled(pattern)));
  };
const wideBit =
  (type: "i64" | "f64"): Row =>
  (context, value) => {
    const pattern = new Uint8Array(type === "i64" ? BigInt64Array.of(1n, 1n).buffer : Float64Array.of(1, 1).buffer);
    return widenMask(context, value).map((register) => instruction("v128.and", register, context.pooled(pattern)));
  };

/** NaN truncates to 0; its mask, all ones, is ORed in: -1. */
const indexOfF32: Row = (context, operand) => {
  const value = bindVector(context, operand);
  return value.map((register) =>
    instruction(
      "v128.or",
      instruction("i32x4.trunc_sat_f32x4_s", register),
      instruction("f32x4.ne", register, register),
    ),
  );
};
const indexOfF64: Row = (context, operand) => {
  const value = bindVector(context, operand);
  const indices = bindVector(context, joinHalves(each("i32x4.trunc_sat_f64x2_s_zero", value)));
  const areNaN = narrowMask(value.map((register) => instruction("f64x2.ne", register, register)));
  return each("v128.or", indices, areNaN);
};

type Conversions = Readonly<Partial<Record<ValueScalar, Readonly<Partial<Record<ValueScalar, Row>>>>>>;

const table: Readonly<Record<StatedOp, Conversions>> = {
  convert: {
    bool: {
      i32: bit("i32"),
      u32: bit("i32"),
      f32: bit("f32"),
      i64: wideBit("i64"),
      u64: wideBit("i64"),
      f64: wideBit("f64"),
    },
    i32: { i64: extendSigned, f32: one("f32x4.convert_i32x4_s"), f64: spreadLow("f64x2.convert_low_i32x4_s") },
    u32: {
      i64: extendUnsigned,
      u64: extendUnsigned,
      f32: one("f32x4.convert_i32x4_u"),
      f64: spreadLow("f64x2.convert_low_i32x4_u"),
    },
    f32: { f32: same, f64: spreadLow("f64x2.promote_low_f32x4") },
    f64: { f64: same, f32: gather("f32x4.demote_f64x2_zero") },
  },
  wrap: {
    i32: { i32: same, u32: same, i64: extendSigned, u64: extendSigned },
    u32: { i32: same, u32: same, i64: extendUnsigned, u64: extendUnsigned },
    i64: { i32: narrow, u32: narrow, i64: same, u64: same },
    u64: { i32: narrow, u32: narrow, i64: same, u64: same },
  },
  saturate: {
    i32: {
      i32: same,
      u32: (context, value) =>
        value.map((register) => instruction("i32x4.max_s", register, context.pooled(new Uint8Array(16)))),
      i64: extendSigned,
    },
    u32: {
      i32: (context, value) => {
        const most = new Uint8Array(Int32Array.of(0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff).buffer);
        return value.map((register) => instruction("i32x4.min_u", register, context.pooled(most)));
      },
      u32: same,
      i64: extendUnsigned,
      u64: extendUnsigned,
    },
    f32: { i32: one("i32x4.trunc_sat_f32x4_s"), u32: one("i32x4.trunc_sat_f32x4_u") },
    f64: { i32: gather("i32x4.trunc_sat_f64x2_s_zero"), u32: gather("i32x4.trunc_sat_f64x2_u_zero") },
  },
  index: { f32: { i32: indexOfF32 }, f64: { i32: indexOfF64 } },
  reinterpret: {
    i32: { i32: same, u32: same, f32: same },
    u32: { i32: same, u32: same, f32: same },
    i64: { i64: same, u64: same, f64: same },
    u64: { i64: same, u64: same, f64: same },
    f32: { i32: same, u32: same, f32: same },
    f64: { i64: same, u64: same, f64: same },
  },
};

export function vectorConversion(op: StatedOp, from: ValueScalar, to: ValueScalar): Row | undefined {
  return table[op][from]?.[to];
}

/**
 * Adding 1.5 times the power of two at which floats are 1 apart leaves the integer in the sum's low bits. Up to `limit` that is exact (for f64 also
 * modulo 2^32), in three instructions instead of an engine's eight.
 */
const magic = {
  f32: { limit: 2 ** 22, sum: 1.5 * 2 ** 23, abs: "f32x4.abs", lt: "f32x4.lt", trunc: "f32x4.trunc", add: "f32x4.add" },
  f64: { limit: 2 ** 51, sum: 1.5 * 2 ** 52, abs: "f64x2.abs", lt: "f64x2.lt", trunc: "f64x2.trunc", add: "f64x2.add" },
} as const;

/** `wrap` of a float to 32 bits; a helper converts a gang with a number beyond the limit. */
export function wrapFloats(context: GangContext, from: "f32" | "f64", operand: Vector): Vector {
  const { code } = context;
  const row = magic[from];
  const value = bindVector(context, operand);
  const isRelaxed = from === "f32" && context.hasRelaxed;
  const limit = pooledFloats(context, from, isRelaxed ? 2 ** 31 : row.limit);
  const areSmall = value.map((register) => instruction(row.lt, instruction(row.abs, register), limit));
  const quick = isRelaxed ? each("i32x4.relaxed_trunc_f32x4_s", value) : wrapSmall(context, from, value);
  const wrapped = value.map((register) => context.callHelper(from === "f32" ? "wrapF32x4" : "wrapF64x2", register));
  const results = Array.from({ length: registersFor("i32", context.gang) }, () => context.temporary("v128"));
  const write = (values: Vector) => results.map((local, index) => localSet(local, registerOf(values, index)));
  const whenLarge = write(from === "f32" ? wrapped : joinHalves(wrapped));
  code.emit(ifElse(allTrue(areSmall), undefined, write(quick), whenLarge));
  return results.map(localGet);
}

function wrapSmall(context: GangContext, from: "f32" | "f64", value: Vector): Vector {
  const { trunc, add, sum } = magic[from];
  const offset = pooledFloats(context, from, sum);
  const sums = value.map((register) => instruction(add, instruction(trunc, register), offset));
  return from === "f64" ? narrowMask(sums) : sums.map((register) => instruction("i32x4.sub", register, offset));
}

function pooledFloats(context: GangContext, type: "f32" | "f64", value: number): Instruction {
  const floats = type === "f32" ? Float32Array.of(value, value, value, value) : Float64Array.of(value, value);
  return context.pooled(new Uint8Array(floats.buffer));
}
