// Workloads for GPU.js whose steps have several kernels, each of which computes a whole grid.

import { component, flatten, type GpuResult, type GpuThread } from "../../harness/gpu-program.js";
import { type GpuJsRock, rowsOf } from "./contender.js";

type Matrix = readonly Float32Array[];

function rained(this: GpuThread, water: Matrix): number {
  return water[this.thread.y][this.thread.x] * 0.995 + 0.008;
}

function flowed(this: GpuThread, water: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const own = water[y][x];
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return own;
  return own + 0.15 * (water[y - 1][x] + water[y + 1][x] + water[y][x - 1] + water[y][x + 1] - 4 * own);
}

function worn(this: GpuThread, height: Matrix, water: Matrix, mud: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  const slope = Math.abs(height[y][x + 1] - height[y][x - 1]) + Math.abs(height[y + 1][x] - height[y - 1][x]);
  const wanted = 0.6 * Math.min(water[y][x], 1) * slope;
  return Math.min(Math.max(0.12 * (wanted - mud[y][x]), -0.05), 0.05);
}

function sum(this: GpuThread, a: Matrix, b: Matrix): number {
  return a[this.thread.y][this.thread.x] + b[this.thread.y][this.thread.x];
}

function difference(this: GpuThread, a: Matrix, b: Matrix): number {
  return a[this.thread.y][this.thread.x] - b[this.thread.y][this.thread.x];
}

function drifted(this: GpuThread, mud: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  return mud[y][x] + 0.2 * (mud[y - 1][x] + mud[y + 1][x] + mud[y][x - 1] + mud[y][x + 1] - 4 * mud[y][x]);
}

export const erosion: GpuJsRock = (create, { start }, { n, rounds }) => {
  const settings = { output: [n, n], constants: { last: n - 1 } };
  const [rain, flow, wear, add, subtract, drift] = [rained, flowed, worn, sum, difference, drifted].map((one) =>
    create(one, settings),
  );
  const [ground, zeros] = [rowsOf(start, n), rowsOf(new Float32Array(n * n), n)];
  return {
    run() {
      let [height, water, mud]: unknown[] = [ground, zeros, zeros];
      for (let round = 0; round < rounds; round++) {
        water = flow(rain(water));
        const moved = wear(height, water, mud);
        mud = drift(add(mud, moved));
        height = subtract(height, moved);
      }
      return [height, water, mud] as readonly GpuResult[];
    },
  };
};

function softened(this: GpuThread, p: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  const corners = p[y - 1][x - 1] + p[y - 1][x + 1] + p[y + 1][x - 1] + p[y + 1][x + 1];
  return Math.floor((corners + 2 * (p[y - 1][x] + p[y][x - 1] + p[y][x + 1] + p[y + 1][x]) + 4 * p[y][x]) / 16);
}

function slopeAcross(this: GpuThread, p: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  const right = p[y - 1][x + 1] + 2 * p[y][x + 1] + p[y + 1][x + 1];
  return right - p[y - 1][x - 1] - 2 * p[y][x - 1] - p[y + 1][x - 1];
}

function slopeDown(this: GpuThread, p: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  const below = p[y + 1][x - 1] + 2 * p[y + 1][x] + p[y + 1][x + 1];
  return below - p[y - 1][x - 1] - 2 * p[y - 1][x] - p[y - 1][x + 1];
}

function ridge(this: GpuThread, slopeX: Matrix, slopeY: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const end = this.constants.last - 1;
  if (x < 2 || y < 2 || x >= end || y >= end) return 0;
  const gx = slopeX[y][x];
  const gy = slopeY[y][x];
  const ax = Math.abs(gx);
  const ay = Math.abs(gy);
  let dx = 1;
  let dy = 0;
  if (ax <= 2 * ay) {
    dy = 1;
    dx = 0;
    if (ay <= 2 * ax) {
      let isLeft = 0;
      if (gx < 0) isLeft = 1;
      let isUp = 0;
      if (gy < 0) isUp = 1;
      dx = -1;
      if (isLeft === isUp) dx = 1;
    }
  }
  const size = ax + ay;
  const before = Math.abs(slopeX[y - dy][x - dx]) + Math.abs(slopeY[y - dy][x - dx]);
  const after = Math.abs(slopeX[y + dy][x + dx]) + Math.abs(slopeY[y + dy][x + dx]);
  if (size < before || size <= after || size < 60) return 0;
  if (size < 160) return 1;
  return 2;
}

function grown(this: GpuThread, marks: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  const own = marks[y][x];
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return own;
  if (own !== 1) return own;
  let most = 1;
  for (let dy = -1; dy < 2; dy++) for (let dx = -1; dx < 2; dx++) most = Math.max(most, marks[y + dy][x + dx]);
  return most;
}

export const canny: GpuJsRock = (create, { x }, { n, rounds }) => {
  const settings = { output: [n, n], constants: { last: n - 1 } };
  const [soften, across, down, ridges, grow] = [softened, slopeAcross, slopeDown, ridge, grown].map((one) =>
    create(one, settings),
  );
  const picture = rowsOf(x, n);
  return {
    run() {
      const soft = soften(picture);
      let marks = ridges(across(soft), down(soft));
      for (let round = 0; round < rounds; round++) marks = grow(marks);
      return [marks];
    },
  };
};

function half(this: GpuThread, picture: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  return 0.5 * (picture[y][x + 1] - picture[y][x - 1]);
}

function halfDown(this: GpuThread, picture: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  return 0.5 * (picture[y + 1][x] - picture[y - 1][x]);
}

function change(this: GpuThread, first: Matrix, second: Matrix): number {
  const x = this.thread.x;
  const y = this.thread.y;
  if (x === 0 || y === 0 || x === this.constants.last || y === this.constants.last) return 0;
  return second[y][x] - first[y][x];
}

function motion(this: GpuThread, dx: Matrix, dy: Matrix, dt: Matrix): readonly number[] {
  const r = 7;
  const x0 = this.thread.x;
  const y0 = this.thread.y;
  const end = this.constants.last - r;
  if (x0 < r || y0 < r || x0 > end || y0 > end) return [0, 0];
  let xx = 0.01;
  let xy = 0;
  let yy = 0.01;
  let xt = 0;
  let yt = 0;
  for (let y = y0 - r; y <= y0 + r; y++)
    for (let x = x0 - r; x <= x0 + r; x++) {
      const a = dx[y][x];
      const b = dy[y][x];
      const c = dt[y][x];
      xx += a * a;
      xy += a * b;
      yy += b * b;
      xt += a * c;
      yt += b * c;
    }
  const determinant = xx * yy - xy * xy;
  return [(xy * yt - yy * xt) / determinant, (xy * xt - xx * yt) / determinant];
}

export const opticalFlow: GpuJsRock = (create, { first, second }, { n }) => {
  const settings = { output: [n, n], constants: { last: n - 1 } };
  const [across, down, inTime, solve] = [half, halfDown, change, motion].map((one) => create(one, settings));
  const [one, other] = [rowsOf(first, n), rowsOf(second, n)];
  return {
    run: () => [solve(across(one), down(one), inTime(one, other))],
    results: ([last]) =>
      [0, 1].map((part) => flatten((last as readonly GpuResult[]).map((row) => component(row, part)))),
  };
};
