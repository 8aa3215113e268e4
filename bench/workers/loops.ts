// Some workloads of bench/rocks as a worker of a pool computes them: the rows from `begin` to below `end`. Workers get the text of these functions, so
// they use nothing from outside.

import type { Arrays, Scalars } from "../harness/workload.js";

interface Loop<A extends Arrays = Arrays, S extends Scalars = Scalars> {
  readonly rows: keyof S & string;
  // A method, so that loops over different arrays stand in one table.
  run(arrays: A, scalars: S, begin: number, end: number): void;
}

/** Checks a loop against its own types, then forgets them. */
function define<A extends Arrays, S extends Scalars>(loop: Loop<A, S>): Loop {
  return loop as unknown as Loop;
}

export const loops: Readonly<Record<string, Loop | undefined>> = {
  matmul: define({
    rows: "n",
    run: ({ a, b, c }: Record<"a" | "b" | "c", Float32Array>, { n }: { n: number }, begin, end) => {
      c.fill(0, begin * n, end * n);
      for (let row = begin; row < end; row++)
        for (let k = 0; k < n; k++) {
          const factor = a[row * n + k];
          for (let column = 0; column < n; column++) c[row * n + column] += factor * b[k * n + column];
        }
    },
  }),
  nbody: define({
    rows: "n",
    run: (
      { x, y, z, m, force }: Record<"x" | "y" | "z" | "m" | "force", Float32Array>,
      { n }: { n: number },
      begin,
      end,
    ) => {
      for (let i = begin; i < end; i++) {
        let fx = 0;
        let fy = 0;
        let fz = 0;
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
      }
    },
  }),
  sobel: define({
    rows: "n",
    run: ({ x, edges }: Record<"x" | "edges", Float32Array>, { n }: { n: number }, begin, end) => {
      for (let row = Math.max(begin, 1); row < Math.min(end, n - 1); row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++) {
          const gx = x[i - n + 1] + 2 * x[i + 1] + x[i + n + 1] - x[i - n - 1] - 2 * x[i - 1] - x[i + n - 1];
          const gy = x[i + n - 1] + 2 * x[i + n] + x[i + n + 1] - x[i - n - 1] - 2 * x[i - n] - x[i - n + 1];
          edges[i] = Math.sqrt(gx * gx + gy * gy);
        }
    },
  }),
  "escape-time": define({
    rows: "n",
    run: ({ pixels }: Record<"pixels", Float32Array>, { n }: { n: number }, begin, end) => {
      for (let y = begin; y < end; y++)
        for (let x = 0; x < n; x++) {
          let a = (3.2 * x) / n - 1.6;
          let b = (3.2 * y) / n - 1.6;
          let steps = 0;
          while (steps < 100 && a * a + b * b < 4096) {
            const next = a * a - b * b - 0.7269;
            b = 2 * a * b + 0.1889;
            a = next;
            steps++;
          }
          pixels[y * n + x] = steps === 100 ? 100 : steps + 1 - Math.log2(0.5 * Math.log2(a * a + b * b));
        }
    },
  }),
};
