// Loads and stores four neighbouring elements of each work-item's row together, as a tile. Registers hold it transposed, so that a vector has the
// values of all work-items for one iteration. 8- and 16-bit elements stay packed until their iteration.

import { type ScalarType, scalars } from "@lanewise/ir";
import { type Instruction, i32Const, instruction, localGet, localSet, memoryAccess } from "../instructions.js";
import type { Address } from "../memory.js";
import { bindVector, type GangContext, shuffle, type Vector } from "./gang-context.js";
import { halvesToFloats } from "./half-floats.js";
import { loadLanes } from "./vector-loads.js";
import { each, registerOf } from "./vector-operations.js";

/** The address of each work-item's row, called in work-item order. */
type RowAddress = (item: number) => Address;
/** The vector for an iteration. */
type Tile = (round: number) => Vector;

export function loadTile(context: GangContext, type: ScalarType, row: RowAddress): Tile {
  const { size, signed } = scalars[type];
  if (size === 4 || size === 8) return kept(context, size === 4 ? loadWords(context, row) : loadDoubles(context, row));
  const packed = kept(context, size === 1 ? [loadLanes(context, 4, row)] : loadShorts(context, row));
  const perRegister = 4 / size;
  return (round) => {
    const register = packed(Math.floor(round / perRegister));
    const value = unpack(context, size === 1 ? 8 : 16, signed && type !== "f16", register, round % perRegister);
    if (type === "f16") return halvesToFloats(context, value);
    if (type !== "bool") return value;
    return value.map((one) => instruction("i32x4.ne", one, context.pooled(new Uint8Array(16))));
  };
}

/** Holds the vectors in locals until all iterations are done. */
function kept(context: GangContext, vectors: readonly Vector[]): Tile {
  const locals = vectors.map((vector) =>
    vector.map((register) => {
      const local = context.code.local("v128");
      context.code.emit(localSet(local, register));
      return localGet(local);
    }),
  );
  return (index) => locals[index] ?? [];
}

/** Element `index` of the two or four that each 32 bits hold. */
function unpack(context: GangContext, bits: 8 | 16, isSigned: boolean, packed: Vector, index: number): Vector {
  const isLast = (index + 1) * bits === 32;
  const shift = (op: "i32x4.shl" | "i32x4.shr_s" | "i32x4.shr_u", value: Vector, count: number): Vector =>
    count === 0 ? value : value.map((one) => instruction(op, one, i32Const(count)));
  if (isSigned) return shift("i32x4.shr_s", shift("i32x4.shl", packed, 32 - (index + 1) * bits), 32 - bits);
  const low = shift("i32x4.shr_u", packed, index * bits);
  return isLast ? low : lowBits(context, bits, low);
}

function lowBits({ pooled }: GangContext, bits: 8 | 16, value: Vector): Vector {
  const limit = 2 ** bits - 1;
  const mask = pooled(new Uint8Array(Int32Array.of(limit, limit, limit, limit).buffer));
  return value.map((one) => instruction("v128.and", one, mask));
}

const words = (...numbers: readonly number[]): readonly number[] =>
  numbers.flatMap((word) => [4 * word, 4 * word + 1, 4 * word + 2, 4 * word + 3]);
const LOW_WORDS = words(0, 4, 1, 5);
const HIGH_WORDS = words(2, 6, 3, 7);
const LOW_HALVES = words(0, 1, 4, 5);
const HIGH_HALVES = words(2, 3, 6, 7);
const EVEN_WORDS = words(0, 2, 4, 6);
const ODD_WORDS = words(1, 3, 5, 7);

/** Shuffles each pair of neighbouring registers. */
function combine(value: Vector, lanes: readonly number[]): Vector {
  return Array.from({ length: value.length / 2 }, (_, pair) =>
    shuffle(registerOf(value, 2 * pair), registerOf(value, 2 * pair + 1), lanes),
  );
}

/** Transposes rows of 32-bit elements to iterations, or back: each group of four registers becomes the first, second, third and fourth elements. */
function transposeWords(context: GangContext, rows: Vector): readonly Vector[] {
  const low = bindVector(context, combine(rows, LOW_WORDS));
  const high = bindVector(context, combine(rows, HIGH_WORDS));
  return [combine(low, LOW_HALVES), combine(low, HIGH_HALVES), combine(high, LOW_HALVES), combine(high, HIGH_HALVES)];
}

function loadRows(context: GangContext, row: RowAddress): readonly Address[] {
  return Array.from({ length: context.gang }, (_, item) => row(item));
}

function loadWhole(context: GangContext, rows: readonly Address[], distance: number): Vector {
  return rows.map(({ base, offset }) => context.bind("v128", memoryAccess("v128.load", offset + distance, base)));
}

function loadWords(context: GangContext, row: RowAddress): readonly Vector[] {
  return transposeWords(context, loadWhole(context, loadRows(context, row), 0));
}

function loadDoubles(context: GangContext, row: RowAddress): readonly Vector[] {
  const rows = loadRows(context, row);
  return [0, 16].flatMap((distance) => {
    const loaded = loadWhole(context, rows, distance);
    return [combine(loaded, LOW_HALVES), combine(loaded, HIGH_HALVES)];
  });
}

/** The first two elements of each row in 32 bits, then the second two. */
function loadShorts(context: GangContext, row: RowAddress): readonly Vector[] {
  const pairs = loadLanes(context, 8, row);
  return [combine(pairs, EVEN_WORDS), combine(pairs, ODD_WORDS)];
}

/** `rounds`: the values of each iteration in memory's form, in 32 bits if memory's elements are smaller. */
export function storeTile(context: GangContext, size: 1 | 2 | 4 | 8, row: RowAddress, rounds: readonly Vector[]): void {
  const { code } = context;
  const of = (round: number): Vector => rounds[round] ?? [];
  const storeLanes = (op: "v128.store32_lane" | "v128.store64_lane", value: Vector, perRegister: 2 | 4): void => {
    const bound = bindVector(context, value);
    for (let item = 0; item < context.gang; item++) {
      const { base, offset } = row(item);
      const register = registerOf(bound, Math.floor(item / perRegister));
      code.emit({ kind: "plain", op, operands: [base, register], immediates: [offset, item % perRegister] });
    }
  };
  const storeRows = (perRow: readonly (readonly Instruction[])[]): void => {
    perRow.forEach((registers, item) => {
      const { base, offset } = row(item);
      code.emit(...registers.map((one, part) => memoryAccess("v128.store", offset + 16 * part, base, one)));
    });
  };
  switch (size) {
    case 1: {
      const bytes = [0, 1, 2, 3].map((round) => shifted(context, 8, of(round), round));
      storeLanes(
        "v128.store32_lane",
        bytes.reduce((a, b) => each("v128.or", a, b)),
        4,
      );
      return;
    }
    case 2: {
      const [first, second] = [0, 2].map((from) =>
        bindVector(context, each("v128.or", shifted(context, 16, of(from), 0), shifted(context, 16, of(from + 1), 1))),
      );
      const pairs = (first ?? []).flatMap((one, group) => {
        const other = registerOf(second ?? [], group);
        return [shuffle(one, other, LOW_WORDS), shuffle(one, other, HIGH_WORDS)];
      });
      storeLanes("v128.store64_lane", pairs, 2);
      return;
    }
    case 4: {
      const registers = of(0).flatMap((_, group) => rounds.map((vector) => registerOf(vector, group)));
      const columns = transposeWords(context, registers);
      storeRows(of(0).flatMap((_, group) => columns.map((column) => [registerOf(column, group)])));
      return;
    }
    case 8:
      storeRows(
        of(0).flatMap((_, pair) =>
          [LOW_HALVES, HIGH_HALVES].map((lanes) =>
            [0, 2].map((round) => shuffle(registerOf(of(round), pair), registerOf(of(round + 1), pair), lanes)),
          ),
        ),
      );
  }
}

/** The low bits, shifted to their iteration's position in the packed word. */
function shifted(context: GangContext, bits: 8 | 16, value: Vector, index: number): Vector {
  const isLast = (index + 1) * bits === 32;
  const low = isLast ? value : lowBits(context, bits, value);
  return index === 0 ? low : low.map((one) => instruction("i32x4.shl", one, i32Const(index * bits)));
}
