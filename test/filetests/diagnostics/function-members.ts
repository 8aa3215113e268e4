// Functions in objects that calls do not know by a const.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);

q.parallelFor(8, (i) => {
  let ops = { inc: (x: number) => x + 1 }; // error LW1272: `inc`
  ops = { inc: (x: number) => x * 2 }; // error LW1272: `inc`
  out[i] = ops.inc(i);
});
q.parallelFor(8, (i) => {
  const ops = { inc: (x: number) => x + 1 };
  ops.inc = (x) => x * 2; // error LW1116 // error LW1306: `inc` of functions
  out[i] = ops.inc(i); // error LW1208: `ops.inc`
});
const apply = (ops: { inc: (x: number) => number }, x: number): number => ops.inc(x); // error LW1239: `ops.inc`
q.parallelFor(8, (i) => {
  const ops = { inc: (x: number) => x + 1 };
  out[i] = apply(ops, i); // note: called from the kernel
});
q.parallelFor(8, (i) => {
  out[i] = apply({ inc: (x) => x + 1 }, i); // error LW1272: `inc`
});
q.parallelFor(8, (i) => {
  const list = [(x: number) => x + 1]; // error LW1116
  out[i] = list.length;
});
function counter(from: number) {
  let at = from;
  return {
    next() { // error LW1272: `next`
      return at++;
    },
    get now() { // error LW1272: `now`
      return at;
    },
  };
}
q.parallelFor(8, (i) => {
  const own = counter(i); // note: called from the kernel // note: called from the kernel
  out[i] = own.next() + own.now;
});

// Functions of JavaScript's own as values, and arrays of functions.
const sine = Math.sin;
const twice = (f: (x: number) => number, x: number): number => f(f(x));
q.parallelFor(8, (i) => {
  const f = i % 2 ? Math.sin : Math.cos; // error LW1270: `Math.sin` // error LW1270: `Math.cos`
  const most = Math.max; // error LW1270: `Math.max` is a function of JavaScript's own
  out[i] = f(i) + most(i, 2);
});
q.parallelFor(8, (i) => {
  out[i] = sine(i) + twice(sine, i); // error LW1270: `Math.sin`
});
q.parallelFor(8, (i) => {
  out[i] = twice(Math.abs, i); // error LW1270: `Math.abs`
});
q.parallelFor(8, (i) => {
  const f = i % 2 ? (x: number) => Math.sin(x) : (x: number) => Math.cos(x);
  out[i] = f(i) + twice((x: number) => Math.abs(x), i);
});
const steps = [(x: number) => x + 1, (x: number) => x * 2];
q.parallelFor(8, (i) => {
  let sum = i;
  for (const step of steps) sum = step(sum); // error LW1268: `steps` is an array of functions
  out[i] = sum;
});
