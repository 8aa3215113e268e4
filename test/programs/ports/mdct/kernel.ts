// The modified discrete cosine transform of overlapping windows, with a table of cosines.

import type { Queue } from "lanewise";

const N = 16;
const WINDOWS = 21;

const samples = Float64Array.from({ length: (WINDOWS + 1) * N }, (_, k) => Math.sin(k / 3) + ((k * 31) % 17) / 40);
const shape = Float64Array.from({ length: 2 * N }, (_, k) => Math.sin((Math.PI / (2 * N)) * (k + 0.5)));
const cosines = Float64Array.from({ length: N * 2 * N }, (_, at) => {
  const [k, n] = [Math.floor(at / (2 * N)), at % (2 * N)];
  return Math.cos((Math.PI / N) * (n + 0.5 + N / 2) * (k + 0.5));
});

export async function run(q: Queue): Promise<Float64Array> {
  const coefficients = new Float64Array(WINDOWS * N);
  await q.parallelFor(WINDOWS * N, (i) => {
    const [window, k] = [Math.floor(i / N), i % N];
    let sum = 0;
    for (let n = 0; n < 2 * N; n++) {
      sum += shape[n]! * samples[window * N + n]! * cosines[k * 2 * N + n]!;
    }
    coefficients[i] = sum;
  });
  return coefficients;
}
