// Calls of all kinds: arrows, functions, templates for several types, local ones, with arrays, of other modules; constants of
// modules.
import type { f32, i32, Kernel1 } from "lanewise";
import clamp, { high, mix, offset } from "./calls/first.js";
import * as second from "./calls/second.js";
import { fractions, integers, same } from "./harness.js";

const twice = (x: number): number => x * 2;
function early(x: i32): i32 {
  for (let k = 0; k < 5; k++) if (k * k > x) return k;
  if (x > 1000) return -1;
  return 9;
}
const typed = (x: f32): f32 => x * 3;
function put(array: Int32Array, i: i32, value: i32): void {
  if (i >= array.length) return;
  array[i] = value;
}
function sumTo(array: Int32Array, end: i32): i32 {
  let sum = 0;
  for (let k = 0; k <= end; k++) sum += array[k]!;
  return sum;
}
const power = (x: i32, times: i32): i32 => {
  let result = 1;
  for (; times > 0; times--) result *= x;
  return result;
};

export const templates = same(
  (n) => [Int32Array.from(integers(n)), Float32Array.from(fractions(n)), new Int32Array(n), new Float32Array(n), new Float64Array(n)],
  (ints, singles, a, b, c) => (i) => {
    a[i] = twice(ints[i]!);
    b[i] = typed(twice(singles[i]!));
    c[i] = twice(i / 3);
  },
);
export const returns = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => { out[i] = early(a[i]!); });
export const arrays = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => {
  put(out, i, sumTo(a, i));
  put(out, i + out.length, 7);
});
export const parametersAreLocal = same((n) => [new Int32Array(n)], (out) => (i) => {
  const times = i % 4;
  out[i] = power(3, times) * 10 + times;
});
export const modules = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n * 3)], (a, out) => (i) => {
  out[i * 3] = mix(a[i]!, offset);
  out[i * 3 + 1] = clamp(a[i]!) + high;
  out[i * 3 + 2] = second.isEven(i) ? second.half(a[i]!) : second.scale;
});
function localOnes(a: Int32Array, out: Int32Array): Kernel1 {
  const outer = (k: i32): i32 => a[k]! + 1;
  return (i) => {
    const shifted = i + 1;
    const inner = (k: i32): i32 => outer(k) * shifted;
    function both(k: i32): i32 {
      return inner(k) - outer(k);
    }
    out[i] = both(i);
  };
}
export const local = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], localOnes);

export const inConditions = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => {
  let k = 0;
  while (early(k) < 4 && k < a.length) k++;
  out[i] = early(a[i]!) > 2 ? early(k) : twice(k);
});
export const sideEffectsInOrder = same((n) => [new Int32Array(n), new Int32Array(n)], (log, out) => (i) => {
  const note = (digit: i32): i32 => {
    log[i] = log[i]! * 10 + digit;
    return digit;
  };
  out[i] = note(1) + note(2) * note(3) - (i % 2 === 0 ? note(4) : note(5));
  if (note(6) > 6 && note(7) > 0) note(8);
  if (note(9) > 6 || note(7) > 0) log[i] = -log[i]!;
});
