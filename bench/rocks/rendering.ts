// A picture from nothing: each pixel runs a loop of its own length.

import { exactly, type Tolerance } from "../harness/kernel.js";
import { define } from "./define.js";

/** Kernels compute what ends in a Float32Array with 32 bits. Where a ray just hits or just misses, the last bit decides. */
const nearly: Tolerance = { ...exactly, absolute: 2e-3, relative: 1e-3, outliers: 2e-3 };

/** How long a point of the plane takes to escape from z² + c. */
function escapeSteps(x: number, y: number): number {
  let a = x;
  let b = y;
  let steps = 0;
  while (steps < 100 && a * a + b * b < 4096) {
    const next = a * a - b * b - 0.7269;
    b = 2 * a * b + 0.1889;
    a = next;
    steps++;
  }
  return steps === 100 ? 100 : steps + 1 - Math.log2(0.5 * Math.log2(a * a + b * b));
}

export const escapeTime = define({
  name: "escape-time",
  group: "rendering",
  what: "a Julia set of 1,024 × 1,024 pixels, up to 100 iterations",
  tolerance: nearly,
  workload: (quick) => {
    const n = quick ? 32 : 1024;
    return { arrays: { pixels: new Float32Array(n * n) }, scalars: { n }, outputs: ["pixels"] };
  },
  lanewise:
    (q, { pixels }, { n }) =>
    () =>
      q.parallelFor([n, n], (y, x) => {
        pixels[y * n + x] = escapeSteps((3.2 * x) / n - 1.6, (3.2 * y) / n - 1.6);
      }),
  plain: ({ pixels }, { n }) => {
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) pixels[y * n + x] = escapeSteps((3.2 * x) / n - 1.6, (3.2 * y) / n - 1.6);
  },
});

/** The distance to a sphere, blended with another distance. */
export function blend(distance: number, x: number, y: number, z: number, radius: number): number {
  const sphere = Math.sqrt(x * x + y * y + z * z) - radius;
  const h = Math.min(Math.max(0.5 + (0.5 * (sphere - distance)) / 0.35, 0), 1);
  return sphere + (distance - sphere) * h - 0.35 * h * (1 - h);
}

/** A floor and three spheres that melt into it. */
export function distanceAt(x: number, y: number, z: number): number {
  const left = blend(y + 1, x + 1.6, y + 0.15, z - 0.35, 0.85);
  return blend(blend(left, x - 0.35, y - 0.25, z + 0.6, 1.25), x - 1.95, y + 0.35, z - 0.9, 0.65);
}

/** Light of the pixel whose ray starts at (0, 0.6, -5): up to 96 steps, and up to 32 to the light. */
function march(u: number, v: number): number {
  const length = Math.sqrt(u * u + v * v + 2.25);
  const [dx, dy, dz] = [u / length, v / length, 1.5 / length];
  let way = 0;
  let distance = 1;
  for (let step = 0; step < 96 && distance > 0.001 && way < 20; step++) {
    distance = distanceAt(way * dx, 0.6 + way * dy, way * dz - 5);
    way += distance;
  }
  if (way >= 20) return 0.1;
  const [x, y, z] = [way * dx, 0.6 + way * dy, way * dz - 5];
  const here = distanceAt(x, y, z);
  const [nx, ny, nz] = [distanceAt(x + 0.001, y, z), distanceAt(x, y + 0.001, z), distanceAt(x, y, z + 0.001)];
  const facing = Math.max(((nx - here) * 0.48 + (ny - here) * 0.8 - (nz - here) * 0.36) / 0.001, 0);
  let light = 1;
  let shadow = 0.05;
  for (let step = 0; step < 32 && shadow < 6 && light > 0.01; step++) {
    const free = distanceAt(x + shadow * 0.48, y + shadow * 0.8, z - shadow * 0.36);
    light = Math.min(light, (8 * free) / shadow);
    shadow += Math.max(free, 0.05);
  }
  return 0.1 + 0.9 * facing * Math.max(light, 0);
}

export const sdfMarch = define({
  name: "sdf-march",
  group: "rendering",
  what: "a scene of distances, 512 × 512 pixels, up to 128 steps each",
  tolerance: nearly,
  workload: (quick) => {
    const n = quick ? 24 : 512;
    return { arrays: { pixels: new Float32Array(n * n) }, scalars: { n }, outputs: ["pixels"] };
  },
  lanewise:
    (q, { pixels }, { n }) =>
    () =>
      q.parallelFor([n, n], (y, x) => {
        pixels[y * n + x] = march((2 * x) / n - 1, 1 - (2 * y) / n);
      }),
  plain: ({ pixels }, { n }) => {
    for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) pixels[y * n + x] = march((2 * x) / n - 1, 1 - (2 * y) / n);
  },
});

/** The next state of a generator of random numbers (xorshift). */
function next(state: number): number {
  const a = state ^ (state << 13);
  const b = a ^ (a >>> 17);
  return b ^ (b << 5);
}

/** Where a ray from p in direction d meets a sphere; 0 where it misses. */
function meet(px: number, py: number, pz: number, dx: number, dy: number, dz: number, radius: number): number {
  const half = px * dx + py * dy + pz * dz;
  const inside = half * half - (px * px + py * py + pz * pz - radius * radius);
  if (inside < 0) return 0;
  const near = -half - Math.sqrt(inside);
  return near > 0.001 ? near : 0;
}

/** Light along one path of up to four rays between two spheres under a bright sky. */
function trace(u: number, v: number, seed: number): number {
  let state = seed;
  let [px, py, pz] = [0, 0, -4];
  const length = Math.sqrt(u * u + v * v + 4);
  let [dx, dy, dz] = [u / length, v / length, 2 / length];
  let light = 1;
  for (let bounce = 0; bounce < 4; bounce++) {
    const small = meet(px, py, pz, dx, dy, dz, 1);
    const large = meet(px, py + 101, pz, dx, dy, dz, 100);
    const isSmall = small > 0 && (large === 0 || small < large);
    const way = isSmall ? small : large;
    if (way === 0) return light * (0.6 + 0.4 * dy);
    px += way * dx;
    py += way * dy;
    pz += way * dz;
    const scale = isSmall ? 1 : 100;
    const [nx, ny, nz] = [px / scale, (isSmall ? py : py + 101) / scale, pz / scale];
    state = next(state);
    const rx = (state >>> 8) / 8388608 - 1;
    state = next(state);
    const ry = (state >>> 8) / 8388608 - 1;
    state = next(state);
    const rz = (state >>> 8) / 8388608 - 1;
    const [sx, sy, sz] = [nx + 0.9 * rx, ny + 0.9 * ry, nz + 0.9 * rz];
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz) + 1e-9;
    const side = sx * nx + sy * ny + sz * nz < 0 ? -1 : 1;
    [dx, dy, dz] = [(side * sx) / size, (side * sy) / size, (side * sz) / size];
    light *= isSmall ? 0.7 : 0.5;
  }
  return 0;
}

export const pathTrace = define({
  name: "path-trace",
  group: "rendering",
  what: "two spheres, 256 × 256 pixels, 16 paths each",
  tolerance: nearly,
  workload: (quick) => {
    const n = quick ? 16 : 256;
    return { arrays: { pixels: new Float32Array(n * n) }, scalars: { n, paths: 16 }, outputs: ["pixels"] };
  },
  lanewise:
    (q, { pixels }, { n, paths }) =>
    () =>
      q.parallelFor([n, n], (y, x) => {
        let light = 0;
        for (let path = 0; path < paths; path++)
          light += trace((2 * x) / n - 1, 1 - (2 * y) / n, Math.imul((y * n + x) * 16 + path + 1, 0x9e3779b1));
        pixels[y * n + x] = light / paths;
      }),
  plain: ({ pixels }, { n, paths }) => {
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) {
        let light = 0;
        for (let path = 0; path < paths; path++)
          light += trace((2 * x) / n - 1, 1 - (2 * y) / n, Math.imul((y * n + x) * 16 + path + 1, 0x9e3779b1));
        pixels[y * n + x] = light / paths;
      }
  },
});
