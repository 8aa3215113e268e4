// Simulations on a lattice: what a step writes, the next one reads.

import { exactly } from "../harness/kernel.js";
import { mixed } from "../harness/random.js";
import { floats, rounded } from "../untuned/define.js";
import { define } from "./define.js";

export const life = define({
  name: "life",
  group: "simulation",
  what: "32 generations of 1,024 × 1,024 cells on a torus",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 16 : 1024;
    const start = Uint8Array.from({ length: n * n }, (_, i) => mixed(i, 30) & 1);
    const [a, b] = [new Uint8Array(n * n), new Uint8Array(n * n)];
    return { arrays: { start, a, b }, scalars: { n, steps: 32 }, outputs: ["b"] };
  },
  lanewise: (q, { start, a, b }, { n, steps }) => {
    const step = (from: Uint8Array, to: Uint8Array) =>
      q.parallelFor([n, n], (y, x) => {
        const [up, down] = [((y + n - 1) % n) * n, ((y + 1) % n) * n];
        const [left, right] = [(x + n - 1) % n, (x + 1) % n];
        const row = y * n;
        const upper = from[up + left] + from[up + x] + from[up + right];
        const lower = from[down + left] + from[down + x] + from[down + right];
        const neighbours = upper + lower + from[row + left] + from[row + right];
        to[row + x] = neighbours === 3 || (neighbours === 2 && from[row + x] === 1) ? 1 : 0;
      });
    return () => {
      step(start, a);
      for (let done = 1; done < steps; done++) done % 2 === 1 ? step(a, b) : step(b, a);
    };
  },
  plain: ({ start, a, b }, { n, steps }) => {
    const step = (from: Uint8Array, to: Uint8Array): void => {
      for (let y = 0; y < n; y++) {
        const row = y * n;
        const up = ((y + n - 1) % n) * n;
        const down = ((y + 1) % n) * n;
        for (let x = 0; x < n; x++) {
          const left = x === 0 ? n - 1 : x - 1;
          const right = x === n - 1 ? 0 : x + 1;
          const upper = from[up + left] + from[up + x] + from[up + right];
          const lower = from[down + left] + from[down + x] + from[down + right];
          const neighbours = upper + lower + from[row + left] + from[row + right];
          to[row + x] = neighbours === 3 || (neighbours === 2 && from[row + x] === 1) ? 1 : 0;
        }
      }
    };
    step(start, a);
    for (let done = 1; done < steps; done++) done % 2 === 1 ? step(a, b) : step(b, a);
  },
});

/** Of 65,536: how often a spin turns against 2 or 4 of its neighbours, just below the critical temperature. */
export const [against2, against4] = [Math.round(65536 * Math.exp(-4 / 2.2)), Math.round(65536 * Math.exp(-8 / 2.2))];

export const ising = define({
  name: "ising",
  group: "simulation",
  what: "32 sweeps over 1,024 × 1,024 spins, the two colours of a chessboard in turn",
  tolerance: exactly,
  workload: (quick) => {
    const n = quick ? 16 : 1024;
    const start = Int8Array.from({ length: n * n }, (_, i) => (mixed(i, 31) & 1 ? 1 : -1));
    const draws = Int32Array.from({ length: n * n }, (_, i) => mixed(i, 32) >>> 16);
    return { arrays: { start, draws, spins: start.slice() }, scalars: { n, sweeps: 32 }, outputs: ["spins"] };
  },
  lanewise: (q, { start, draws, spins }, { n, sweeps }) => {
    const halfSweep = (sweep: number, colour: number) => {
      const [shiftX, shiftY] = [(373 * sweep) & (n - 1), (577 * sweep) & (n - 1)];
      return q.parallelFor([n, n >> 1], (y, pair) => {
        const x = 2 * pair + ((y + colour) & 1);
        const [up, down] = [((y - 1) & (n - 1)) * n, ((y + 1) & (n - 1)) * n];
        const [left, right] = [(x - 1) & (n - 1), (x + 1) & (n - 1)];
        const row = y * n;
        const spin = spins[row + x];
        const agreeing = spin * (spins[up + x] + spins[down + x] + spins[row + left] + spins[row + right]);
        const draw = draws[((y + shiftY) & (n - 1)) * n + ((x + shiftX) & (n - 1))];
        if (agreeing <= 0 || draw < (agreeing < 3 ? against2 : against4)) spins[row + x] = -spin;
      });
    };
    return () => {
      q.parallelFor(n * n, (i) => {
        spins[i] = start[i];
      });
      for (let sweep = 0; sweep < sweeps; sweep++) {
        halfSweep(sweep, 0);
        halfSweep(sweep, 1);
      }
    };
  },
  plain: ({ start, draws, spins }, { n, sweeps }) => {
    spins.set(start);
    for (let half = 0; half < 2 * sweeps; half++) {
      const sweep = half >> 1;
      const [shiftX, shiftY] = [(373 * sweep) & (n - 1), (577 * sweep) & (n - 1)];
      for (let y = 0; y < n; y++) {
        const row = y * n;
        const up = ((y - 1) & (n - 1)) * n;
        const down = ((y + 1) & (n - 1)) * n;
        for (let x = (y + half) & 1; x < n; x += 2) {
          const spin = spins[row + x];
          const sides = spins[row + ((x - 1) & (n - 1))] + spins[row + ((x + 1) & (n - 1))];
          const agreeing = spin * (spins[up + x] + spins[down + x] + sides);
          const draw = draws[((y + shiftY) & (n - 1)) * n + ((x + shiftX) & (n - 1))];
          if (agreeing <= 0 || draw < (agreeing < 3 ? against2 : against4)) spins[row + x] = -spin;
        }
      }
    }
  },
});

export const heat = define({
  name: "heat",
  group: "simulation",
  what: "64 steps of the heat equation on 1,024 × 1,024 points",
  tolerance: rounded(1e-5),
  workload: (quick) => {
    const n = quick ? 20 : 1024;
    const start = floats(n * n, 0, 1, 33);
    return { arrays: { start, a: start.slice(), b: start.slice() }, scalars: { n, steps: 64 }, outputs: ["b"] };
  },
  lanewise: (q, { start, a, b }, { n, steps }) => {
    const step = (from: Float32Array, to: Float32Array) =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        to[i] = from[i] + 0.2 * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1] - 4 * from[i]);
      });
    return () => {
      step(start, a);
      for (let done = 1; done < steps; done++) done % 2 === 1 ? step(a, b) : step(b, a);
    };
  },
  plain: ({ start, a, b }, { n, steps }) => {
    const step = (from: Float32Array, to: Float32Array): void => {
      for (let row = 1; row < n - 1; row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++)
          to[i] = from[i] + 0.2 * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1] - 4 * from[i]);
    };
    step(start, a);
    for (let done = 1; done < steps; done++) done % 2 === 1 ? step(a, b) : step(b, a);
  },
});

export const jacobi = define({
  name: "jacobi",
  group: "simulation",
  what: "64 iterations of Jacobi for Poisson's equation on 1,024 × 1,024 points",
  tolerance: rounded(1e-5),
  workload: (quick) => {
    const n = quick ? 20 : 1024;
    const [a, b] = [new Float32Array(n * n), new Float32Array(n * n)];
    return { arrays: { source: floats(n * n, -1, 1, 34), a, b }, scalars: { n, steps: 64 }, outputs: ["a"] };
  },
  lanewise: (q, { source, a, b }, { n, steps }) => {
    const step = (from: Float32Array, to: Float32Array) =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        to[i] = 0.25 * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1] + source[i]);
      });
    return () => {
      q.parallelFor(n * n, (i) => {
        a[i] = 0;
      });
      for (let done = 0; done < steps; done++) done % 2 === 0 ? step(a, b) : step(b, a);
    };
  },
  plain: ({ source, a, b }, { n, steps }) => {
    const step = (from: Float32Array, to: Float32Array): void => {
      for (let row = 1; row < n - 1; row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++)
          to[i] = 0.25 * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1] + source[i]);
    };
    a.fill(0);
    for (let done = 0; done < steps; done++) done % 2 === 0 ? step(a, b) : step(b, a);
  },
});

/** Patches of the second substance in the first. */
function patches(n: number): Float32Array {
  const at = (i: number): number => mixed(Math.floor(i / n / 8) * 1000 + Math.floor((i % n) / 8), 35);
  return Float32Array.from({ length: n * n }, (_, i) => (at(i) % 10 === 0 ? 0.5 : 0));
}

export const grayScott = define({
  name: "gray-scott",
  group: "simulation",
  what: "32 steps of a reaction of two substances on 1,024 × 1,024 points",
  tolerance: rounded(1e-4),
  workload: (quick) => {
    const n = quick ? 24 : 1024;
    const [u, v] = [new Float32Array(n * n).fill(1), patches(n)];
    const arrays = { u, v, u1: u.slice(), v1: v.slice(), u2: u.slice(), v2: v.slice() };
    return { arrays, scalars: { n, steps: 32 }, outputs: ["u2", "v2"] };
  },
  lanewise: (q, { u, v, u1, v1, u2, v2 }, { n, steps }) => {
    const step = (fromU: Float32Array, fromV: Float32Array, toU: Float32Array, toV: Float32Array) =>
      q.parallelFor([n - 2, n - 2], (row, column) => {
        const i = (row + 1) * n + column + 1;
        const [a, b] = [fromU[i], fromV[i]];
        const spreadA = fromU[i - n] + fromU[i + n] + fromU[i - 1] + fromU[i + 1] - 4 * a;
        const spreadB = fromV[i - n] + fromV[i + n] + fromV[i - 1] + fromV[i + 1] - 4 * b;
        toU[i] = a + 0.16 * spreadA - a * b * b + 0.037 * (1 - a);
        toV[i] = b + 0.08 * spreadB + a * b * b - 0.097 * b;
      });
    return () => {
      step(u, v, u1, v1);
      for (let done = 1; done < steps; done++) done % 2 === 1 ? step(u1, v1, u2, v2) : step(u2, v2, u1, v1);
    };
  },
  plain: ({ u, v, u1, v1, u2, v2 }, { n, steps }) => {
    const step = (fromU: Float32Array, fromV: Float32Array, toU: Float32Array, toV: Float32Array): void => {
      for (let row = 1; row < n - 1; row++)
        for (let i = row * n + 1; i < row * n + n - 1; i++) {
          const a = fromU[i];
          const b = fromV[i];
          const spreadA = fromU[i - n] + fromU[i + n] + fromU[i - 1] + fromU[i + 1] - 4 * a;
          const spreadB = fromV[i - n] + fromV[i + n] + fromV[i - 1] + fromV[i + 1] - 4 * b;
          toU[i] = a + 0.16 * spreadA - a * b * b + 0.037 * (1 - a);
          toV[i] = b + 0.08 * spreadB + a * b * b - 0.097 * b;
        }
    };
    step(u, v, u1, v1);
    for (let done = 1; done < steps; done++) done % 2 === 1 ? step(u1, v1, u2, v2) : step(u2, v2, u1, v1);
  },
});
