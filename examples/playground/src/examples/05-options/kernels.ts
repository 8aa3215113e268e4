// European call options by Black and Scholes' formula, with their Greeks. A work-item is an option.

import type { f32, i32, Kernel1, Kernel2 } from "lanewise";

/** The normal distribution's density. */
const density = (x: f32): f32 => 0.3989423 * Math.exp(-0.5 * x * x);

/** The share of the normal distribution below x: Abramowitz and Stegun 26.2.17, within 7.5e-8. */
function below(x: f32): f32 {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = density(x) * series;
  return x < 0 ? above : 1 - above;
}

/** From left to right the share's price, from top to bottom the time, in years. */
export function price(
  strike: f32,
  volatility: f32,
  rate: f32,
  lowest: f32,
  priceStep: f32,
  timeStep: f32,
  width: i32,
  prices: Float32Array,
  deltas: Float32Array,
  gammas: Float32Array,
  vegas: Float32Array,
  thetas: Float32Array,
  rhos: Float32Array,
): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const spot = lowest + priceStep * x;
    const time = timeStep * (y + 1);
    const root = Math.sqrt(time);
    const d1 = (Math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / (volatility * root);
    const d2 = d1 - volatility * root;
    const discounted = strike * Math.exp(-rate * time);
    const [n1, n2] = [below(d1), below(d2)];
    const bell = density(d1);
    prices[i] = spot * n1 - discounted * n2;
    deltas[i] = n1;
    gammas[i] = bell / (spot * volatility * root);
    vegas[i] = (spot * bell * root) / 100;
    thetas[i] = (-(spot * bell * volatility) / (2 * root) - rate * discounted * n2) / 365;
    rhos[i] = (discounted * time * n2) / 100;
  };
}

/** Colours from `low` to `high`: indigo, teal, yellow. */
export function colour(values: Float32Array, low: f32, high: f32, rgba: Uint8ClampedArray): Kernel1 {
  return (i) => {
    const t = Math.min(Math.max((values[i]! - low) / (high - low), 0), 1);
    // Lines of equal value.
    const line = Math.abs(((t * 20) % 1) - 0.5) > 0.46 ? 0.82 : 1;
    rgba[4 * i] = line * (255 * (0.2 + t * (-0.55 + t * (1.1 + t * 0.25))));
    rgba[4 * i + 1] = line * (255 * (0.1 + t * (1.15 - t * 0.35)));
    rgba[4 * i + 2] = line * (255 * (0.42 + t * (0.75 - t * 1.02)));
    rgba[4 * i + 3] = 255;
  };
}
