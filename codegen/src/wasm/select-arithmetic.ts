// Selects arithmetic: the rows from add to copysign of the ops table. Integer division becomes total here: x / 0 is 0
// and INT_MIN / -1 wraps, where WebAssembly's instructions trap; a constant divisor needs no test.

import type { Op } from "@lanewise/ir";
import { isPowerDivisor } from "../math/remainder.js";
import {
  f32Const,
  f64Const,
  floatConstant,
  type Instruction,
  i32Const,
  i64Const,
  ifElse,
  instruction,
  integerConstant,
  localGet,
  localSet,
} from "./instructions.js";
import {
  floatRows,
  type IntegerName,
  integerRows,
  type OpTable,
  type Select,
  type SelectContext,
  type StatedOp,
  same,
  unaryFloatRows,
} from "./selection.js";

type Width = "i32" | "i64";
const constant = (width: Width, value: number) => (width === "i32" ? i32Const(value) : i64Const(BigInt(value)));
const make = (width: Width, name: IntegerName, ...operands: Instruction[]) =>
  instruction(`${width}.${name}`, ...operands);
const isNonZero = (width: Width, value: Instruction) =>
  width === "i32" ? value : make(width, "ne", value, constant(width, 0));

/** Whether the divisor is a constant that needs no test. */
function isSafeDivisor(divisor: Instruction, isSigned: boolean): boolean {
  const value = integerConstant(divisor);
  if (value === undefined || Number(value) === 0) return false;
  return !(isSigned && Number(value) === -1);
}

/** For b of 0 or -1, where the instruction traps or might, a / b is -(a & b). */
function signedDivision(width: Width, quotient: (a: Instruction, b: Instruction) => readonly Instruction[]) {
  return (context: SelectContext, dividend: Instruction, divisor: Instruction): Instruction => {
    const [a, b] = [context.bind(width, dividend), context.bind(width, divisor)];
    const isSpecial = make(width, "le_u", make(width, "add", b, constant(width, 1)), constant(width, 1));
    const special = make(width, "sub", constant(width, 0), make(width, "and", a, b));
    return ifElse(isSpecial, width, [special], quotient(a, b));
  };
}

const divideSigned =
  (width: Width): Select =>
  (context, a, b) =>
    isSafeDivisor(b, true)
      ? make(width, "div_s", a, b)
      : signedDivision(width, (a, b) => [make(width, "div_s", a, b)])(context, a, b);

/** Unsigned division and both remainders: 0 if the divisor is 0. */
const zeroForZero =
  (width: Width, name: "div_u" | "rem_s" | "rem_u"): Select =>
  (context, dividend, divisor) => {
    if (isSafeDivisor(divisor, false)) return make(width, name, dividend, divisor);
    const [a, b] = [context.bind(width, dividend), context.bind(width, divisor)];
    return ifElse(isNonZero(width, b), width, [make(width, name, a, b)], [constant(width, 0)]);
  };

/** The floor of a / b: the truncated quotient, minus one if there is a remainder whose sign is not the divisor's. */
const divideFloor =
  (width: Width): Select =>
  (context, dividend, divisor) => {
    const value = integerConstant(divisor);
    if (value !== undefined && value > 0) return divideFloorBy(width, BigInt(value), context, dividend, divisor);
    const quotient = context.temporary(width);
    const remainder = context.temporary(width);
    return signedDivision(width, (a, b) => {
      const isLess = make(width, "lt_s", make(width, "xor", localGet(remainder), b), constant(width, 0));
      const isOff = instruction("i32.and", make(width, "ne", localGet(remainder), constant(width, 0)), isLess);
      return [
        localSet(quotient, make(width, "div_s", a, b)),
        localSet(remainder, make(width, "sub", a, make(width, "mul", localGet(quotient), b))),
        make(width, "sub", localGet(quotient), width === "i32" ? isOff : instruction("i64.extend_i32_u", isOff)),
      ];
    })(context, dividend, divisor);
  };

/** Divides by a positive constant: a shift for a power of two, else a division without a test. */
function divideFloorBy(
  width: Width,
  value: bigint,
  context: SelectContext,
  dividend: Instruction,
  divisor: Instruction,
): Instruction {
  if ((value & (value - 1n)) === 0n)
    return make(width, "shr_s", dividend, constant(width, value.toString(2).length - 1));
  const a = context.bind(width, dividend);
  const sign = make(width, "shr_s", make(width, "rem_s", a, divisor), constant(width, width === "i32" ? 31 : 63));
  return make(width, "add", make(width, "div_s", a, divisor), sign);
}

const choose =
  (width: Width, comparison: IntegerName): Select =>
  (context, first, second) => {
    const [a, b] = [context.bind(width, first), context.bind(width, second)];
    return instruction("select", a, b, make(width, comparison, a, b));
  };

function chooseRows(signed: IntegerName, unsigned: IntegerName) {
  return {
    i32: choose("i32", signed),
    u32: choose("i32", unsigned),
    i64: choose("i64", signed),
    u64: choose("i64", unsigned),
  };
}

const negate =
  (width: Width): Select =>
  (_, a) =>
    make(width, "sub", constant(width, 0), a);

const absolute =
  (width: Width): Select =>
  (context, value) => {
    const a = context.bind(width, value);
    const negative = make(width, "sub", constant(width, 0), a);
    return instruction("select", negative, a, make(width, "lt_s", a, constant(width, 0)));
  };

/** JavaScript's %. A helper computes it for most numbers; if it returns NaN, the host does. */
const remainder: Select = (context, dividend, divisor) => {
  const power = floatConstant(divisor);
  if (power !== undefined && isPowerDivisor(power)) return remainderOfPower(context, "f64", dividend, power);
  const [a, b] = [context.bind("f64", dividend), context.bind("f64", divisor)];
  const found = context.bind("f64", context.callHelper("remainder", a, b));
  return ifElse(instruction("f64.eq", found, found), "f64", [found], [context.callMath("rem", a, b)]);
};

/** a - trunc(a / 2^k) 2^k, with the sign of a. */
function remainderOfPower(
  context: SelectContext,
  type: "f32" | "f64",
  dividend: Instruction,
  power: number,
): Instruction {
  const number = type === "f32" ? f32Const : f64Const;
  const a = context.bind(type, dividend);
  const quotient = instruction(`${type}.trunc`, instruction(`${type}.mul`, a, number(1 / power)));
  const rest = instruction(`${type}.sub`, a, instruction(`${type}.mul`, quotient, number(power)));
  return instruction(`${type}.copysign`, rest, a);
}

export const arithmetic = {
  add: { ...integerRows("add"), ...floatRows("add") },
  sub: { ...integerRows("sub"), ...floatRows("sub") },
  mul: { ...integerRows("mul"), ...floatRows("mul") },
  div: {
    i32: divideSigned("i32"),
    u32: zeroForZero("i32", "div_u"),
    i64: divideSigned("i64"),
    u64: zeroForZero("i64", "div_u"),
    ...floatRows("div"),
  },
  floordiv: {
    i32: divideFloor("i32"),
    u32: zeroForZero("i32", "div_u"),
    i64: divideFloor("i64"),
    u64: zeroForZero("i64", "div_u"),
  },
  rem: {
    i32: zeroForZero("i32", "rem_s"),
    u32: zeroForZero("i32", "rem_u"),
    i64: zeroForZero("i64", "rem_s"),
    u64: zeroForZero("i64", "rem_u"),
    // The remainder of two f32 is an f32, so rounding it changes nothing.
    f32: (context, a, b) => {
      const power = floatConstant(b);
      if (power !== undefined && isPowerDivisor(power)) return remainderOfPower(context, "f32", a, power);
      const [wide, divisor] = [instruction("f64.promote_f32", a), instruction("f64.promote_f32", b)];
      return instruction("f32.demote_f64", remainder(context, wide, divisor, divisor));
    },
    f64: remainder,
  },
  min: { ...chooseRows("lt_s", "lt_u"), ...floatRows("min") },
  max: { ...chooseRows("gt_s", "gt_u"), ...floatRows("max") },
  neg: {
    i32: negate("i32"),
    u32: negate("i32"),
    i64: negate("i64"),
    u64: negate("i64"),
    ...unaryFloatRows("neg"),
  },
  abs: { i32: absolute("i32"), u32: same, i64: absolute("i64"), u64: same, ...unaryFloatRows("abs") },
  sqrt: unaryFloatRows("sqrt"),
  floor: unaryFloatRows("floor"),
  ceil: unaryFloatRows("ceil"),
  trunc: unaryFloatRows("trunc"),
  nearest: unaryFloatRows("nearest"),
  copysign: floatRows("copysign"),
} as const satisfies Partial<OpTable<Exclude<Op, StatedOp>>>;

/** Math.round: halves round up; -0, and results that are -0, keep their sign. */
export const roundHalfUp = (type: "f32" | "f64"): Select => {
  const number = type === "f32" ? f32Const : f64Const;
  return (context, value) => {
    const a = context.bind(type, value);
    const floor = context.bind(type, instruction(`${type}.floor`, a));
    const isUp = instruction(`${type}.ge`, instruction(`${type}.sub`, a, floor), number(0.5));
    const rounded = instruction("select", instruction(`${type}.add`, floor, number(1)), floor, isUp);
    return instruction(`${type}.copysign`, rounded, a);
  };
};

/** Math.sign: the operand itself if it is NaN or a zero. */
export const sign = (type: "f32" | "f64"): Select => {
  const number = type === "f32" ? f32Const : f64Const;
  return (context, value) => {
    const a = context.bind(type, value);
    const one = instruction(`${type}.copysign`, number(1), a);
    // A NaN or a zero is neither below nor above zero.
    const isSigned = instruction(
      "i32.or",
      instruction(`${type}.lt`, a, number(0)),
      instruction(`${type}.gt`, a, number(0)),
    );
    return instruction("select", one, a, isSigned);
  };
};
