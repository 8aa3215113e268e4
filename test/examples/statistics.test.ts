// The example 05-statistics as a user runs it: what it prints of the Hubble picture, against plain JavaScript, and what it writes.
// What its kernels compute is checked in checks.test.ts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { afterAll, expect, test } from "vitest";
import { lanewise, mustRun, removeTemporaryFolders, root, temporaryFolder } from "./programs.js";

afterAll(removeTemporaryFolders);

function run(device: string): { readonly output: string; readonly file: Buffer } {
  const folder = temporaryFolder();
  const main = join(root, "examples/05-statistics/main.ts");
  const output = mustRun([lanewise, "run", main], folder, { LANEWISE_DEVICE: device });
  return { output, file: readFileSync(join(folder, "out/statistics.png")) };
}

/** By plain loops over all pixels. */
function plainLines(): readonly string[] {
  const file = readFileSync(join(root, "examples/data/hubble_deep_field.jpg"));
  const { width, height, data } = jpeg.decode(file, { useTArray: true });
  const levels = Uint8Array.from(
    { length: width * height },
    (_, i) => (54 * (data[4 * i] ?? 0) + 183 * (data[4 * i + 1] ?? 0) + 19 * (data[4 * i + 2] ?? 0) + 128) >> 8,
  );
  const meanOf = (term: (level: number) => number): number =>
    levels.reduce((sum, level) => sum + term(level), 0) / levels.length;
  const mean = meanOf((level) => level);
  const deviation = Math.sqrt(meanOf((level) => (level - mean) ** 2));
  const skewness = meanOf((level) => ((level - mean) / deviation) ** 3);
  const sorted = levels.toSorted();
  const rank = (part: number): number | undefined => sorted[Math.ceil(part * sorted.length) - 1];
  return [
    `luminance of ${levels.length} pixels: ${sorted[0]} to ${sorted.at(-1)}, median ${rank(0.5)}`,
    `mean ${mean.toFixed(3)}, deviation ${deviation.toFixed(3)}, skewness ${skewness.toFixed(3)}`,
    `black below ${rank(0.02)}, white from ${rank(0.9985)} on`,
  ];
}

test("statistics of a picture in 16 tiles, and the picture above its histogram, the same bytes on both devices", () => {
  const { output, file } = run("cpu");
  expect(output).toMatch(/^16 tiles in \d+ ms$/m);
  expect(output.split("\n")).toEqual(expect.arrayContaining([...plainLines()]));
  const { width, height, data } = PNG.sync.read(file);
  expect([width, height]).toEqual([1000, 872 + 160]);
  // Bars and the curve's line in the chart.
  const chart = new Set(new Uint32Array(data.buffer, data.byteOffset + 4 * 1000 * 872, 1000 * 160));
  expect(chart.size).toBe(3);
  expect(run("host").file.equals(file)).toBe(true);
});
