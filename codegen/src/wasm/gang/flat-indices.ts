// Computes each work-item's indices in the "flat" shape, where gangs cross row ends: from the first work-item's indices
// or, for unusual ranges, by division.

import { invariant } from "@lanewise/ir";
import type { FunctionBuilder } from "../function-builder.js";
import { f32Const, type Instruction, i32Const, ifElse, instruction, localGet, localSet } from "../instructions.js";
import { shuffle } from "./gang-context.js";
import type { Frame } from "./gang-frame.js";
import { itemNumbers } from "./per-item.js";

/** The registers of the indices, by dimension. */
export function flatIndices(frame: Frame): readonly (readonly number[])[] {
  const { base, gang } = frame;
  const { code, fn, sizes } = base;
  const vectors = sizes.map(() => Array.from({ length: gang / 4 }, () => code.local("v128")));
  const [inner, next] = [sizes.at(-1), sizes.at(-2)];
  invariant(inner !== undefined && next !== undefined, "flat gangs go over two dimensions at least");
  const isNarrow = instruction("i32.le_u", localGet(inner), i32Const(MAX_WIDTH));
  const isLong = instruction("i32.ge_u", localGet(next), i32Const(gang));
  const isQuick = fn.dimensions === 2 ? isNarrow : instruction("i32.and", isNarrow, isLong);
  code.statement(() => {
    const quick = code.collect(() => countOn(frame, vectors));
    const general = code.collect(() => divideIds(frame, vectors));
    code.emit(ifElse(isQuick, undefined, quick, general));
  });
  return vectors;
}

/** Up to this width, indices are exact in f32 and their quotients far enough from the next integer. */
const MAX_WIDTH = 2 ** 20;

/** Counts on from the first work-item's indices: the quotient is at most the gang size, so an outer index wraps at most once. */
function countOn({ base, gang, pool, x }: Frame, vectors: readonly (readonly number[])[]): void {
  const { code, sizes } = base;
  const first = [...sizes].reverse().reduce<{ rest: Instruction; indices: Instruction[] }>(
    ({ rest, indices }, size, position) => {
      if (position === sizes.length - 1) return { rest, indices: [rest, ...indices] };
      const quotient = code.bind("i32", instruction("i32.div_u", rest, localGet(size)));
      const index = instruction("i32.sub", rest, instruction("i32.mul", quotient, localGet(size)));
      return { rest: quotient, indices: [code.bind("i32", index), ...indices] };
    },
    { rest: localGet(x), indices: [] },
  ).indices;
  const splats = first.map((index) => code.bind("v128", instruction("i32x4.splat", index)));
  const widths = sizes.map((size) => code.bind("v128", instruction("i32x4.splat", localGet(size))));
  const inner = sizes.length - 1;
  const width = instruction("f32.convert_i32_u", localGet(sizes[inner] ?? 0));
  const inverse = code.bind("v128", instruction("f32x4.splat", instruction("f32.div", f32Const(1), width)));
  const magic = 1.5 * 2 ** 23;
  const rounding = pool.constant(new Uint8Array(Float32Array.of(magic, magic, magic, magic).buffer));
  const half = pool.constant(new Uint8Array(Float32Array.of(0.5, 0.5, 0.5, 0.5).buffer));
  itemNumbers(gang, 1).forEach((bytes, register) => {
    const set = (dimension: number, value: Instruction): void => {
      const local = vectors[dimension]?.[register];
      invariant(local !== undefined, "each dimension has its registers");
      code.emit(localSet(local, value));
    };
    const at = (from: readonly Instruction[], dimension: number): Instruction => {
      const found = from[dimension];
      invariant(found, "each dimension has its size");
      return found;
    };
    const id = code.bind("v128", instruction("i32x4.add", at(splats, inner), pool.constant(bytes)));
    // (id + 1/2) / width - 1/2 rounds to the quotient: adding `rounding` rounds, and leaves the integer in the low bits.
    const middle = instruction("f32x4.add", instruction("f32x4.convert_i32x4_s", id), half);
    const exact = instruction("f32x4.sub", instruction("f32x4.mul", middle, inverse), half);
    const quotient = instruction("i32x4.sub", instruction("f32x4.add", exact, rounding), rounding);
    let carry = code.bind("v128", quotient);
    set(inner, instruction("i32x4.sub", id, instruction("i32x4.mul", carry, at(widths, inner))));
    for (let dimension = inner - 1; dimension > 0; dimension--) {
      const sum = code.bind("v128", instruction("i32x4.add", at(splats, dimension), carry));
      const isOver = code.bind("v128", instruction("i32x4.ge_s", sum, at(widths, dimension)));
      set(dimension, instruction("i32x4.sub", sum, instruction("v128.and", isOver, at(widths, dimension))));
      carry = code.bind("v128", instruction("i32x4.neg", isOver));
    }
    set(0, instruction("i32x4.add", at(splats, 0), carry));
  });
}

/** Divides once per work-item and dimension, for any sizes. */
function divideIds({ base, gang, pool, x }: Frame, vectors: readonly (readonly number[])[]): void {
  const { code, fn, sizes } = base;
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
}

const HIGH_HALF = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];

/** Divides four i32 by one divisor, exactly, in f64. */
function divide(code: FunctionBuilder, value: Instruction, divisor: Instruction): Instruction {
  const by = code.bind("v128", instruction("f64x2.splat", instruction("f64.convert_i32_u", divisor)));
  const half = (part: Instruction) => {
    const quotients = instruction("f64x2.div", instruction("f64x2.convert_low_i32x4_u", part), by);
    return instruction("i32x4.trunc_sat_f64x2_u_zero", quotients);
  };
  return shuffle(half(value), half(shuffle(value, value, HIGH_HALF)), LOW_HALVES);
}
