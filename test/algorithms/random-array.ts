// Arrays of every type that algorithms take, with the same values each time, and how they are compared.

import type { NumberArray } from "lanewise/algorithms";
import { expect } from "vitest";

const types = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
  Float32Array,
  Float64Array,
] as const;
export type NumberArrayType = (typeof types)[number];

/** For `test.each`. */
export const arrayTypes = types.map((type) => [type.name, type] as const);

/** Lengths at which pieces, blocks and gangs end, and beside them. */
export const lengths = [0, 1, 2, 7, 16, 100, 1000, 4096, 4097, 70_001];

/** 32 bits that look random. */
function mixed(i: number): number {
  let x = Math.imul(i ^ (i >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** All bits of integers; floats between -1000 and 1000. */
export function randomArray(type: NumberArrayType, length: number): NumberArray {
  const array = new type(length);
  for (let i = 0; i < length; i++) {
    if (array instanceof BigInt64Array || array instanceof BigUint64Array) {
      array[i] = (BigInt(mixed(2 * i)) << 32n) | BigInt(mixed(2 * i + 1));
    } else if (array instanceof Float32Array || array instanceof Float64Array)
      array[i] = (mixed(i) / 2 ** 32 - 0.5) * 2000;
    else array[i] = mixed(i);
  }
  return array;
}

/** Tells -0 from 0, and not one NaN from another. Many times as fast as toEqual. */
export function expectSame(found: ArrayLike<number | bigint>, wanted: ArrayLike<number | bigint | undefined>): void {
  expect(found.length).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++)
    if (!Object.is(found[i], wanted[i])) expect([i, found[i]]).toEqual([i, wanted[i]]);
}
