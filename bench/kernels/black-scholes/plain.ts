// Black-Scholes in plain JavaScript.

import type { OptionsArrays, OptionsScalars } from "./workload.js";

export function plain(arrays: OptionsArrays, { rate, volatility, n }: OptionsScalars): void {
  const { price, strike, years, call, put } = arrays;
  for (let i = 0; i < n; i++) {
    const s = price[i]!;
    const x = strike[i]!;
    const t = years[i]!;
    const deviation = volatility * Math.sqrt(t);
    const d1 = (Math.log(s / x) + (rate + 0.5 * volatility * volatility) * t) / deviation;
    const d2 = d1 - deviation;
    const n1 = normal(d1);
    const n2 = normal(d2);
    const discounted = x * Math.exp(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1 - n2) - s * (1 - n1);
  }
}

/** The cumulative normal distribution. */
function normal(d: number): number {
  const size = Math.abs(d);
  const k = 1 / (1 + 0.2316419 * size);
  const polynomial = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  const tail = 0.3989422804 * Math.exp(-0.5 * size * size) * polynomial;
  return d > 0 ? 1 - tail : tail;
}
