// Variables without a type and an initial value: TypeScript infers what they hold from the assignments, and so do kernels.
import { counts, same } from "./harness.js";

const doubles = (n: number, results: number) =>
  [
    Float64Array.from(counts(n), (x) => ((x * 7919) % 1009) / 257 - 1.75),
    new Float64Array(n * results),
  ] as const;

// A `var` is undefined where each work-item begins, and each call of a function.
export const varsInBranches = same(
  (n) => doubles(n, 2),
  (x, out) => (i) => {
    if (i % 3 === 1) {
      var k: number | undefined = i;
    }
    out[i * 2] = k ?? -1;
    const from = (v: number): number => {
      if (v > 1) {
        var half: number | undefined = v / 2;
      }
      return half ?? 9;
    };
    for (let j = 0; j < 4; j++) out[i * 2 + 1] = out[i * 2 + 1]! * 10 + from((x[i]! + j) % 2);
  },
);

// The habit of hashes and of noise: several in one list, which the branches assign.
export const branches = same(
  (n) => doubles(n, 3),
  (x, out) => (i) => {
    let rx, ry, s;
    const v = x[i]!;
    if (v > 0) {
      rx = 1;
      ry = v / 2;
      s = v > 0.5;
    } else {
      rx = -v;
      ry = 3;
      s = false;
    }
    out[i * 3] = rx;
    out[i * 3 + 1] = ry;
    out[i * 3 + 2] = s ? 1 : 2;
  },
);

// Hilbert's curve, as it is written everywhere.
export const hilbert = same(
  (n) => [new Int32Array(n)] as const,
  (out) => (i) => {
    let x = i % 8;
    let y = (i * 5) % 8;
    let rx,
      ry,
      s,
      d = 0;
    for (s = 4; s > 0; s = Math.floor(s / 2)) {
      rx = (x & s) > 0 ? 1 : 0;
      ry = (y & s) > 0 ? 1 : 0;
      d += s * s * ((3 * rx) ^ ry);
      if (ry === 0) {
        if (rx === 1) {
          x = s - 1 - x;
          y = s - 1 - y;
        }
        const t = x;
        x = y;
        y = t;
      }
    }
    out[i] = d;
  },
);

// Colours, as they have been copied from page to page.
function rgbOf(h: number, s: number, v: number) {
  var r, g, b, i, f, p, q, t;
  i = Math.floor(h * 6);
  f = h * 6 - i;
  p = v * (1 - s);
  q = v * (1 - f * s);
  t = v * (1 - (1 - f) * s);
  switch (i % 6) {
    case 0: (r = v), (g = t), (b = p); break;
    case 1: (r = q), (g = v), (b = p); break;
    case 2: (r = p), (g = v), (b = t); break;
    case 3: (r = p), (g = q), (b = v); break;
    case 4: (r = t), (g = p), (b = v); break;
    default: (r = v), (g = p), (b = q); break;
  }
  return { r: Math.round(r * 255), g: Math.round(g * 255), b: Math.round(b * 255) };
}
export const colours = same(
  (n) => doubles(n, 3),
  (x, out) => (i) => {
    const { r, g, b } = rgbOf(Math.abs(x[i]!) % 1, 0.5, 0.75);
    out[i * 3] = r;
    out[i * 3 + 1] = g;
    out[i * 3 + 2] = b;
  },
);

export const vars = same(
  (n) => doubles(n, 2),
  (x, out) => (i) => {
    var a, b;
    a = x[i]!;
    for (var k = 0; k < 3; k++) {
      b = a * k;
      a += b;
    }
    out[i * 2] = a;
    var a;
    b = 2;
    out[i * 2 + 1] = b + a;
  },
);

// An integer first, a fraction later: as with an initial value, the type is that of all values.
export const fractions = same(
  (n) => doubles(n, 1),
  (x, out) => (i) => {
    let s;
    s = 0;
    for (let k = 0; k <= i; k++) s += x[k]! / 3;
    out[i] = s;
  },
);

// Read before it has a value: undefined, as TypeScript knows.
export const missing = same(
  (n) => doubles(n, 3),
  (x, out) => (i) => {
    let best;
    for (let k = 0; k < i; k++) {
      const v = x[k]!;
      if (v > 0.5) continue;
      if (best === undefined || v < best) best = v;
    }
    out[i * 3] = best ?? -1;
    for (let k = 0; k < 3; k++) {
      let last;
      if (k !== 1) last = k;
      out[i * 3 + 1] = out[i * 3 + 1]! * 10 + (last ?? 7);
      // A `var` keeps its value from one iteration to the next.
      var kept;
      if (k === 1) kept = k;
      out[i * 3 + 2] = out[i * 3 + 2]! * 10 + (kept ?? 7);
    }
  },
);

export const startsAsNull = same(
  (n) => doubles(n, 2),
  (x, out) => (i) => {
    let first = null;
    let last = undefined;
    for (let k = 0; k < i; k++) {
      if (x[k]! < 0) continue;
      if (first === null) first = k;
      last = x[k]!;
    }
    out[i * 2] = first === null ? -1 : first;
    out[i * 2 + 1] = last ?? -1;
  },
);

export const patterns = same(
  (n) => doubles(n, 4),
  (x, out) => (i) => {
    let a, b, c, d;
    [a, b] = [x[i]!, i];
    [a, b] = [b, a];
    ({ c, length: d } = { c: a + 1, length: 3 });
    out[i * 4] = a;
    out[i * 4 + 1] = b;
    out[i * 4 + 2] = c;
    out[i * 4 + 3] = d;
  },
);

export const bigints = same(
  (n) => [new BigInt64Array(n)] as const,
  (out) => (i) => {
    let h, k;
    h = 1469598103934665603n;
    for (k = 0; k < i; k++) h = BigInt.asIntN(64, h * 1099511628211n);
    out[i] = h;
  },
);

interface Point {
  x: number;
  y: number;
}
export const objects = same(
  (n) => doubles(n, 3),
  (x, out) => (i) => {
    let p;
    if (i % 2 === 0) p = { x: i, y: 2 } as Point;
    else p = { x: 1, y: x[i]! } as Point;
    out[i * 3] = p.x + p.y;
    out[i * 3 + 1] = p.x - p.y;
    let unused;
    let k;
    do {
      k = (k ?? 0) + 1;
    } while (k < 4);
    out[i * 3 + 2] = k;
  },
);
