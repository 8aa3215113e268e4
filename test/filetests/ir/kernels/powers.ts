// Powers with small constant exponents: products, quotients and roots. The base is evaluated once, and where its value does not count.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float64Array, 64);
const singles = q.mallocShared(Float32Array, 64);
const ints = q.mallocShared(Int32Array, 64);
const SIDES = 3;

q.parallelFor(64, (i) => {
  out[i] = out[i]! ** 2;
  out[i] = Math.pow(singles[i]!, SIDES);
  singles[i] = singles[i]! ** 4;
  out[i] = out[i + 1]! ** 0 + out[i]! ** 1;
});
q.parallelFor(64, (i) => {
  out[i] = out[i]! ** -1;
  singles[i] = singles[i]! ** -2;
  singles[i]! **= 2;
  let x = i / 2;
  x **= 3;
  out[i] = x;
});
q.parallelFor(64, (i) => {
  out[i] = out[i]! ** 0.5;
  out[i] = out[i]! ** -0.5;
  singles[i] = singles[i]! ** 1.5;
});

// What stays: exponents that are large, are not constants, or are assigned.
q.parallelFor(64, (i) => {
  let k = 2;
  out[i] = out[i]! ** 5 + out[i]! ** k + out[i]! ** (1 / 3) + out[i]! ** (k > 1 ? 2 : 2);
  k = 3;
});

// A constant of a type, and one that a helper is given.
const power = (x: number, k: number) => x ** k;
q.parallelFor(64, (i) => {
  const fixed: i32 = 2;
  singles[i] = singles[i]! ** fixed;
  out[i] = power(out[i]!, 2) + power(out[i]!, 0.5);
});

// Of integers: a float, so that nothing wraps, but an integer where one is needed.
q.parallelFor(8, (i) => {
  out[i] = ints[i]! ** 2;
  ints[i] = (i ** 2) | 0;
  out[i ** 2] = 1;
  const cube: i32 = i ** 3 + 1;
  for (let k = 0; k < i ** 2; k++) ints[k]! += cube;
});
