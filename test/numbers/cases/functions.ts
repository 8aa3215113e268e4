// Plain numbers through helpers, closures, objects, private arrays and destructuring.

import { cycleOf, pairsOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const { a, b } = pairsOf("i32", "u32");
const arrays = { a, b };
const results = (count: number) => new Float64Array(a.length * count);

export const functions: readonly NumberCase[] = [
  {
    name: "a helper of plain numbers",
    declarations: "function mix(x: number, y: number): number { return x * 3 + y * y - 1; }",
    body: "out[i] = mix(a[i], b[i]);",
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "a helper of integers, of bytes, and of floats",
    declarations: "const twice = (x: number) => x + x; const half = (x: number) => x / 2;",
    body: "out[i * 4] = twice(a[i]); out[i * 4 + 1] = twice(b[i] / 7); out[i * 4 + 2] = half(twice(b[i])); out[i * 4 + 3] = twice(i);",
    captures: { ...arrays, out: results(4) },
    range: [a.length],
  },
  {
    name: "a helper whose result is compared and one whose result is cut",
    declarations: "const difference = (x: number, y: number) => x - y;",
    body: "out[i * 3] = difference(a[i], b[i]) < 0 ? 1 : 2; out[i * 3 + 1] = difference(b[i], a[i]) | 0; out[i * 3 + 2] = difference(b[i], 5);",
    captures: { ...arrays, out: results(3) },
    range: [a.length],
  },
  {
    name: "helpers of helpers, with early returns and defaults",
    declarations: `
function clamp(x: number, low: number, high = 4294967295): number {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
function scaled(x: number, by = 1000): number { return clamp(x * by, -2147483648); }`,
    body: "out[i * 2] = scaled(a[i]); out[i * 2 + 1] = scaled(b[i], i);",
    captures: { ...arrays, out: results(2) },
    range: [a.length],
  },
  {
    name: "a generic helper",
    declarations: "function pick<T>(which: boolean, x: T, y: T): T { return which ? x : y; }",
    body: "out[i] = pick<number>(a[i] < b[i], a[i] - b[i], b[i] * 2) + pick(i > 3, 1, 2);",
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "a function that is passed",
    declarations: `
function fold(n: number, first: number, f: (sum: number, k: number) => number): number {
  let sum = first;
  for (let k = 0; k < n; k++) sum = f(sum, k);
  return sum;
}`,
    body: "out[i * 2] = fold(20, 1, (s, k) => s * (k + i)); out[i * 2 + 1] = fold(i % 30, b[i], (s, k) => s * 2 - k);",
    captures: { ...arrays, out: results(2) },
    range: [a.length],
  },
  {
    name: "a closure that counts",
    body: "let n = 2147483647; const next = () => { n += a[i]; return n; }; next(); next(); out[i] = next() + n;",
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "an object's fields",
    declarations: "interface Sum { count: number; total: number; least: number }",
    body: `
    const s: Sum = { count: 0, total: 0, least: 4294967295 };
    for (let k = 0; k < 30; k++) {
      s.count++;
      s.total += b[(i + k) % b.length] * 3;
      s.least = Math.min(s.least, a[(i + k) % a.length]);
    }
    out[i * 2] = s.total / s.count;
    out[i * 2 + 1] = s.least - s.count;`,
    captures: { ...arrays, out: results(2) },
    range: [a.length],
  },
  {
    name: "a class of plain numbers",
    declarations: `
class Variance {
  #n = 0;
  #sum = 0;
  #squares = 0;
  push(x: number): this {
    this.#n++;
    this.#sum += x;
    this.#squares += x * x;
    return this;
  }
  get value(): number {
    return this.#squares / this.#n - (this.#sum / this.#n) ** 2;
  }
}`,
    body: "const v = new Variance(); for (let k = 0; k < 40; k++) v.push(u[k + i]); v.push(65535).push(i); out[i] = v.value;",
    captures: { u: cycleOf("u16", 100) },
  },
  {
    name: "complex integers",
    declarations: `
class Gauss {
  constructor(readonly re: number, readonly im: number) {}
  times(o: Gauss): Gauss { return new Gauss(this.re * o.re - this.im * o.im, this.re * o.im + this.im * o.re); }
}`,
    body: "let z = new Gauss(1, 0); const w = new Gauss(i - 9, 3); for (let k = 0; k < 9; k++) z = z.times(w); out[i * 2] = z.re; out[i * 2 + 1] = z.im;",
    captures: { out: new Float64Array(74) },
    range: [37],
  },
  {
    name: "a private array of plain numbers",
    body: `
    const counts = [0, 0, 0, 0];
    for (let k = 0; k < 50; k++) counts[(k * k + i) % 4] += u[k] * u[k];
    out[i] = counts[0] - counts[1] * 3 + counts[2] * counts[3];`,
    captures: { u: cycleOf("u16", 50) },
  },
  {
    name: "a private fixed array that is filled",
    body: `
    const row: FixedArray<number, 8> = fixedArray(8, 1);
    for (let k = 1; k < 8; k++) row[k] = row[k - 1] * (i + k);
    let s = 0;
    for (const v of row) s += v;
    out[i] = s;`,
  },
  {
    name: "a private array of fractions and integers",
    body: "const w = [1, 0.5, 3]; w[i % 3] = a[i] + b[i]; out[i] = w[0] + w[1] * w[2];",
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "private typed arrays hold what their type holds",
    body: `
    const bytes = new Uint8Array(4);
    const words = new Int32Array(4);
    const wide = new Float64Array(4);
    for (let k = 0; k < 9; k++) {
      bytes[k % 4] += a[i] + k;
      words[k % 4] = words[k % 4] * 3 + b[i];
      wide[k % 4] += b[i] * b[i];
    }
    out[i * 3] = bytes[1] + bytes[2];
    out[i * 3 + 1] = words[0] - words[3];
    out[i * 3 + 2] = wide[0] + wide[1];`,
    captures: { ...arrays, out: results(3) },
    range: [a.length],
  },
  {
    name: "an array of objects",
    declarations: "interface Pair { key: number; value: number }",
    body: `
    const pairs: FixedArray<Pair, 3> = [{ key: 1, value: 2 }, { key: i, value: 2147483647 }, { key: -1, value: 0.5 }];
    pairs[1].value += a[i];
    pairs[2].key *= b[i];
    out[i] = pairs[0].value + pairs[1].value + pairs[2].key;`,
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "destructuring and swaps",
    body: `
    let [low, high] = [a[i], b[i]];
    if (low > high) [low, high] = [high, low];
    const { sum, product } = { sum: low + high, product: low * high };
    out[i * 3] = sum;
    out[i * 3 + 1] = product;
    out[i * 3 + 2] = high - low;`,
    captures: { ...arrays, out: results(3) },
    range: [a.length],
  },
  {
    name: "choices between integers and between integers and floats",
    body: `
    const x = a[i] > 0 ? a[i] : b[i];
    const y = a[i] > 0 ? 0.5 : b[i];
    out[i * 4] = x + 1;
    out[i * 4 + 1] = y * 2;
    out[i * 4 + 2] = a[i] || b[i] - 1;
    out[i * 4 + 3] = a[i] && b[i] + 1;`,
    captures: { ...arrays, out: results(4) },
    range: [a.length],
  },
  {
    name: "a variable that is an integer first and a fraction later",
    body: "let v = 0; out[i * 2] = v; v = a[i]; if (b[i] > 10) v = v / 3; v += 1; out[i * 2 + 1] = v;",
    captures: { ...arrays, out: results(2) },
    range: [a.length],
  },
  {
    name: "a switch on a large number",
    body: "let r = 0; switch (b[i] + 1) { case 4294967296: r = 1; break; case 0: r = 2; break; case 11: r = 3; } out[i] = r;",
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "a condition that is a number",
    body: "let n = 0; if (a[i] * 65536 * 65536) n += 1; if (!(b[i] + 4294967296)) n += 2; if ((b[i] * 2) | 0) n += 4; out[i] = n;",
    captures: { ...arrays, out: results(1) },
  },
  {
    name: "comparisons of i32 with u32, and minima",
    body: "out[i * 4] = a[i] < b[i] ? 1 : 0; out[i * 4 + 1] = Math.max(a[i], b[i], 5); out[i * 4 + 2] = a[i] === b[i] ? 1 : 0; out[i * 4 + 3] = a[i] + b[i];",
    captures: { ...arrays, out: results(4) },
    range: [a.length],
  },
  {
    name: "a variable that serves bits and numbers both",
    body: "let h = b[i] * 3; out[i * 3] = h & 255; h += a[i]; out[i * 3 + 1] = h; out[i * 3 + 2] = h >>> 4;",
    captures: { ...arrays, out: results(3) },
    range: [a.length],
  },
  {
    name: "recursion by hand: Ackermann's small rows",
    body: "let n = i; for (let m = 0; m < 3; m++) n = m === 0 ? n + 1 : m === 1 ? n * 2 + 3 : 2 ** (n % 40 + 3) - 3; out[i] = n;",
  },
];
