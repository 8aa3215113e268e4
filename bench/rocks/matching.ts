// Pictures compared with pictures, and one that shrinks.

import { exactly } from "../harness/kernel.js";
import { rounded } from "../untuned/define.js";
import { define } from "./define.js";
import { drawing } from "./drawing.js";

const grey = (width: number, height: number, seed: number, shift = 0): Float32Array =>
  Float32Array.from(drawing(width, height, seed, shift), (value) => value / 256);

export const nccTemplate = define({
  name: "ncc-template",
  group: "pictures",
  what: "correlation of a template of 16 × 16 with each place of a picture of 512 × 512",
  tolerance: rounded(2e-3),
  workload: (quick) => {
    const [n, t] = quick ? [24, 4] : [512, 16];
    const picture = grey(n, n, 43);
    const crop = Float32Array.from({ length: t * t }, (_, k) => picture[(5 + Math.floor(k / t)) * n + 7 + (k % t)]);
    const mean = crop.reduce((sum, value) => sum + value, 0) / (t * t);
    const template = crop.map((value) => value - mean);
    const places = n - t + 1;
    return {
      arrays: { picture, template, scores: new Float32Array(places * places) },
      scalars: { n, t, places, power: template.reduce((sum, value) => sum + value * value, 0) },
      outputs: ["scores"],
    };
  },
  lanewise:
    (q, { picture, template, scores }, { n, t, places, power }) =>
    () =>
      q.parallelFor([places, places], (row, column) => {
        let [sum, squares, product] = [0, 0, 0];
        for (let y = 0; y < t; y++)
          for (let x = 0; x < t; x++) {
            const value = picture[(row + y) * n + column + x];
            sum += value;
            squares += value * value;
            product += value * template[y * t + x];
          }
        const variance = squares - (sum * sum) / (t * t);
        scores[row * places + column] = product / Math.sqrt(Math.max(variance, 1e-3) * power + 1e-6);
      }),
  plain: ({ picture, template, scores }, { n, t, places, power }) => {
    for (let row = 0; row < places; row++)
      for (let column = 0; column < places; column++) {
        let sum = 0;
        let squares = 0;
        let product = 0;
        for (let y = 0; y < t; y++)
          for (let x = 0; x < t; x++) {
            const value = picture[(row + y) * n + column + x];
            sum += value;
            squares += value * value;
            product += value * template[y * t + x];
          }
        const variance = squares - (sum * sum) / (t * t);
        scores[row * places + column] = product / Math.sqrt(Math.max(variance, 1e-3) * power + 1e-6);
      }
  },
});

export const opticalFlow = define({
  name: "optical-flow",
  group: "pictures",
  what: "motion between two pictures of 512 × 512, from windows of 15 × 15 (Lucas and Kanade)",
  tolerance: rounded(5e-3),
  workload: (quick) => {
    const n = quick ? 24 : 512;
    const field = (): Float32Array => new Float32Array(n * n);
    const slopes = { dx: field(), dy: field(), dt: field() };
    return {
      arrays: { first: grey(n, n, 44), second: grey(n, n, 44, 1.5), ...slopes, flowX: field(), flowY: field() },
      scalars: { n, r: 7 },
      outputs: ["flowX", "flowY"],
    };
  },
  lanewise:
    (q, { first, second, dx, dy, dt, flowX, flowY }, { n, r }) =>
    () => {
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        dx[i] = 0.5 * (first[i + 1] - first[i - 1]);
        dy[i] = 0.5 * (first[i + n] - first[i - n]);
        dt[i] = second[i] - first[i];
      });
      q.parallelFor([n - 2 * r, n - 2 * r], (row, column) => {
        let [xx, xy, yy, xt, yt] = [0.01, 0, 0.01, 0, 0];
        for (let y = 0; y <= 2 * r; y++)
          for (let x = 0; x <= 2 * r; x++) {
            const i = (row + y) * n + column + x;
            xx += dx[i] * dx[i];
            xy += dx[i] * dy[i];
            yy += dy[i] * dy[i];
            xt += dx[i] * dt[i];
            yt += dy[i] * dt[i];
          }
        const determinant = xx * yy - xy * xy;
        const i = (row + r) * n + column + r;
        flowX[i] = (xy * yt - yy * xt) / determinant;
        flowY[i] = (xy * xt - xx * yt) / determinant;
      });
    },
  plain: ({ first, second, dx, dy, dt, flowX, flowY }, { n, r }) => {
    for (let row = 1; row < n - 1; row++)
      for (let i = row * n + 1; i < row * n + n - 1; i++) {
        dx[i] = 0.5 * (first[i + 1] - first[i - 1]);
        dy[i] = 0.5 * (first[i + n] - first[i - n]);
        dt[i] = second[i] - first[i];
      }
    for (let row = r; row < n - r; row++)
      for (let column = r; column < n - r; column++) {
        let xx = 0.01;
        let xy = 0;
        let yy = 0.01;
        let xt = 0;
        let yt = 0;
        for (let y = row - r; y <= row + r; y++)
          for (let i = y * n + column - r; i <= y * n + column + r; i++) {
            xx += dx[i] * dx[i];
            xy += dx[i] * dy[i];
            yy += dy[i] * dy[i];
            xt += dx[i] * dt[i];
            yt += dy[i] * dt[i];
          }
        const determinant = xx * yy - xy * xy;
        const i = row * n + column;
        flowX[i] = (xy * yt - yy * xt) / determinant;
        flowY[i] = (xy * xt - xx * yt) / determinant;
      }
  },
});

/** The way of least cost up from the last row: one column in each row. */
export function traceSeam(costs: Int32Array, seam: Int32Array, pitch: number, width: number, height: number): void {
  const last = (height - 1) * pitch;
  let at = 0;
  for (let x = 1; x < width; x++) if (costs[last + x] < costs[last + at]) at = x;
  seam[height - 1] = at;
  for (let y = height - 2; y >= 0; y--) {
    const row = y * pitch;
    let next = at;
    if (at > 0 && costs[row + at - 1] < costs[row + next]) next = at - 1;
    if (at + 1 < width && costs[row + at + 1] < costs[row + next]) next = at + 1;
    at = next;
    seam[y] = at;
  }
}

export const seamCarving = define({
  name: "seam-carving",
  group: "pictures",
  what: "a picture of 1,024 × 256 loses its 16 seams of least cost, each with a launch for every row",
  tolerance: exactly,
  workload: (quick) => {
    const [w, h, seams] = quick ? [32, 12, 4] : [1024, 256, 16];
    const ints = (): Int32Array => new Int32Array(w * h);
    const start = Int32Array.from(drawing(w, h, 45));
    const arrays = { start, picture: start.slice(), spare: ints(), costs: ints(), seam: new Int32Array(h) };
    return { arrays, scalars: { w, h, seams }, outputs: ["picture"] };
  },
  lanewise: (q, { start, picture, spare, costs, seam }, { w, h, seams }) => {
    const energies = (from: Int32Array, width: number) =>
      q.parallelFor([h, width], (y, x) => {
        const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
        const [up, down] = [Math.max(y - 1, 0), Math.min(y + 1, h - 1)];
        const across = Math.abs(from[y * w + right] - from[y * w + left]);
        costs[y * w + x] = across + Math.abs(from[down * w + x] - from[up * w + x]);
      });
    const row = (y: number, width: number) =>
      q.parallelFor(width, (x) => {
        const above = (y - 1) * w;
        const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
        costs[y * w + x] += Math.min(costs[above + left], costs[above + x], costs[above + right]);
      });
    const remove = (from: Int32Array, to: Int32Array, width: number) =>
      q.parallelFor([h, width - 1], (y, x) => {
        to[y * w + x] = from[y * w + x + (x < seam[y] ? 0 : 1)];
      });
    return () => {
      picture.set(start);
      spare.fill(0);
      for (let done = 0; done < seams; done++) {
        const width = w - done;
        const [from, to] = done % 2 === 0 ? [picture, spare] : [spare, picture];
        energies(from, width);
        for (let y = 1; y < h; y++) row(y, width);
        q.waitSync();
        traceSeam(costs, seam, w, width, h);
        remove(from, to, width);
        q.waitSync();
      }
    };
  },
  plain: ({ start, picture, spare, costs, seam }, { w, h, seams }) => {
    picture.set(start);
    spare.fill(0);
    for (let done = 0; done < seams; done++) {
      const width = w - done;
      const [from, to] = done % 2 === 0 ? [picture, spare] : [spare, picture];
      for (let y = 0; y < h; y++) {
        const up = Math.max(y - 1, 0) * w;
        const down = Math.min(y + 1, h - 1) * w;
        for (let x = 0; x < width; x++) {
          const left = x > 0 ? x - 1 : 0;
          const right = x + 1 < width ? x + 1 : x;
          const energy = Math.abs(from[y * w + right] - from[y * w + left]) + Math.abs(from[down + x] - from[up + x]);
          let least = 0;
          if (y > 0) {
            least = costs[up + x];
            if (costs[up + left] < least) least = costs[up + left];
            if (costs[up + right] < least) least = costs[up + right];
          }
          costs[y * w + x] = energy + least;
        }
      }
      traceSeam(costs, seam, w, width, h);
      for (let y = 0; y < h; y++)
        for (let x = 0; x < width - 1; x++) to[y * w + x] = from[y * w + x + (x < seam[y] ? 0 : 1)];
    }
  },
});
