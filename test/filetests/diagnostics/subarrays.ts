// Parts of typed arrays that would be known only when the kernel runs.
import { Queue } from "lanewise";

const q = new Queue();
const [a, out] = [new Float64Array(32), new Float64Array(32)];

q.parallelFor(8, (i) => {
  let part = a.subarray(1);
  if (i > 3) part = a.subarray(2); // error LW1245: `part`
  out[i] = part[0]!;
});
q.parallelFor(8, (i) => {
  const part = i > 3 ? a.subarray(2) : a; // error LW1245: `i > 3 ? a.subarray(2) : a`
  out[i] = part[0]!;
});
q.parallelFor(8, (i) => {
  let part = a.subarray(1);
  if (i > 3) part = a; // error LW1245: `part`
  out[i] = part[0]!;
});
q.parallelFor(8, (i) => {
  let part: Float64Array = a;
  if (i > 3) part = a.subarray(1); // error LW1245: `part`
  out[i] = part[0]!;
});
function pick(k: number): Float64Array {
  if (k > 3) return a.subarray(1); // error LW1245: `a.subarray(1)`
  return a.subarray(2); // error LW1245: `a.subarray(2)`
}
q.parallelFor(8, (i) => {
  out[i] = pick(i)[0]!; // note: called from the kernel // note: called from the kernel
});
function tail(values: Float64Array): number {
  values = values.subarray(1); // error LW1245: `values`
  return values[0]!;
}
q.parallelFor(8, (i) => {
  out[i] = tail(a); // note: called from the kernel
});
q.parallelFor(8, (i) => {
  const own = new Float64Array(9);
  let part = own.subarray(3);
  if (i > 3) part = own.subarray(4); // error LW1245: `part`
  own.set(own.subarray(0, 3), 1); // error LW1238: `own.subarray(0, 3)`
  own.subarray(1).set(own); // error LW1238: `own`
  const same = own;
  own.set(same.subarray(0, 3), 1); // error LW1238: `same.subarray(0, 3)`
  out[i] = part[0]!;
});
// Copies whose length is known only when the kernel runs.
class Counter {
  #count = 0;
  get next(): number {
    return this.#count++;
  }
}
q.parallelFor(8, (i) => {
  const own = new Float64Array(9);
  const counter = new Counter();
  out[i] = own.slice(i)[0]!; // error LW1131: `own.slice`
  out[i] = own.slice(i, 2 * i + 1)[0]!; // error LW1131: `own.slice`
  out[i] = own.slice(3, 3)[0]!; // error LW1131: `own.slice`
  out[i] = own.slice(counter.next, counter.next + 2)[0]!; // error LW1131: `own.slice`
  out[i] = a.subarray(i).slice(1)[0]!; // error LW1131: `a.subarray(i).slice`
  out[i] = a.subarray(i).slice(-2)[0]!; // error LW1131: `a.subarray(i).slice`
});
