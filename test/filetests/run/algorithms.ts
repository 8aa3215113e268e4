// Small algorithms with private arrays as people write them: sorting, searching, edit distance, run lengths, digits, colours.
import { type FixedArray, fixedArray } from "lanewise";
import { counts, integers, same } from "./harness.js";

const data = (n: number) => [Int32Array.from(integers(n)), new Float64Array(n)] as const;

function insertionSort(values: number[], length = values.length): void {
  for (let i = 1; i < length; i++) {
    const value = values[i]!;
    let j = i - 1;
    while (j >= 0 && values[j]! > value) {
      values[j + 1] = values[j]!;
      j--;
    }
    values[j + 1] = value;
  }
}
export const median = same(data, (a, out) => (i) => {
  const window = [0, 0, 0, 0, 0];
  for (let k = -2; k <= 2; k++) window[k + 2] = a[Math.min(Math.max(i + k, 0), a.length - 1)]!;
  insertionSort(window);
  out[i] = window[2]! * 3 + window[0]!;
});

const thresholds: readonly number[] = [-1000, -100, -10, -1, 0, 1, 10, 100, 1000];
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
export const search = same(data, (a, out) => (i) => {
  out[i] = lowerBound(thresholds, a[i]!);
});
function binarySearch(sorted: Int32Array, value: number): number {
  let low = 0, high = sorted.length - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const found = sorted[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
export const searchArray = same(
  (n) => [Int32Array.from({ length: n }, (_, k) => k * 3), new Int32Array(n)],
  (a, out) => (i) => {
    out[i] = binarySearch(a, i * 2);
  },
);

function levenshtein(a: Uint8Array, b: Uint8Array, n: number, m: number): number {
  let previous = new Int32Array(9);
  let current = new Int32Array(9);
  for (let j = 0; j <= m; j++) previous[j] = j;
  for (let i = 1; i <= n; i++) {
    current[0] = i;
    for (let j = 1; j <= m; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      current[j] = Math.min(current[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + cost);
    }
    [previous, current] = [current, previous];
  }
  return previous[m]!;
}
export const editDistance = same(
  (n) => [Uint8Array.from({ length: n + 8 }, (_, k) => (k * 5) % 7), Uint8Array.from({ length: n + 8 }, (_, k) => (k * 3) % 4), new Int32Array(n)],
  (a, b, out) => (i) => {
    out[i] = levenshtein(a, b, i % 9, (i * 3) % 9);
  },
);
function editDistanceOfRows(a: Uint8Array, b: Uint8Array): number {
  const rows = fixedArray(9, fixedArray(9, 0));
  for (let i = 0; i <= 8; i++) rows[i]![0] = i;
  for (let j = 0; j <= 8; j++) rows[0]![j] = j;
  for (let i = 1; i <= 8; i++)
    for (let j = 1; j <= 8; j++)
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
  return rows[8]![8]!;
}

export const editDistanceInRows = same(
  (n) => [Uint8Array.from({ length: 8 }, (_, k) => (k * 5) % 7), Uint8Array.from({ length: 8 }, (_, k) => (k * 3) % 4), new Int32Array(n)],
  (a, b, out) => (i) => {
    out[i] = editDistanceOfRows(a, b) + i;
  },
);

interface Run {
  value: number;
  length: number;
}
function longestRun(values: Int32Array, from: number, to: number): Run {
  let best: Run = { value: 0, length: 0 };
  let current: Run = { value: 0, length: 0 };
  for (let k = from; k < to; k++) {
    const value = values[k]! & 1;
    if (current.length > 0 && value === current.value) current = { ...current, length: current.length + 1 };
    else current = { value, length: 1 };
    if (current.length > best.length) best = current;
  }
  return best;
}
export const runs = same(data, (a, out) => (i) => {
  const { value, length } = longestRun(a, 0, i + 1);
  out[i] = value * 100 + length;
});

const enum Token {
  Digit,
  Letter,
  Sign,
  End,
}
function kindOf(code: number): Token {
  switch (true) {
    case code >= 48 && code <= 57:
      return Token.Digit;
    case code >= 65 && code <= 90:
    case code >= 97 && code <= 122:
      return Token.Letter;
    case code === 45:
      return Token.Sign;
    default:
      return Token.End;
  }
}
function parseBase26(text: Uint8Array, start: number): number {
  let result = 0;
  let sign = 1;
  let k = start;
  scan: for (; k < text.length; k++) {
    const code = text[k]!;
    switch (kindOf(code)) {
      case Token.Sign:
        sign = -1;
        continue;
      case Token.Letter: {
        const digit = (code | 32) - 97 + 1;
        result = result * 26 + digit;
        break;
      }
      case Token.Digit:
        result += code - 48;
      // falls through
      case Token.End:
        break scan;
    }
  }
  return sign * result;
}
export const base26 = same(
  (n) => [Uint8Array.from({ length: n }, (_, k) => [65, 98, 45, 55, 0, 122, 90][(k * 3) % 7] ?? 0), new Int32Array(n)],
  (text, out) => (i) => {
    out[i] = parseBase26(text, i);
  },
);
/** The digits of a number, least first; the count is how many there are. */
function digits(n: number): { list: FixedArray<number, 10>; count: number } {
  const list = fixedArray(10, 0);
  let count = 0;
  do {
    list[count++] = n % 10;
    n = Math.floor(n / 10);
  } while (n > 0);
  return { list, count };
}
export const digitSums = same(data, (a, out) => (i) => {
  const { list, count } = digits(Math.abs(a[i]!));
  let sum = 0;
  for (let k = 0; k < count; k++) sum += list[k]! * (k + 1);
  out[i] = sum;
});

type RGB = [r: number, g: number, b: number];
function hsvToRgb(h: number, s: number, v: number): RGB {
  const i = Math.floor(h * 6);
  const f = h * 6 - i;
  const p = v * (1 - s);
  const q = v * (1 - f * s);
  const t = v * (1 - (1 - f) * s);
  switch (i % 6) {
    case 0: return [v, t, p];
    case 1: return [q, v, p];
    case 2: return [p, v, t];
    case 3: return [p, q, v];
    case 4: return [t, p, v];
    default: return [v, p, q];
  }
}
function rgbToHsv(r: number, g: number, b: number) {
  const max = Math.max(r, g, b), min = Math.min(r, g, b);
  const d = max - min;
  let h = 0;
  const s = max === 0 ? 0 : d / max;
  if (max !== min) {
    switch (max) {
      case r: h = (g - b) / d + (g < b ? 6 : 0); break;
      case g: h = (b - r) / d + 2; break;
      case b: h = (r - g) / d + 4; break;
    }
    h /= 6;
  }
  return { h, s, v: max };
}
export const colours = same(
  (n) => [Float64Array.from(counts(n), (x) => x / 14), new Float64Array(n)],
  (a, out) => (i) => {
    const [r, g, b] = hsvToRgb(a[i]!, 0.7, 0.9);
    const { h, s, v } = rgbToHsv(r, g, b);
    out[i] = r + g * 2 + b * 3 + h * 4 + s * 5 + v * 6;
  },
);
