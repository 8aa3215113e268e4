// Monte Carlo as a Lanewise kernel: a work-item for each stream.

import { f32, type Queue, u32 } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { MonteCarloArrays, MonteCarloScalars } from "./workload.js";

export function lanewise(q: Queue, { hits }: MonteCarloArrays, { n, samples }: MonteCarloScalars): Launch {
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        let state = (u32(i) * u32(747796405) + u32(2891336453)) | u32(1);
        let count = 0;
        for (let sample = 0; sample < samples; sample++) {
          state = next(state);
          const x = f32(state >>> 8) * f32(2 ** -24);
          state = next(state);
          const y = f32(state >>> 8) * f32(2 ** -24);
          if (x * x + y * y < 1) count++;
        }
        hits[i] = count;
      },
      options,
    );
}

function next(state: u32): u32 {
  let x: u32 = state;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return x;
}
