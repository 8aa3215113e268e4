// Packs 32-bit elements into memory's 8- or 16-bit ones.

import { instruction } from "../instructions.js";
import { bindVector, type GangContext, type Vector } from "./gang-context.js";
import { registerOf } from "./vector-operations.js";

/** Packs modulo 2^n: the instructions saturate, so the upper bits are cleared first. */
export function pack(context: GangContext, size: 1 | 2, value: Vector): Vector {
  const limit = size === 1 ? 0xff : 0xffff;
  const mask = context.pooled(new Uint8Array(Int32Array.of(limit, limit, limit, limit).buffer));
  const low = value.map((register) => instruction("v128.and", register, mask));
  const pairs = (registers: Vector, op: "i16x8.narrow_i32x4_u" | "i8x16.narrow_i16x8_u"): Vector =>
    Array.from({ length: Math.ceil(registers.length / 2) }, (_, pair) => {
      const first = registerOf(registers, 2 * pair);
      const second = registers[2 * pair + 1];
      if (second) return instruction(op, first, second);
      const bound = context.bind("v128", first);
      return instruction(op, bound, bound);
    });
  const shorts = pairs(low, "i16x8.narrow_i32x4_u");
  return bindVector(context, size === 2 ? shorts : pairs(shorts, "i8x16.narrow_i16x8_u"));
}
