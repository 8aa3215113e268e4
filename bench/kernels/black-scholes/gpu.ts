// Black-Scholes for GPU.js: a vector of call and put for each option.

import { component, type GpuProgram, type GpuThread } from "../../harness/gpu-program.js";
import type { OptionsArrays, OptionsScalars } from "./workload.js";

// GPU.js takes one function's text, so the normal distribution is written out twice.
function priceOf(this: GpuThread, price: Float32Array, strike: Float32Array, years: Float32Array) {
  const s = price[this.thread.x]!;
  const x = strike[this.thread.x]!;
  const t = years[this.thread.x]!;
  const r = this.constants.rate!;
  const v = this.constants.volatility!;
  const deviation = v * Math.sqrt(t);
  const d1 = (Math.log(s / x) + (r + 0.5 * v * v) * t) / deviation;
  const d2 = d1 - deviation;
  const a1 = Math.abs(d1);
  const k1 = 1 / (1 + 0.2316419 * a1);
  const p1 = k1 * (0.31938153 + k1 * (-0.356563782 + k1 * (1.781477937 + k1 * (-1.821255978 + k1 * 1.330274429))));
  let n1 = 0.3989422804 * Math.exp(-0.5 * a1 * a1) * p1;
  if (d1 > 0) n1 = 1 - n1;
  const a2 = Math.abs(d2);
  const k2 = 1 / (1 + 0.2316419 * a2);
  const p2 = k2 * (0.31938153 + k2 * (-0.356563782 + k2 * (1.781477937 + k2 * (-1.821255978 + k2 * 1.330274429))));
  let n2 = 0.3989422804 * Math.exp(-0.5 * a2 * a2) * p2;
  if (d2 > 0) n2 = 1 - n2;
  const discounted = x * Math.exp(-r * t);
  return [s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1)];
}

export function gpu({ price, strike, years }: OptionsArrays, { rate, volatility, n }: OptionsScalars): GpuProgram {
  return {
    kernel: priceOf,
    constants: { rate, volatility },
    output: [n],
    arguments: [price, strike, years],
    results: (returned) => [component(returned, 0), component(returned, 1)],
  };
}
