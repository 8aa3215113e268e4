// Arrays of a work-item's own, which are words where all that is stored to them fits (rule H).

import { cycleOf } from "../edges.js";
import type { NumberCase, TypedArray } from "../number-case.js";

const bytes = Uint8Array.from({ length: 400 }, (_, at) => (at * 37) % 251);
const words = Uint32Array.from({ length: 400 }, (_, at) => 4294967295 - at * 1000003);
const ints = Int32Array.from({ length: 400 }, (_, at) => (at % 3 === 0 ? -2147483648 + at : 2147483647 - at));

const own = (name: string, body: string, captures: Readonly<Record<string, TypedArray | number>>): NumberCase => ({
  name: `a private array: ${name}`,
  body,
  captures: { bytes, words, ints, ...captures },
  range: [37],
});
const filled = (length: number, value: string): string =>
  `const a: FixedArray<number, ${length}> = fixedArray(${length}, ${value});`;
const each = (length: number): string => `for (let k = 0; k < ${length}; k++) out[i * ${length} + k] = a[k];`;
const out = (length: number) => ({ out: new Float64Array(37 * length) });

const declarations = `
interface Bin { count: number; sum: number; least: number }
interface Cell { bins: FixedArray<Bin, 2>; at: FixedArray<number, 3> }`;
const structs = (...all: readonly (readonly [string, string, number])[]): readonly NumberCase[] =>
  all.map(([name, body, length]) => ({ ...own(`structs: ${name}`, body, out(length)), declarations }));

export const privateArrays: readonly NumberCase[] = [
  own("counts", `${filled(16, "0")} for (let k = 0; k < 300; k++) a[(bytes[k] + i) & 15] += 1; ${each(16)}`, out(16)),
  own("counts of a length", `${filled(16, "0")} for (const b of bytes) a[(b + i) % 16]++; ${each(16)}`, out(16)),
  own(
    "counts that are multiplied",
    `${filled(16, "1")} for (const b of bytes) a[(b + i) % 16] += 3; for (let k = 0; k < 16; k++) out[i] += a[k] * a[15 - k] * 1000003;`,
    out(1),
  ),
  own("sums of bytes", `${filled(9, "-5")} for (const b of bytes) a[(b + i) % 9] += b * b - 7; ${each(9)}`, out(9)),
  own("sums of words", `${filled(9, "0")} for (let k = 0; k < 300; k++) a[k % 9] += words[k + i]; ${each(9)}`, out(9)),
  own(
    "sums just within 32 bits, and just beyond",
    `const a = [0, 0]; const b = [0, 0, 0]; const c = [1, 1]; const at = i & 1;
    for (let k = 0; k < 32768; k++) { a[at] += 65535; b[at] -= 65536; c[at] += 131072; }
    out[i * 4] = a[0] - a[1]; out[i * 4 + 1] = b[0] - b[1]; out[i * 4 + 2] = b[1] * 2; out[i * 4 + 3] = c[0] - 2 * c[1];`,
    out(4),
  ),
  own(
    "two steps a round, and one that takes away",
    `${filled(4, "0")} for (let k = 0; k < 20000; k++) { a[k & 3] += 65535; if (k % 3 === i % 3) a[3] += 65535; a[i & 3] -= 3; } ${each(4)}`,
    out(4),
  ),
  own(
    "steps of another element",
    `${filled(5, "1")} for (let k = 0; k < 40; k++) a[(k + 1) % 5] = a[k % 5] + bytes[k + i]; ${each(5)}`,
    out(5),
  ),
  own(
    "sums of two elements, which grow",
    `${filled(5, "1")} for (let k = 0; k < 200; k++) a[k % 5] = a[(k + 3) % 5] + a[(k + 4) % 5]; ${each(5)}`,
    out(5),
  ),
  own(
    "products, which grow",
    `${filled(5, "3")} for (let k = 0; k < 30; k++) a[k % 5] = a[(k + 1) % 5] * 3 + i; ${each(5)}`,
    out(5),
  ),
  own(
    "one that begins anew",
    `${filled(3, "0")} for (let k = 0; k < 300; k++) { a[k % 3] += words[k]; if (bytes[k] < 20) a[k % 3] = -ints[k]; } ${each(3)}`,
    out(3),
  ),
  own(
    "the sign of zero",
    `${filled(3, "0")} for (let k = 0; k < 6; k++) a[k % 3] = (k - 2) * (i % 2) * 0; out[i] = 1 / a[i % 3];`,
    out(1),
  ),
  own(
    "-0 that stays where nothing is added",
    `${filled(3, "-0")} a[i % 2] += 1; out[i] = 1 / a[2] + a[0] - a[1];`,
    out(1),
  ),
  own(
    "NaN and fractions in one element",
    `${filled(3, "0")} a[1] = (i - 3) / (i % 2); a[i % 3] += 2; out[i] = a[0] + a[1] * 2 + (a[2] | 0);`,
    out(1),
  ),
  own(
    "nested",
    `const a = [[0, 0, 0], [1, 1, 1]]; for (let k = 0; k < 300; k++) a[k & 1][bytes[k] % 3] += bytes[k + i] * 3; const row = a[i & 1]; row[2] -= 9; for (let k = 0; k < 3; k++) { out[i * 6 + k] = a[0][k]; out[i * 6 + 3 + k] = a[1][k] * 65536; }`,
    out(6),
  ),
  own(
    "through a helper",
    `${filled(4, "0")} const add = (to: FixedArray<number, 4>, at: number, v: number): void => { to[at] += v; }; for (let k = 0; k < 100; k++) add(a, (k + i) & 3, bytes[k]); add(a, 2, words[i]); ${each(4)}`,
    out(4),
  ),
  own(
    "of bytes, whose numbers are multiplied",
    `const a = new Uint8Array(4); for (let k = 0; k < 100; k++) a[k & 3] += bytes[k + i]; for (let k = 0; k < 4; k++) out[i * 4 + k] = a[k] * 16843009 - a[3 - k] * words[k];`,
    out(4),
  ),
  own(
    "of words with and without a sign, near their ends",
    `const a = new Int32Array(2); const b = new Uint32Array(2); for (let k = 0; k < 40; k++) { a[k & 1] += ints[k + i]; b[k & 1] -= bytes[k]; } out[i * 3] = a[0] - a[1]; out[i * 3 + 1] = b[0] + b[1]; out[i * 3 + 2] = a[0] * b[0];`,
    out(3),
  ),
  own(
    "a stack of indices",
    `${filled(12, "0")} let top = 0; a[top++] = i; let n = 0; while (top > 0) { const v = a[--top]; n += v * v; if (v > 3 && top < 10) { a[top++] = Math.floor(v / 2); a[top++] = v - 3; } } out[i] = n;`,
    out(1),
  ),
  own(
    "a row of edit distances",
    `${filled(10, "0")} for (let k = 0; k < 10; k++) a[k] = k; for (let y = 1; y < 12; y++) { let diagonal = a[0]; a[0] = y; for (let x = 1; x < 10; x++) { const above = a[x]; a[x] = Math.min(above + 1, a[x - 1] + 1, diagonal + (bytes[x + i] % 4 === bytes[y] % 4 ? 0 : 1)); diagonal = above; } } ${each(10)}`,
    out(10),
  ),
  own(
    "what is read of elements is compared and taken modulo",
    `${filled(8, "0")} for (let k = 0; k < 90; k++) a[bytes[k + i] & 7] += k; let best = 0; for (let k = 1; k < 8; k++) if (a[k] - a[best] > 0) best = k; out[i * 3] = best; out[i * 3 + 1] = a[best] % 7; out[i * 3 + 2] = Math.floor(a[0] / (a[1] - 100));`,
    out(3),
  ),
  own(
    "sorted by steps",
    `const a = [ints[i], words[i], i, bytes[i], -1]; for (let p = 0; p < 4; p++) for (let k = 0; k < 4; k++) if (a[k] > a[k + 1]) [a[k], a[k + 1]] = [a[k + 1], a[k]]; ${each(5)}`,
    out(5),
  ),
  {
    ...own(
      "counts as far as is captured",
      `${filled(4, "0")} for (let k = 0; k < n; k++) { a[k & 3] += w; if (k > 90) break; } ${each(4)}`,
      {
        ...{ n: 70, w: 3 },
        ...out(4),
      },
    ),
    relaunches: [
      { n: 2.5, w: 2147483647 },
      { n: 60, w: 4294967295 },
      { n: 2147483648, w: -0 },
      { n: 9, w: Number.NaN },
    ],
  },
  own(
    "of small numbers of each type",
    `${filled(4, "0")} for (let k = 0; k < 37; k++) a[k & 3] = a[k & 3] * 2 + small[k] - low[k]; ${each(4)}`,
    {
      small: cycleOf("i8", 37),
      low: cycleOf("u16", 37),
      ...out(4),
    },
  ),
  ...structs(
    [
      "bins",
      `const a: FixedArray<Bin, 8> = fixedArray(8, { count: 0, sum: 0, least: 255 });
    for (let k = 0; k < 300; k++) { const b = a[(bytes[k] + i) & 7]; b.count++; b.sum += words[k]; b.least = Math.min(b.least, bytes[k]); }
    for (let k = 0; k < 8; k++) { out[i * 16 + k] = a[k].sum / a[k].count; out[i * 16 + 8 + k] = a[k].count * a[k].least * 1000003; }`,
      16,
    ],
    [
      "one that is copied, and another that is not",
      `const a: FixedArray<Bin, 3> = fixedArray(3, { count: 1, sum: 2, least: 3 }); const b: FixedArray<Bin, 3> = fixedArray(3, { count: 4, sum: 5, least: 6 });
    for (let k = 0; k < 60; k++) { a[k % 3] = { ...a[(k + i) % 3] }; a[k % 3].sum += bytes[k]; b[(k + i) % 3].sum -= bytes[k] * 65536; }
    for (let k = 0; k < 3; k++) { out[i * 6 + k] = a[k].sum + a[k].count; out[i * 6 + 3 + k] = b[k].sum - b[k].least; }`,
      6,
    ],
    [
      "arrays and structs in structs",
      `const a: FixedArray<Cell, 2> = [{ bins: [{ count: 0, sum: 0, least: 1 }, { count: 0, sum: 0, least: 2 }], at: [0, 0, 0] }, { bins: [{ count: 0, sum: 0, least: 3 }, { count: 0, sum: 0, least: 4 }], at: [1, 1, 1] }];
    for (let k = 0; k < 100; k++) { const c = a[(k + i) & 1]; c.bins[bytes[k] & 1].count += 2; c.bins[k & 1].sum += ints[k]; c.at[bytes[k] % 3] = k * i; }
    for (let k = 0; k < 2; k++) { const { bins, at } = a[k]; out[i * 4 + k] = bins[i & 1].sum + bins[0].least; out[i * 4 + 2 + k] = at[i % 3] * bins[1].count; }`,
      4,
    ],
    [
      "swapped as a whole",
      `const a: FixedArray<Bin, 4> = fixedArray(4, { count: 0, sum: 0, least: 0 }); for (let k = 0; k < 4; k++) a[k].sum = ints[i + k];
    for (let p = 0; p < 3; p++) for (let k = 0; k < 3; k++) if (a[k].sum > a[k + 1].sum) { const t = a[k].sum; a[k].sum = a[k + 1].sum; a[k + 1].sum = t; a[k].count++; }
    for (let k = 0; k < 4; k++) out[i * 4 + k] = a[k].sum * 2 + a[k].count;`,
      4,
    ],
  ),
];
