// The fifth example: how bright a picture of the sky is, found tile by tile, and the picture stretched so that the faint shows.
//
//     npx lanewise run examples/05-statistics/main.ts [FILE]
//
// FILE is a PNG or JPEG, examples/data/hubble_deep_field.jpg without one. Prints the statistics and writes
// out/statistics.png: the stretched picture above its histogram and tone curve.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Queue } from "lanewise";
import { encodePng, readPicture, withChart } from "./picture.js";
import { statisticsOf, stretched } from "./statistics.js";

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([file]: readonly string[]): Promise<void> {
  const path = file ?? join(dirname(process.argv[1] ?? ""), "../data/hubble_deep_field.jpg");
  const picture = readPicture(path);
  const q = new Queue();
  console.log(`${path}: ${picture.width} x ${picture.height} pixels, on ${q.device.name}`);

  const start = performance.now();
  const found = await statisticsOf(q, picture);
  console.log(`${found.tiles} tiles in ${Math.round(performance.now() - start)} ms`);
  const { minimum, maximum, median, mean, variance, skewness, black, white } = found;
  console.log(`luminance of ${found.count} pixels: ${minimum} to ${maximum}, median ${median}`);
  console.log(`mean ${mean.toFixed(3)}, deviation ${Math.sqrt(variance).toFixed(3)}, skewness ${skewness.toFixed(3)}`);
  console.log(`black below ${black}, white from ${white} on`);

  const result = withChart(await stretched(q, picture), found.histogram, found.toneCurve);
  mkdirSync("out", { recursive: true });
  writeFileSync("out/statistics.png", encodePng(result));
  console.log("out/statistics.png");
}
