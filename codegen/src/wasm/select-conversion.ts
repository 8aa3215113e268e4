// Selects conversions: convert, wrap, saturate and reinterpret of the ops table, by operand and result type. One
// instruction truncates a `wrap` of a float up to 2^63, which covers what programs meet; helper functions do
// JavaScript's modulo for the rest.

import { f32Const, f64Const, type Instruction, i32Const, i64Const, ifElse, instruction } from "./instructions.js";
import { type ConversionTable, chain, type Select, same, unary } from "./selection.js";

const extendSigned = unary("i64.extend_i32_s");
const extendUnsigned = unary("i64.extend_i32_u");
const narrow = unary("i32.wrap_i64");
const promote = unary("f64.promote_f32");

const wrapFloat =
  (from: "f32" | "f64", to: "i32" | "i64"): Select =>
  (context, value) => {
    const a = context.bind(from, value);
    const limit = from === "f32" ? f32Const(2 ** 63) : f64Const(2 ** 63);
    const isSmall = instruction(`${from}.lt`, instruction(`${from}.abs`, a), limit);
    const truncated = instruction(`i64.trunc_${from}_s`, a);
    const wide = from === "f32" ? instruction("f64.promote_f32", a) : a;
    return ifElse(
      isSmall,
      to,
      [to === "i32" ? instruction("i32.wrap_i64", truncated) : truncated],
      [context.callHelper(to === "i32" ? "wrap32" : "wrap64", wide)],
    );
  };

/** The operand, or `bound` if `comparison(operand, bound)` holds. */
const clamp =
  (type: "i32" | "i64", comparison: "lt_s" | "gt_s" | "gt_u", bound: Instruction): Select =>
  (context, value) => {
    const a = context.bind(type, value);
    return instruction("select", bound, a, instruction(`${type}.${comparison}`, a, bound));
  };
const notNegative32 = clamp("i32", "lt_s", i32Const(0));
const notNegative64 = clamp("i64", "lt_s", i64Const(0n));

const wrap32 = { i32: same, u32: same };
const wrap64 = { i64: same, u64: same };
const wrapFloatRows = (from: "f32" | "f64") => ({
  i32: wrapFloat(from, "i32"),
  u32: wrapFloat(from, "i32"),
  i64: wrapFloat(from, "i64"),
  u64: wrapFloat(from, "i64"),
});
const saturateFloatRows = (from: "f32" | "f64") => ({
  i32: unary(`i32.trunc_sat_${from}_s`),
  u32: unary(`i32.trunc_sat_${from}_u`),
  i64: unary(`i64.trunc_sat_${from}_s`),
  u64: unary(`i64.trunc_sat_${from}_u`),
});

const indexOf =
  (from: "f32" | "f64"): Select =>
  (context, value) => {
    const a = context.bind(from, value);
    return instruction(
      "select",
      instruction(`i32.trunc_sat_${from}_s`, a),
      i32Const(-1),
      instruction(`${from}.eq`, a, a),
    );
  };

export const conversions = {
  convert: {
    bool: {
      ...wrap32,
      i64: extendUnsigned,
      u64: extendUnsigned,
      f32: unary("f32.convert_i32_u"),
      f64: unary("f64.convert_i32_u"),
    },
    i32: { i64: extendSigned, f32: unary("f32.convert_i32_s"), f64: unary("f64.convert_i32_s") },
    u32: {
      i64: extendUnsigned,
      u64: extendUnsigned,
      f32: unary("f32.convert_i32_u"),
      f64: unary("f64.convert_i32_u"),
    },
    i64: { f32: unary("f32.convert_i64_s"), f64: unary("f64.convert_i64_s") },
    u64: { f32: unary("f32.convert_i64_u"), f64: unary("f64.convert_i64_u") },
    f32: { f32: same, f64: promote },
    f64: { f32: unary("f32.demote_f64"), f64: same },
  },
  wrap: {
    i32: { ...wrap32, i64: extendSigned, u64: extendSigned },
    u32: { ...wrap32, i64: extendUnsigned, u64: extendUnsigned },
    i64: { i32: narrow, u32: narrow, ...wrap64 },
    u64: { i32: narrow, u32: narrow, ...wrap64 },
    f32: wrapFloatRows("f32"),
    f64: wrapFloatRows("f64"),
  },
  saturate: {
    i32: { i32: same, u32: notNegative32, i64: extendSigned, u64: chain(extendUnsigned, notNegative32) },
    u32: { i32: clamp("i32", "gt_u", i32Const(0x7fffffff)), u32: same, i64: extendUnsigned, u64: extendUnsigned },
    i64: {
      i32: chain(
        narrow,
        chain(clamp("i64", "gt_s", i64Const(0x7fffffffn)), clamp("i64", "lt_s", i64Const(-0x80000000n))),
      ),
      u32: chain(narrow, chain(clamp("i64", "gt_s", i64Const(0xffffffffn)), notNegative64)),
      i64: same,
      u64: notNegative64,
    },
    u64: {
      i32: chain(narrow, clamp("i64", "gt_u", i64Const(0x7fffffffn))),
      u32: chain(narrow, clamp("i64", "gt_u", i64Const(0xffffffffn))),
      i64: clamp("i64", "gt_u", i64Const(0x7fffffffffffffffn)),
      u64: same,
    },
    f32: saturateFloatRows("f32"),
    f64: saturateFloatRows("f64"),
  },
  index: { f32: { i32: indexOf("f32") }, f64: { i32: indexOf("f64") } },
  reinterpret: {
    i32: { ...wrap32, f32: unary("f32.reinterpret_i32") },
    u32: { ...wrap32, f32: unary("f32.reinterpret_i32") },
    i64: { ...wrap64, f64: unary("f64.reinterpret_i64") },
    u64: { ...wrap64, f64: unary("f64.reinterpret_i64") },
    f32: { i32: unary("i32.reinterpret_f32"), u32: unary("i32.reinterpret_f32"), f32: same },
    f64: { i64: unary("i64.reinterpret_f64"), u64: unary("i64.reinterpret_f64"), f64: same },
  },
} as const satisfies ConversionTable;
