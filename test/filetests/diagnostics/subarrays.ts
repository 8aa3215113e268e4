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
  out[i] = own.subarray(3)[0]!; // error LW1131: `own.subarray`
});
