// Reductions and their reducers.
import { deviceGlobal, type f32, type f64, type i32, type KernelFunction, Queue, type Reducer, reduction } from "lanewise";

const q = new Queue();
const sum = q.mallocShared(Float32Array, 1);
const bits = q.mallocShared(Int32Array, 1);
const level = deviceGlobal<f32>(1);
declare const elsewhere: Reducer<f32, "add">;

q.parallelFor(8, reduction(bits, "xor"), (i, bits) => {
  bits.combine(i + 0.5); // error LW1301: fraction
});
q.parallelFor(8, reduction(bits, "xor"), (i, bits) => {
  const kept = { bits }; // error LW1106
});
q.parallelFor(8, reduction(sum, "add"), (i, sum) => {
  elsewhere.combine(1); // error LW1204: `elsewhere`
});
const give = (a: Reducer<f32, "add">) => a;
q.parallelFor(8, reduction(sum, "add"), (i, a) => {
  give(a).combine(i);
});
q.parallelFor(8, reduction(level, "or"), (i, level) => {
  level.combine(i); // error LW1509: or works on integers
});
q.parallelFor(8, reduction(bits, "add"), (i, bits) => {
  const bit = bits.at(i); // error LW1511: `bits.at` names an element
});
q.parallelFor(8, reduction(bits, "add"), (i, bits) => {
  bits.at(i / 2).combine(1); // error LW1301
});
q.parallelFor(8, reduction(bits, "add"), (i, bits) => {
  bits.at(i).combine(0.5); // error LW1301
});
declare const f: (a: number, b: number) => number;
let factor = 2;
factor++;
q.parallelFor(8, reduction(bits, f, { identity: 1 }), (i, bits) => {
  bits.combine(i); // error LW1512: `bits`
});
q.parallelFor(8, reduction(bits, (a, b) => a * b * factor, { identity: 1 }), (i, bits) => {
  bits.combine(i); // error LW1513: cannot read `factor`
});
q.parallelFor(8, reduction(bits, (a, b) => a / b, { identity: 1 }), (i, bits) => { // error LW1301
  bits.combine(i); // note: called from the kernel
});
const fine = deviceGlobal<f64>(1);
q.parallelFor(8, reduction(sum, (a, b) => a * b * fine.value, { identity: 1 }), (i, sum) => {
  sum.combine(i); // error LW1302: returns f64, but f32 is expected
});
q.parallelFor(8, reduction(bits, (a, b) => ({ a, b }).a + [b].concat(a)[0]!, { identity: 1 }), (i, bits) => { // error LW1131
  bits.combine(i); // note: called from the kernel
});
const shared = (i: i32, bits: Reducer<i32, "function">) => bits.combine(i);
q.parallelFor(8, reduction(bits, (a, b) => a * b, { identity: 1 }), shared); // note: launched with another one here
q.parallelFor(8, reduction(bits, (a, b) => a + b, { identity: 1 }), shared); // error LW1512: `bits`
reduction(bits, (a: i32, b: i32) => a * b); // error TS2769
reduction(sum, "xor"); // error TS2769
q.parallelFor(8, reduction(sum, "add"), (i, sum) => {
  sum.combine(sum.value); // error TS2339
});
// Reducers are of no dimension.
const run = (kernel: KernelFunction<(i: i32, a: Reducer<f32, "add">, b: Reducer<i32, "max">) => void>) => kernel;
run((i, a, b) => {
  a.combine(i);
  b.combine(i);
});
