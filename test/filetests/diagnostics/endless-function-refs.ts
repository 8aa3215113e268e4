// Functions that are called by reference and call references to functions of their own type: they could reach themselves (post-link).
import { deviceFn, type f32, type FunctionRef, functionRef, Queue } from "lanewise";

type Step = (x: f32) => f32;
const q = new Queue();
export const start = deviceFn((x: f32): f32 => { const f: FunctionRef<Step> = functionRef(start); return x > 1 ? f(x - 1) : x; }); // error LW1447: `start`
const through = (f: FunctionRef<Step>, x: f32): f32 => f(x);
export const other = deviceFn((x: f32): f32 => through(functionRef(start), x)); // error LW1447: `other`
export const fine = deviceFn((f: FunctionRef<Step>, x: f32): f32 => f(f(x)));
export const use = (x: Float32Array) => q.parallelFor(8, (i) => {
  const f = functionRef(other);
  x[i] = fine(f, x[i]!);
});
