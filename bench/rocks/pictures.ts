// Filters of pictures.

import { exactly } from "../harness/kernel.js";
import { floats, rounded } from "../untuned/define.js";
import { define } from "./define.js";
import { drawing } from "./drawing.js";

export const blurSeparable = define({
  name: "blur-separable",
  group: "data movement",
  what: "blur of 2,048 × 2,048 values by rows, then by columns, 17 values each",
  tolerance: rounded(1e-5),
  workload: (quick) => {
    const n = quick ? 40 : 2048;
    const field = (): Float32Array => new Float32Array(n * n);
    return {
      arrays: { x: floats(n * n, 0, 1, 40), rows: field(), out: field() },
      scalars: { n, r: 8 },
      outputs: ["out"],
    };
  },
  lanewise:
    (q, { x, rows, out }, { n, r }) =>
    () => {
      q.parallelFor([n, n - 2 * r], (row, column) => {
        let sum = 0;
        for (let k = 0; k <= 2 * r; k++) sum += x[row * n + column + k];
        rows[row * n + column + r] = sum / 17;
      });
      q.parallelFor([n - 2 * r, n], (row, column) => {
        let sum = 0;
        for (let k = 0; k <= 2 * r; k++) sum += rows[(row + k) * n + column];
        out[(row + r) * n + column] = sum / 17;
      });
    },
  plain: ({ x, rows, out }, { n, r }) => {
    for (let row = 0; row < n; row++)
      for (let column = r; column < n - r; column++) {
        let sum = 0;
        for (let k = -r; k <= r; k++) sum += x[row * n + column + k];
        rows[row * n + column] = sum / 17;
      }
    const sums = new Float64Array(n);
    for (let row = r; row < n - r; row++) {
      sums.fill(0);
      for (let k = -r; k <= r; k++)
        for (let column = 0; column < n; column++) sums[column] += rows[(row + k) * n + column];
      for (let column = 0; column < n; column++) out[row * n + column] = sums[column] / 17;
    }
  },
});

export const sobel = define({
  name: "sobel",
  group: "pictures",
  what: "strength of the edges of a picture of 2,048 × 2,048",
  tolerance: rounded(1e-5),
  workload: (quick) => {
    const n = quick ? 32 : 2048;
    return {
      arrays: { x: Float32Array.from(drawing(n, n, 41)), edges: new Float32Array(n * n) },
      scalars: { n },
      outputs: ["edges"],
    };
  },
  lanewise:
    (q, { x, edges }, { n }) =>
    () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        const gx = x[i - n + 1] + 2 * x[i + 1] + x[i + n + 1] - x[i - n - 1] - 2 * x[i - 1] - x[i + n - 1];
        const gy = x[i + n - 1] + 2 * x[i + n] + x[i + n + 1] - x[i - n - 1] - 2 * x[i - n] - x[i - n + 1];
        edges[i] = Math.sqrt(gx * gx + gy * gy);
      }),
  plain: ({ x, edges }, { n }) => {
    for (let row = 1; row < n - 1; row++)
      for (let i = row * n + 1; i < row * n + n - 1; i++) {
        const gx = x[i - n + 1] + 2 * x[i + 1] + x[i + n + 1] - x[i - n - 1] - 2 * x[i - 1] - x[i + n - 1];
        const gy = x[i + n - 1] + 2 * x[i + n] + x[i + n + 1] - x[i - n - 1] - 2 * x[i - n] - x[i - n + 1];
        edges[i] = Math.sqrt(gx * gx + gy * gy);
      }
  },
});

const [weak, strong] = [60, 160];

export const canny = define({
  name: "canny",
  group: "pictures",
  what: "thin edges of a picture of 1,024 × 1,024: blur, slope, ridges, and 8 rounds of growth",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 32 : 1024;
    const ints = (): Int32Array => new Int32Array(n * n);
    const arrays = { x: drawing(n, n, 42), soft: ints(), slopeX: ints(), slopeY: ints(), marks: ints(), grown: ints() };
    return { arrays, scalars: { n, rounds: 8 }, outputs: ["marks"] };
  },
  lanewise: (q, { x, soft, slopeX, slopeY, marks, grown }, { n, rounds }) => {
    const blur = () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        const corners = x[i - n - 1] + x[i - n + 1] + x[i + n - 1] + x[i + n + 1];
        soft[i] = (corners + 2 * (x[i - n] + x[i - 1] + x[i + 1] + x[i + n]) + 4 * x[i]) >> 4;
      });
    const slope = () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        const [a, b, c, d] = [soft[i - n - 1], soft[i - n + 1], soft[i + n - 1], soft[i + n + 1]];
        slopeX[i] = b + 2 * soft[i + 1] + d - a - 2 * soft[i - 1] - c;
        slopeY[i] = c + 2 * soft[i + n] + d - a - 2 * soft[i - n] - b;
      });
    const ridges = () =>
      q.parallelFor([n - 4, n - 4], (row, column) => {
        const i = (row + 2) * n + column + 2;
        const [gx, gy] = [slopeX[i], slopeY[i]];
        const [ax, ay] = [Math.abs(gx), Math.abs(gy)];
        const diagonal = gx < 0 === gy < 0 ? n + 1 : n - 1;
        const across = ax > 2 * ay ? 1 : ay > 2 * ax ? n : diagonal;
        const before = Math.abs(slopeX[i - across]) + Math.abs(slopeY[i - across]);
        const after = Math.abs(slopeX[i + across]) + Math.abs(slopeY[i + across]);
        const size = ax + ay;
        marks[i] = size < before || size <= after || size < weak ? 0 : size < strong ? 1 : 2;
        grown[i] = marks[i];
      });
    const grow = (from: Int32Array, to: Int32Array) =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        const near = Math.max(from[i - n - 1], from[i - n], from[i - n + 1], from[i - 1]);
        const most = Math.max(near, from[i + 1], from[i + n - 1], from[i + n], from[i + n + 1]);
        to[i] = from[i] === 1 && most === 2 ? 2 : from[i];
      });
    return () => {
      blur();
      slope();
      ridges();
      for (let round = 0; round < rounds; round++) round % 2 === 0 ? grow(marks, grown) : grow(grown, marks);
    };
  },
  plain: ({ x, soft, slopeX, slopeY, marks, grown }, { n, rounds }) => {
    const inside = (edge: number, one: (i: number) => void): void => {
      for (let row = edge; row < n - edge; row++) for (let i = row * n + edge; i < row * n + n - edge; i++) one(i);
    };
    inside(1, (i) => {
      const corners = x[i - n - 1] + x[i - n + 1] + x[i + n - 1] + x[i + n + 1];
      soft[i] = (corners + 2 * (x[i - n] + x[i - 1] + x[i + 1] + x[i + n]) + 4 * x[i]) >> 4;
    });
    inside(1, (i) => {
      const a = soft[i - n - 1];
      const b = soft[i - n + 1];
      const c = soft[i + n - 1];
      const d = soft[i + n + 1];
      slopeX[i] = b + 2 * soft[i + 1] + d - a - 2 * soft[i - 1] - c;
      slopeY[i] = c + 2 * soft[i + n] + d - a - 2 * soft[i - n] - b;
    });
    inside(2, (i) => {
      const gx = slopeX[i];
      const gy = slopeY[i];
      const ax = Math.abs(gx);
      const ay = Math.abs(gy);
      const diagonal = gx < 0 === gy < 0 ? n + 1 : n - 1;
      const across = ax > 2 * ay ? 1 : ay > 2 * ax ? n : diagonal;
      const before = Math.abs(slopeX[i - across]) + Math.abs(slopeY[i - across]);
      const after = Math.abs(slopeX[i + across]) + Math.abs(slopeY[i + across]);
      const size = ax + ay;
      marks[i] = size < before || size <= after || size < weak ? 0 : size < strong ? 1 : 2;
      grown[i] = marks[i];
    });
    for (let round = 0; round < rounds; round++) {
      const [from, to] = round % 2 === 0 ? [marks, grown] : [grown, marks];
      inside(1, (i) => {
        if (from[i] !== 1) {
          to[i] = from[i];
          return;
        }
        const above = from[i - n - 1] === 2 || from[i - n] === 2 || from[i - n + 1] === 2;
        const below = from[i + n - 1] === 2 || from[i + n] === 2 || from[i + n + 1] === 2;
        to[i] = above || below || from[i - 1] === 2 || from[i + 1] === 2 ? 2 : 1;
      });
    }
  },
});
