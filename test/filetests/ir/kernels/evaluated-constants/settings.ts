export function gaussian(radius: number, sigma: number = radius / 2): readonly number[] {
  const weights: number[] = [];
  for (let i = -radius; i <= radius; i++) weights.push(Math.exp(-(i * i) / (2 * sigma * sigma)));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}
export const WEIGHTS = gaussian(1);
export const CONFIG = { gain: 2.5, size: { width: 640, height: 480 }, home: Date.now() } as const;
export class Limits {
  static readonly low = -3;
  static readonly high = Limits.low + 8;
}
export enum Level { low = 1, high = low << 4, all = low | high, taps = WEIGHTS.length }
