// Reductions and their reducers.
import { deviceGlobal, type f32, type i32, type KernelFunction, Queue, type Reducer, reduction } from "lanewise";

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
