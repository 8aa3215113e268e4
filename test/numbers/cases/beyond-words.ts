// Numbers that may leave 32 bits by a little, in comparisons, extremes and distances (codegen/src/narrow/beyond-words.ts).

import type { NumberCase } from "../number-case.js";

const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];
const signed = [LEAST, LEAST + 1, LEAST + 2, LEAST + 3, -3, -2, -1, 0, 1, 2, 3, MOST - 3, MOST - 2, MOST - 1, MOST];
const unsigned = [0, 1, 2, 3, MOST, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 3, 2 ** 32 - 2, 2 ** 32 - 1];
const every = (of: readonly number[], step: number): readonly number[] =>
  Array.from({ length: signed.length ** 2 }, (_, at) => of[Math.floor(at / step) % of.length] ?? 0);

const arrays = {
  a: Int32Array.from(every(signed, 1)),
  b: Int32Array.from(every(signed, signed.length)),
  c: Int32Array.from(every([...signed].reverse(), 4)),
  u: Uint32Array.from(every(unsigned, 1)),
  v: Uint32Array.from(every(unsigned, unsigned.length)),
};
const items = arrays.a.length;

const c = (name: string, value: string): NumberCase => ({
  name,
  body: `out[i] = ${value}; words[i] = ${value};`,
  captures: { ...arrays, out: new Float64Array(items), words: new Int32Array(items) },
  range: [items],
});

export const beyondWords: readonly NumberCase[] = [
  c("cells of an alignment", "Math.max(0, b[i] + (u[i] > 2 ? 2 : -1), a[i] - 1, c[i] - 1)"),
  c("cells of an edit distance", "Math.min(a[i] + 1, b[i] + 1, c[i] + (u[i] === v[i] ? 0 : 1))"),
  c("a difference, not below 0", "Math.max(0, a[i] - b[i])"),
  c("a difference of u32, not below 0", "Math.max(0, u[i] - v[i])"),
  c("a difference within bytes", "Math.min(255, Math.max(0, a[i] - b[i]))"),
  c("a difference of u32 within bytes", "Math.max(-128, Math.min(127, u[i] - v[i]))"),
  c("a distance", "Math.abs(a[i] - b[i])"),
  c("a distance of u32", "Math.abs(u[i] - v[i])"),
  c("the larger of neighbours", "Math.max(a[i] - 1, b[i], c[i] + 1)"),
  c("the smaller of neighbours of u32", "Math.min(u[i] + 1, v[i], u[i] - 1)"),
  c("one farther", "a[i] + 1 < b[i] ? 1 : a[i] + 1 === b[i] ? 2 : 3"),
  c("one nearer", "(a[i] - 1 >= b[i] ? 1 : 0) + (a[i] - 1 !== b[i] ? 2 : 0) + (b[i] <= c[i] - 2 ? 4 : 0)"),
  c("one farther of u32", "(u[i] + 1 > v[i] ? 1 : 0) + (u[i] - 1 < v[i] ? 2 : 0) + (v[i] + 2 === u[i] - 1 ? 4 : 0)"),
  ...[
    ["is compared, then stored", "const t = a[i] + (u[i] & 127); let best = b[i]; if (t > best) best = t | 0;"],
    [
      "is below what it is compared with",
      "const t = a[i] - (u[i] & 127); let best = b[i]; if (t <= best) best = t | 0;",
    ],
    ["is one farther", "const t = a[i] + 1; let best = b[i]; if (t === best || t > c[i]) best = t | 0;"],
    ["is the larger one", "const t = a[i] + (v[i] >>> 1); const best = Math.max(t, b[i]) | 0;"],
    ["is stored as it is", "const t = a[i] + (u[i] & 127); let best = b[i]; if (t > best) best = t;"],
    [
      "is compared with a fraction",
      "const t = a[i] + (u[i] & 127); let best = b[i]; if (t > best + 0.5) best = t | 0;",
    ],
    [
      "outlives its operands",
      "let [m, best] = [a[i], b[i]]; const t = m + (u[i] & 127); m = c[i]; if (t > m) best = t | 0; best ^= m;",
    ],
    [
      "of each round",
      "let best = b[i]; for (let k = 0; k < 9; k++) { const t = a[(i + k) % 9] + (u[i] & 15) * k; if (t < best) best = t | 0; else if (t - 1 > best) continue; best ^= k; }",
    ],
    [
      "that two locals have",
      "const t = a[i] + (u[i] & 127), s = t - 3; let best = b[i]; if (t > best && s < c[i]) best = s | 0;",
    ],
  ].map(
    ([name = "", statements = ""]): NumberCase => ({
      ...c(`a sum that ${name}`, ""),
      body: `${statements} out[i] = best; words[i] = best;`,
    }),
  ),
];
