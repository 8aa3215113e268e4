// Names that mean nothing on a device, or not which has the kernel.
import { getDevices, type i32, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const plain = [1, 2, 3];
const settings = { gamma: 2 };
const when = new Date();
let anything: any = 1;
let count = 0;
let isOn = false;
const pair = [q.mallocShared(Float32Array, 64)];
let current = q.mallocShared(Float32Array, 64);

function makeKernel(): void {
  const hidden = q.mallocShared(Float32Array, 64);
  const helper = (i: i32) => hidden[i]!;
  elsewhere = helper;
}
let elsewhere = (i: i32) => 0;
const choose = (k: number) => (k > 1 ? (x: number) => x : (x: number) => k * x);
const chosen = choose(settings.gamma);
declare function native(x: number): number;

q.parallelFor(64, (i) => {
  out[i] = process.exitCode; // error TS2591
});
q.parallelFor(64, (i) => {
  console.table(i); // error LW1202: `console.table` belongs to the host
  out[i] = Object.is(out[i], -0) ? 1 : 0; // error LW1262: Kernels do not know `Object.is`
  out[i] = performance.now(); // error LW1202: `performance.now`
  const m = Math; // error LW1202: `Math`
  out[i] = m.sqrt(2);
  count = i; // error LW1203: `count` is captured
  isOn = true; // error LW1203: `isOn`
  current = out; // error LW1203: `current`
  count++; // error LW1203
  count += 2; // error LW1203
  out[i] = plain[0]!; // error LW1220: `plain` is an ordinary array (number[])
  out[i] = pair[0]![i]!; // error LW1260: `pair` is an ordinary array of typed arrays (Float32Array
  const choice: typeof current | number = current; // error LW1136: The type number | Float32Array has
  settings.gamma = 3; // error LW1203: `settings.gamma`
  const w = when; // error LW1204: `when` has the type Date
  out[i] = anything; // error LW1204: `anything` has the type any
});
q.parallelFor(64, (i) => {
  out[i] = native(i); // error LW1206: The body of `native`
  out.fill(0); // error LW1131: `out.fill` is an array method that kernels do not have
  out[i] = elsewhere(i); // error LW1208: `elsewhere` is not known
  out[i] = chosen(i); // error LW1261: `chosen` is a function that `choose` made on the host, and the compiler cannot tell which
  getDevices(); // error LW1209: `getDevices`
  const f = native; // error LW1208: `native`
  out[i] = f(i);
  const isThere = !makeKernel; // error LW1116: `makeKernel` is used as a value
});
function even(n: number): boolean {
  return n === 0 ? true : odd(n - 1); // note: called from `even`
}
function odd(n: number): boolean {
  return n === 0 ? false : even(n - 1); // error LW1205: `even` calls itself
}
q.parallelFor(64, function (i) {
  out[i] = arguments.length; // error LW1202: `arguments`
});
q.parallelFor(64, (i) => {
  if (even(i)) out[i] = 1; // note: called from the kernel
});
q.parallelFor(64, (i) => {
  store(); // note: called from the kernel
  const late = i;
  function store(): void {
    out[i] = late; // error LW1212: `late` is used before it is declared
  }
});
