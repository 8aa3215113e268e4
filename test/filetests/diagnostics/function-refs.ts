// References to device functions: what they are taken of, what they are called with, and where what is called is not known.
import { deviceFn, type f32, type FunctionRef, functionRef, type i32, nullFunctionRef, Queue } from "lanewise";

type Unary = (x: f32) => f32;
const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
export const half = deviceFn((v: f32): f32 => v * 0.5);
export const twice = deviceFn((v: f32): f32 => v * 2);
export const product = deviceFn((v: f32, w: f32): f32 => v * w);
export const next = deviceFn((v: i32): i32 => v + 1);
export const __hidden = deviceFn((v: f32): f32 => v);
const plain = (v: f32): f32 => v;
const apply = (f: Unary, v: f32): f32 => f(v); // error LW1304

export const taken = () => q.parallelFor(8, (i) => {
  const a: FunctionRef<Unary> = functionRef(half);
  const b: FunctionRef<Unary> = functionRef(product); // error TS2322
  const c: FunctionRef<Unary> = functionRef(next); // error TS2322
  const d: FunctionRef<Unary> = half; // error TS2322
  x[i] = a(x[i]!) + b(1) + c(1) + d(1);
});
export const named = () => q.parallelFor(8, (i) => {
  const e = functionRef(plain); // error LW1445: `plain` does not name a device function
  const f = functionRef((v: f32): f32 => v); // error LW1445
  const g = functionRef(i > 3 ? half : twice); // error LW1445: `i > 3 ? half : twice`
  const h = functionRef(__hidden); // error LW1445: `__hidden`
  x[i] = e(1) + f(1) + g(1) + h(1);
});
export const called = () => q.parallelFor(8, (i) => {
  const a = i > 3 ? functionRef(half) : nullFunctionRef();
  x[i] = a(x[i]!, 2); // error TS2554
  a("text"); // error TS2345
});
export const passed = () => q.parallelFor(8, (i) => {
  x[i] = apply(functionRef(half), 1); // note: called from the kernel
});
const list = [functionRef(half), functionRef(twice)];
export const listed = () => q.parallelFor(8, (i) => {
  x[i] = list[i % 2]!(x[i]!); // error LW1447: `list` is an ordinary array of function references
});
export const loose = (f: FunctionRef<(v: number) => f32>, g: FunctionRef<(v: f32) => number>, h: FunctionRef<(v: f32) => Float32Array>) =>
  q.parallelFor(8, (i) => {
    x[i] = f(x[i]!); // error LW1446: parameter `v`
    x[i]! += g(x[i]!); // error LW1446: result
    x[i]! += h(x[i]!)[0]!; // error LW1446: result
  });
