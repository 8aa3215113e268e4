// The correlation of each two columns of a table. A work-item for each column; in the last launch it stores a row and, mirrored,
// a column.

import type { Queue } from "lanewise";
import { flat, matrix, vector } from "./matrix.js";
import type { PolybenchProgram } from "./program.js";

export const correlation: PolybenchProgram = { name: "correlation", run, reference };

const m = 81;
const n = 101;

async function run(q: Queue) {
  const data = q.mallocShared(Float64Array, n * m);
  const corr = q.mallocShared(Float64Array, m * m);
  const mean = q.mallocShared(Float64Array, m);
  const stddev = q.mallocShared(Float64Array, m);
  q.parallelFor([n, m], (i, j) => {
    data[i * m + j] = (i * j) / m + i;
  });
  q.parallelFor(m, (j) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += data[i * m + j]!;
    mean[j] = sum / n;
  });
  q.parallelFor(m, (j) => {
    const eps = 0.1;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const difference = data[i * m + j]! - mean[j]!;
      sum += difference * difference;
    }
    const deviation = Math.sqrt(sum / n);
    // Near 0 it would be divided by.
    stddev[j] = deviation <= eps ? 1 : deviation;
  });
  q.parallelFor([n, m], (i, j) => {
    data[i * m + j]! -= mean[j]!;
    data[i * m + j]! /= Math.sqrt(n) * stddev[j]!;
  });
  q.parallelFor(m, (i) => {
    corr[i * m + i] = 1;
    for (let j = i + 1; j < m; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += data[k * m + i]! * data[k * m + j]!;
      corr[i * m + j] = sum;
      corr[j * m + i] = sum;
    }
  });
  await q.wait();
  return [corr];
}

function reference() {
  const data = matrix(n, m, (i, j) => (i * j) / m + i);
  const mean = vector(m);
  const stddev = vector(m);
  const corr = matrix(m, m);
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) mean[j]! += data[i]![j]!;
    mean[j]! /= n;
  }
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) stddev[j]! += (data[i]![j]! - mean[j]!) * (data[i]![j]! - mean[j]!);
    stddev[j]! /= n;
    stddev[j] = Math.sqrt(stddev[j]!);
    stddev[j] = stddev[j]! <= 0.1 ? 1 : stddev[j]!;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      data[i]![j]! -= mean[j]!;
      data[i]![j]! /= Math.sqrt(n) * stddev[j]!;
    }
  }
  for (let i = 0; i < m - 1; i++) {
    corr[i]![i] = 1;
    for (let j = i + 1; j < m; j++) {
      for (let k = 0; k < n; k++) corr[i]![j]! += data[k]![i]! * data[k]![j]!;
      corr[j]![i] = corr[i]![j]!;
    }
  }
  corr[m - 1]![m - 1] = 1;
  return [flat(corr)];
}
