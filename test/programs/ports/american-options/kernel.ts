// American put options by binomial trees (Cox, Ross and Rubinstein): at each node the holder exercises or waits.

import type { Queue } from "lanewise";

const STEPS = 60;
const COUNT = 41;
const RATE = 0.03;

const spots = Float64Array.from({ length: COUNT }, (_, k) => 60 + k * 2);
const volatilities = Float64Array.from({ length: COUNT }, (_, k) => 0.15 + ((k * 7) % 11) / 40);

function americanPut(spot: number, strike: number, years: number, volatility: number): number {
  const dt = years / STEPS;
  const up = Math.exp(volatility * Math.sqrt(dt));
  const discount = Math.exp(-RATE * dt);
  const p = (1 / discount - 1 / up) / (up - 1 / up);
  const values = new Float64Array(STEPS + 1);
  for (let k = 0; k <= STEPS; k++) values[k] = Math.max(0, strike - spot * up ** (2 * k - STEPS));
  for (let step = STEPS - 1; step >= 0; step--) {
    for (let k = 0; k <= step; k++) {
      const held = discount * (p * values[k + 1]! + (1 - p) * values[k]!);
      values[k] = Math.max(held, strike - spot * up ** (2 * k - step));
    }
  }
  return values[0]!;
}

export async function run(q: Queue): Promise<Float64Array> {
  const prices = new Float64Array(COUNT);
  await q.parallelFor(COUNT, (i) => {
    prices[i] = americanPut(spots[i]!, 100, 1.5, volatilities[i]!);
  });
  return prices;
}
