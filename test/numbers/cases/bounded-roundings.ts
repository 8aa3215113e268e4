// Indices that are rounded from fractions and lie within what a condition states, as where an image is turned or enlarged; NaN, infinities and zeros of
// both signs among them.

import type { NumberCase } from "../number-case.js";

const [width, height] = [9, 7];
const image = Float64Array.from({ length: width * height }, (_, at) => Math.sin(at) * 100);
const places = [Number.NaN, -0, 0, 0.5, 7.99, 8, 8.5, -0.5, -1, Infinity, -Infinity, 2 ** 31, -(2 ** 31) - 1, 2 ** 53];
const x = Float64Array.from({ length: 37 }, (_, at) => places[at] ?? at / 5);
const y = Float64Array.from({ length: 37 }, (_, at) => places[(at * 5) % 37] ?? at / 7);
const captures = { image, x, y, w: width, h: height, out: new Float64Array(37) };
/** An image of no width, one whose last index is no element, and numbers beyond the words. */
const relaunches = [{ w: 0 }, { w: 2, h: 2 }, { w: -1 }, { w: 2 ** 31 - 1, h: 1 }, { w: Number.NaN }];

const sample = `out[i] = image[p] * (1 - fx) + image[p + 1] * fx + image[p + w] * fy;`;

const cases: readonly NumberCase[] = [
  {
    name: "a pixel within an image",
    body: `const x0 = Math.floor(x[i]), y0 = Math.floor(y[i]);
      if (x0 >= 0 && y0 >= 0 && x0 < w - 1 && y0 < h - 1) {
        const fx = x[i] - x0, fy = y[i] - y0, p = y0 * w + x0;
        ${sample}
      } else out[i] = 1 / x0;`,
  },
  {
    name: "a fraction within an image",
    body: `const u = x[i], v = y[i];
      if (u >= 0 && v >= 0 && u < 8 && v < 6) {
        const x0 = Math.floor(u), y0 = Math.floor(v);
        const fx = u - x0, fy = v - y0, p = y0 * w + x0;
        ${sample}
      } else out[i] = -1;`,
    relaunches: [],
  },
  {
    name: "all that is outside returns",
    body: `const u = (i - 15) * 0.7, v = (i - 12) * -0.3;
      const x0 = Math.floor(u), y0 = Math.floor(v);
      if (x0 < 0 || y0 < 0 || x0 >= 8 || y0 >= 6) {
        out[i] = 1 / x0;
        return;
      }
      out[i] = image[y0 * 9 + x0] + 1 / (u - x0) + (1 / (x0 * -1));`,
    relaunches: [],
  },
  {
    name: "all that is outside returns, but NaN does not",
    body: `const x0 = Math.floor(x[i]);
      if (x0 < 0 || x0 >= 8) { out[i] = 1 / x0; return; }
      out[i] = image[x0];`,
    failure: "out_of_bounds",
    relaunches: [],
  },
  {
    name: "a position that moves in a loop",
    body: `let [u, sum] = [x[i], 0];
      for (let k = 0; k < 20; k++) {
        const cell = Math.trunc(u);
        if (cell > -2 && cell < w && cell >= 0) sum = sum * 0.5 + image[cell];
        u += 0.77;
        if (u > 60) break;
      }
      out[i] = sum + u;`,
    relaunches: [{ w: 0 }, { w: 63 }],
  },
  {
    name: "bits of what has bounds",
    body: `const c = Math.ceil(x[i]), r = Math.round(y[i]);
      out[i] = c > -9 && c < 2 ** 31 && r >= -(2 ** 31) && r < 1e6 ? (c | 0) * 2 + (r & 0xff) : -0;
      if (c > -9 && c < 5 && r > -3 && r <= 4) out[i] += (c << 2) ^ r;`,
    relaunches: [],
  },
];

export const boundedRoundings = cases.map((one): NumberCase => ({ captures, relaunches, ...one }));
