// The second example: a path tracer with a vector class and an array of structs.
//
//     npx lanewise run examples/02-path-tracer/main.ts [WIDTH] [SAMPLES]
//
// Writes out/path-tracer.png. SAMPLES are rays for each pixel: more take longer, and give less noise.

import { mkdirSync, writeFileSync } from "node:fs";
import { Queue } from "lanewise";
import { PNG } from "pngjs";
import { render } from "./render.js";
import { spheresOnTheGround } from "./scene.js";

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([wide = "640", many = "64"]: readonly string[]): Promise<void> {
  const [width, samples] = [Number(wide), Number(many)];
  const height = Math.round(width / 1.6);
  const q = new Queue();
  console.log(`${width} x ${height} pixels, ${samples} rays each, on ${q.device.name}`);

  const start = performance.now();
  const rgb = await render(q, spheresOnTheGround(width / height), { width, height, samples });
  console.log(`${Math.round(performance.now() - start)} ms`);

  const png = new PNG({ width, height });
  png.data = Buffer.from(rgb);
  mkdirSync("out", { recursive: true });
  writeFileSync("out/path-tracer.png", PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false }));
  console.log("out/path-tracer.png");
}
