// The operation table: each operation's operands, result and meaning, once. The verifier checks against it, and each
// target's selection table is closed over its keys, so that a new row fails to compile until every target has it.
// All operands are evaluated, left to right; none has an effect. Integer arithmetic wraps.

import type { ValueScalar } from "./types.js";

const integers = ["i32", "u32", "i64", "u64"] as const satisfies readonly ValueScalar[];
const floats = ["f32", "f64"] as const satisfies readonly ValueScalar[];
const numbers = [...integers, ...floats] as const;
const bits = [...integers, "bool"] as const;
const values = [...numbers, "bool"] as const;

export interface OpRow {
  /** How many operands; all have one type, but for `select`, whose first is a bool. */
  readonly arity: 1 | 2 | 3;
  /** The types the operands may have (of `select`: the last two). */
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
  /** a - b * trunc(a / b) with the sign of a, as JavaScript's %; integers: x % 0 is 0 */
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
  /** bitwise and; of bools, logical */
  and: { arity: 2, operands: bits, result: "operand" },
  /** bitwise or; of bools, logical */
  or: { arity: 2, operands: bits, result: "operand" },
  /** bitwise exclusive or; of bools, logical */
  xor: { arity: 2, operands: bits, result: "operand" },
  /** bitwise complement; of a bool, logical */
  not: { arity: 1, operands: bits, result: "operand" },
  /** a << (b mod width) */
  shl: { arity: 2, operands: integers, result: "operand" },
  /** a >> (b mod width): signed types copy the sign, unsigned shift in zeros */
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
  /** truncated, then modulo 2^width, as JavaScript's ToInt32; NaN and infinities give 0 */
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
  /** the same bits as another type of the same width */
  reinterpret: {
    arity: 1,
    operands: numbers,
    result: "stated",
    results: numbers,
  },
  /** the integer that indexes an array: clamped to the type's range; NaN gives -1, which is outside of all */
  index: {
    arity: 1,
    operands: floats,
    result: "stated",
    results: ["i32"],
  },
} as const satisfies Record<string, OpRow>;

export type Op = keyof typeof ops;

/** Read-modify-write operations of the `atomic` statement. Its `result`, where asked for, is the value before. */
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
 * What the members of a sub-group compute together, as a `subGroup` statement. A shuffle gives the value of another member, the work-item's own
 * where there is no such member. The others combine values in the order of a fixed tree (docs/ir.md).
 */
export const subGroupOps = {
  /** the value of the member with that lane */
  shuffle: { isShuffle: true },
  /** the value of the member so many lanes below */
  shuffleUp: { isShuffle: true },
  /** the value of the member so many lanes above */
  shuffleDown: { isShuffle: true },
  /** the value of the member whose lane is this one's xor the mask */
  shuffleXor: { isShuffle: true },
  /** all values in one */
  reduce: { isShuffle: false },
  /** the values up to this lane in one */
  inclusiveScan: { isShuffle: false },
  /** the values before this lane in one; in lane 0 what changes no value */
  exclusiveScan: { isShuffle: false },
} as const satisfies Record<string, { readonly isShuffle: boolean }>;

export type SubGroupOp = keyof typeof subGroupOps;

/** What combines two values of a group or a sub-group. */
export const combinations = ["add", "mul", "min", "max", "and", "or", "xor"] as const satisfies readonly Op[];

export type Combination = (typeof combinations)[number];

/** What a work-item may ask about itself, by dimension (0 is the slowest); each is an i32. */
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
  /** the index that the range begins at */
  globalOffset: {},
  // Of sub-groups, which have no dimensions: asked of dimension 0.
  /** the sub-group's index in its group */
  subGroupId: {},
  /** the number of sub-groups in the group */
  subGroupCount: {},
  /** how many members a whole sub-group has */
  subGroupSize: {},
  /** how many members this sub-group has: the last one of a group may have fewer */
  subGroupMembers: {},
  /** this work-item's index in its sub-group */
  subGroupLane: {},
} as const satisfies Record<string, object>;

export type Query = keyof typeof queries;

/** What indexes instead of a number with a fraction, in kernels that may have one (codegen/src/fractional-parameters.ts): outside of all arrays. */
export const NO_INTEGER_INDEX = -(2 ** 31 - 1);
