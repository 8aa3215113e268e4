// The operations as WGSL text: one row per operation and type, closed over the IR's ops table. Each row takes the texts of its operands and
// gives an expression that stands in any place without more brackets.

import type { Op, ValueScalar } from "@lanewise/ir";
import {
  type ConversionTable,
  type OpTable,
  type Row as RowOf,
  textOfOperation,
  type Use as UseOf,
} from "../operation-text.js";
import type { WgslHelper } from "./helpers.js";

export type Use = UseOf<WgslHelper>;
type Row = RowOf<WgslHelper>;

const infix =
  (operator: string): Row =>
  (_, a, b) =>
    `(${a} ${operator} ${b})`;
const prefix =
  (operator: string): Row =>
  (_, a) =>
    `(${operator}${a})`;
/** A function of WGSL itself. */
const native =
  (name: string): Row =>
  (_, a, b) =>
    b === "" ? `${name}(${a})` : `${name}(${a}, ${b})`;
const helper =
  (name: WgslHelper): Row =>
  (use, a, b) =>
    b === "" ? `${use(name)}(${a})` : `${use(name)}(${a}, ${b})`;
/** By the helper, with operands in the other order, or the opposite of what it gives. */
const swapped =
  (name: WgslHelper): Row =>
  (use, a, b) =>
    `${use(name)}(${b}, ${a})`;
const opposite =
  (row: Row): Row =>
  (use, a, b, c) =>
    `(!${row(use, a, b, c)})`;
const same: Row = (_, a) => a;

const words = (row: Row) => ({ i32: row, u32: row });
const pairs = (row: Row) => ({ i64: row, u64: row });
const lessPairs = { i64: helper("i64_lt"), u64: helper("u64_lt") };
const morePairs = { i64: swapped("i64_lt"), u64: swapped("u64_lt") };
const shift =
  (operator: string): Row =>
  (_, a, b) =>
    `(${a} ${operator} (u32(${b}) & 31u))`;
const widened: Row = (_, a) => `vec2<u32>(u32(${a}), 0u)`;
const select: Row = (_, condition, a, b) => `select(${b}, ${a}, ${condition})`;
const allEqual: Row = (_, a, b) => `all(${a} == ${b})`;
const anyUnequal: Row = (_, a, b) => `any(${a} != ${b})`;

const operations = {
  add: { ...words(infix("+")), ...pairs(helper("u64_add")), f32: infix("+"), f64: helper("f64_add") },
  sub: { ...words(infix("-")), ...pairs(helper("u64_sub")), f32: infix("-"), f64: helper("f64_sub") },
  mul: { ...words(infix("*")), ...pairs(helper("u64_mul")), f32: infix("*"), f64: helper("f64_mul") },
  div: {
    i32: helper("i32_div"),
    u32: helper("u32_div"),
    i64: helper("i64_div"),
    u64: helper("u64_div"),
    f32: (use, a, b) => (Number.parseFloat(b) <= 2 ** 126 ? `(${a} / ${b})` : `${use("f32_div")}(${a}, ${b})`),
    f64: helper("f64_div"),
  },
  floordiv: {
    i32: helper("i32_floordiv"),
    u32: helper("u32_div"),
    i64: helper("i64_floordiv"),
    u64: helper("u64_div"),
  },
  rem: {
    i32: helper("i32_rem"),
    u32: helper("u32_rem"),
    i64: helper("i64_rem"),
    u64: helper("u64_rem"),
    f32: helper("f32_rem"),
    f64: helper("f64_rem"),
  },
  min: {
    ...words(native("min")),
    i64: helper("i64_min"),
    u64: helper("u64_min"),
    f32: helper("f32_min"),
    f64: helper("f64_min"),
  },
  max: {
    ...words(native("max")),
    i64: helper("i64_max"),
    u64: helper("u64_max"),
    f32: helper("f32_max"),
    f64: helper("f64_max"),
  },
  neg: {
    i32: (_, a) => `(0 - ${a})`,
    u32: (_, a) => `(0u - ${a})`,
    ...pairs(helper("u64_neg")),
    f32: prefix("-"),
    f64: helper("f64_neg"),
  },
  abs: { i32: native("abs"), u32: same, i64: helper("i64_abs"), u64: same, f32: native("abs"), f64: helper("f64_abs") },
  sqrt: { f32: native("sqrt"), f64: helper("f64_sqrt") },
  floor: { f32: native("floor"), f64: helper("f64_floor") },
  ceil: { f32: native("ceil"), f64: helper("f64_ceil") },
  trunc: { f32: native("trunc"), f64: helper("f64_trunc") },
  nearest: { f32: native("round"), f64: helper("f64_nearest") },
  copysign: { f32: helper("f32_copysign"), f64: helper("f64_copysign") },
  and: { ...words(infix("&")), ...pairs(infix("&")), bool: infix("&") },
  or: { ...words(infix("|")), ...pairs(infix("|")), bool: infix("|") },
  xor: { ...words(infix("^")), ...pairs(infix("^")), bool: infix("!=") },
  not: { ...words(prefix("~")), ...pairs(prefix("~")), bool: prefix("!") },
  shl: { ...words(shift("<<")), ...pairs((use, a, b) => `${use("u64_shl")}(${a}, ${b}.x)`) },
  shr: {
    ...words(shift(">>")),
    i64: (use, a, b) => `${use("i64_shr")}(${a}, ${b}.x)`,
    u64: (use, a, b) => `${use("u64_shr")}(${a}, ${b}.x)`,
  },
  rotl: {
    i32: (use, a, b) => `bitcast<i32>(${use("rotl32")}(bitcast<u32>(${a}), bitcast<u32>(${b})))`,
    u32: helper("rotl32"),
    ...pairs((use, a, b) => `${use("u64_rotl")}(${a}, ${b}.x)`),
  },
  clz: { ...words(native("countLeadingZeros")), ...pairs((use, a) => widened(use, `${use("u64_clz")}(${a})`, "", "")) },
  ctz: {
    ...words(native("countTrailingZeros")),
    ...pairs((use, a) => widened(use, `${use("u64_ctz")}(${a})`, "", "")),
  },
  popcnt: {
    ...words(native("countOneBits")),
    ...pairs((use, a) => widened(use, `${use("u64_ones")}(${a})`, "", "")),
  },
  eq: { ...words(infix("==")), ...pairs(allEqual), f32: helper("f32_eq"), f64: helper("f64_eq"), bool: infix("==") },
  ne: {
    ...words(infix("!=")),
    ...pairs(anyUnequal),
    f32: opposite(helper("f32_eq")),
    f64: opposite(helper("f64_eq")),
    bool: infix("!="),
  },
  lt: { ...words(infix("<")), ...lessPairs, f32: infix("<"), f64: helper("f64_lt") },
  le: {
    ...words(infix("<=")),
    i64: opposite(morePairs.i64),
    u64: opposite(morePairs.u64),
    f32: infix("<="),
    f64: helper("f64_le"),
  },
  gt: { ...words(infix(">")), ...morePairs, f32: infix(">"), f64: swapped("f64_lt") },
  ge: {
    ...words(infix(">=")),
    i64: opposite(lessPairs.i64),
    u64: opposite(lessPairs.u64),
    f32: infix(">="),
    f64: swapped("f64_le"),
  },
  select: { i32: select, u32: select, i64: select, u64: select, f32: select, f64: select, bool: select },
} as const satisfies OpTable<WgslHelper>;

const signed: Row = helper("i64_of");
const low: Row = (_, a) => `${a}.x`;
const signedLow: Row = (_, a) => `bitcast<i32>(${a}.x)`;
const bits =
  (type: string): Row =>
  (_, a) =>
    `bitcast<${type}>(${a})`;
const ofHelper =
  (outer: (text: string) => string, name: WgslHelper): Row =>
  (use, a) =>
    outer(`${use(name)}(${a})`);
const asI32 = (text: string) => `bitcast<i32>(${text})`;
const zeros: Row = (_, a) => `vec2<u32>(${a}, 0u)`;
const wrapOf64 = { i32: signedLow, u32: low, i64: same, u64: same };

const conversions = {
  convert: {
    bool: {
      i32: native("i32"),
      u32: native("u32"),
      i64: widened,
      u64: widened,
      f32: (_, a) => `select(0.0f, 1.0f, ${a})`,
      f64: (_, a) => `vec2<u32>(0u, select(0u, 0x3ff00000u, ${a}))`,
    },
    i32: { i64: signed, f32: native("f32"), f64: helper("i32_to_f64") },
    u32: { i64: zeros, u64: zeros, f32: native("f32"), f64: helper("u32_to_f64") },
    i64: { f32: helper("i64_to_f32"), f64: helper("i64_to_f64") },
    u64: {
      f32: (use, a) => `${use("u64_to_f32")}(${a}, 0u)`,
      f64: (use, a) => `${use("u64_to_f64")}(${a}, 0u)`,
    },
    f32: { f32: same, f64: helper("f32_to_f64") },
    f64: { f32: helper("f64_to_f32"), f64: same },
  },
  wrap: {
    i32: { i32: same, u32: bits("u32"), i64: signed, u64: signed },
    u32: { i32: bits("i32"), u32: same, i64: zeros, u64: zeros },
    i64: wrapOf64,
    u64: wrapOf64,
    f32: {
      i32: ofHelper(asI32, "f32_wrap"),
      u32: helper("f32_wrap"),
      i64: helper("f32_wrap64"),
      u64: helper("f32_wrap64"),
    },
    f64: {
      i32: ofHelper((text) => `bitcast<i32>(${text}.x)`, "f64_wrap64"),
      u32: ofHelper((text) => `${text}.x`, "f64_wrap64"),
      i64: helper("f64_wrap64"),
      u64: helper("f64_wrap64"),
    },
  },
  saturate: {
    i32: {
      i32: same,
      u32: (_, a) => `u32(max(${a}, 0))`,
      i64: signed,
      u64: (use, a) => signed(use, `max(${a}, 0)`, "", ""),
    },
    u32: { i32: (_, a) => `i32(min(${a}, 0x7fffffffu))`, u32: same, i64: zeros, u64: zeros },
    i64: {
      i32: helper("i64_to_i32"),
      u32: helper("i64_to_u32"),
      i64: same,
      u64: helper("i64_to_u64"),
    },
    u64: {
      i32: (use, a) => `i32(min(${use("u64_to_u32")}(${a}), 0x7fffffffu))`,
      u32: helper("u64_to_u32"),
      i64: helper("u64_to_i64"),
      u64: same,
    },
    f32: { i32: helper("f32_to_i32"), u32: helper("f32_to_u32"), i64: helper("f32_to_i64"), u64: helper("f32_to_u64") },
    f64: { i32: helper("f64_to_i32"), u32: helper("f64_to_u32"), i64: helper("f64_to_i64"), u64: helper("f64_to_u64") },
  },
  index: { f32: { i32: helper("f32_index") }, f64: { i32: helper("f64_index") } },
  reinterpret: {
    i32: { i32: same, u32: bits("u32"), f32: bits("f32") },
    u32: { i32: bits("i32"), u32: same, f32: bits("f32") },
    i64: { i64: same, u64: same, f64: same },
    u64: { i64: same, u64: same, f64: same },
    f32: { i32: ofHelper(asI32, "f32_bits"), u32: helper("f32_bits"), f32: same },
    f64: { i64: helper("f64_bits"), u64: helper("f64_bits"), f64: same },
  },
} as const satisfies ConversionTable<WgslHelper>;

const table = { ...operations, ...conversions };

/** The text of an operation on operands of `operand` type (of `select`: its last two), giving `result`. */
export function operationText(
  use: Use,
  op: Op,
  operand: ValueScalar,
  result: ValueScalar,
  args: readonly string[],
): string {
  return textOfOperation<WgslHelper>(table, use, op, operand, result, args);
}
