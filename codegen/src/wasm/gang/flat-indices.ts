// In "flat" shape a gang goes across rows: each work-item's indices, from its linear id, by division.

import { invariant } from "@lanewise/ir";
import type { FunctionBuilder } from "../function-builder.js";
import { type Instruction, instruction, localGet, localSet } from "../instructions.js";
import { shuffle } from "./gang-context.js";
import type { Frame } from "./gang-frame.js";
import { itemNumbers } from "./per-item.js";

/** By dimension, the registers of the indices. */
export function flatIndices({ base, gang, pool, x }: Frame): readonly (readonly number[])[] {
  const { code, fn, sizes } = base;
  const vectors = sizes.map(() => Array.from({ length: gang / 4 }, () => code.local("v128")));
  code.statement(() => {
    const first = code.bind("v128", instruction("i32x4.splat", localGet(x)));
    itemNumbers(gang, 1).forEach((bytes, register) => {
      let rest: Instruction = instruction("i32x4.add", first, pool.constant(bytes));
      for (let dimension = fn.dimensions - 1; dimension > 0; dimension--) {
        const [own, size] = [vectors[dimension]?.[register], sizes[dimension]];
        invariant(own !== undefined && size !== undefined, "each dimension has its locals");
        const id = code.bind("v128", rest);
        const quotient = code.bind("v128", divide(code, id, localGet(size)));
        const width = instruction("i32x4.splat", localGet(size));
        code.emit(localSet(own, instruction("i32x4.sub", id, instruction("i32x4.mul", quotient, width))));
        rest = quotient;
      }
      const outer = vectors[0]?.[register];
      invariant(outer !== undefined, "a range has dimensions");
      code.emit(localSet(outer, rest));
    });
  });
  return vectors;
}

const HIGH_HALF = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];

/** Four i32 by one: exact in f64. */
function divide(code: FunctionBuilder, value: Instruction, divisor: Instruction): Instruction {
  const by = code.bind("v128", instruction("f64x2.splat", instruction("f64.convert_i32_u", divisor)));
  const half = (part: Instruction) => {
    const quotients = instruction("f64x2.div", instruction("f64x2.convert_low_i32x4_u", part), by);
    return instruction("i32x4.trunc_sat_f64x2_u_zero", quotients);
  };
  return shuffle(half(value), half(shuffle(value, value, HIGH_HALF)), LOW_HALVES);
}
