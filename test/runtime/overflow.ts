// Kernels whose numbers are JavaScript's, and kernels whose numbers are not, for overflow.test.ts. A comment at the end of a line is what is found there:
// `// store out[3]: 1 / 2`, how it shows, where, what the kernel has and what JavaScript has. `// floats` and `// zeros` before it: with that option alone.
// Whatever wraps is pinned by a flavour: plain numbers are doubles.

export const kernels = `
import { reduce } from "lanewise/algorithms";
import { atomicRef, deviceGlobal, type f32, type FixedArray, i32, i64, type i8, localMemory, type NdItem, ndRange, Queue, reduction, structOf, u32, type u16, type u64, type u8 } from "lanewise";
export { checkOverflow } from "lanewise/overflow";

interface Particle { x: f32; count: i32; kind: u8 }

export const q = new Queue({ device: "cpu" });
const n = 16;
const ints = q.mallocShared(Int32Array, n);
const words = q.mallocShared(Uint32Array, n);
const bytes = q.mallocShared(Uint8Array, n);
const clamped = q.mallocShared(Uint8ClampedArray, n);
const x = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float64Array, n);
const wide = q.mallocShared(BigInt64Array, n);
const wideWords = q.mallocShared(BigUint64Array, n);
const particles = q.mallocShared(structOf<Particle>(), n);
const total = deviceGlobal<i32>();
const clear = (): void => {
  for (let i = 0; i < n; i++) ints[i] = 65536 * (i + 1) + i;
  for (let i = 0; i < n; i++) words[i] = 2 ** 31 + i;
  for (let i = 0; i < n; i++) x[i] = i / 3;
  for (let i = 0; i < n; i++) wide[i] = 2n ** 62n + BigInt(i);
  wideWords.fill(1n);
  bytes.fill(250); clamped.fill(0); out.fill(0);
};

export const programs = {
  // Arithmetic that wraps.
  "a product": () => q.parallelFor(n, (i) => {
    const v: i32 = ints[i]!;
    const square: i32 = v * v;
    out[i] = square; // store out[0]: 0 / 4294967296
  }),
  "a sum in a loop": () => q.parallelFor(n, (i) => {
    let s: i32 = 0;
    for (let k = 0; k < 16; k++) s = s + i32(ints[k]!) * 1000;
    out[i] = s; // store out[0]: 323081408 / 8913016000
  }),
  "a difference without a sign": () => q.parallelFor(n, (i) => {
    const v: u32 = u32(i);
    const d: u32 = v - 3;
    out[i] = d; // store out[0]: 4294967293 / -3
  }),
  "a negation": () => q.parallelFor(n, (i) => {
    const least: i32 = -2147483648 + i;
    const most: i32 = -least;
    out[i] = most; // store out[0]: -2147483648 / 2147483648
  }),
  "Math.abs": () => q.parallelFor(n, (i) => {
    const least: i32 = -2147483648 + i;
    const most: i32 = Math.abs(least);
    out[i] = most; // store out[0]: -2147483648 / 2147483648
  }),
  "a bigint": () => q.parallelFor(n, (i) => {
    const v: i64 = wide[i]!;
    const sum: i64 = v + v;
    if (sum > 0n) ints[i] = 1; // branch sum > 0n: false / true
  }),
  "a bigint without a sign": () => q.parallelFor(n, (i) => {
    const v: u64 = wideWords[i]!;
    const less: u64 = v - 2n;
    if (less > 0n) ints[i] = 1; // branch less > 0n: true / false
  }),
  "bits of a u32": () => q.parallelFor(n, (i) => {
    const v: u32 = words[i]!;
    const bits: u32 = v | 1;
    out[i] = bits; // store out[0]: 2147483649 / -2147483647
  }),

  "more bits of a u32": () => q.parallelFor(n, (i) => {
    const v: u32 = words[i]!;
    const least: u32 = 2147483648;
    const both: u32 = v & least;
    const either: u32 = v ^ 1;
    const none: u32 = ~(v & 15);
    const raised: u32 = v << 31;
    out[i] = both; // store out[0]: 2147483648 / -2147483648
    if (either > 5) out[i] = 1; // branch either > 5: true / false
    out[i] = none; // store out[0]: 4294967295 / -1
    out[i] = raised; // store out[1]: 2147483648 / -2147483648
  }),
  "a result of 32 bits": () => q.parallelFor(n, (i) => {
    const twice = (v: number): i32 => v * 2;
    out[i] = twice(words[i]!); // store out[0]: 0 / 4294967296
  }),

  // Where it shows.
  "a branch": () => q.parallelFor(n, (i) => {
    const v: i32 = ints[i]!;
    const cube: i32 = v * v + v;
    if (cube > 100000) { // branch cube > 100000: false / true
      ints[i] = 1;
    }
  }),
  "a loop": () => q.parallelFor(n, (i) => {
    let step: i32 = 1;
    let count = 0;
    for (let k = 0; k < 40 && step > 0; k++) { // branch k < 40 && step > 0: false / true
      step = step * 2;
      count += 1;
    }
    ints[i] = count;
  }),
  "an index": () => q.parallelFor(n, (i) => {
    const row: i32 = 65536 * (i & 1);
    out[row * 65536 + i] = 1; // index out: 1 / 4294967297
  }),
  "a choice": () => q.parallelFor(n, (i) => {
    const v: i32 = ints[i]!;
    out[i] = v * v > 1000 ? 1 : 2; // store out[0]: 2 / 1
  }),
  "console.log": () => q.parallelFor(2, (i) => {
    const v: i32 = ints[i]!;
    const square: i32 = v * v;
    console.log(square); // print console.log: 0 / 4294967296
  }),
  "an atomic operation": () => q.parallelFor(n, (i) => {
    const v: u32 = words[i]!;
    const most: u32 = v + v;
    atomicRef(out, 0).fetchAdd(most); // atomic out[0]: 0 / 4294967296
  }),
  "by way of a function": () => q.parallelFor(n, (i) => {
    const square = (v: i32): i32 => v * v;
    out[i] = square(ints[i]!); // store out[0]: 0 / 4294967296
  }),
  "by way of an object": () => q.parallelFor(n, (i) => {
    const v: i32 = ints[i]!;
    const particle: Particle = { x: 0, count: v * v, kind: 0 };
    out[i] = particle.count; // store out[0]: 0 / 4294967296
  }),
  "by way of local memory": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const tile = localMemory(Float64Array, 16);
    const v: i32 = ints[item.localId()]!;
    const square: i32 = v * v;
    tile[item.localId()] = square;
    item.barrier();
    out[item.globalId()] = tile[15 - item.localId()]!; // store out[0]: 31457505 / 1099543085281
  }),

  // Conversions.
  "a conversion that clamps": () => q.parallelFor(n, (i) => {
    const big: number = ints[i]! * 65536.5;
    out[i] = i32(big); // store out[0]: 2147483647 / 4295000064
  }),
  "what Math rounds": () => q.parallelFor(n, (i) => {
    const big = ints[i]! * 65536.5;
    const word: i32 = Math.floor(big);
    out[i] = word; // store out[0]: 2147483647 / 4295000064
  }),
  "what Math rounds, without a sign": () => q.parallelFor(n, (i) => {
    const word: u32 = Math.trunc(i / 2 - 1.5);
    out[i] = word; // store out[0]: 0 / -1
  }),
  "what is no number": () => q.parallelFor(n, (i) => {
    const word: i32 = i32(Math.sqrt(x[i]! - 7));
    out[i] = word; // store out[0]: 0 / NaN
  }),
  "a flavour of 32 bits": () => q.parallelFor(n, (i) => {
    const word: i32 = ints[i]! * 100000;
    out[i] = word; // store out[0]: -2036334592 / 6553600000
  }),
  "a flavour of 32 bits, without a sign": () => q.parallelFor(n, (i) => {
    const word: u32 = i - 3;
    if (word > 100) { // branch word > 100: true / false
      out[i] = 1;
    }
  }),
  "a parameter of 32 bits": () => q.parallelFor(n, (i) => {
    const half = (v: i32): number => v / 2;
    out[i] = half(words[i]! * 2); // store out[0]: 0 / 2147483648
  }),
  "a flavour of 8 bits": () => q.parallelFor(n, (i) => {
    const small: u8 = 250 + i;
    out[i] = small; // store out[6]: 0 / 256
  }),
  "a flavour of 8 bits, with a sign": () => q.parallelFor(n, (i) => {
    const small: i8 = 120 + i;
    out[i] = small; // store out[8]: -128 / 128
  }),
  "a flavour of 16 bits": () => q.parallelFor(n, (i) => {
    const small: u16 = 65535 + i;
    out[i] = small; // store out[1]: 0 / 65536
  }),
  "a field of 8 bits": () => q.parallelFor(n, (i) => {
    const particle: Particle = { x: 0, count: 0, kind: 0 };
    particle.kind = 250 + i;
    out[i] = particle.kind; // store out[6]: 0 / 256
  }),

  // Division.
  "division by zero": () => q.parallelFor(n, (i) => {
    const zero: i32 = i & 0;
    const seven: i32 = 7 + zero;
    out[i] = Math.floor(seven / zero); // store out[0]: 0 / Infinity
  }),
  "a remainder of zero": () => q.parallelFor(n, (i) => {
    const zero: i32 = i & 0;
    const seven: i32 = 7 + zero;
    out[i] = seven % zero; // store out[0]: 0 / NaN
  }),
  "a bigint divided by 0n": () => q.parallelFor(n, (i) => {
    wide[i] = wide[i]! / BigInt(i & 0); // throw wide[i] / (i & 0): 0 / undefined
  }),
  "a remainder of 0n": () => q.parallelFor(n, (i) => {
    wide[i] = wide[i]! % BigInt(i - 3); // throw wide[i] % i64(i - 3): 0 / undefined
  }),
  "the sign of zero": () => q.parallelFor(n, (i) => {
    const v: i32 = i;
    const product: i32 = v * -1;
    out[i] = product; // zeros store out[0]: 0 / -0
  }),
  "the sign of zero, with floats": () => q.parallelFor(n, (i) => {
    const v: i32 = i;
    const product: i32 = v * -1;
    if (i === 0) x[0] = product + (x[1]! * 1.1 + 0.7); // floats store x[0]: 1.066666603088379 / 1.0666667222976685
  }),
  "a division by -0": () => q.parallelFor(n, (i) => {
    const v: i32 = i;
    const product: i32 = v * -1;
    out[i] = 1 / product; // store out[0]: Infinity / -Infinity
  }),

  // Floats.
  "rounding": () => q.parallelFor(n, (i) => {
    x[i] = x[i]! * 1.1 + 0.7; // floats store x[1]: 1.066666603088379 / 1.0666667222976685
  }),
  "a quotient of small integers": () => q.parallelFor(n, (i) => {
    x[i] = (i & 7) / 3 + 1; // floats store x[2]: 1.6666667461395264 / 1.6666666269302368
  }),
  "a sum that stands still": () => q.parallelFor(n, (i) => {
    let s: f32 = 16777216;
    for (let k = 0; k < 100000; k++) s += 1;
    x[i] = s; // store x[0]: 16777216 / 16877216
  }),
  "a comparison of floats": () => q.parallelFor(n, (i) => {
    const third: f32 = x[1]!;
    const sum: f32 = third + third + third + third + third + third + third;
    if (sum !== third * 7) { // branch sum !== third * 7: true / false
      ints[i] = 1;
    }
  }),

  // What is combined.
  "a reduction": () => q.parallelFor(n, reduction(total, "multiply"), (i, product) => {
    product.combine(i + 65537); // reduction product[0]: -9076736 / 0
  }),
  "what is given to a reduction": () => q.parallelFor(n, reduction(total, "max"), (i, largest) => {
    largest.combine(ints[i]! * 70000); // reduction largest[0]: 2048288928 / 386925968
  }),

  "a sum of a group": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const v: i32 = ints[item.localId()]! * 2000;
    const sum: i32 = item.group.reduce(v, "add");
    out[item.globalId()] = sum; // store out[0]: 646162816 / 17826032000
  }),
  "a sum of floats of a group": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const v: f32 = x[item.localId()]!;
    const sum: f32 = item.group.reduce(v, "add");
    out[item.globalId()] = sum; // floats store out[0]: 40 / 40.00000002980232
  }),
  "the largest of a sub-group": () => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
    const v: i32 = ints[item.localId()]! * 20000;
    const largest: i32 = item.subGroup.reduce(v, "max");
    out[item.globalId()] = largest; // store out[0]: 1895965408 / 10485900000
  }),

  // As in JavaScript.
  "a hash": () => q.parallelFor(n, (i) => {
    let h: i32 = -2128831035;
    for (let k = 0; k < 100; k++) h = Math.imul(h ^ bytes[k & 15]!, 16777619);
    h = Math.imul(h ^ (h >>> 15), -2048144789);
    h = (h + (h << 3)) | 0;
    out[i] = h >>> 0;
  }),
  "a generator of random numbers": () => q.parallelFor(n, (i) => {
    let a: i32 = i;
    let sum = 0;
    for (let k = 0; k < 50; k++) {
      a = (a + 0x6d2b79f5) | 0;
      let t: i32 = Math.imul(a ^ (a >>> 15), 1 | a);
      t = ((t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t) | 0;
      sum += ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    }
    out[i] = sum;
  }),
  "stores modulo 2^n": () => q.parallelFor(n, (i) => {
    const v: i32 = ints[i]!;
    bytes[i] = v * 3 + 200;
    ints[i] = v * 5 + v * 7;
    words[i] = v * 1000;
    wide[i] = wide[i]! + wide[i]!;
    clamped[i] = v - 100000;
  }),
  "wrapped bigints": () => q.parallelFor(n, (i) => {
    let h: u64 = 14695981039346656037n;
    for (let k = 0; k < 2000; k++) h = BigInt.asUintN(64, (h ^ wideWords[i]!) * 1099511628211n);
    if (h > 1000n) wideWords[i] = h;
  }),
  "arithmetic within bounds": () => q.parallelFor(n, (i) => {
    const a: i32 = i * 1000;
    const b: i32 = Math.abs(a - 5000) + Math.min(a, 77);
    const small: u8 = a & 255;
    out[i] = Math.floor(b / 3) + (b % 7) + small + i32(a / 3);
    if (b > a) out[i]! += 1;
  }),
  "a flavour for what fits, and for bits": () => q.parallelFor(n, (i) => {
    const word: i32 = ints[i]! % 1000;
    const bits: u32 = (ints[i]! * 65536) >>> 0;
    const mixed: i32 = (words[i]! ^ bits) | 0;
    out[i] = word + mixed;
  }),
  "counting": () => q.parallelFor(n, (i) => {
    atomicRef(total).fetchAdd(i);
    atomicRef(ints, 0).fetchAdd(2147483647);
  }),
  "a sum by a reduction": () => q.parallelFor(n, reduction(total, "add"), (i, sum) => {
    sum.combine(i * 1000);
  }),
  "what Math.fround rounds": () => q.parallelFor(n, (i) => {
    const wide: f32 = Math.fround(x[i]! * 1.5);
    x[i] = wide;
  }),
  "structs": () => q.parallelFor(n, (i) => {
    particles[i] = { x: 1.5, count: i, kind: 300 };
    particles[i]!.count += 5;
  }),
  "a fraction below zero whose integer is 0, not -0": () => q.parallelFor(n, (i) => {
    out[i] = 1 / i32(-x[i]! / 100);
  }),
} satisfies Readonly<Record<string, () => unknown>>;
export const runAlgorithm = async (): Promise<void> => {
  await reduce(q, q.mallocShared(Int32Array, n).fill(65537), "multiply");
};
export const run = async (name: keyof typeof programs): Promise<readonly unknown[]> => {
  clear();
  await programs[name]();
  return [...out, ...x, ...ints, ...words, ...bytes, ...wide, ...clamped];
};
`;
