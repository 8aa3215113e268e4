// Device functions, of this module and of others, which are linked when a kernel is first launched.
import { deviceFn, f32, f64, type i32 } from "lanewise";
import * as library from "./device-fns/library.js";
import { fill, half, isOdd, Shapes, wide } from "./device-fns/library.js";
import { fractions, integers, same } from "./harness.js";

export const twice = deviceFn((x: i32): i32 => (x * 2) | 0);
const local = (x: f32): f32 => half(x) + twice(3);

export const ofModule = same((n) => [Int32Array.from(integers(n))], (a) => (i) => {
  a[i] = (twice(a[i]!) + twice(i)) | 0;
});
export const ofOthers = same((n) => [Float32Array.from(fractions(n)), new Int32Array(n)], (a, flags) => (i) => {
  a[i] = local(a[i]!) + library.half(f32(i));
  if (isOdd(i) || isOdd(twice(i) + 1)) flags[i] = isOdd(i) ? 1 : 2;
});
export const withArrays = same((n) => [new Int32Array(n), new Float64Array(n)], (out, doubles) => (i) => {
  fill(out, i, i + 1);
  doubles[i] = wide(f64(i)) + Shapes.area(f64(i), 2);
});
export const inLoops = same((n) => [Int32Array.from(integers(n))], (a) => (i) => {
  let sum = 0;
  for (let k = 0; k < i % 7; k++) sum += twice(k);
  a[i] = sum;
});
