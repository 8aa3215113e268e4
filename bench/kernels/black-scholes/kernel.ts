// Black-Scholes as a Lanewise kernel.

import type { f32, Queue } from "lanewise";
import type { Launch } from "../../harness/kernel.js";
import type { OptionsArrays, OptionsScalars } from "./workload.js";

export function lanewise(q: Queue, arrays: OptionsArrays, { rate, volatility, n }: OptionsScalars): Launch {
  const { price, strike, years, call, put } = arrays;
  const r: f32 = rate;
  const v: f32 = volatility;
  return (options) =>
    q.parallelFor(
      n,
      (i) => {
        const s = price[i]!;
        const x = strike[i]!;
        const t = years[i]!;
        const deviation = v * Math.sqrt(t);
        const d1 = (Math.log(s / x) + (r + 0.5 * v * v) * t) / deviation;
        const d2 = d1 - deviation;
        const n1 = normal(d1);
        const n2 = normal(d2);
        const discounted = x * Math.exp(-r * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1 - n2) - s * (1 - n1);
      },
      options,
    );
}

/** The cumulative normal distribution. */
function normal(d: f32): f32 {
  const size = Math.abs(d);
  const k = 1 / (1 + 0.2316419 * size);
  const polynomial = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  const tail = 0.3989422804 * Math.exp(-0.5 * size * size) * polynomial;
  return d > 0 ? 1 - tail : tail;
}
