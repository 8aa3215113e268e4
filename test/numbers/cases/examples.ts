// The programs that were silently wrong while plain integers were 32 bits wide (docs/decisions, "Numbers").

import { edgesOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const text = "12345678901,4294967296,0,99999999999999,2147483648,7,2147483647,";
const starts = [...text].flatMap((_, at) => (at === 0 || text[at - 1] === "," ? [at] : []));

export const examples: readonly NumberCase[] = [
  {
    name: "digits become a number",
    body: `
    let v = 0;
    for (let k = starts[i]; t[k] !== 44; k++) v = v * 10 + (t[k] - 48);
    out[i] = v;`,
    captures: { t: Uint8Array.from(text, (char) => char.charCodeAt(0)), starts: Int32Array.from(starts.slice(0, -1)) },
    range: [starts.length - 1],
  },
  {
    name: "the variance of 16 bits",
    body: `
    let s = 0;
    let s2 = 0;
    for (const v of u16s) { s += v + i; s2 += (v + i) * (v + i); }
    out[i] = s2 / n - (s / n) ** 2;`,
    captures: { u16s: Uint16Array.from({ length: 1000 }, (_, at) => 65535 - ((at * 37) % 5000)), n: 1000 },
  },
  {
    name: "a difference of u32 is negative",
    body: "out[i * 2] = Math.abs(u32s[i] - 3); if (u32s[i] - 3 < 0) out[i * 2 + 1] = 1;",
    captures: { u32s: edgesOf("u32"), out: new Float64Array(2 * edgesOf("u32").length) },
    range: [edgesOf("u32").length],
  },
  {
    name: "the generator of Lehmer",
    body: `
    let s = i + 1;
    for (let k = 0; k < 20; k++) s = (s * 16807) % 2147483647;
    out[i] = s;`,
  },
  {
    name: "a word of the sign bit alone stays positive",
    body: "let x = 2147483648; x = x >>> places[i]; out[i] = x;",
    captures: { places: Int32Array.from({ length: 37 }, (_, at) => at) },
  },
  {
    name: "a word of what is negative",
    body: "let x = -1; x = x >>> places[i]; let y = i - 7; y = y >>> places[i]; out[i] = x + y;",
    captures: { places: Int32Array.from({ length: 37 }, (_, at) => at) },
  },
  {
    name: "factorials",
    body: "let f = 1; for (let k = 2; k <= i; k++) f *= k; out[i] = f;",
    range: [37],
  },
  {
    name: "an index that wraps is out of bounds",
    body: "out[rows[i] * 65536 + i] = 1;",
    captures: { rows: new Int32Array(37).fill(65536), out: new Float64Array(37) },
    failure: "out_of_bounds",
  },
  {
    name: "an index of a range that wraps is out of bounds",
    body: "out[y * 65536 + x] = 1;",
    captures: { out: new Float64Array(65536) },
    range: [1, 37],
    offset: [65536, 0],
    failure: "out_of_bounds",
  },
  {
    name: "f32 counted where it is above 0.1",
    body: "let n = 0; for (let k = 0; k <= i; k++) n += f32s[k] > 0.1 ? 1 : 0; out[i] = n;",
    captures: {
      f32s: Float32Array.from({ length: 63 }, (_, at) => (at % 2 === 0 ? 0.1 : at / 7)),
      out: new Float64Array(63),
    },
  },
  {
    name: "division by zero",
    body: `
    const a = ints[i];
    out[i * 6] = a % 0;
    out[i * 6 + 1] = Math.floor(a / 0);
    out[i * 6 + 2] = a / zero;
    out[i * 6 + 3] = a % zero;
    out[i * 6 + 4] = Math.trunc(a / zero);
    out[i * 6 + 5] = a % zeros[i];`,
    captures: {
      ints: edgesOf("i32"),
      zero: 0,
      zeros: new Int32Array(edgesOf("i32").length),
      out: new Float64Array(6 * edgesOf("i32").length),
    },
    range: [edgesOf("i32").length],
    relaunches: [{ zero: 7 }, { zero: -1 }, { zero: 0.25 }],
  },
  {
    name: "a square that a clamped array holds",
    body: "const big = ints[i]; out[i] = big * big;",
    captures: { ints: edgesOf("i32"), out: new Uint8ClampedArray(edgesOf("i32").length) },
  },
  {
    name: "one by a negative zero",
    body: "const x = ints[i]; out[i] = 1 / (x * -1);",
    captures: { ints: edgesOf("i32"), out: new Float64Array(edgesOf("i32").length) },
  },
  {
    name: "the angle of a negative zero",
    body: "const x = ints[i] * 0; out[i] = Math.atan2(-x, -1) + Math.atan2(x, -1) / 8;",
    captures: { ints: edgesOf("i32"), out: new Float64Array(edgesOf("i32").length) },
    ulps: 2,
  },
];
