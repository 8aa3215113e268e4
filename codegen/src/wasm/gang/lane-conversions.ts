// Converts integers and masks between lane widths: a gang of 16 has 1, 2 or 4 registers.

import type { Conversion, LaneBits } from "../../analysis/lanes/lane-bits.js";
import { instruction } from "../instructions.js";
import type { Mnemonic } from "../opcodes.js";
import { bindVector, type GangContext, type Vector } from "./gang-context.js";
import { registerOf } from "./vector-operations.js";

type Sign = "s" | "u";

/** `sign` says how the value fits the narrower lanes; undefined keeps only its low bits. */
export function convertLanes(
  context: GangContext,
  value: Vector,
  from: LaneBits,
  to: LaneBits,
  sign: Conversion["sign"],
): Vector {
  const letter = sign === "signed" ? "s" : "u";
  if (from < to) return widen(context, value, from, to, letter);
  const exact = sign ? value : lowBits(context, value, from, to);
  const shorts = from === 32 ? narrowed(`i16x8.narrow_i32x4_${letter}`, bindVector(context, exact)) : exact;
  return to === 8 ? narrowed(`i8x16.narrow_i16x8_${letter}`, bindVector(context, shorts)) : shorts;
}

function widen(context: GangContext, value: Vector, from: LaneBits, to: LaneBits, sign: Sign): Vector {
  const shorts =
    from === 8 ? halves(context, value, `i16x8.extend_low_i8x16_${sign}`, `i16x8.extend_high_i8x16_${sign}`) : value;
  if (to === 16) return shorts;
  return halves(context, shorts, `i32x4.extend_low_i16x8_${sign}`, `i32x4.extend_high_i16x8_${sign}`);
}

function halves(context: GangContext, value: Vector, low: Mnemonic, high: Mnemonic): Vector {
  return bindVector(context, value).flatMap((register) => [instruction(low, register), instruction(high, register)]);
}

/** Narrows two registers to one; the instruction saturates. */
export function narrowed(op: Mnemonic, value: Vector): Vector {
  return Array.from({ length: value.length / 2 }, (_, pair) =>
    instruction(op, registerOf(value, 2 * pair), registerOf(value, 2 * pair + 1)),
  );
}

function lowBits({ pooled }: GangContext, value: Vector, from: LaneBits, to: LaneBits): Vector {
  const mask = pooled(Uint8Array.from({ length: 16 }, (_, byte) => (byte % (from / 8) < to / 8 ? 0xff : 0)));
  return value.map((register) => instruction("v128.and", register, mask));
}
