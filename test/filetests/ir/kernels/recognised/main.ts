// What is a kernel: lambdas, const functions, declarations, functions of other modules, what a wrapper is given, what a
// function returns; also one that is called besides.
import { type i32, type Kernel1, type KernelFunction, Queue } from "lanewise";
import * as others from "./elsewhere.js";
import { elsewhere } from "./elsewhere.js";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);

function each(n: number, body: KernelFunction<(i: i32) => void>): void {
  q.parallelFor(n, body);
}
const makeFill = (value: number): Kernel1 => (i) => { out[i] = value; };
const named = function (i: i32) { out[i] = 2; };
function declared(i: i32): void {
  out[i] = 3;
}
const stored: Kernel1 = declared;
function alsoCalled(i: i32): void {
  out[i] = i;
}

each(64, (i) => out[i] = 1);
each(64, makeFill(2));
each(64, named);
each(64, stored);
each(64, elsewhere);
each(64, others.second);
q.singleTask(() => { out[0] = 1; });
q.parallelFor([2, 3, 4], (z, y, x) => { out[(z * 3 + y) * 4 + x] = 1; });
q.parallelFor([2, 3], (y) => { out[y] = 1; });
each(64, Math.random() > 0.5 ? (i) => { out[i] = 4; } : named);
each(64, alsoCalled);
each(64, (i) => alsoCalled(i + 1));
alsoCalled(0);
each(64, (i: number) => { i = i / 2; out[Math.floor(i)] = i; });
