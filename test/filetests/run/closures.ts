// Functions that give functions, and functions that are chosen when the kernel runs.
import type { Kernel1 } from "lanewise";
import { fractions, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n)), new Float64Array(n)] as const;

const add = (x: number) => (y: number) => x + y;
const scaled = 1.5;
const two = add(2);
const more = add(scaled);
const pipe = (f: (x: number) => number, g: (x: number) => number) => (x: number): number => g(f(x));
const both = pipe(pipe(two, more), two);
const twice = (f: (x: number) => number, x: number): number => f(f(x));
function counter(start: number): () => number {
  let count = start;
  function step(): number {
    count += 1;
    return count;
  }
  return step;
}
function power(exponent: number, base = 2): (x: number) => number {
  let result = 1;
  for (let k = 0; k < exponent; k++) result *= base;
  return (x) => x * result;
}

export const curried = same(arrays, (a, out) => (i) => { out[i] = add(a[i]!)(i) + add(i)(a[i]!) * 3; });
export const madeOnTheHost = same(arrays, (a, out) => (i) => { out[i] = two(a[i]!) * more(a[i]!) - both(i); });
export const passedOn = same(arrays, (a, out) => (i) => { out[i] = twice(both, a[i]!) + twice(add(i), 1) + twice(pipe(two, add(a[i]!)), i); });
export const stateOfItsOwn = same(arrays, (a, out) => (i) => {
  const [one, other] = [counter(i), counter(100)];
  one();
  other();
  out[i] = one() * 1000 + other() + a[i]!;
});
export const statementsAndDefaults = same(arrays, (a, out) => (i) => { out[i] = power(i % 5)(a[i]!) + power(3, 4)(1); });
export const inOrder = same((n) => [new Float64Array(n), new Float64Array(n)], (log, out) => (i) => {
  const note = (digit: number): number => {
    log[i] = log[i]! * 10 + digit;
    return digit;
  };
  const noted = (digit: number) => {
    note(digit);
    return (x: number) => note(x) + digit;
  };
  out[i] = noted(1)(2) - noted(note(3))(note(4)) + note(5);
});

const square = (x: number): number => x * x;
export const chosen = same(arrays, (a, out) => (i) => {
  const f = a[i]! > 1 ? square : i > 3 ? two : (x: number) => -x;
  out[i] = f(a[i]!) + (i % 2 === 0 ? square : both)(i);
});
export const chosenAndPassedOn = same(arrays, (a, out) => (i) => {
  out[i] = twice(a[i]! > 0 ? (x) => x * i : add(i), a[i]!);
});
export const chosenInALoop = same(arrays, (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < 5; k++) {
    const f = k % 2 === 0 ? add(k) : square;
    sum += f(a[i]!);
  }
  out[i] = sum;
});
export const chosenForWhatItDoes = same(arrays, (a, out) => (i) => {
  const put = (x: number): void => { out[i] = x; };
  const raise = (x: number): void => { out[i]! += x; };
  put(1);
  (a[i]! > 1 ? put : raise)(a[i]!);
});
function methods(a: Float64Array, out: Float64Array): Kernel1 {
  const steps = { up: (x: number) => x + 1, down: (x: number) => x - 1 };
  return (i) => {
    const step = i % 3 === 0 ? steps.up : steps.down;
    out[i] = step(a[i]!);
  };
}
export const membersOfObjects = same(arrays, methods);

const adding = (by: number) => (x: number): number => x + by;
const three = (f: (x: number) => number, g: (x: number) => number, h: (x: number) => number): number =>
  f(0) * 100 + g(0) * 10 + h(0);
// Closures of one source, in another order: two functions, though their sources and types are the same.
export const whichOfTheClosures = same((n) => [new Float64Array(n), new Float64Array(n)], (out, chosen) => (i) => {
  const [f, g] = [adding(i), adding(i + 1)];
  out[i] = three(f, f, g) * 1000 + three(f, g, g);
  const one = i > 3 ? f : g;
  const other = i % 2 === 0 ? f : g;
  chosen[i] = three(one, one, other) * 1000 + three(one, other, other);
});
