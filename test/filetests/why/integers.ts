// Integers that gangs compute with 64 bits, and why (docs/kernel-language.md#integers-of-64-bits).
import { Queue } from "lanewise";

const q = new Queue();
const n = Math.sqrt(Number(process.argv.length));
const ints = q.mallocShared(Int32Array, 64);
const words = q.mallocShared(Uint32Array, 64);
const bytes = q.mallocShared(Uint8Array, 64);
const out = q.mallocShared(Float64Array, 64);
const codes = q.mallocShared(Int32Array, 64);

// B: the low bits of products.
q.parallelFor(n, (i) => {
  let h = 1;
  for (let k = 0; k < n; k++) h = (h * 16777619) ^ ints[i]!;
  codes[i] = h;
});
q.parallelFor(n, (i) => {
  let h = 1;
  for (let k = 0; k < n; k++) h = h * 31 + bytes[i]!;
  codes[i] = h;
});
q.parallelFor(n, (i) => {
  codes[i] = ints[i]! * words[i]!;
});

// C: values beyond 32 bits.
q.parallelFor(n, (i) => {
  let v = 0;
  for (let k = 0; k < n; k++) v = v * 10 + (bytes[k * n + i]! - 48);
  out[i] = v;
});
q.parallelFor(n, (i) => {
  let f = 1;
  for (let k = 2; k <= ints[i]!; k++) f = f * k;
  out[i] = f;
});
q.parallelFor(n, (i) => {
  const difference = words[i]! - 3;
  if (difference < 0) codes[i] = 1;
});
q.parallelFor(n, (i) => {
  if (ints[i]! + words[i]! < 7) codes[i] = 1;
});
q.parallelFor(n, (i) => {
  let s = ints[i]!;
  for (let k = 0; k < n; k++) s = (s * 16807) % 2147483647;
  out[i] = s;
});

q.parallelFor(n, (i) => {
  let last = 0;
  for (let k = 0; k < n; k++) last = ((ints[k * n + i]! * 16807) % 7) + 1;
  codes[i] = last;
});

// D: indices of which two sides are large.
q.parallelFor(n, (i) => {
  let last = 0;
  for (let k = 0; k < n; k++) {
    const place = ints[k]! * ints[i]! - words[k]! * words[i]!;
    last = bytes[place]!;
  }
  codes[i] = last;
});
q.parallelFor(n, (i) => {
  let at = 0;
  let last = 0;
  for (let k = 0; k < n; k++) {
    at += ints[k * n + i]!;
    last = bytes[at]!;
  }
  codes[i] = last;
});

// E: sums of 32-bit terms, and of products of them.
q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += ints[k * n + i]!;
  out[i] = sum;
});
q.parallelFor(n, (i) => {
  let squares = 0;
  for (let k = 0; k < n; k++) squares += ints[k * n + i]! * ints[k * n + i]!;
  out[i] = squares;
});

// F: divisions by what may be 0, and the sign of a zero.
q.parallelFor(n, (i) => {
  let r = 0;
  for (let k = 0; k < n; k++) r = (r + bytes[k]!) % ints[i]!;
  out[i] = r;
});
q.parallelFor(n, (i) => {
  let most = 0;
  for (let k = 0; k < n; k++) {
    const quotient = Math.floor(ints[k]! / bytes[i]!);
    if (quotient > most) most = quotient;
  }
  codes[i] = most;
});
q.parallelFor(n, (i) => {
  let sign = ints[i]!;
  for (let k = 0; k < n; k++) sign = -(sign % 7);
  out[i] = 1 / sign;
});

q.parallelFor(n, (i) => {
  out[i] = bytes[i + (i + 1) % ints[0]!]!;
});

// None: sums of bytes are words, floats are floats, and what is the same for a gang is scalar code.
q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += bytes[k * n + i]!;
  out[i] = sum;
});
q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += Math.floor(out[k * n + i]!);
  out[i] = sum;
});
q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += ints[k]!;
  out[i] = sum;
});
q.parallelFor(n, (i) => {
  let h = 1;
  for (let k = 0; k < n; k++) h = (h * 31) ^ bytes[i]!;
  codes[i] = h;
});
