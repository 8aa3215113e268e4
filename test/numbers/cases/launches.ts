// What depends on a launch: captured numbers, sizes, and indices of ranges with offsets near 2^31.

import { cycleOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const limits = [
  0, -0, 1, -1, 255, 16777217, 2147483646, 2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296,
];
const others = [
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  0.5,
  -1.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];
const all = [...limits, ...others];
const captured = (name: string, body: string): NumberCase => ({
  name: `captured: ${name}`,
  body,
  captures: { n: 7, u: cycleOf("u32", 37), s: cycleOf("i32", 37) },
  relaunches: all.map((n) => ({ n })),
});

const near = 2147483647;

export const launches: readonly NumberCase[] = [
  captured("added to the index", "out[i] = i + n;"),
  captured("times the index", "out[i] = i * n - 1;"),
  captured("a remainder of it", "out[i] = (i * 1000003) % n;"),
  captured("with elements", "out[i] = u[i] * n + s[i];"),
  captured("in bits", "out[i] = ((i + n) | 0) + ((u[i] ^ n) >>> 1) + (n & 255);"),
  captured(
    "as the seed of a hash",
    "let h = n; for (let k = 0; k < 5; k++) { h = Math.imul(h ^ u[(i + k) % 37], 16777619); h = h ^ (h >>> 13); } out[i] = h;",
  ),
  captured(
    "in bits and as a number",
    "out[i] = ((n * 3 + i) & 255) + Math.floor(n) + Math.sign(n) + Math.trunc(n - i) + Math.round(n) + (n ^ s[i]) / 4 + n ** 2;",
  ),
  captured("in comparisons", "out[i] = (s[i] < n ? 1 : 0) + (u[i] >= n ? 2 : 0) + (i === n ? 4 : 0);"),
  captured("clamped by it", "out[i] = Math.min(Math.max(s[i], -n), n);"),
  captured("its negative, its absolute value and its square", "out[i] = -n + Math.abs(n) * i + n * n;"),
  captured("a variable that starts as it", "let v = n; for (let k = 0; k < i; k++) v += u[k]; out[i] = v;"),
  captured("a bound", "let c = 0; for (let k = 0; k < n; k++) { c += k * k; if (k > 50) break; } out[i] = c + i;"),
  captured(
    "a bound that is reached",
    "let c = 0; for (let k = 0; k <= n; k++) { c += k + i; if (k > 50) break; } out[i] = c;",
  ),
  captured(
    "a bound of a bound",
    "let c = 0; let rounds = 0; for (let k = n - 3; k < n + 3; k++) { c += k; if (++rounds > 9) break; } out[i] = c + i;",
  ),
  captured(
    "a bound that is rounded, too",
    "let c = 0; for (let k = 0; k < n && k < 50; k++) c += k; out[i] = c + Math.floor(n) + Math.ceil(n) * 3 + Math.round(n) * 5 + Math.trunc(n) * 7 + Math.sign(n) + Math.abs(n) + (n % 3);",
  ),
  captured(
    "a bound in a function",
    "const upTo = (m: number): number => { let c = 0; for (let k = 0; k < m && k < 50; k++) c += k; return c + m; }; out[i] = upTo(n) + upTo(n + 0.25) + upTo(n * 2);",
  ),
  captured(
    "a bound by choice",
    "const m = i % 2 === 0 ? n : 7; let c = 0; for (let k = 0; k < m && k < 50; k++) c += s[k % 37]; out[i] = c + m;",
  ),
  captured(
    "a bound in other conditions",
    "let c = 0; for (let k = 0; k !== n && k < 50; k++) c += k; switch (n) { case 1: c += 100; break; case 255: c += 200; } if (n) c += 0.5; out[i] = n === 7 ? c : -c;",
  ),
  captured("an index behind a question", "out[i] = n >= 0 && n < 37 && n === Math.floor(n) ? u[n] : i / n;"),
  captured("an index, by a remainder", "out[i] = u[Math.abs((i + n) | 0) % 37] + s[((n >>> 0) + i) % 37];"),
  captured(
    "numbers without their lowest bits",
    "let t = i * 5; const p = t >> n; t = -9; out[i] = (p << n) * 65536 + ((t >> n) << n) * 3 + ((u[i] >>> n) << n) + ((s[i] >> n) << n) * 5 + ((i >> n) << 2);",
  ),
  captured(
    "an index without its lowest bits, and these",
    "const p = i >> n; const k = i & ((1 << n) - 1); out[i] = u[p << n] + s[(p << n) + k] + u[((36 - i) >> (n + 1)) << (n + 1)];",
  ),
  captured("a division", "out[i] = Math.floor(i / n) + (u[i] / n);"),
  captured("an integer and a fraction at once", "out[i] = n * 0.5 + (n | 0) + i;"),
  {
    name: "several captured numbers, whose product is an index",
    body: "const x = i % width; const y = Math.floor((i - x) / width); out[i] = rows[(y * stride + x) % rows.length] * gain + y;",
    captures: { width: 5, stride: 1000003, gain: 1, rows: cycleOf("u32", 50), out: new Float64Array(37) },
    relaunches: [{ stride: 2147483647 }, { stride: 4294967296 }, { width: 37, stride: 9007199254740991 }],
  },
  {
    name: "captured: into an f32, with large integers and in remainders",
    body: "out[i * 4] = s[i] * n; out[i * 4 + 1] = n % 60; out[i * 4 + 2] = u[i] - Math.ceil(n / 7); out[i * 4 + 3] = (n + i) % 8;",
    captures: { n: 0.1, u: cycleOf("u32", 37), s: cycleOf("i32", 37), out: new Float32Array(4 * 37) },
    relaunches: all.map((n) => ({ n })),
    range: [37],
  },
  {
    name: "captured: differences of large numbers, into an f32",
    body: "out[i * 3] = now - start; out[i * 3 + 1] = (now + i) - start; const passed = (now - start) / 1000; out[i * 3 + 2] = passed + i * 0.25;",
    captures: { now: 1.7e12 + 12345, start: 1.7e12, out: new Float32Array(3 * 37) },
    relaunches: [{ start: 16777217 }, { now: 16777217, start: 16777210 }, { now: 0.1, start: 0.3 }],
    range: [37],
  },
  {
    name: "planes, whose area may be beyond all arrays",
    body: "out[i] = n * n + rows[n * n - n * n + i];",
    captures: { n: 5, rows: cycleOf("u32", 50), out: new Float64Array(37) },
    relaunches: [32768, 40000, 65536, 2 ** 28, 2147483647, 0, 1].map((n) => ({ n })),
  },
  {
    name: "a captured step, forwards and backwards",
    body: "let c = 0; let rounds = 0; for (let at = i; at < 40; at += step) { c = c * 3 + u[Math.abs(at) % 37]; if (++rounds > 20) break; } out[i] = c;",
    captures: { step: 7, u: cycleOf("u32", 37), out: new Float64Array(37) },
    relaunches: [1, 0, -1, -(2 ** 28), -2147483648, 2147483647, 2 ** 28 + 1].map((step) => ({ step })),
  },
  {
    name: "a captured divisor",
    body: "out[i * 3 + n - n] = (i - 1 + n) % n; out[i * 3 + 1] = (u[i] + i * n) % n; out[i * 3 + 2] = Math.floor(i / n);",
    captures: { n: 37, u: cycleOf("u32", 37), out: new Float64Array(3 * 37) },
    relaunches: [1, 2, 0, -1, -7, 2147483647, -2147483648, 2 ** 28 + 1].map((n) => ({ n })),
    range: [37],
  },
  {
    name: "the length of an array",
    body: "out[i] = u.length * 1000003 * (i + 1) - u.length * u.length * 65536 * 65536;",
    captures: { u: new Uint8Array(65536), out: new Float64Array(37) },
  },
  {
    name: "the square of the index, and its fourth power",
    body: "out[i * 2] = i * i * 1000003; out[i * 2 + 1] = i * i * i * i * i * i;",
    captures: { out: new Float64Array(2 * 301) },
    range: [301],
  },
  {
    name: "one work-item, and no gang",
    body: "out[i] = (i + 4294967295) * 3;",
    captures: { out: new Float64Array(1) },
  },
  ...[3, 4, 5, 8, 9, 16, 17, 33].map(
    (size): NumberCase => ({
      name: `a range of ${size}`,
      body: "let v = u[i]; for (let k = 0; k < i % 5; k++) v = v * 3 - s[i]; out[i] = v; low[i] = v; bytes[i] = v;",
      captures: {
        u: cycleOf("u32", size),
        s: cycleOf("i32", size),
        low: new Uint32Array(size),
        bytes: new Uint8ClampedArray(size),
        out: new Float64Array(size),
      },
    }),
  ),
  {
    name: "indices in two dimensions",
    body: "out[y * 13 + x] = (y + 1) * 1000003 * (x + 1) * 4099 - x * y * 2147483647;",
    range: [7, 13],
  },
  {
    name: "indices in three dimensions",
    body: "out[(z * 5 + y) * 9 + x] = (z - 1) * 65536 * (y - 2) * 65536 * (x - 3);",
    range: [3, 5, 9],
  },
  {
    name: "an offset at the end of 32 bits",
    body: "out[i - 2147483610] = i * 2 + (i + 1); low[i - 2147483610] = i + i;",
    captures: { low: new Int32Array(37), out: new Float64Array(37) },
    range: [37],
    offset: [near - 37],
  },
  {
    name: "offsets in two dimensions",
    body: "out[(y - 1000000) * 11 + x - 2000000000] = y * 2000 + x * y; high[(y - 1000000) * 11 + x - 2000000000] = x + x;",
    captures: { out: new Float64Array(33), high: new Float64Array(33) },
    range: [3, 11],
    offset: [1000000, 2000000000],
  },
  {
    name: "offsets in three dimensions",
    body: "out[((z - 2000000000) * 3 + (y - 7)) * 5 + x] = z * 3 + y * z + x;",
    captures: { out: new Float64Array(30) },
    range: [2, 3, 5],
    offset: [2000000000, 7, 0],
  },
  {
    name: "a counter up to an index near the end of 32 bits",
    body: "let n = 0; for (let k = i - 3; k <= i; k++) n += k; out[i - 2147483610] = n;",
    captures: { out: new Float64Array(37) },
    range: [37],
    offset: [near - 37],
  },
];
