// Workloads on a grid for GPU.js: steps of simulations, and pictures. A kernel computes the whole grid, with its border.

import type { GpuResult, GpuThread } from "../../harness/gpu-program.js";
import { against2, against4 } from "../lattices.js";
import { blend, distanceAt } from "../rendering.js";
import { type GpuJsRock, rowsOf } from "./contender.js";

type Matrix = readonly Float32Array[];

function lifeStep(this: GpuThread, from: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const n = this.constants.n;
  let up = y - 1;
  if (y === 0) up = n - 1;
  let down = y + 1;
  if (y === n - 1) down = 0;
  let left = x - 1;
  if (x === 0) left = n - 1;
  let right = x + 1;
  if (x === n - 1) right = 0;
  const upper = from[up][left] + from[up][x] + from[up][right];
  const lower = from[down][left] + from[down][x] + from[down][right];
  const neighbours = upper + lower + from[y][left] + from[y][right];
  if (neighbours === 3) return 1;
  if (neighbours === 2) return from[y][x];
  return 0;
}

export const life: GpuJsRock = (create, { start }, { n, steps }) => {
  const step = create(lifeStep, { output: [n, n], constants: { n } });
  const cells = rowsOf(start, n);
  return { run: () => [repeat(step, cells, steps)] };
};

function turn(this: GpuThread, spins: Matrix, draws: Matrix, colour: number, shiftX: number, shiftY: number): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const n = this.constants.n;
  const spin = spins[y][x];
  const sum = x + y + colour;
  if (sum - 2 * Math.floor(sum / 2) > 0.5) return spin;
  let up = y - 1;
  if (y === 0) up = n - 1;
  let down = y + 1;
  if (y === n - 1) down = 0;
  let left = x - 1;
  if (x === 0) left = n - 1;
  let right = x + 1;
  if (x === n - 1) right = 0;
  const agreeing = spin * (spins[up][x] + spins[down][x] + spins[y][left] + spins[y][right]);
  if (agreeing <= 0) return -spin;
  let drawX = x + shiftX;
  if (drawX >= n) drawX -= n;
  let drawY = y + shiftY;
  if (drawY >= n) drawY -= n;
  let limit = this.constants.against4;
  if (agreeing < 3) limit = this.constants.against2;
  if (draws[drawY][drawX] < limit) return -spin;
  return spin;
}

export const ising: GpuJsRock = (create, { start, draws }, { n, sweeps }) => {
  const half = create(turn, { output: [n, n], constants: { n, against2, against4 } });
  const [spins, drawn] = [rowsOf(start, n), rowsOf(draws, n)];
  return {
    run() {
      let now: unknown = spins;
      for (let sweep = 0; sweep < sweeps; sweep++)
        for (const colour of [0, 1]) now = half(now, drawn, colour, (373 * sweep) & (n - 1), (577 * sweep) & (n - 1));
      return [now as GpuResult];
    },
  };
};

function heatStep(this: GpuThread, from: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return from[y][x];
  return from[y][x] + 0.2 * (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1] - 4 * from[y][x]);
}

export const heat: GpuJsRock = (create, { start }, { n, steps }) => {
  const step = create(heatStep, { output: [n, n], constants: { last: n - 1 } });
  const points = rowsOf(start, n);
  return { run: () => [repeat(step, points, steps)] };
};

function jacobiStep(this: GpuThread, from: Matrix, source: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  return 0.25 * (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1] + source[y][x]);
}

export const jacobi: GpuJsRock = (create, { source, a }, { n, steps }) => {
  const step = create(jacobiStep, { output: [n, n], constants: { last: n - 1 } });
  const [zeros, sources] = [rowsOf(a, n), rowsOf(source, n)];
  return { run: () => [repeat((from) => step(from, sources), zeros, steps)] };
};

function first(this: GpuThread, u: Matrix, v: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const a = u[y][x];
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return a;
  const b = v[y][x];
  const spread = u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1] - 4 * a;
  return a + 0.16 * spread - a * b * b + 0.037 * (1 - a);
}

function second(this: GpuThread, u: Matrix, v: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const b = v[y][x];
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return b;
  const a = u[y][x];
  const spread = v[y - 1][x] + v[y + 1][x] + v[y][x - 1] + v[y][x + 1] - 4 * b;
  return b + 0.08 * spread + a * b * b - 0.097 * b;
}

export const grayScott: GpuJsRock = (create, { u, v }, { n, steps }) => {
  const settings = { output: [n, n], constants: { last: n - 1 } };
  const [stepU, stepV] = [create(first, settings), create(second, settings)];
  const start = [rowsOf(u, n), rowsOf(v, n)];
  return {
    run() {
      let now: readonly unknown[] = start;
      for (let done = 0; done < steps; done++) now = [stepU(...now), stepV(...now)];
      return now as readonly GpuResult[];
    },
  };
};

function bend(this: GpuThread, source: Matrix, d: number): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const end = this.constants.n - d;
  if (x < d || y < d || x >= end || y >= end) return 0;
  return 4 * source[y][x] - source[y - d][x] - source[y + d][x] - source[y][x - d] - source[y][x + d];
}

function activityOf(this: GpuThread, curve: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  let sum = 0;
  for (let dy = -1; dy < 2; dy++) for (let dx = -1; dx < 2; dx++) sum += Math.abs(curve[y + dy][x + dx]);
  return sum;
}

function combine(this: GpuThread, picture: Matrix, curve: Matrix, activity: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const gain = Math.max(1024 - activity[y][x], 0);
  return Math.min(Math.max(picture[y][x] + (curve[y][x] * gain) / 2048, 0), 255);
}

export const residency: GpuJsRock = (create, { source }, { n, scales }) => {
  const settings = { output: [n, n], constants: { n, last: n - 1 } };
  const [curves, activities, combined] = [bend, activityOf, combine].map((one) => create(one, settings));
  const picture = rowsOf(source, n);
  return {
    run() {
      let now: unknown = picture;
      for (let d = 1; d <= scales; d++) {
        const curve = curves(picture, d);
        now = combined(now, curve, activities(curve));
      }
      return [now as GpuResult];
    },
  };
};

function acrossRow(this: GpuThread, x: Matrix): number {
  const column = this.thread.x;
  if (column < 8 || column >= this.constants.n - 8) return 0;
  let sum = 0;
  for (let k = -8; k < 9; k++) sum += x[this.thread.y][column + k];
  return sum / 17;
}

function downColumn(this: GpuThread, rows: Matrix): number {
  const row = this.thread.y;
  if (row < 8 || row >= this.constants.n - 8) return 0;
  let sum = 0;
  for (let k = -8; k < 9; k++) sum += rows[row + k][this.thread.x];
  return sum / 17;
}

export const blurSeparable: GpuJsRock = (create, { x }, { n }) => {
  const settings = { output: [n, n], constants: { n } };
  const [across, down] = [create(acrossRow, settings), create(downColumn, settings)];
  const values = rowsOf(x, n);
  return { run: () => [down(across(values))] };
};

function edge(this: GpuThread, p: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  const right = p[y - 1][x + 1] + 2 * p[y][x + 1] + p[y + 1][x + 1];
  const left = p[y - 1][x - 1] + 2 * p[y][x - 1] + p[y + 1][x - 1];
  const below = p[y + 1][x - 1] + 2 * p[y + 1][x] + p[y + 1][x + 1];
  const above = p[y - 1][x - 1] + 2 * p[y - 1][x] + p[y - 1][x + 1];
  return Math.sqrt((right - left) * (right - left) + (below - above) * (below - above));
}

export const sobel: GpuJsRock = (create, { x }, { n }) => {
  const edges = create(edge, { output: [n, n], constants: { last: n - 1 } });
  const picture = rowsOf(x, n);
  return { run: () => [edges(picture)] };
};

function score(this: GpuThread, picture: Matrix, template: Matrix): number {
  let sum = 0;
  let squares = 0;
  let matching = 0;
  for (let y = 0; y < this.constants.t; y++)
    for (let x = 0; x < this.constants.t; x++) {
      const value = picture[this.thread.y + y][this.thread.x + x];
      sum += value;
      squares += value * value;
      matching += value * template[y][x];
    }
  const variance = squares - (sum * sum) / (this.constants.t * this.constants.t);
  return matching / Math.sqrt(Math.max(variance, 0.001) * this.constants.power + 0.000001);
}

export const nccTemplate: GpuJsRock = (create, { picture, template }, { n, t, places, power }) => {
  const scores = create(score, { output: [places, places], constants: { t, power } });
  const [whole, part] = [rowsOf(picture, n), rowsOf(template, t)];
  return { run: () => [scores(whole, part)] };
};

function escapeSteps(this: GpuThread): number {
  let a = (3.2 * this.thread.x) / this.constants.n - 1.6;
  let b = (3.2 * this.thread.y) / this.constants.n - 1.6;
  let steps = 0;
  for (let i = 0; i < 100; i++) {
    if (a * a + b * b >= 4096) break;
    const next = a * a - b * b - 0.7269;
    b = 2 * a * b + 0.1889;
    a = next;
    steps += 1;
  }
  if (steps === 100) return 100;
  return steps + 1 - Math.log2(0.5 * Math.log2(a * a + b * b));
}

export const escapeTime: GpuJsRock = (create, _arrays, { n }) => {
  const pixels = create(escapeSteps, { output: [n, n], constants: { n } });
  return { run: () => [pixels()] };
};

function light(this: GpuThread): number {
  const u = (2 * this.thread.x) / this.constants.n - 1;
  const v = 1 - (2 * this.thread.y) / this.constants.n;
  const size = Math.sqrt(u * u + v * v + 2.25);
  const dx = u / size;
  const dy = v / size;
  const dz = 1.5 / size;
  let way = 0.0;
  let distance = 1.0;
  for (let step = 0; step < 96; step++) {
    if (distance <= 0.001 || way >= 20) break;
    distance = distanceAt(way * dx, 0.6 + way * dy, way * dz - 5);
    way += distance;
  }
  if (way >= 20) return 0.1;
  const x = way * dx;
  const y = 0.6 + way * dy;
  const z = way * dz - 5;
  const here = distanceAt(x, y, z);
  const nx = distanceAt(x + 0.001, y, z);
  const ny = distanceAt(x, y + 0.001, z);
  const nz = distanceAt(x, y, z + 0.001);
  const facing = Math.max(((nx - here) * 0.48 + (ny - here) * 0.8 - (nz - here) * 0.36) / 0.001, 0);
  let lit = 1.0;
  let shadow = 0.05;
  for (let step = 0; step < 32; step++) {
    if (shadow >= 6 || lit <= 0.01) break;
    const free = distanceAt(x + shadow * 0.48, y + shadow * 0.8, z - shadow * 0.36);
    lit = Math.min(lit, (8 * free) / shadow);
    shadow += Math.max(free, 0.05);
  }
  return 0.1 + 0.9 * facing * Math.max(lit, 0);
}

export const sdfMarch: GpuJsRock = (create, _arrays, { n }) => {
  const pixels = create(light, { output: [n, n], constants: { n }, functions: [blend, distanceAt] });
  return { run: () => [pixels()] };
};

function repeat(step: (from: unknown) => GpuResult, start: unknown, times: number): GpuResult {
  let now = step(start);
  for (let done = 1; done < times; done++) now = step(now);
  return now;
}
