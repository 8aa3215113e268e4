// A landscape of noise, in colours by height, lit by the sun.
//
//     node app/dist/main.js [WIDTH] [SEED]
//
// Writes out/terrain.png, and prints how much of it is water, forest, rock.

import { mkdirSync, writeFileSync } from "node:fs";
import { names, painted } from "@terrain/colour";
import { octaves } from "@terrain/noise";
import { deviceGlobal, type f32, Queue, reduction } from "lanewise";
import { PNG } from "pngjs";
import { castShadows, raise, shade } from "./kernels.js";

const lowest = deviceGlobal<f32>();
const highest = deviceGlobal<f32>();

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([wide = "768", grown = "5"]: readonly string[]): Promise<void> {
  const [width, seed] = [Number(wide), Number(grown)];
  const height = Math.round(width / 1.6);
  const scale = 6 / width;
  const q = new Queue();
  console.log(`${width} x ${height} pixels, seed ${seed}, on ${q.device.name}`);

  const heights = q.mallocShared(Float32Array, width * height);
  const sunlit = q.mallocShared(Float32Array, width * height);
  const rgb = q.mallocShared(Uint8ClampedArray, 3 * width * height);
  const layers = Math.ceil(Math.log2(width / 6)); // finer ones would be smaller than a pixel
  q.submit((h) => {
    h.setSpecializationConstant(octaves, layers);
    h.parallelFor([height, width], raise(heights, width, scale, seed));
  });
  q.parallelFor([height, width], castShadows(heights, sunlit, width, scale));
  q.parallelFor([height, width], shade(heights, sunlit, rgb, width, height, scale));
  const options = { initializeToIdentity: true };
  q.parallelFor(
    heights.length,
    reduction(lowest, "min", options),
    reduction(highest, "max", options),
    (i, low, high) => {
      low.combine(heights[i]!);
      high.combine(heights[i]!);
    },
  );

  const counts = await q.read(painted);
  console.log(`heights from ${(await q.read(lowest)).toFixed(3)} to ${(await q.read(highest)).toFixed(3)}`);
  for (const [k, name] of names.entries()) {
    console.log(`${name.padEnd(10)} ${((100 * (counts[k] ?? 0)) / heights.length).toFixed(1).padStart(5)} %`);
  }

  const png = new PNG({ width, height });
  png.data = Buffer.from(rgb);
  mkdirSync("out", { recursive: true });
  writeFileSync("out/terrain.png", PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false }));
  console.log("out/terrain.png");
}
