// Loops whose variables grow: sums, products, hashes, and counters at the ends of what 32 bits hold.

import { cycleOf, edgesOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const bytes = Uint8Array.from({ length: 400 }, (_, at) => 255 - ((at * 7) % 11));
const halves = Uint16Array.from({ length: 400 }, (_, at) => 65535 - ((at * 7) % 1100));
const words = Uint32Array.from({ length: 400 }, (_, at) => 4294967295 - at * 1000003);
const ints = Int32Array.from({ length: 400 }, (_, at) => (at % 3 === 0 ? -2147483648 + at : 2147483647 - at));

const sums: readonly NumberCase[] = (
  [
    ["bytes", bytes],
    ["16 bits", halves],
    ["unsigned 32 bits", words],
    ["signed 32 bits", ints],
    ["signed bytes", cycleOf("i8", 400)],
  ] as const
).flatMap(([title, a]): NumberCase[] => [
  {
    name: `a sum of ${title}`,
    body: "let s = 0; for (let k = i; k < a.length; k++) s += a[k]; out[i] = s;",
    captures: { a },
  },
  {
    name: `a mean and a sum of squares of ${title}`,
    body: `
    let s = 0;
    let s2 = 0;
    for (const v of a) { s += v; s2 += v * v; }
    out[i * 2] = s / a.length + i;
    out[i * 2 + 1] = s2 - i;`,
    captures: { a, out: new Float64Array(74) },
    range: [37],
  },
  {
    name: `a running maximum, a difference and a sum of ${title}`,
    body: `
    let most = a[i];
    let least = a[i];
    for (let k = 0; k < 50; k++) { most = Math.max(most, a[k] - a[k + i]); least = Math.min(least, a[k] - 1); }
    out[i] = most + least;`,
    captures: { a },
  },
]);

/** Sums that are added up in halves of 32 bits. */
const sumsOfHalves: readonly NumberCase[] = [
  {
    name: "a sum of 32 bits with and without a sign, in a loop of known length",
    body: "let s = 0; let t = i; for (let k = 0; k < 350; k++) { s += ints[k + i]; t += words[k + i]; } out[i * 2] = s; out[i * 2 + 1] = t;",
    captures: { ints, words, out: new Float64Array(74) },
    range: [37],
  },
  {
    name: "a sum of 32 bits of both kinds, added and taken away",
    body: "let s = 0.5; for (let k = 0; k < 350; k++) { s += ints[k + i]; s -= words[k]; if (k % 3 === 0) s -= ints[k]; } out[i] = s;",
    captures: { ints, words },
  },
  {
    name: "an integer sum of 32 bits of both kinds, added and taken away",
    body: "let s = 7; for (let k = 0; k < 350; k++) { s += ints[k + i]; s -= words[k]; if (k % 3 === 0) s -= ints[k]; } out[i] = s;",
    captures: { ints, words },
  },
  ...(
    [
      ["the least", "least", Int32Array.of(-(2 ** 31), -(2 ** 31), -(2 ** 31))],
      ["the largest", "most", Int32Array.of(2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1)],
      ["the largest without a sign", "words", Uint32Array.of(2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1)],
      ["the largest low halves", "low", Uint32Array.of(2 ** 16 - 1, 2 ** 17 - 1, 2 ** 31 - 1)],
    ] as const
  ).map(
    ([title, name, array]): NumberCase => ({
      name: `${title} of 32 bits, more often than a word has room for`,
      body: `
    let s = i;
    let t = 0;
    for (let k = 0; k < 33000; k++) { s += ${name}[i]; t -= ${name}[i]; t -= ${name}[0]; }
    out[i * 2] = s;
    out[i * 2 + 1] = t;`,
      captures: { [name]: array, out: new Float64Array(6) },
      range: [3],
    }),
  ),
  {
    name: "a sum of 32 bits in nested loops that work-items leave early",
    body: "let s = 0; outer: for (let a = 0; a < 20; a++) { for (let b = 0; b < 17; b++) { if (bytes[a + b] % 37 === i) break outer; if (b > i) continue outer; s += ints[a * 17 + b]; } } out[i] = s;",
    captures: { ints, bytes },
  },
  {
    name: "a sum of sums and differences of 16 bits",
    body: "let s = 0; for (let k = 0; k < 300; k++) s += halves[k + i] * 30000 - halves[k] * 32768; out[i] = s;",
    captures: { halves },
  },
];

const hashes: readonly NumberCase[] = [
  {
    name: "a hash by h * 31 + c and >>> 0",
    body: "let h = 7; for (let k = 0; k < 60; k++) h = (h * 31 + bytes[k + i]) >>> 0; out[i] = h;",
    captures: { bytes },
  },
  {
    name: "a hash by h * 31 + c and | 0",
    body: "let h = i; for (let k = 0; k < 60; k++) h = (h * 31 + bytes[k]) | 0; out[i] = h;",
    captures: { bytes },
  },
  {
    name: "a hash by shifts",
    body: "let h = 5381; for (let k = 0; k < 60; k++) h = ((h << 5) + h + bytes[k + i]) >>> 0; out[i] = h;",
    captures: { bytes },
  },
  {
    name: "FNV-1a by Math.imul",
    body: "let h = 2166136261; for (let k = 0; k < 60; k++) h = Math.imul(h ^ bytes[k + i], 16777619); out[i] = h >>> 0;",
    captures: { bytes },
  },
  {
    name: "FNV-1a by a product that loses bits",
    body: "let h = 2166136261; for (let k = 0; k < 60; k++) h = ((h ^ bytes[k + i]) * 16777619) >>> 0; out[i] = h;",
    captures: { bytes },
  },
  {
    name: "a hash without any cut, which becomes inexact",
    body: "let h = 1; for (let k = 0; k < 40; k++) h = h * 31 + bytes[k + i]; out[i] = h;",
    captures: { bytes },
  },
  {
    name: "murmur's finish",
    body: `
    let h = words[i];
    h ^= h >>> 16;
    h = Math.imul(h, 0x85ebca6b);
    h ^= h >>> 13;
    h = Math.imul(h, 0xc2b2ae35);
    h ^= h >>> 16;
    out[i] = h;
    seen[i] = h;`,
    captures: { words, seen: new Uint32Array(37) },
  },
  {
    name: "xorshift",
    body: "let x = i + 1; for (let k = 0; k < 9; k++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; } out[i] = x; low[i] = x >>> 0;",
    captures: { low: new Float64Array(37) },
  },
  {
    name: "a generator by | 0 and one by %",
    body: `
    let a = i;
    let b = i;
    for (let k = 0; k < 10; k++) { a = (a * 1103515245 + 12345) | 0; b = (b * 1103515245 + 12345) % 2147483648; }
    out[i] = a;
    other[i] = b;`,
    captures: { other: new Float64Array(37) },
  },
  {
    name: "Adler's checksum",
    body: "let a = 1; let b = 0; for (let k = 0; k < 300; k++) { a = (a + bytes[k + i]) % 65521; b = (b + a) % 65521; } out[i] = b * 65536 + a;",
    captures: { bytes },
  },
  {
    name: "a checksum by a shift to the sign",
    body: "let a = 1; let b = 0; for (let k = 0; k < 300; k++) { a = (a + bytes[k + i]) % 65521; b = (b + a) % 65521; } out[i] = (b << 16) | a;",
    captures: { bytes },
  },
  {
    name: "a bit reversal and a population count",
    body: `
    let v = words[i];
    let r = 0;
    let n = 0;
    for (let k = 0; k < 32; k++) { r = r * 2 + (v & 1); n += v & 1; v >>>= 1; }
    out[i] = r;
    counts[i] = n;`,
    captures: { words, counts: new Float64Array(37) },
  },
  {
    name: "a population count by masks",
    body: `
    let x = words[i];
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    out[i] = (((x + (x >>> 4)) & 0xf0f0f0f) * 0x1010101) >>> 24;`,
    captures: { words },
  },
];

const walks: readonly NumberCase[] = [
  {
    name: "the Collatz walk",
    body: `
    let n = starts[i];
    let steps = 0;
    let most = n;
    while (n !== 1 && steps < 1000) {
      n = n % 2 === 0 ? n / 2 : n * 3 + 1;
      most = Math.max(most, n);
      steps++;
    }
    out[i * 2] = steps;
    out[i * 2 + 1] = most;`,
    captures: {
      starts: Int32Array.from({ length: 37 }, (_, at) => [113383, 159487, 27, 1, 704511][at % 5] ?? at),
      out: new Float64Array(74),
    },
    range: [37],
  },
  {
    name: "greatest common divisors",
    body: "let a = words[i]; let b = other[i]; while (b !== 0) { const t = a % b; a = b; b = t; } out[i] = a;",
    captures: { words: cycleOf("u32", 37), other: cycleOf("u32", 37, 3) },
  },
  {
    name: "greatest common divisors of signed numbers",
    body: "let a = ints[i]; let b = other[i]; while (b !== 0) { const t = a % b; a = b; b = t; } out[i] = a;",
    captures: { ints: cycleOf("i32", 37), other: cycleOf("i32", 37, 3) },
  },
  {
    name: "Newton's integer square root",
    body: `
    const n = words[i];
    let x = n;
    let y = Math.floor((x + 1) / 2);
    while (y < x) { x = y; y = Math.floor((x + Math.floor(n / x)) / 2); }
    out[i] = x;`,
    captures: { words },
  },
  {
    name: "Newton's square root of a float",
    body: "let x = f[i]; for (let k = 0; k < 8; k++) x = (x + f[i] / x) / 2; out[i] = x;",
    captures: { f: cycleOf("f64", 37) },
  },
  {
    name: "halving until there is nothing left",
    body: "let x = ints[i]; let n = 0; while (Math.abs(x) > 0.001) { x /= 2; n++; } out[i] = n + x;",
    captures: { ints },
  },
  {
    name: "a counter that is halved to an integer",
    body: "let x = words[i]; let n = 0; while (x > 0) { x = Math.floor(x / 2); n++; } out[i] = n;",
    captures: { words },
  },
  {
    name: "digits from the back",
    body: "let x = words[i]; let r = 0; do { r = r * 10 + (x % 10); x = (x - (x % 10)) / 10; } while (x > 0); out[i] = r;",
    captures: { words },
  },
  {
    name: "Fibonacci's numbers",
    body: "let a = 0; let b = 1; for (let k = 0; k < i * 2; k++) { [a, b] = [b, a + b]; } out[i] = a;",
  },
  {
    name: "Fibonacci's numbers modulo a prime",
    body: "let a = 0; let b = 1; for (let k = 0; k < i * 2; k++) { const c = (a + b) % 2147483647; a = b; b = c; } out[i] = a;",
  },
  {
    name: "powers of a base",
    body: "let p = 1; for (let k = 0; k < 12; k++) p *= i; out[i] = p;",
  },
  {
    name: "a power by squaring, modulo",
    body: `
    let r = 1;
    let base = i + 2;
    for (let e = 1000; e > 0; e = Math.floor(e / 2)) {
      if (e % 2 === 1) r = (r * base) % 65521;
      base = (base * base) % 65521;
    }
    out[i] = r;`,
  },
  {
    name: "a power by squaring, modulo a number above 2^26",
    body: `
    let r = 1;
    let base = i + 2;
    for (let e = 1000; e > 0; e >>= 1) {
      if (e & 1) r = (r * base) % 2147483647;
      base = (base * base) % 2147483647;
    }
    out[i] = r;`,
  },
  {
    name: "binomial coefficients",
    body: "let c = 1; for (let k = 0; k < i; k++) c = (c * (40 - k)) / (k + 1); out[i] = c;",
  },
  {
    name: "prefix sums of a row",
    body: "let s = 0; for (let k = 0; k < 10; k++) { s += ints[i * 10 + k]; rows[i * 10 + k] = s; } out[i] = s;",
    captures: { ints: ints.slice(0, 370), rows: new Float64Array(370) },
  },
  {
    name: "prefix sums of bytes into words",
    body: "let s = start; for (let k = 0; k < 10; k++) { s += bytes[i * 10 + k]; rows[i * 10 + k] = s; } out[i] = s;",
    captures: { bytes: bytes.slice(0, 370), rows: new Uint32Array(370), start: 4294967000 },
    relaunches: [{ start: 0 }, { start: -5 }, { start: 2147483647 }, { start: 0.5 }],
  },
  {
    name: "a histogram of a work-item's own",
    body: "for (let k = 0; k < 400; k++) { const bin = (bytes[k] + i) % 8; h[i * 8 + bin] += 1; w[i * 8 + bin] += bytes[k] * bytes[k]; }",
    captures: { bytes, h: new Uint8Array(296), w: new Float64Array(296) },
    range: [37],
  },
  {
    name: "a matrix product of big integers",
    body: "let s = 0; for (let k = 0; k < 6; k++) s += a[i * 6 + k] * b[k]; out[i] = s;",
    captures: { a: ints.slice(0, 222), b: words.slice(0, 6) },
  },
  {
    name: "an integral of x squared",
    body: "let s = 0; for (let x = -5; x <= 5; x += 0.5) s += x * x * i; out[i] = s;",
  },
  {
    name: "a polynomial by Horner's rule",
    body: "let s = 0; for (let k = 0; k < 6; k++) s = s * i + (k - 3) * 1000; out[i] = s;",
  },
  {
    name: "nested loops with a product of their counters",
    body: "let s = 0; for (let a = 1; a <= 60; a++) for (let b = a; b <= 60; b += 2) s += a * b * b * i * 1000; out[i] = s;",
  },
  {
    name: "a triangle's index, and back",
    body: "const k = tri[i]; const r = Math.floor((Math.sqrt(8 * k + 1) - 1) / 2); out[i * 2] = r; out[i * 2 + 1] = k - (r * (r + 1)) / 2;",
    captures: { tri: cycleOf("u32", 37), out: new Float64Array(74) },
    range: [37],
  },
  {
    name: "a sum that some work-items leave early",
    body: "let s = 0; for (const w of words) { if (s > limit * i) break; s += w; } out[i] = s;",
    captures: { words, limit: 3000000000 },
    relaunches: [{ limit: 1.5 }, { limit: -1 }],
  },
  {
    name: "an alternating sum",
    body: "let s = 0; let sign = 1; for (const w of words) { s += sign * w; sign = -sign; } out[i] = s * i;",
    captures: { words },
  },
  {
    name: "a date's days",
    body: `
    const y = years[i] - 1;
    out[i] = y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);`,
    captures: { years: edgesOf("i32"), out: new Float64Array(edgesOf("i32").length) },
  },
];

/** Counters between captured bounds at the ends of 32 bits. */
const bounds = [
  { from: 2147483644, to: 2147483647 },
  { from: 2147483645, to: 2147483652 },
  { from: 4294967290, to: 4294967297 },
  { from: -2147483650, to: -2147483645 },
  { from: -3, to: 4 },
  { from: 5, to: 5 },
  { from: 5, to: 4 },
  { from: 0.5, to: 4.25 },
  { from: 9007199254740980, to: 9007199254740986 },
  { from: 0, to: Number.NaN },
];
const counterCase = (name: string, loop: string): NumberCase => ({
  name: `a counter: ${name}`,
  // So that it ends where a counter wraps.
  body: `let n = 0; let last = 0; let rounds = 0; ${loop} { n += k * (i + 1); last = k; if (++rounds > 40) break; } out[i * 2] = n; out[i * 2 + 1] = last;`,
  captures: { ...bounds[0], out: new Float64Array(74) },
  range: [37],
  relaunches: bounds.slice(1),
});
const counters: readonly NumberCase[] = [
  counterCase("k < b", "for (let k = from; k < to; k++)"),
  counterCase("k <= b", "for (let k = from; k <= to; k++)"),
  counterCase("steps of 3", "for (let k = from; k <= to; k += 3)"),
  counterCase("steps of a thousand million", "for (let k = from; k <= to; k += 1000000000)"),
  counterCase("downwards", "for (let k = to; k >= from; k--)"),
  counterCase("downwards by 2", "for (let k = to; k > from; k -= 2)"),
  counterCase("from a floor", "for (let k = Math.floor(from); k < to; k = k + 1)"),
  {
    name: "a counter that doubles",
    body: "let n = 0; for (let k = 1; k <= most && k > 0; k *= 2) n += k; out[i] = n + i;",
    captures: { most: 2147483647 },
    relaunches: [{ most: 1 }, { most: 4294967295 }, { most: 9007199254740991 }, { most: 0 }, { most: 10.5 }],
  },
  {
    name: "a counter up to the index itself",
    body: "let n = 0; for (let k = 0; k <= i; k++) n += k * k * k * k * k * k; out[i] = n;",
  },
  {
    name: "a counter up to an element",
    body: "let n = 0; for (let k = ends[i] - 5; k <= ends[i]; k++) { n += k; if (n < -1e11) break; } out[i] = n;",
    captures: { ends: edgesOf("u32"), out: new Float64Array(edgesOf("u32").length) },
  },
  {
    name: "a counter that ends where a length does, by steps",
    body: "let n = 0; for (let k = i; k < bytes.length; k += step) { n += bytes[k]; if (n > 1e6) break; } out[i] = n;",
    captures: { bytes, step: 7 },
    relaunches: [{ step: 1 }, { step: 2147483647 }, { step: 4294967296 }, { step: 400 }],
  },
];

export const loops: readonly NumberCase[] = [...sums, ...sumsOfHalves, ...hashes, ...walks, ...counters];
