// Where integers and floats of 32 and 64 bits meet. Arithmetic of f32 elements that is stored to f32 is rounded at each operation (a
// listed exception): such cases have one operation.

import { cycleOf, edgesOf, pairsOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const f = edgesOf("f32");
const results = (count: number) => new Float64Array(f.length * count);
const limits = [0.1, 0.3, 1e-7, 16777217, 4294967295, 2147483647, -0.1, 1e300, Number.NaN, Number.POSITIVE_INFINITY];
const near = Float32Array.from(
  limits.flatMap((limit) => [Math.fround(limit), Math.fround(limit) * (1 + 1e-7), limit * (1 - 1e-7)]),
);

const comparisons = (name: string, right: string): string =>
  ["<", "<=", ">", ">=", "===", "!=="]
    .map((operator, at) => `out[i * 6 + ${at}] = ${name} ${operator} ${right} ? 1 : 0;`)
    .join("\n    ");

export const floats: readonly NumberCase[] = [
  ...limits.slice(0, 7).map(
    (limit): NumberCase => ({
      name: `f32 compared with ${limit}`,
      body: comparisons("near[i]", String(limit)),
      captures: { near, out: new Float64Array(near.length * 6) },
      range: [near.length],
    }),
  ),
  {
    name: "f32 compared with a captured number",
    body: comparisons("near[i]", "limit"),
    captures: { near, limit: 0.1, out: new Float64Array(near.length * 6) },
    range: [near.length],
    relaunches: limits.map((limit) => ({ limit })),
  },
  {
    name: "f32 compared with u32",
    body: comparisons("f[i]", "u[i]"),
    captures: {
      f: pairsOf("f32", "u32").a,
      u: pairsOf("f32", "u32").b,
      out: new Float64Array(6 * pairsOf("f32", "u32").a.length),
    },
    range: [pairsOf("f32", "u32").a.length],
  },
  {
    name: "f32 compared with an integer that was computed",
    body: comparisons("f[i]", "(s[i] * 3 + 1)"),
    captures: {
      f: pairsOf("f32", "i32").a,
      s: pairsOf("f32", "i32").b,
      out: new Float64Array(6 * pairsOf("f32", "i32").a.length),
    },
    range: [pairsOf("f32", "i32").a.length],
  },
  {
    name: "f32 clamped by plain numbers, into f64",
    body: "out[i * 3] = Math.min(f[i], 0.1); out[i * 3 + 1] = Math.max(0.1, f[i]); out[i * 3 + 2] = Math.min(Math.max(f[i], -0.3), limit);",
    captures: { f, limit: 0.7, out: results(3) },
    range: [f.length],
    relaunches: [{ limit: 16777217 }, { limit: Number.NaN }],
  },
  {
    name: "f32 times two into f64",
    body: "out[i * 3] = f[i] * 2; out[i * 3 + 1] = f[i] * 0.1 + 0.2; out[i * 3 + 2] = f[i] * f[i] - f[i] / 3;",
    captures: { f, out: results(3) },
    range: [f.length],
  },
  {
    name: "the mean of f32 into f64",
    body: "let s = 0; for (const v of f) s += v * i; out[i] = s / f.length;",
    captures: { f: Float32Array.from({ length: 500 }, (_, at) => at / 7 + 1e6) },
  },
  {
    name: "the deviation of f32 into f64",
    body: `
    let s = 0;
    for (const v of f) s += v;
    const mean = s / f.length;
    let d = 0;
    for (const v of f) d += (v - mean) * (v - mean);
    out[i] = Math.sqrt(d / (f.length - 1)) + i;`,
    captures: { f: Float32Array.from({ length: 300 }, (_, at) => at / 7 + 1e4) },
  },
  {
    name: "a product of rows of f32 into f64",
    body: "let s = 0; for (let k = 0; k < 30; k++) s += f[k + i] * g[k]; out[i] = s;",
    captures: {
      f: Float32Array.from({ length: 70 }, (_, at) => at / 7),
      g: Float32Array.from({ length: 30 }, (_, at) => 1 / (at + 1)),
    },
  },
  {
    name: "f32 into f32, one operation each",
    body: "s[i] = f[i] + g[i]; d[i] = f[i] / g[i]; p[i] = f[i] * g[i]; n[i] = -f[i]; r[i] = Math.sqrt(f[i]);",
    captures: Object.fromEntries([
      ["f", pairsOf("f32", "f32").a],
      ["g", pairsOf("f32", "f32").b],
      ...["s", "d", "p", "n", "r"].map((name) => [name, new Float32Array(pairsOf("f32", "f32").a.length)]),
    ]),
    range: [pairsOf("f32", "f32").a.length],
  },
  {
    name: "integers become f32 at the store alone",
    body: "third[i] = s[i] / 3; sum[i] = s[i] + u[i]; root[i] = Math.sqrt(u[i]); index[i] = u[i] * 1000003 + 0.5;",
    captures: {
      s: cycleOf("i32", 60),
      u: cycleOf("u32", 60),
      third: new Float32Array(60),
      sum: new Float32Array(60),
      root: new Float32Array(60),
      index: new Float32Array(60),
    },
    range: [60],
  },
  {
    // Of integers within 2^24 it might be made of f32 (G).
    name: "a float of a multiple of the index, into f32",
    body: "out[i] = (((i * 1000003 + 0.5) / 37) * 2 - 1) / 3;",
    captures: { out: new Float32Array(37) },
  },
  {
    name: "a coordinate of an integer and a captured width, into f32",
    body: "const x = s[i] - i; const y = Math.floor(x / width); out[i] = (x / width) * 3.5 - y * scale;",
    captures: { s: cycleOf("i32", 137), out: new Float32Array(137), width: 13, scale: 0.1 },
    relaunches: [{ width: 12.5, scale: 1e10 }],
  },
  {
    name: "i32 and u32 with f64",
    body: "out[i * 4] = s[i] + d[i]; out[i * 4 + 1] = u[i] * d[i]; out[i * 4 + 2] = d[i] % u[i]; out[i * 4 + 3] = s[i] / d[i];",
    captures: { s: cycleOf("i32", 90), u: cycleOf("u32", 90), d: cycleOf("f64", 90, 3), out: new Float64Array(360) },
    range: [90],
  },
  {
    name: "floats cut to integers and on",
    body: `
    const k = Math.floor(d[i]);
    const r = Math.round(d[i]);
    out[i * 5] = k * 3 - r;
    out[i * 5 + 1] = k % 10;
    out[i * 5 + 2] = d[i] | 0;
    out[i * 5 + 3] = (d[i] >>> 0) + 1;
    out[i * 5 + 4] = Math.trunc(d[i]) + Math.sign(d[i]);`,
    captures: { d: edgesOf("f64"), out: new Float64Array(5 * edgesOf("f64").length) },
    range: [edgesOf("f64").length],
  },
  {
    name: "negative zeros of floats stay",
    body: "out[i * 4] = d[i] * 0; out[i * 4 + 1] = -d[i]; out[i * 4 + 2] = d[i] / -1; out[i * 4 + 3] = Math.min(d[i], 0);",
    captures: { d: edgesOf("f64"), out: new Float64Array(4 * edgesOf("f64").length) },
    range: [edgesOf("f64").length],
  },
  {
    name: "whole powers",
    body: "out[i * 4] = i ** 2; out[i * 4 + 1] = 2 ** (i % 31); out[i * 4 + 2] = s[i] ** 2; out[i * 4 + 3] = 3 ** (i % 7);",
    captures: { s: cycleOf("i16", 37), out: new Float64Array(148) },
    range: [37],
  },
  {
    name: "Math's functions of integers into f64",
    body: `
    out[i * 6] = Math.exp(i / 10);
    out[i * 6 + 1] = Math.log(u[i] + 1);
    out[i * 6 + 2] = Math.sin(s[i] % 1000);
    out[i * 6 + 3] = Math.hypot(s[i], u[i]);
    out[i * 6 + 4] = Math.cbrt(u[i]);
    out[i * 6 + 5] = Math.pow(i + 1.5, 2.5);`,
    captures: { s: cycleOf("i32", 37), u: cycleOf("u32", 37), out: new Float64Array(222) },
    range: [37],
    ulps: 4,
  },
  {
    name: "a quantity of f32 by thresholds that are plain numbers",
    body: "out[i] = f[i] < 0.1 ? 0 : f[i] < 0.3 ? 1 : f[i] >= 16777217 ? 2 : 3;",
    captures: { f: near, out: new Float64Array(near.length) },
  },
];
