// Indices: what JavaScript reads where it exists, and out of bounds on every device where the exact index does not.

import { cycleOf, edgesOf } from "../edges.js";
import type { NumberCase, TypedArray } from "../number-case.js";

const data = Float64Array.from({ length: 64 }, (_, at) => at * 1.5 + 1);
const filled = (of: TypedArray, value: number): TypedArray => of.fill(value);

/** An index that is 0 to 63 modulo 2^32, and something else as a number. */
const wrapping = (
  name: string,
  index: string,
  captures: Readonly<Record<string, TypedArray | number>>,
): NumberCase => ({
  name: `out of bounds: ${name}`,
  body: `out[i] = data[${index}];`,
  captures: { data, ...captures },
  range: [37],
  failure: "out_of_bounds",
});
const storing = (name: string, index: string, captures: Readonly<Record<string, TypedArray | number>>): NumberCase => ({
  name: `a store out of bounds: ${name}`,
  body: `out[${index}] = i;`,
  captures: { out: new Float64Array(37), ...captures },
  range: [37],
  failure: "out_of_bounds",
});

export const indices: readonly NumberCase[] = [
  wrapping("a product with data", "idx[i] * 65536", { idx: filled(new Int32Array(37), 65536) }),
  wrapping("three times data and one", "idx[i] * 3 + 1", { idx: filled(new Uint32Array(37), 1431655765) }),
  {
    ...wrapping("three times a word and one", "x * 3 + 1", { idx: filled(new Uint32Array(37), 1431655765) }),
    body: "const x = idx[i] | 0; out[i] = data[x * 3 + 1];",
  },
  {
    ...wrapping("words and what all share", "x * 4 + n", { idx: filled(new Uint32Array(37), 1073741824), n: 1 }),
    body: "const x = (idx[i] | 0) ^ (i & 7); out[i] = data[x * 4 + n];",
  },
  {
    ...wrapping("an area beyond all arrays", "n * n + i", { n: 65536 }),
    body: "out[i] = data[n * n + i] + data[i * n * n - i * n * n + i];",
  },
  wrapping("u32 plus one", "idx[i] + 1", { idx: filled(new Uint32Array(37), 4294967295) }),
  wrapping("u32 plus u32", "idx[i] + idx[i]", { idx: filled(new Uint32Array(37), 2147483648) }),
  wrapping("i32 minus a lot", "idx[i] - 2147483647 - 2147483647 - 2", { idx: filled(new Int32Array(37), 0) }),
  wrapping("a captured number", "n + i", { n: 4294967296 }),
  wrapping("a captured number, negative", "n + i", { n: -4294967296 }),
  wrapping("a captured fraction", "n", { n: 2.5 }),
  wrapping("a captured fraction and the index", "i + n", { n: 0.5 }),
  wrapping("a captured fraction in a product", "n * 3 + i", { n: 0.25 }),
  wrapping("a captured NaN", "n", { n: Number.NaN }),
  wrapping("a captured infinity", "n", { n: Number.POSITIVE_INFINITY }),
  storing("a captured fraction", "n", { n: 2.5 }),
  wrapping("a product of captured numbers", "n * m + i", { n: 65536, m: 65536 }),
  wrapping("a variable that grew", "(() => { let k = 1; for (let r = 0; r < 32; r++) k *= 2; return k; })()", {}),
  wrapping("a product of two variables of memory", "idx[i] * idx[i]", { idx: filled(new Int32Array(37), -65536) }),
  wrapping("a floored float", "Math.floor(f[i])", { f: filled(new Float64Array(37), 4294967296.5) }),
  wrapping("a negative element", "idx[i]", { idx: filled(new Int8Array(37), -1) }),
  wrapping("through data that is itself indexed", "idx[idx[i]] * 4", {
    idx: filled(new Uint32Array(37), 1073741824).fill(1, 0, 37).fill(1073741824, 1, 2),
  }),
  wrapping("a sum of three products", "a[i] * 65536 + b[i] * 65536 + i", {
    a: filled(new Int32Array(37), 32768),
    b: filled(new Int32Array(37), 32768),
  }),
  storing("a product with data", "idx[i] * 65536 + i", { idx: filled(new Int32Array(37), 65536) }),
  storing("the index times a captured number", "i * n + 1", { n: 2147483648 }),
  storing("a row of a captured width", "(i + 65536) * width + i", { width: 65536 }),
  storing("a quadratic index", "(i + 65536) * (i + 65536) * 0 + (i + 65536) * 65536", {}),
  {
    name: "indices of data that are in bounds",
    body: "out[i] = data[idx[i] * 3 + 1] + data[idx[i]];",
    captures: { data, idx: Int32Array.from({ length: 37 }, (_, at) => at % 21) },
  },
  {
    name: "an index whose parts are large and whose value is small",
    body: "out[i] = data[big[i] - 4294967200] + data[i * 3000000000 - i * 2999999999];",
    captures: { data, big: Uint32Array.from({ length: 37 }, (_, at) => 4294967200 + at) },
  },
  {
    name: "an index by a remainder of a large product",
    body: "out[i] = data[(s[i] * 16807) % 64] + data[Math.abs(u[i] - 3) % 64];",
    captures: { data, s: cycleOf("u32", 37), u: cycleOf("u32", 37, 2) },
  },
  {
    name: "an index by bits of a large product",
    body: "out[i] = data[(s[i] * 2654435761) >>> 26] + data[Math.imul(s[i], 2654435761) >>> 26] + data[(s[i] * 31 + 7) & 63];",
    captures: { data, s: edgesOf("u32"), out: new Float64Array(edgesOf("u32").length) },
  },
  {
    name: "an index by a floored division",
    body: "out[i] = data[Math.floor(u[i] / 67108864)] + data[(u[i] / 67108864) | 0] + data[u[i] >>> 26];",
    captures: { data, u: Uint32Array.from({ length: 37 }, (_, at) => at * 50000000) },
  },
  {
    name: "an index that is clamped",
    body: "out[i] = data[Math.min(Math.max(u[i] - 5, 0), 63)] + data[Math.max(0, Math.min(63, s[i] * 1000003))];",
    captures: { data, u: cycleOf("u32", 37), s: cycleOf("i32", 37) },
  },
  {
    name: "a search by halves",
    body: `
    let low = 0;
    let high = data.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (data[middle] < i * 3) low = middle + 1;
      else high = middle;
    }
    out[i] = low;`,
    captures: { data },
  },
  {
    name: "a ring that is read backwards",
    body: "out[i] = data[(i - 50 + data.length) % data.length] + data[(((i - 100) % 64) + 64) % 64];",
    captures: { data },
  },
];
