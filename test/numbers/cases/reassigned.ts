// Variables that get values of other sizes one after the other, functions that assign their parameters, sums of what functions return.

import type { NumberCase } from "../number-case.js";

const x = Int32Array.of(0, 1, -1, 2, 3, 255, 256, 65535, 2 ** 31 - 1, -(2 ** 31), 123456789, -987654321, 5, 6, 7, 8);
const captures = { x, out: new Float64Array(x.length) };

export const reassigned: readonly NumberCase[] = [
  {
    name: "the bits of a word",
    declarations: `function bits(v: number): number {
      v -= (v >>> 1) & 0x55555555;
      v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
      return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }`,
    body: "let d = 0; for (let k = 0; k < 8; k++) d += bits(x[i]! ^ x[(i + k) % 16]!); out[i] = d;",
    captures,
  },
  {
    name: "a large value, then its low bits",
    body: "let v = x[i]! * 4; v = v + x[15 - i]!; v = v | 0; v += 0.5; out[i] = v;",
    captures,
  },
  {
    name: "a value that one branch replaces",
    body: "let v = x[i]!; v = v - 1; if (v < 0) { v = v * 2 ** 20; } v = v + 1; out[i] = v; v = v / 3; out[i]! += v;",
    captures,
  },
  {
    name: "a value that leaves its loop",
    body: "let v = x[i]!; for (let k = 0; k < 40; k++) { v = v * 3; if (v > 1e6) break; v = v + 1; } out[i] = v;",
    captures,
  },
  {
    name: "a round without its end",
    body: "let v = x[i]!; let s = 0; for (let k = 0; k < 9; k++) { v = v + k; if (v % 4 === 0) continue; v = v * -1; s += v; } out[i] = s + v;",
    captures,
  },
  {
    name: "a sum that a function's condition reads",
    declarations: "const half = (a: number, b: number): number => (a > b ? a % 2 : (b - a) % 8);",
    body: "let s = x[i]!; for (let k = 0; k < 5; k++) { s += half(s, x[k]!); s -= half(k, s); } out[i] = s;",
    captures,
  },
  {
    name: "remainders by powers of two",
    body: "const v = x[i]! * 1.25; out[i] = (v % 2) + (v % 1) * 8 + ((v * 2 ** 30) % 1024) + 1 / (v % -4);",
    captures,
  },
  {
    name: "steps of Collatz",
    body: "let v = i + 1, c = 0; while (v !== 1 && c < 1000) { v = v % 2 === 0 ? v / 2 : 3 * v + 1; c++; } out[i] = c;",
    captures,
  },
];
