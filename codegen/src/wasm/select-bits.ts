// Selects bit operations, comparisons and `select`: the rows from and to select of the ops table.

import type { Op } from "@lanewise/ir";
import { i32Const, i64Const, instruction } from "./instructions.js";
import {
  binary,
  floatRows,
  integerRows,
  type OpTable,
  type Select,
  type StatedOp,
  unary,
  unaryIntegerRows,
} from "./selection.js";

const complement32: Select = (_, a) => instruction("i32.xor", a, i32Const(-1));
const complement64: Select = (_, a) => instruction("i64.xor", a, i64Const(-1n));
const select: Select = (_, condition, a, b) => instruction("select", a, b, condition);

export const bits = {
  and: { ...integerRows("and"), bool: binary("i32.and") },
  or: { ...integerRows("or"), bool: binary("i32.or") },
  xor: { ...integerRows("xor"), bool: binary("i32.xor") },
  not: { i32: complement32, u32: complement32, i64: complement64, u64: complement64, bool: unary("i32.eqz") },
  shl: integerRows("shl"),
  shr: integerRows("shr_s", "shr_u"),
  rotl: integerRows("rotl"),
  clz: unaryIntegerRows("clz"),
  ctz: unaryIntegerRows("ctz"),
  popcnt: unaryIntegerRows("popcnt"),
  eq: { ...integerRows("eq"), ...floatRows("eq"), bool: binary("i32.eq") },
  ne: { ...integerRows("ne"), ...floatRows("ne"), bool: binary("i32.ne") },
  lt: { ...integerRows("lt_s", "lt_u"), ...floatRows("lt") },
  le: { ...integerRows("le_s", "le_u"), ...floatRows("le") },
  gt: { ...integerRows("gt_s", "gt_u"), ...floatRows("gt") },
  ge: { ...integerRows("ge_s", "ge_u"), ...floatRows("ge") },
  select: { i32: select, u32: select, i64: select, u64: select, f32: select, f64: select, bool: select },
} as const satisfies Partial<OpTable<Exclude<Op, StatedOp>>>;
