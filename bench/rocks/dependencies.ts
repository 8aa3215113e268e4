// Simulations whose steps need several kernels, or whose elements need each other.

import { exactly } from "../harness/kernel.js";
import { bytes, floats, rounded } from "../untuned/define.js";
import { define } from "./define.js";

export const wavefront = define({
  name: "wavefront",
  group: "simulation",
  what: "alignment of two sequences of 2,048 letters: 4,095 diagonals, each needs the two before it",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 20 : 2048;
    const rows = { d0: new Int32Array(n + 1), d1: new Int32Array(n + 1), d2: new Int32Array(n + 1) };
    const arrays = { a: bytes(n, 36, 4), b: bytes(n, 37, 4), ...rows, best: new Int32Array(n) };
    return { arrays, scalars: { n }, outputs: ["best"] };
  },
  lanewise: (q, { a, b, d0, d1, d2, best }, { n }) => {
    // Element i + 1 of a diagonal is in row i.
    const diagonal = (d: number, before2: Int32Array, before1: Int32Array, now: Int32Array) => {
      const first = Math.max(0, d - n + 1);
      return q.parallelFor(Math.min(d, n - 1) - first + 1, (lane) => {
        const i = first + lane;
        const j = d - i;
        const left = j > 0 ? before1[i + 1] : 0;
        const corner = j > 0 ? before2[i] : 0;
        const score = Math.max(0, corner + (a[i] === b[j] ? 2 : -1), before1[i] - 1, left - 1);
        now[i + 1] = score;
        best[i] = Math.max(best[i], score);
      });
    };
    const clear = () =>
      q.parallelFor(n + 1, (i) => {
        d0[i] = 0;
        d1[i] = 0;
        d2[i] = 0;
        if (i < n) best[i] = 0;
      });
    return () => {
      clear();
      let [before2, before1, now] = [d0, d1, d2];
      for (let d = 0; d < 2 * n - 1; d++) {
        diagonal(d, before2, before1, now);
        [before2, before1, now] = [before1, now, before2];
      }
    };
  },
  plain: ({ a, b, d0: row, best }, { n }) => {
    row.fill(0);
    for (let i = 0; i < n; i++) {
      let corner = 0;
      let left = 0;
      let most = 0;
      for (let j = 0; j < n; j++) {
        const up = row[j + 1];
        let score = corner + (a[i] === b[j] ? 2 : -1);
        if (up - 1 > score) score = up - 1;
        if (left - 1 > score) score = left - 1;
        if (score < 0) score = 0;
        if (score > most) most = score;
        row[j + 1] = score;
        corner = up;
        left = score;
      }
      best[i] = most;
    }
  },
});

export const erosion = define({
  name: "erosion",
  group: "simulation",
  what: "16 rounds of rain, flow, wear and drift on 512 × 512 points",
  tolerance: rounded(1e-4),
  workload: (quick) => {
    const n = quick ? 20 : 512;
    const field = (): Float32Array => new Float32Array(n * n);
    const fields = { height: field(), water: field(), flooded: field(), mud: field(), drifted: field() };
    return {
      arrays: { start: floats(n * n, 0, 8, 38), ...fields },
      scalars: { n, rounds: 16 },
      outputs: ["height", "water", "mud"],
    };
  },
  lanewise: (q, { start, height, water, flooded, mud, drifted }, { n, rounds }) => {
    const begin = () =>
      q.parallelFor(n * n, (i) => {
        height[i] = start[i];
        water[i] = 0;
        flooded[i] = 0;
        mud[i] = 0;
        drifted[i] = 0;
      });
    const rain = () =>
      q.parallelFor(n * n, (i) => {
        water[i] = water[i] * 0.995 + 0.008;
      });
    const flow = () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        flooded[i] = water[i] + 0.15 * (water[i - n] + water[i + n] + water[i - 1] + water[i + 1] - 4 * water[i]);
      });
    const wear = () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        const slope = Math.abs(height[i + 1] - height[i - 1]) + Math.abs(height[i + n] - height[i - n]);
        const wanted = 0.6 * Math.min(flooded[i], 1) * slope;
        const moved = Math.min(Math.max(0.12 * (wanted - mud[i]), -0.05), 0.05);
        drifted[i] = mud[i] + moved;
        water[i] = flooded[i];
        flooded[i] = moved;
      });
    const drift = () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        height[i] -= flooded[i];
        const around = drifted[i - n] + drifted[i + n] + drifted[i - 1] + drifted[i + 1];
        mud[i] = drifted[i] + 0.2 * (around - 4 * drifted[i]);
      });
    return () => {
      begin();
      for (let round = 0; round < rounds; round++) {
        rain();
        flow();
        wear();
        drift();
      }
    };
  },
  plain: ({ start, height, water, flooded, mud, drifted }, { n, rounds }) => {
    height.set(start);
    for (const field of [water, flooded, mud, drifted]) field.fill(0);
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < n * n; i++) water[i] = water[i] * 0.995 + 0.008;
      for (let row = 1; row < n - 1; row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++)
          flooded[i] = water[i] + 0.15 * (water[i - n] + water[i + n] + water[i - 1] + water[i + 1] - 4 * water[i]);
      for (let row = 1; row < n - 1; row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++) {
          const slope = Math.abs(height[i + 1] - height[i - 1]) + Math.abs(height[i + n] - height[i - n]);
          const wanted = 0.6 * Math.min(flooded[i], 1) * slope;
          const moved = Math.min(Math.max(0.12 * (wanted - mud[i]), -0.05), 0.05);
          drifted[i] = mud[i] + moved;
          water[i] = flooded[i];
          flooded[i] = moved;
        }
      for (let row = 1; row < n - 1; row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++) {
          height[i] -= flooded[i];
          const around = drifted[i - n] + drifted[i + n] + drifted[i - 1] + drifted[i + 1];
          mud[i] = drifted[i] + 0.2 * (around - 4 * drifted[i]);
        }
    }
  },
});

export const residency = define({
  name: "residency",
  group: "data movement",
  what: "3 kernels at 10 scales over a picture of 768 × 768, which stays in the device's memory",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 32 : 768;
    const source = Float32Array.from(bytes(n * n, 39));
    const field = (): Float32Array => new Float32Array(n * n);
    const arrays = { source, curve: field(), activity: field(), picture: source.slice() };
    return { arrays, scalars: { n, scales: 10 }, outputs: ["picture"] };
  },
  lanewise: (q, { source, curve, activity, picture }, { n, scales }) => {
    const bend = (d: number) =>
      q.parallelFor([n, n], (y, x) => {
        const i = y * n + x;
        const isInside = y >= d && x >= d && y < n - d && x < n - d;
        curve[i] = isInside ? 4 * source[i] - source[i - d * n] - source[i + d * n] - source[i - d] - source[i + d] : 0;
      });
    const add = () =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        let sum = 0;
        for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) sum += Math.abs(curve[(row + y) * n + column + x]);
        activity[(row + 1) * n + column + 1] = sum;
      });
    const combine = () =>
      q.parallelFor(n * n, (i) => {
        const gain = Math.max(1024 - activity[i], 0);
        picture[i] = Math.min(Math.max(picture[i] + (curve[i] * gain) / 2048, 0), 255);
      });
    return () => {
      q.parallelFor(n * n, (i) => {
        picture[i] = source[i];
      });
      for (let d = 1; d <= scales; d++) {
        bend(d);
        add();
        combine();
      }
    };
  },
  plain: ({ source, curve, activity, picture }, { n, scales }) => {
    picture.set(source);
    for (let d = 1; d <= scales; d++) {
      curve.fill(0);
      for (let y = d; y < n - d; y++)
        for (let i = y * n + d; i < y * n + n - d; i++)
          curve[i] = 4 * source[i] - source[i - d * n] - source[i + d * n] - source[i - d] - source[i + d];
      for (let y = 1; y < n - 1; y++)
        for (let i = y * n + 1; i < y * n + n - 1; i++) {
          const above = Math.abs(curve[i - n - 1]) + Math.abs(curve[i - n]) + Math.abs(curve[i - n + 1]);
          const below = Math.abs(curve[i + n - 1]) + Math.abs(curve[i + n]) + Math.abs(curve[i + n + 1]);
          activity[i] = above + Math.abs(curve[i - 1]) + Math.abs(curve[i]) + Math.abs(curve[i + 1]) + below;
        }
      for (let i = 0; i < n * n; i++) {
        const gain = Math.max(1024 - activity[i], 0);
        picture[i] = Math.min(Math.max(picture[i] + (curve[i] * gain) / 2048, 0), 255);
      }
    }
  },
});
