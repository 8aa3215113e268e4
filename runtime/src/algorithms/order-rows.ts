// How elements of each type of array become keys (order-kernels.ts): the array type for their bits, the kernels, and the bits to flip.

import type { Kernel0, Kernel1, Kernel2 } from "../language/index.js";
import { bufferOf, byteOffsetOf, lengthOf } from "../values/index.js";
import type { ArrayType, NumberArray, NumberArrayName } from "./arrays.js";
import * as kernels from "./order-kernels.js";

export type Bits = Uint8Array | Uint16Array | Uint32Array | BigUint64Array;

interface Kernels<A, N> {
  readonly best: (blocks: kernels.Blocks<A, N>) => Kernel2;
  readonly pick: (pick: kernels.Pick<A, N>) => Kernel0;
  readonly candidates: (candidates: kernels.Candidates<A, N>) => Kernel1;
  readonly count: (counting: kernels.Counting<A, N>) => Kernel1;
  readonly choose: (choosing: kernels.Choosing<A, N>) => Kernel0;
  readonly merge: (merging: kernels.Merging<A, N>) => Kernel1;
  readonly changes: (changes: kernels.Changes<A, N>) => Kernel1;
}

export interface OrderRow<A extends Bits = Bits, N = number | bigint> extends Kernels<A, N> {
  readonly type: ArrayType<A>;
  /** The array type of keys, by name. */
  readonly keys: NumberArrayName;
  flip(isDescending: boolean): N;
  /** Converts a number to the type that the kernels accept. */
  number(value: number | bigint): N;
  /** The bits of the element with that key. */
  bitsOf(key: N): N;
}

// A table for all types cannot express that the bits, kernels and numbers of a row are of one type.
const general = <A extends Bits, N>(row: OrderRow<A, N>) => row as unknown as OrderRow;

function narrow<A extends Uint8Array | Uint16Array | Uint32Array>(
  type: ArrayType<A>,
  own: Kernels<A, number>,
  sign = 0,
): OrderRow {
  const size = 8 * type.BYTES_PER_ELEMENT;
  const flip = (isDescending: boolean): number => (sign ^ (isDescending ? -1 : 0)) >>> (32 - size);
  return general({
    ...own,
    type,
    keys: `Uint${size}Array` as NumberArrayName,
    flip,
    number: Number,
    bitsOf: (key) => (key ^ flip(false)) >>> 0,
  });
}

const all = 0xffff_ffff_ffff_ffffn;
const highest = 1n << 63n;

function wide(own: Kernels<BigUint64Array, bigint>, sign = 0n): OrderRow {
  return general({
    ...own,
    type: BigUint64Array,
    keys: "BigUint64Array",
    flip: (isDescending) => sign ^ (isDescending ? all : 0n),
    number: BigInt,
    bitsOf: (key) => key ^ sign,
  });
}

const SIGN = 1 << 31;
const { best8, pick8, candidates8, count8, choose8, merge8, changes8 } = kernels;
const { best16, pick16, candidates16, count16, choose16, merge16, changes16 } = kernels;
const { best32, pick32, candidates32, count32, choose32, merge32, changes32 } = kernels;
const { best64, pick64, candidates64, count64, choose64, merge64, changes64 } = kernels;
const { bestF32, pickF32, candidatesF32, countF32, chooseF32, mergeF32, changesF32 } = kernels;
const { bestF64, pickF64, candidatesF64, countF64, chooseF64, mergeF64, changesF64 } = kernels;
const of8 = {
  ...{ best: best8, pick: pick8, candidates: candidates8, count: count8, choose: choose8 },
  ...{ merge: merge8, changes: changes8 },
};
const of16 = {
  ...{ best: best16, pick: pick16, candidates: candidates16, count: count16, choose: choose16 },
  ...{ merge: merge16, changes: changes16 },
};
const of32 = {
  ...{ best: best32, pick: pick32, candidates: candidates32, count: count32, choose: choose32 },
  ...{ merge: merge32, changes: changes32 },
};
const of64 = {
  ...{ best: best64, pick: pick64, candidates: candidates64, count: count64, choose: choose64 },
  ...{ merge: merge64, changes: changes64 },
};
const ofF32 = {
  ...{ best: bestF32, pick: pickF32, candidates: candidatesF32, count: countF32, choose: chooseF32 },
  ...{ merge: mergeF32, changes: changesF32 },
};
const ofF64 = {
  ...{ best: bestF64, pick: pickF64, candidates: candidatesF64, count: countF64, choose: chooseF64 },
  ...{ merge: mergeF64, changes: changesF64 },
};

export const orderRows = {
  Int8Array: narrow(Uint8Array, of8, SIGN),
  Uint8Array: narrow(Uint8Array, of8),
  Uint8ClampedArray: narrow(Uint8Array, of8),
  Int16Array: narrow(Uint16Array, of16, SIGN),
  Uint16Array: narrow(Uint16Array, of16),
  Int32Array: narrow(Uint32Array, of32, SIGN),
  Uint32Array: narrow(Uint32Array, of32),
  BigInt64Array: wide(of64, highest),
  BigUint64Array: wide(of64),
  Float32Array: { ...narrow(Uint32Array, ofF32), bitsOf: (key) => Number(floatBits(BigInt(key), 32n)) },
  Float64Array: { ...wide(ofF64), bitsOf: (key) => floatBits(BigInt(key), 64n) },
} as const satisfies Record<NumberArrayName, OrderRow>;

/** For keys made by keyOfF32 or keyOfF64. */
function floatBits(key: bigint, size: bigint): bigint {
  const isPositive = key >> (size - 1n) === 1n;
  return key ^ (isPositive ? 1n << (size - 1n) : (1n << size) - 1n);
}

/** The array's elements as bits. */
export function bitsOf({ type }: OrderRow, array: NumberArray): Bits {
  return new type(bufferOf(array), byteOffsetOf(array), lengthOf(array));
}
