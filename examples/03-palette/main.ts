// The third example: the eight colours that stand best for a picture, found by k-means, and the picture in these colours.
//
//     npx lanewise run examples/03-palette/main.ts [FILE] [COLOURS]
//
// FILE is a PNG or JPEG, examples/data/chelsea.png without one. Writes out/palette.png and prints the colours.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Queue } from "lanewise";
import { findPalette } from "./k-means.js";
import { encodePng, readPicture, withSwatches } from "./picture.js";

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([file, colours = "8"]: readonly string[]): Promise<void> {
  const path = file ?? join(dirname(process.argv[1] ?? ""), "../data/chelsea.png");
  const picture = readPicture(path);
  const q = new Queue();
  console.log(`${path}: ${picture.width} x ${picture.height} pixels, on ${q.device.name}`);

  const start = performance.now();
  const { palette, counts, rounds, rgb } = await findPalette(q, picture.rgb, Number(colours));
  console.log(`${rounds} rounds in ${Math.round(performance.now() - start)} ms`);

  counts.forEach((count, colour) => {
    const hex = Buffer.from(palette.subarray(3 * colour, 3 * colour + 3)).toString("hex");
    console.log(`#${hex} ${((300 * count) / picture.rgb.length).toFixed(1).padStart(5)} %`);
  });
  mkdirSync("out", { recursive: true });
  writeFileSync("out/palette.png", encodePng(withSwatches({ ...picture, rgb }, palette)));
  console.log("out/palette.png");
}
