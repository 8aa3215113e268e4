// A helper without flavours is a template: one function for each combination of argument types.
import { type f32, type i32, Queue } from "lanewise";

const q = new Queue();
const ints = q.mallocShared(Int32Array, 64);
const single = q.mallocShared(Float32Array, 64);
const double = q.mallocShared(Float64Array, 64);
export let gain = 2;

function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
function same<T extends number>(x: T): T {
  return x;
}
function pinned(x: f32, n: i32): f32 {
  return x * n;
}
const isInside = (x: number, n: number): boolean => x >= 0 && x < n;
function square(x: number) {
  return x * x;
}
function sumOfSquares(a: number, b: number) {
  return square(a) + square(b);
}

q.parallelFor(64, (i) => {
  ints[clamp(i, 0, 63)] = 1;
  single[i] = clamp(single[i]!, 0, 1);
  double[i] = clamp(double[i]!, 0, 1);
  single[i] = clamp(i * 0.5, 0, gain);
  ints[same(i)] = same(i);
  single[i] = pinned(i * 2, 3);
  if (isInside(i, 64)) single[i] = sumOfSquares(single[i]!, gain);
  double[i] = sumOfSquares(i, 2);
});
