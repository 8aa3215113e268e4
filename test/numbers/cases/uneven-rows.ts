// Work-items whose loops over bytes end after different numbers of rounds: those that have left load what the others' counter says, and private
// arrays are checked in each round if only a byte limits it.

import type { NumberCase } from "../number-case.js";

const ITEMS = 100;
const WIDTH = 16;

const letters = (factor: number): Uint8Array =>
  Uint8Array.from({ length: ITEMS * WIDTH }, (_, at) => ((at * factor) >> 3) % 5);
const lengths = (factor: number): Uint8Array => Uint8Array.from({ length: ITEMS }, (_, at) => 8 + ((at * factor) % 9));
const captures = { a: letters(13), b: letters(7), la: lengths(5), lb: lengths(7), width: WIDTH };

const distance = (size: number): string => `
  const n = la[i], m = lb[i];
  const row = new Uint8Array(${size});
  for (let j = 0; j <= m; j++) row[j] = j;
  for (let k = 1; k <= n; k++) {
    let diagonal = row[0];
    row[0] = k;
    for (let j = 1; j <= m; j++) {
      const up = row[j];
      const cost = a[i * width + k - 1] === b[i * width + j - 1] ? 0 : 1;
      row[j] = Math.min(up + 1, row[j - 1] + 1, diagonal + cost);
      diagonal = up;
    }
  }
  out[i] = row[m];`;

const sum = (index: string): string =>
  `let s = 0; for (let k = 0; k < la[i]; k++) s += a[${index}] * (k + 1); out[i] = s;`;
const each = { ...captures, out: new Float64Array(ITEMS) };

export const unevenRows: readonly NumberCase[] = [
  { name: "edit distances", body: distance(WIDTH + 1), captures: each, range: [ITEMS] },
  {
    name: "edit distances without room",
    body: distance(WIDTH),
    captures: each,
    range: [ITEMS],
    failure: "out_of_bounds",
  },
  { name: "sums of rows", body: sum("i * width + k"), captures: each, range: [ITEMS] },
  { name: "sums of rows from the end", body: sum("i * width + width - 1 - k"), captures: each, range: [ITEMS] },
  { name: "sums of rows that overlap", body: sum("i * 3 + k"), captures: each, range: [ITEMS] },
  {
    name: "sums of rows of which the last is as long as it has to be",
    body: sum("i * width + k"),
    captures: { ...each, a: letters(13).slice(0, -8) },
    range: [ITEMS],
  },
  {
    name: "sums of rows of which the last is too short",
    body: sum("i * width + k"),
    captures: { ...each, a: letters(13).slice(0, -9) },
    range: [ITEMS],
    failure: "out_of_bounds",
  },
];
