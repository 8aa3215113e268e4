// Converts f16 in vectors, as bits widened to 32 each, to f32 and back, with integer operations on whole registers. The formulas are those of the
// scalar helpers (wasm/helpers.ts).

import { type Instruction, i32Const, instruction } from "../instructions.js";
import type { GangContext, Vector } from "./gang-context.js";

type Context = Pick<GangContext, "bind" | "pooled">;

/** The same 32 bits in all elements. */
function words(context: Context, bits: number): Instruction {
  return context.pooled(new Uint8Array(Uint32Array.of(bits, bits, bits, bits).buffer));
}

/** The numbers whose bits are the low 16 of each element; the upper bits are zero. Exact. */
export function halvesToFloats(context: Context, halves: Vector): Vector {
  return halves.map((register) => {
    const bits = context.bind("v128", register);
    const withoutSign = instruction("v128.and", bits, words(context, 0x7fff));
    const magnitude = context.bind("v128", instruction("i32x4.shl", withoutSign, i32Const(13)));
    // 2^112, the difference of the biases, makes subnormals normal.
    const scaled = instruction("f32x4.mul", magnitude, words(context, 0x77800000));
    // Infinity and NaN have all exponent bits set, in f32 as in f16.
    const isSpecial = instruction("i32x4.gt_s", magnitude, words(context, 0x0f7fffff));
    const exponent = instruction("v128.and", isSpecial, words(context, 0x7f800000));
    const sign = instruction("i32x4.shl", instruction("v128.andnot", bits, words(context, 0x7fff)), i32Const(16));
    return instruction("v128.or", instruction("v128.or", scaled, exponent), sign);
  });
}

/** The bits of the nearest f16, ties to even, in the low 16 of each element. (F. Giesen, float_to_half_fast3_rtne) */
export function floatsToHalves(context: Context, floats: Vector): Vector {
  return floats.map((register) => {
    const all = context.bind("v128", register);
    const bits = context.bind("v128", instruction("v128.and", all, words(context, 0x7fffffff)));
    const isNotANumber = instruction("i32x4.gt_s", bits, words(context, 0x7f800000));
    const special = instruction(
      "v128.or",
      words(context, 0x7c00),
      instruction("v128.and", isNotANumber, words(context, 0x200)),
    );
    // Adding 0.5 leaves a subnormal's rounded bits at the bottom of the sum.
    const half = words(context, 0x3f000000);
    const subnormal = instruction("i32x4.sub", instruction("f32x4.add", bits, half), half);
    const isOdd = instruction("v128.and", instruction("i32x4.shr_u", bits, i32Const(13)), words(context, 1));
    const rebiased = instruction("i32x4.add", instruction("i32x4.add", bits, words(context, 0xc8000fff)), isOdd);
    const normal = instruction("i32x4.shr_u", rebiased, i32Const(13));
    const isSubnormal = instruction("i32x4.lt_s", bits, words(context, 0x38800000));
    const finite = instruction("v128.bitselect", subnormal, normal, isSubnormal);
    const isSpecial = instruction("i32x4.gt_s", bits, words(context, 0x477fffff));
    const magnitude = instruction("v128.bitselect", special, finite, isSpecial);
    const sign = instruction("v128.and", instruction("i32x4.shr_u", all, i32Const(16)), words(context, 0x8000));
    return instruction("v128.or", magnitude, sign);
  });
}
