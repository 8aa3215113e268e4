// Much arithmetic for each element.

import { floats, rounded } from "../untuned/define.js";
import { define } from "./define.js";

export const matmul = define({
  name: "matmul",
  group: "arithmetic",
  what: "product of two 512 × 512 matrices",
  tolerance: rounded(1e-4),
  workload: (quick) => {
    const n = quick ? 24 : 512;
    const [a, b] = [floats(n * n, 0, 1, 1), floats(n * n, 0, 1, 2)];
    return { arrays: { a, b, c: new Float32Array(n * n) }, scalars: { n }, outputs: ["c"] };
  },
  lanewise:
    (q, { a, b, c }, { n }) =>
    () =>
      q.parallelFor([n, n], (row, column) => {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
      }),
  plain: ({ a, b, c }, { n }) => {
    c.fill(0);
    for (let row = 0; row < n; row++)
      for (let k = 0; k < n; k++) {
        const factor = a[row * n + k];
        for (let column = 0; column < n; column++) c[row * n + column] += factor * b[k * n + column];
      }
  },
});

export const odeRk4 = define({
  name: "ode-rk4",
  group: "arithmetic",
  what: "65,536 logistic equations, 256 steps of Runge and Kutta",
  tolerance: rounded(1e-5),
  workload: (quick) => {
    const paths = quick ? 100 : 65536;
    const [start, rate] = [floats(paths, 0.05, 1.95, 3), floats(paths, 0.5, 1.5, 4)];
    return { arrays: { start, rate, end: new Float32Array(paths) }, scalars: { paths, steps: 256 }, outputs: ["end"] };
  },
  lanewise:
    (q, { start, rate, end }, { paths, steps }) =>
    () =>
      q.parallelFor(paths, (i) => {
        const h = 2 / 256;
        const r = rate[i];
        let y = start[i];
        for (let s = 0; s < steps; s++) {
          const k1 = r * y * (1 - y);
          const y2 = y + 0.5 * h * k1;
          const k2 = r * y2 * (1 - y2);
          const y3 = y + 0.5 * h * k2;
          const k3 = r * y3 * (1 - y3);
          const y4 = y + h * k3;
          y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + r * y4 * (1 - y4));
        }
        end[i] = y;
      }),
  plain: ({ start, rate, end }, { paths, steps }) => {
    const h = 2 / 256;
    for (let i = 0; i < paths; i++) {
      const r = rate[i];
      let y = start[i];
      for (let s = 0; s < steps; s++) {
        const k1 = r * y * (1 - y);
        const y2 = y + 0.5 * h * k1;
        const k2 = r * y2 * (1 - y2);
        const y3 = y + 0.5 * h * k2;
        const k3 = r * y3 * (1 - y3);
        const y4 = y + h * k3;
        y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + r * y4 * (1 - y4));
      }
      end[i] = y;
    }
  },
});

export const gradientDescent = define({
  name: "gradient-descent",
  group: "arithmetic",
  what: "131,072 descents of 256 steps on one surface",
  tolerance: rounded(1e-4),
  workload: (quick) => {
    const starts = quick ? 100 : 131072;
    const [x0, y0] = [floats(starts, -2, 2, 5), floats(starts, -2, 2, 6)];
    return { arrays: { x0, y0, low: new Float32Array(starts) }, scalars: { starts, steps: 256 }, outputs: ["low"] };
  },
  lanewise:
    (q, { x0, y0, low }, { starts, steps }) =>
    () =>
      q.parallelFor(starts, (i) => {
        let x = x0[i];
        let y = y0[i];
        for (let s = 0; s < steps; s++) {
          const xx = x * x;
          const yy = y * y;
          x -= (x * (1 + 0.5 * yy)) / 256;
          y -= (y * (2 + 0.5 * xx)) / 256;
        }
        low[i] = 0.5 * (x * x + 2 * y * y) + 0.25 * x * x * y * y;
      }),
  plain: ({ x0, y0, low }, { starts, steps }) => {
    for (let i = 0; i < starts; i++) {
      let x = x0[i];
      let y = y0[i];
      for (let s = 0; s < steps; s++) {
        const xx = x * x;
        const yy = y * y;
        x -= (x * (1 + 0.5 * yy)) / 256;
        y -= (y * (2 + 0.5 * xx)) / 256;
      }
      low[i] = 0.5 * (x * x + 2 * y * y) + 0.25 * x * x * y * y;
    }
  },
});

/** A mixed 32-bit integer: the finaliser of MurmurHash3. */
function hash(seed: number): number {
  let h = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

export const monteCarlo = define({
  name: "monte-carlo",
  group: "arithmetic",
  what: "price of an option on 524,288 paths of 8 steps",
  tolerance: rounded(1e-3),
  workload: (quick) => {
    const paths = quick ? 200 : 524288;
    return { arrays: { price: new Float32Array(paths) }, scalars: { paths, steps: 8 }, outputs: ["price"] };
  },
  lanewise:
    (q, { price }, { paths, steps }) =>
    () =>
      q.parallelFor(paths, (path) => {
        let spot = 100;
        for (let s = 0; s < steps; s++) {
          // The sum of three even numbers is nearly normal.
          let sum = 0;
          for (let k = 0; k < 3; k++) sum += hash(path * 24 + s * 3 + k) >>> 20;
          spot *= 1 + 0.05 / 8 + 0.0707 * (sum / 2048 - 3);
        }
        price[path] = Math.max(spot - 100, 0) * 0.951;
      }),
  plain: ({ price }, { paths, steps }) => {
    for (let path = 0; path < paths; path++) {
      let spot = 100;
      for (let s = 0; s < steps; s++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += hash(path * 24 + s * 3 + k) >>> 20;
        spot *= 1 + 0.05 / 8 + 0.0707 * (sum / 2048 - 3);
      }
      price[path] = Math.max(spot - 100, 0) * 0.951;
    }
  },
});

export const nBody = define({
  name: "nbody",
  group: "arithmetic",
  what: "forces between 4,096 bodies",
  tolerance: rounded(2e-3),
  workload: (quick) => {
    const n = quick ? 40 : 4096;
    const [x, y, z, m] = [7, 8, 9, 10].map((seed) => floats(n, seed === 10 ? 0.5 : -1, 1, seed));
    if (!x || !y || !z || !m) throw new Error("four arrays were made");
    const force = new Float32Array(3 * n);
    return { arrays: { x, y, z, m, force }, scalars: { n }, outputs: ["force"] };
  },
  lanewise:
    (q, { x, y, z, m, force }, { n }) =>
    () =>
      q.parallelFor(n, (i) => {
        let [fx, fy, fz] = [0, 0, 0];
        for (let j = 0; j < n; j++) {
          const dx = x[j] - x[i];
          const dy = y[j] - y[i];
          const dz = z[j] - z[i];
          const near = dx * dx + dy * dy + dz * dz + 0.01;
          const weight = m[j] / (near * Math.sqrt(near));
          fx += dx * weight;
          fy += dy * weight;
          fz += dz * weight;
        }
        force[3 * i] = fx;
        force[3 * i + 1] = fy;
        force[3 * i + 2] = fz;
      }),
  plain: ({ x, y, z, m, force }, { n }) => {
    for (let i = 0; i < n; i++) {
      const [xi, yi, zi] = [x[i], y[i], z[i]];
      let fx = 0;
      let fy = 0;
      let fz = 0;
      for (let j = 0; j < n; j++) {
        const dx = x[j] - xi;
        const dy = y[j] - yi;
        const dz = z[j] - zi;
        const near = dx * dx + dy * dy + dz * dz + 0.01;
        const weight = m[j] / (near * Math.sqrt(near));
        fx += dx * weight;
        fy += dy * weight;
        fz += dz * weight;
      }
      force[3 * i] = fx;
      force[3 * i + 1] = fy;
      force[3 * i + 2] = fz;
    }
  },
});
