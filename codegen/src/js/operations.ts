// The operations as JavaScript text: one row per operation and type, closed over the IR's ops table. Each row takes its operands' texts and returns
// an expression that needs no more parentheses anywhere. Numbers hold i32, u32, f32 and f64, bigints i64 and u64, booleans bool; each result is again
// a value of its type.

import type { Op, ValueScalar } from "@lanewise/ir";
import {
  type ConversionTable,
  type OpTable,
  type Row as RowOf,
  textOfOperation,
  type Use as UseOf,
} from "../operation-text.js";
import type { JsHelper } from "./prelude.js";

export type Use = UseOf<JsHelper>;
type Row = RowOf<JsHelper>;

const i32 = (text: string) => `(${text} | 0)`;
const u32 = (text: string) => `(${text} >>> 0)`;
const i64 = (text: string) => `BigInt.asIntN(64, ${text})`;
const u64 = (text: string) => `BigInt.asUintN(64, ${text})`;
const f32 = (text: string) => `Math.fround(${text})`;
const bracketed = (text: string) => `(${text})`;

type Template = (a: string, b: string, use: Use) => string;
const plain =
  (template: Template): Row =>
  (use, a, b) =>
    template(a, b, use);
const rounded =
  (round: (text: string) => string, template: Template): Row =>
  (use, a, b) =>
    round(template(a, b, use));

const of32 = (template: Template) => ({ i32: rounded(i32, template), u32: rounded(u32, template) });
const of64 = (template: Template) => ({ i64: rounded(i64, template), u64: rounded(u64, template) });
const ofFloats = (template: Template) => ({ f32: rounded(f32, template), f64: rounded(bracketed, template) });
/** For results that need no rounding. */
const exact32 = (template: Template) => ({ i32: plain(template), u32: plain(template) });
const exact64 = (template: Template) => ({ i64: plain(template), u64: plain(template) });
const exactFloats = (template: Template) => ({ f32: plain(template), f64: plain(template) });
const ofNumbers = (template: Template) => ({ ...exact32(template), ...exact64(template), ...exactFloats(template) });

const infix =
  (operator: string): Template =>
  (a, b) =>
    `${a} ${operator} ${b}`;
/** In parentheses, because the rounding `>>> 0` binds tighter. */
const bitwise =
  (operator: string): Template =>
  (a, b) =>
    `(${a} ${operator} ${b})`;
const math =
  (name: keyof typeof Math & string): Template =>
  (a) =>
    `Math.${name}(${a})`;
const math2 =
  (name: keyof typeof Math & string): Template =>
  (a, b) =>
    `Math.${name}(${a}, ${b})`;
const helper =
  (name: JsHelper): Template =>
  (a, _, use) =>
    `${use(name)}(${a})`;
const helper2 =
  (name: JsHelper): Template =>
  (a, b, use) =>
    `${use(name)}(${a}, ${b})`;
const arithmetic = (operator: string) => ({
  ...of32(infix(operator)),
  ...of64(infix(operator)),
  ...ofFloats(infix(operator)),
});
const compared = (operator: string) => ofNumbers((a, b) => `(${a} ${operator} ${b})`);
const same = plain((a) => a);
/** A call, because the conditional operator would evaluate only one of the two. */
const select: Row = (use, condition, a, b) => `${use("select")}(${condition}, ${a}, ${b})`;
const negated: Template = (a) => `-${a}`;

const operations = {
  add: arithmetic("+"),
  sub: arithmetic("-"),
  mul: { ...of32(math2("imul")), ...of64(infix("*")), ...ofFloats(infix("*")) },
  // x / 0 is an infinity or NaN, which becomes 0; -2^31 / -1 is 2^31, which wraps.
  div: { ...of32(infix("/")), ...of64(helper2("divide64")), ...ofFloats(infix("/")) },
  floordiv: { ...of32((a, b) => `Math.floor(${a} / ${b})`), ...of64(helper2("floorDivide64")) },
  rem: { ...of32(infix("%")), ...of64(helper2("remainder64")), ...ofFloats(infix("%")) },
  min: { ...exact32(math2("min")), ...exact64(helper2("min64")), ...exactFloats(math2("min")) },
  max: { ...exact32(math2("max")), ...exact64(helper2("max64")), ...exactFloats(math2("max")) },
  neg: { ...of32(negated), ...of64(negated), ...exactFloats((a) => `(-${a})`) },
  abs: { ...of32(math("abs")), ...of64(helper("abs64")), ...exactFloats(math("abs")) },
  sqrt: ofFloats(math("sqrt")),
  floor: exactFloats(math("floor")),
  ceil: exactFloats(math("ceil")),
  trunc: exactFloats(math("trunc")),
  nearest: exactFloats(helper("nearest")),
  copysign: exactFloats(helper2("copysign")),
  and: { ...of32(bitwise("&")), ...of64(infix("&")), bool: plain((a, b) => `((${a} & ${b}) === 1)`) },
  or: { ...of32(bitwise("|")), ...of64(infix("|")), bool: plain((a, b) => `((${a} | ${b}) === 1)`) },
  xor: { ...of32(bitwise("^")), ...of64(infix("^")), bool: plain((a, b) => `(${a} !== ${b})`) },
  not: { ...of32((a) => `~${a}`), ...of64((a) => `~${a}`), bool: plain((a) => `(!${a})`) },
  shl: { ...of32(infix("<<")), ...of64((a, b) => `${a} << (${b} & 63n)`) },
  shr: {
    i32: plain((a, b) => `(${a} >> ${b})`),
    u32: plain((a, b) => `(${a} >>> ${b})`),
    ...exact64((a, b) => `(${a} >> (${b} & 63n))`),
  },
  rotl: { ...of32(helper2("rotateLeft32")), ...of64(helper2("rotateLeft64")) },
  clz: { ...exact32(math("clz32")), ...exact64(helper("leadingZeros64")) },
  ctz: { ...exact32(helper("trailingZeros32")), ...exact64(helper("trailingZeros64")) },
  popcnt: { ...exact32(helper("ones32")), ...exact64(helper("ones64")) },
  eq: { ...compared("==="), bool: plain((a, b) => `(${a} === ${b})`) },
  ne: { ...compared("!=="), bool: plain((a, b) => `(${a} !== ${b})`) },
  lt: compared("<"),
  le: compared("<="),
  gt: compared(">"),
  ge: compared(">="),
  select: { i32: select, u32: select, i64: select, u64: select, f32: select, f64: select, bool: select },
} as const satisfies OpTable<JsHelper>;

const toNumber = plain((a) => `Number(${a})`);
const toBigInt = plain((a) => `BigInt(${a})`);
const round = plain((a) => `Math.fround(${a})`);
const wrapOf32 = {
  i32: plain(i32),
  u32: plain(u32),
  i64: toBigInt,
  u64: plain((a) => u64(`BigInt(${a})`)),
};
const wrapOf64 = {
  i32: plain((a) => `Number(BigInt.asIntN(32, ${a}))`),
  u32: plain((a) => `Number(BigInt.asUintN(32, ${a}))`),
  i64: plain(i64),
  u64: plain(u64),
};
const wrapOfFloat = { i32: plain(i32), u32: plain(u32), ...of64(helper("truncate64")) };

const range32 = { i32: "-0x80000000, 0x7fffffff", u32: "0, 0xffffffff" };
const range64 = {
  i32: "-0x80000000n, 0x7fffffffn",
  u32: "0n, 0xffffffffn",
  i64: "-0x8000000000000000n, 0x7fffffffffffffffn",
  u64: "0n, 0xffffffffffffffffn",
};
const saturate32 = (to: "i32" | "u32") => plain((a, _, use) => `${use("saturate32")}(${a}, ${range32[to]})`);
const clamp64 =
  (to: keyof typeof range64): Template =>
  (a, _, use) =>
    `${use("clamp64")}(${a}, ${range64[to]})`;
const saturateOf32 = {
  i32: saturate32("i32"),
  u32: saturate32("u32"),
  i64: toBigInt,
  u64: plain((a, b, use) => clamp64("u64")(`BigInt(${a})`, b, use)),
};
const saturateOf64 = {
  i32: rounded((text) => `Number(${text})`, clamp64("i32")),
  u32: rounded((text) => `Number(${text})`, clamp64("u32")),
  i64: plain(clamp64("i64")),
  u64: plain(clamp64("u64")),
};
const saturate64 = (to: "i64" | "u64") => plain((a, _, use) => `${use("saturate64")}(${a}, ${range64[to]})`);
const saturateOfFloat = {
  i32: saturate32("i32"),
  u32: saturate32("u32"),
  i64: saturate64("i64"),
  u64: saturate64("u64"),
};

const roundBigInt = plain(helper("roundToF32"));
const conversions = {
  convert: {
    bool: { i32: toNumber, u32: toNumber, i64: toBigInt, u64: toBigInt, f32: toNumber, f64: toNumber },
    i32: { i64: toBigInt, f32: round, f64: same },
    u32: { i64: toBigInt, u64: toBigInt, f32: round, f64: same },
    i64: { f32: roundBigInt, f64: toNumber },
    u64: { f32: roundBigInt, f64: toNumber },
    f32: { f32: same, f64: same },
    f64: { f32: round, f64: same },
  },
  wrap: { i32: wrapOf32, u32: wrapOf32, i64: wrapOf64, u64: wrapOf64, f32: wrapOfFloat, f64: wrapOfFloat },
  saturate: {
    i32: saturateOf32,
    u32: saturateOf32,
    i64: saturateOf64,
    u64: saturateOf64,
    f32: saturateOfFloat,
    f64: saturateOfFloat,
  },
  index: { f32: { i32: plain(helper("asIndex")) }, f64: { i32: plain(helper("asIndex")) } },
  reinterpret: {
    i32: { i32: same, u32: plain(u32), f32: plain(helper("f32OfBits")) },
    u32: { i32: plain(i32), u32: same, f32: plain(helper("f32OfBits")) },
    i64: { i64: same, u64: plain(u64), f64: plain(helper("f64OfBits")) },
    u64: { i64: plain(i64), u64: same, f64: plain(helper("f64OfBits")) },
    f32: { ...of32(helper("bitsOfF32")), f32: same },
    f64: { ...of64(helper("bitsOfF64")), f64: same },
  },
} as const satisfies ConversionTable<JsHelper>;

const table = { ...operations, ...conversions };

/** The text of an operation on operands of type `operand` (for `select`, its last two) with result type `result`. */
export function operationText(
  use: Use,
  op: Op,
  operand: ValueScalar,
  result: ValueScalar,
  args: readonly string[],
): string {
  return textOfOperation<JsHelper>(table, use, op, operand, result, args);
}
