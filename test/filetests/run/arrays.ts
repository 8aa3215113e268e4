// Every kind of array: loads widen, stores narrow as JavaScript's do; length; several arrays; copies between kinds.
import type { Kernel1 } from "lanewise";
import { counts, fractions, integers, same } from "./harness.js";

export const int8 = same((n) => [Int8Array.from(integers(n)), new Int8Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 + 1; });
export const uint8 = same((n) => [Uint8Array.from(integers(n)), new Uint8Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 - 100; });
export const uint8Clamped = same(
  (n) => [Uint8ClampedArray.from(integers(n)), new Uint8ClampedArray(n)],
  (a, out) => (i) => { out[i] = a[i]! * 3 - 100; },
);
export const clampedFractions = same(
  (n) => [Float64Array.from(fractions(n)), new Uint8ClampedArray(n)],
  (a, out) => (i) => { out[i] = a[i]!; },
);
export const clampedSingles = same(
  (n) => [Float32Array.from(fractions(n)), new Uint8ClampedArray(n)],
  (a, out) => (i) => { out[i] = a[i]!; },
);
export const int16 = same((n) => [Int16Array.from(integers(n)), new Int16Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 + 1; });
export const uint16 = same((n) => [Uint16Array.from(integers(n)), new Uint16Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 - 5; });
export const int32 = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 - 5; });
export const uint32 = same((n) => [Uint32Array.from(counts(n)), new Uint32Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 + 5; });
export const float32 = same((n) => [Float32Array.from(fractions(n)), new Float32Array(n)], (a, out) => (i) => { out[i] = -a[i]!; });
export const float64 = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], (a, out) => (i) => { out[i] = a[i]! * 3 - 5; });

export const lengths = same(
  (n) => [new Uint8Array(n), new Float64Array(2 * n), new Int32Array(n)],
  (bytes, reals, out) => (i) => { out[i] = bytes.length * 1000 + reals.length; },
);
export const reversed = same(
  (n) => [Int32Array.from(integers(n)), new Float32Array(n)],
  (a, out) => (i) => { out[out.length - 1 - i] = a[i]!; },
);
export const inPlace = same((n) => [Int16Array.from(integers(n))], (a) => (i) => { a[i]! += i; a[i]!++; --a[i]!; });
export const narrowing = same(
  (n) => [Float64Array.from(fractions(n)), new Int8Array(n), new Uint8Array(n), new Int16Array(n), new Uint16Array(n), new Int32Array(n), new Uint32Array(n)],
  (a, i8s, u8s, i16s, u16s, i32s, u32s) => (i) => {
    const x = a[i]!;
    i8s[i] = x;
    u8s[i] = x;
    i16s[i] = x;
    u16s[i] = x;
    i32s[i] = x;
    u32s[i] = x;
  },
);
export const widening = same(
  (n) => [Int8Array.from(integers(n)), Uint8Array.from(integers(n)), Int16Array.from(integers(n)), Uint16Array.from(integers(n)), new Float64Array(n)],
  (i8s, u8s, i16s, u16s, out) => (i) => { out[i] = i8s[i]! + u8s[i]! * 2 + i16s[i]! * 3 + u16s[i]! * 4; },
);
export const unsignedToFloat = same(
  (n) => [Uint32Array.from(integers(n)), new Float64Array(n), new Float32Array(n)],
  (a, out, single) => (i) => { out[i] = a[i]!; single[i] = a[i]!; },
);
/** Named functions make kernels as well as lambdas. */
function copier(from: Float32Array, to: Float64Array): Kernel1 {
  return (i) => { to[i] = from[i]!; };
}
export const copied = same((n) => [Float32Array.from(fractions(n)), new Float64Array(n)], copier);

// What stands in the literal runs, though its length is known.
export const lengthOfALiteral = same((n) => [new Float64Array(n)], (out) => (i) => {
  let calls = 0;
  const next = (): number => ++calls;
  const point = (): { x: number } => ({ x: next() });
  out[i] = [next(), next()].length * 100 + [point(), point(), point()].length * 10 + [1, 2].length + calls;
});
