// The kernels of sort for each array type: by element size, and by how bits of elements become those of keys.

import type { Kernel1 } from "../language/index.js";
import { bufferOf, byteLengthOf, byteOffsetOf, lengthOf } from "../values/index.js";
import type { ArrayType, NumberArray, NumberArrayName } from "./arrays.js";
import type { Launches } from "./launches.js";
import * as passes from "./sort-kernels.js";
import * as keys from "./sort-keys.js";

/** The inputs that all passes of one sort share. */
export interface Digits {
  readonly table: Int32Array;
  readonly from: Int32Array;
  readonly length: number;
  readonly piece: number;
}

/** The keys of one sort: their memory is bound to the kernels. */
export interface Keys {
  encode(from: Int32Array): Kernel1;
  decode(from: Int32Array): Kernel1;
  count(digits: Digits, pass: number): Kernel1;
  /** With or without values. */
  move(digits: Digits, pass: number, payload: passes.Payload | undefined): Kernel1;
}

interface Row {
  /** Passes of 8 bits. */
  readonly passes: number;
  makeKeys(launches: Launches, x: NumberArray, isDescending: boolean): Keys;
}

type Coding<K> = Record<"encode" | "decode", (coded: keys.Coded<K>) => Kernel1>;

type Narrow = Uint8Array | Uint16Array | Uint32Array;

/** For elements of up to 32 bits. `sign` flips the highest bit of signed integers. */
function narrow<K extends Narrow>(type: ArrayType<K>, { encode, decode }: Coding<K>, sign = 0): Row {
  const size = type.BYTES_PER_ELEMENT;
  return {
    passes: size,
    makeKeys: (launches, x, isDescending) => {
      const flip = (sign ^ (isDescending ? -1 : 0)) >>> (32 - 8 * size);
      const [a, b] = [launches.take(type, lengthOf(x)), launches.take(type, lengthOf(x))];
      const coded = { x: new type(bufferOf(x), byteOffsetOf(x), lengthOf(x)), a, b, pass: size, flip, flipLow: 0 };
      const at = (digits: Digits, pass: number) => ({ ...digits, a, b, pass, shift: 8 * pass });
      return {
        encode: (from) => encode({ ...coded, from }),
        decode: (from) => decode({ ...coded, from }),
        count: (digits, pass) => passes.countDigits(at(digits, pass)),
        move: (digits, pass, payload) =>
          payload ? passes.moveKeysAndValues({ ...at(digits, pass), ...payload }) : passes.moveKeys(at(digits, pass)),
      };
    },
  };
}

/** For 64-bit elements. */
function wide({ encode, decode }: Coding<Uint32Array>, sign = 0): Row {
  return {
    passes: 8,
    makeKeys: (launches, x, isDescending) => {
      const all = isDescending ? -1 : 0;
      const [a, b] = [launches.take(BigUint64Array, lengthOf(x)), launches.take(BigUint64Array, lengthOf(x))];
      const [words, aWords, bWords] = [wordsOf(x), wordsOf(a), wordsOf(b)];
      const flips = { flip: (sign ^ all) >>> 0, flipLow: all >>> 0 };
      const coded = { x: words, a: aWords, b: bWords, pass: 8, ...flips };
      const at = (digits: Digits, pass: number) => {
        const word = pass >> 2;
        return { ...digits, a, b, aWords, bWords, pass, word, shift: 8 * (pass & 3) };
      };
      return {
        encode: (from) => encode({ ...coded, from }),
        decode: (from) => decode({ ...coded, from }),
        count: (digits, pass) => passes.count64(at(digits, pass)),
        move: (digits, pass, payload) =>
          payload ? passes.movePairs64({ ...at(digits, pass), ...payload }) : passes.move64(at(digits, pass)),
      };
    },
  };
}

function wordsOf(array: ArrayBufferView): Uint32Array {
  return new Uint32Array(bufferOf(array), byteOffsetOf(array), byteLengthOf(array) / 4);
}

const SIGN = 1 << 31;
const bits8 = { encode: keys.encode8, decode: keys.decode8 };
const bits16 = { encode: keys.encode16, decode: keys.decode16 };
const bits32 = { encode: keys.encode32, decode: keys.decode32 };
const bits64 = { encode: keys.encode64, decode: keys.decode64 };

export const sortRows = {
  Int8Array: narrow(Uint8Array, bits8, SIGN),
  Uint8Array: narrow(Uint8Array, bits8),
  Uint8ClampedArray: narrow(Uint8Array, bits8),
  Int16Array: narrow(Uint16Array, bits16, SIGN),
  Uint16Array: narrow(Uint16Array, bits16),
  Int32Array: narrow(Uint32Array, bits32, SIGN),
  Uint32Array: narrow(Uint32Array, bits32),
  Float32Array: narrow(Uint32Array, { encode: keys.encodeF32, decode: keys.decodeF32 }),
  BigInt64Array: wide(bits64, SIGN),
  BigUint64Array: wide(bits64),
  Float64Array: wide({ encode: keys.encodeF64, decode: keys.decodeF64 }),
} as const satisfies Record<NumberArrayName, Row>;
