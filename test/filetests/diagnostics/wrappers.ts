// Kernels that call what their wrappers are passed: what is passed must be seen.
import { deviceFn, type f32, type FunctionRef, functionRef, Queue } from "lanewise";

const q = new Queue();
const out = new Float32Array(8);

export function nobodyCalls(f: (x: number) => number): void {
  q.parallelFor(8, (i) => { out[i] = f(i); }); // error LW1231: The kernel calls `f`, but no call of `nobodyCalls` in this program passes a function for it that the compiler knows
}

const all = [(x: number) => x + 1, (x: number) => x * 2];
function map(f: (x: number) => number): void {
  q.parallelFor(8, (i) => { out[i] = f(i); }); // note: the kernel is here // note: the kernel is here // note: called from the kernel
}
for (const f of all) map(f);
for (const f of all.slice(1)) map(f); // error LW1232: `f` is passed to `map`
map(Math.abs); // error LW1232: `Math.abs` is passed to `map`
map((x) => Math.abs(x));

function leftOut(f?: (x: number) => number): void { // error LW1234: The kernel calls `f`
  q.parallelFor(8, (i) => { out[i] = f ? f(i) : i; }); // note: the kernel is here
}
leftOut();

function changed(f: (x: number) => number): void {
  if (out.length > 4) f = (x) => -x;
  q.parallelFor(8, (i) => { out[i] = f(i); }); // error LW1231: The kernel calls `f`
}
changed((x) => x);

class Engine {
  constructor(readonly f: (x: number) => number) {}
  run(): void {
    q.parallelFor(8, (i) => { out[i] = this.f(i); }); // error LW1235: `this.f`
  }
}
new Engine((x) => x).run();

const scaler = (by: number) => (x: number): number => x * by;
const scalers = { two: scaler(2) };
q.parallelFor(8, (i) => { out[i] = scalers.two(i); }); // error LW1235: `scalers.two` is a field that holds a function
const two = scaler(2);
q.parallelFor(8, (i) => { out[i] = two(i); });

function launch(f: (i: number) => void): void {
  q.parallelFor(8, f);
}
launch((i) => { out[i] = i; });
launch(Math.random() > 0.5 ? (i) => { out[i] = 1; } : all.slice(1)[0]!); // error LW1001: cannot be traced

let count = 0;
map((x) => {
  count += 1; // error LW1203: `count` is captured
  return x;
});

function reference(f: FunctionRef<(x: f32) => f32>): void {
  q.parallelFor(8, (i) => { out[i] = f(i); });
}
const half = deviceFn((x: f32): f32 => x / 2);
reference(functionRef(half));

type Unary = (x: number) => number;
function many(a: Unary, b: Unary, c: Unary): void {
  q.parallelFor(8, (i) => { out[i] = a(i) + b(i) + c(i); }); // error LW1233: would be compiled 125 times
}
many((x) => x, (x) => x, (x) => x);
many((x) => x, (x) => x, (x) => x);
many((x) => x, (x) => x, (x) => x);
many((x) => x, (x) => x, (x) => x);
many((x) => x, (x) => x, (x) => x);
