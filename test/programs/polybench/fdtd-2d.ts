// Electric and magnetic fields by finite differences in time and space: four launches for each step of time.

import type { Queue } from "lanewise";
import { flat, matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const fdtd2d: PolybenchProgram = { name: "fdtd-2d", run, reference };

const steps = 11;
const nx = 59;
const ny = 77;

async function run(q: Queue) {
  const ex = q.mallocShared(Float64Array, nx * ny);
  const ey = q.mallocShared(Float64Array, nx * ny);
  const hz = q.mallocShared(Float64Array, nx * ny);
  const source = q.mallocShared(Float64Array, steps);
  q.parallelFor(steps, (i) => {
    source[i] = i;
  });
  q.parallelFor([nx, ny], (i, j) => {
    ex[i * ny + j] = (i * (j + 1)) / nx;
    ey[i * ny + j] = (i * (j + 2)) / ny;
    hz[i * ny + j] = (i * (j + 3)) / nx;
  });
  for (let t = 0; t < steps; t++) {
    q.parallelFor(ny, (j) => {
      ey[j] = source[t]!;
    });
    q.parallelFor([nx - 1, ny], (row, j) => {
      const i = row + 1;
      ey[i * ny + j] = ey[i * ny + j]! - 0.5 * (hz[i * ny + j]! - hz[(i - 1) * ny + j]!);
    });
    q.parallelFor([nx, ny], (i, j) => {
      if (j >= 1) ex[i * ny + j]! -= 0.5 * (hz[i * ny + j]! - hz[i * ny + j - 1]!);
    });
    q.parallelFor([nx - 1, ny - 1], (i, j) => {
      const at = i * ny + j;
      hz[at] = hz[at]! - 0.7 * (ex[at + 1]! - ex[at]! + ey[at + ny]! - ey[at]!);
    });
  }
  await q.wait();
  return [ex, ey, hz];
}

function reference() {
  const ex = matrix(nx, ny, (i, j) => (i * (j + 1)) / nx);
  const ey = matrix(nx, ny, (i, j) => (i * (j + 2)) / ny);
  const hz = matrix(nx, ny, (i, j) => (i * (j + 3)) / nx);
  const source = vector(steps, (i) => i);
  for (let t = 0; t < steps; t++) {
    for (let j = 0; j < ny; j++) ey[0]![j] = source[t]!;
    for (let i = 1; i < nx; i++) {
      for (let j = 0; j < ny; j++) ey[i]![j] = ey[i]![j]! - 0.5 * (hz[i]![j]! - hz[i - 1]![j]!);
    }
    for (let i = 0; i < nx; i++) {
      for (let j = 1; j < ny; j++) ex[i]![j] = ex[i]![j]! - 0.5 * (hz[i]![j]! - hz[i]![j - 1]!);
    }
    for (let i = 0; i < nx - 1; i++) {
      for (let j = 0; j < ny - 1; j++) {
        hz[i]![j] = hz[i]![j]! - 0.7 * (ex[i]![j + 1]! - ex[i]![j]! + ey[i + 1]![j]! - ey[i]![j]!);
      }
    }
  }
  return [flat(ex), flat(ey), flat(hz)];
}
