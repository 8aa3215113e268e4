// What the example 05-statistics finds in a photograph, against plain JavaScript over a list of all luminances, and its stretched
// picture against the tone curve applied to each pixel.

import type { Queue } from "lanewise";
import { statisticsOf, stretched } from "../../../examples/05-statistics/statistics.js";
import { type Answers, near, type Photo, same } from "../../programs/published/program.js";

const luminanceOf = (r = 0, g = 0, b = 0): number => Math.floor((54 * r + 183 * g + 19 * b + 128) / 256);

function luminances({ rgb }: Photo): number[] {
  return Array.from({ length: rgb.length / 3 }, (_, i) => luminanceOf(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]));
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Its power sums, from the differences to the mean. */
export async function statistics(q: Queue, photo: Photo): Promise<Answers> {
  const found = await statisticsOf(q, photo);
  const levels = luminances(photo);
  const sorted = levels.toSorted((a, b) => a - b);
  const mean = meanOf(levels);
  const variance = meanOf(levels.map((level) => (level - mean) ** 2));
  const skewness = meanOf(levels.map((level) => (level - mean) ** 3)) / variance ** 1.5;
  const bins = new Uint32Array(256);
  for (const level of levels) bins[level]!++;
  const rank = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1]!;
  const { black, white } = found;
  const curve = Uint8Array.from({ length: 256 }, (_, level) => {
    const part = Math.min(1, Math.max(0, (level - black) / (white - black)));
    return Math.round((255 * Math.asinh(12 * part)) / Math.asinh(12));
  });
  return {
    histogram: same(found.histogram, bins),
    count: same([found.count], [levels.length]),
    extremes: same([found.minimum, found.maximum], [sorted[0]!, sorted.at(-1)!]),
    percentiles: same([found.median, black, white], [rank(0.5), rank(0.02), rank(0.9985)]),
    moments: near([found.mean, found.variance, found.skewness], [mean, variance, skewness], 1e-8),
    "tone curve": same(found.toneCurve, curve),
  };
}

/** Nothing of the picture before is left. */
export async function twice(q: Queue, photo: Photo): Promise<Answers> {
  const first = await statisticsOf(q, photo);
  await statisticsOf(q, { width: 3, height: 2, rgb: new Uint8Array(18).fill(7) });
  const again = await statisticsOf(q, photo);
  return {
    histogram: same(again.histogram, first.histogram),
    moments: same([again.count, again.mean, again.skewness], [first.count, first.mean, first.skewness]),
  };
}

export async function picture(q: Queue, photo: Photo): Promise<Answers> {
  const { toneCurve } = await statisticsOf(q, photo);
  const { width, height, rgb } = await stretched(q, photo);
  const levels = luminances(photo);
  const right = photo.rgb.map((value, k) => {
    const level = levels[Math.floor(k / 3)]!;
    const brightness = toneCurve[level]!;
    return level === 0 ? brightness : Math.min(255, Math.floor((value * brightness) / level));
  });
  return { size: same([width, height], [photo.width, photo.height]), pixels: same(rgb, right) };
}
