// The operation table: each operation's operands, result and meaning, once. The verifier checks against it, and each target's selection table is
// closed over its keys, so a new row fails to compile until every target has it. All operands are evaluated, left to right; none has an effect.
// Integer arithmetic wraps.

import type { ValueScalar } from "./types.js";

const integers = ["i32", "u32", "i64", "u64"] as const satisfies readonly ValueScalar[];
const floats = ["f32", "f64"] as const satisfies readonly ValueScalar[];
const numbers = [...integers, ...floats] as const;
const bits = [...integers, "bool"] as const;
const values = [...numbers, "bool"] as const;

export interface OpRow {
  /** Number of operands; all have the same type, except that `select`'s first is a bool. */
  readonly arity: 1 | 2 | 3;
  /** The types the operands may have (for `select`, the last two). */
  readonly operands: readonly ValueScalar[];
  /** "operand": the operands' type; "bool"; "stated": the expression's own type, one of `results`. */
  readonly result: "operand" | "bool" | "stated";
  readonly results?: readonly ValueScalar[];
}

export const ops = {
  /** a + b */
  add: { arity: 2, operands: numbers, result: "operand" },
  /** a - b */
  sub: { arity: 2, operands: numbers, result: "operand" },
  /** a * b */
  mul: { arity: 2, operands: numbers, result: "operand" },
  /** a / b; integers truncate, x / 0 is 0, INT_MIN / -1 wraps */
  div: {
    arity: 2,
    operands: numbers,
    result: "operand",
  },
  /** the floor of a / b; x / 0 is 0, INT_MIN / -1 wraps */
  floordiv: {
    arity: 2,
    operands: integers,
    result: "operand",
  },
  /** a - b * trunc(a / b) with the sign of a, like JavaScript's %; integers: x % 0 is 0 */
  rem: {
    arity: 2,
    operands: numbers,
    result: "operand",
  },
  /** the smaller; floats: NaN wins, -0 < +0 */
  min: { arity: 2, operands: numbers, result: "operand" },
  /** the larger; floats: NaN wins, -0 < +0 */
  max: { arity: 2, operands: numbers, result: "operand" },
  /** -a */
  neg: { arity: 1, operands: numbers, result: "operand" },
  /** |a|; |INT_MIN| wraps, unsigned unchanged */
  abs: { arity: 1, operands: numbers, result: "operand" },
  /** the square root, correctly rounded */
  sqrt: { arity: 1, operands: floats, result: "operand" },
  /** the integer towards -infinity */
  floor: { arity: 1, operands: floats, result: "operand" },
  /** the integer towards +infinity */
  ceil: { arity: 1, operands: floats, result: "operand" },
  /** the integer towards zero */
  trunc: { arity: 1, operands: floats, result: "operand" },
  /** the nearest integer, ties to even */
  nearest: { arity: 1, operands: floats, result: "operand" },
  /** |a| with the sign of b */
  copysign: { arity: 2, operands: floats, result: "operand" },
  /** bitwise and; logical for bools */
  and: { arity: 2, operands: bits, result: "operand" },
  /** bitwise or; logical for bools */
  or: { arity: 2, operands: bits, result: "operand" },
  /** bitwise exclusive or; logical for bools */
  xor: { arity: 2, operands: bits, result: "operand" },
  /** bitwise complement; logical for bools */
  not: { arity: 1, operands: bits, result: "operand" },
  /** a << (b mod width) */
  shl: { arity: 2, operands: integers, result: "operand" },
  /** a >> (b mod width): signed types copy the sign, unsigned types shift in zeros */
  shr: {
    arity: 2,
    operands: integers,
    result: "operand",
  },
  /** a rotated left by b mod width */
  rotl: { arity: 2, operands: integers, result: "operand" },
  /** leading zero bits */
  clz: { arity: 1, operands: integers, result: "operand" },
  /** trailing zero bits */
  ctz: { arity: 1, operands: integers, result: "operand" },
  /** one bits */
  popcnt: { arity: 1, operands: integers, result: "operand" },
  /** a === b */
  eq: { arity: 2, operands: values, result: "bool" },
  /** a !== b */
  ne: { arity: 2, operands: values, result: "bool" },
  /** a < b */
  lt: { arity: 2, operands: numbers, result: "bool" },
  /** a <= b */
  le: { arity: 2, operands: numbers, result: "bool" },
  /** a > b */
  gt: { arity: 2, operands: numbers, result: "bool" },
  /** a >= b */
  ge: { arity: 2, operands: numbers, result: "bool" },
  /** condition ? a : b, both evaluated */
  select: { arity: 3, operands: values, result: "operand" },
  /** the same number, rounded to a float type; from bool 0 or 1; to an integer type only from bool or a narrower integer type */
  convert: {
    arity: 1,
    operands: values,
    result: "stated",
    results: numbers,
  },
  /** truncated, then modulo 2^width, like JavaScript's ToInt32; NaN and infinities give 0 */
  wrap: {
    arity: 1,
    operands: numbers,
    result: "stated",
    results: integers,
  },
  /** truncated, then clamped to the type's range; NaN gives 0 */
  saturate: {
    arity: 1,
    operands: numbers,
    result: "stated",
    results: integers,
  },
  /** the same bits as another type of equal width */
  reinterpret: {
    arity: 1,
    operands: numbers,
    result: "stated",
    results: numbers,
  },
  /** the integer used as an index: clamped to the type's range; NaN gives -1, outside every array */
  index: {
    arity: 1,
    operands: floats,
    result: "stated",
    results: ["i32"],
  },
} as const satisfies Record<string, OpRow>;

export type Op = keyof typeof ops;

/** Read-modify-write operations of the `atomic` statement. Its optional `result` is the previous value. */
export const atomicOps = {
  add: { operands: numbers },
  sub: { operands: numbers },
  and: { operands: integers },
  or: { operands: integers },
  xor: { operands: integers },
  min: { operands: numbers },
  max: { operands: numbers },
  exchange: { operands: numbers },
  compareExchange: { operands: numbers },
  load: { operands: numbers },
  store: { operands: numbers },
  mul: { operands: numbers },
} as const satisfies Record<string, { readonly operands: readonly ValueScalar[] }>;

export type AtomicOp = keyof typeof atomicOps;

/**
 * Operations of the `subGroup` statement, which the members of a sub-group compute together. A shuffle returns another member's value, or the
 * work-item's own if that member does not exist. The others combine values in the order of a fixed tree (docs/ir.md).
 */
export const subGroupOps = {
  /** the value of the member with that lane */
  shuffle: { isShuffle: true },
  /** the value of the member that many lanes below */
  shuffleUp: { isShuffle: true },
  /** the value of the member that many lanes above */
  shuffleDown: { isShuffle: true },
  /** the value of the member whose lane is this one's xor the mask */
  shuffleXor: { isShuffle: true },
  /** all values combined */
  reduce: { isShuffle: false },
  /** the values up to this lane, combined */
  inclusiveScan: { isShuffle: false },
  /** the values before this lane, combined; the identity in lane 0 */
  exclusiveScan: { isShuffle: false },
} as const satisfies Record<string, { readonly isShuffle: boolean }>;

export type SubGroupOp = keyof typeof subGroupOps;

/** Operations that combine two values of a group or a sub-group. */
export const combinations = ["add", "mul", "min", "max", "and", "or", "xor"] as const satisfies readonly Op[];

export type Combination = (typeof combinations)[number];

/** What a work-item can query about itself, by dimension (0 is the slowest); each is an i32. */
export const queries = {
  /** this work-item's index */
  globalId: {},
  /** the range's size */
  globalSize: {},
  /** this work-item's index in its group */
  localId: {},
  /** the group's size */
  localSize: {},
  /** this group's index */
  groupId: {},
  /** the number of groups */
  groupCount: {},
  /** the first index of the range */
  globalOffset: {},
  // Sub-groups have no dimensions: use dimension 0.
  /** the sub-group's index in its group */
  subGroupId: {},
  /** the number of sub-groups in the group */
  subGroupCount: {},
  /** the number of members in a full sub-group */
  subGroupSize: {},
  /** the number of members in this sub-group: a group's last one may have fewer */
  subGroupMembers: {},
  /** this work-item's index in its sub-group */
  subGroupLane: {},
} as const satisfies Record<string, object>;

export type Query = keyof typeof queries;

/** The index that replaces a fractional number in kernels that may have one (codegen/src/fractional-parameters.ts): outside every array. */
export const NO_INTEGER_INDEX = -(2 ** 31 - 1);
