// Functions in an image of their own, to which function-refs.ts takes references, and one that calls references.
import { deviceFn, type f32, type FunctionRef, functionRef, type i32 } from "lanewise";

export type Unary = (x: f32) => f32;

export const half = deviceFn((x: f32): f32 => x * 0.5);
export const cube = deviceFn((x: f32): f32 => Math.fround(Math.fround(x * x) * x));
export const least = deviceFn((x: f32): f32 => Math.min(x, 1));
export const store = deviceFn((a: Int32Array, at: i32): void => {
  a[at] = at * 3;
});
export const clear = deviceFn((a: Int32Array, at: i32): void => {
  a[at] = -1;
});
export const isOdd = deviceFn((x: i32): boolean => (x & 1) === 1);
export const isBig = deviceFn((x: i32): boolean => x > 9);
export const choose = deviceFn((kind: i32): FunctionRef<Unary> => (kind === 0 ? functionRef(half) : functionRef(cube)));
export const twice = deviceFn((f: FunctionRef<Unary>, x: f32): f32 => f(f(x)));
