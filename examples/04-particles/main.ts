// The fourth example: two galaxies meet. Particles and the tree of Barnes and Hut are arrays of structs.
//
//     npx lanewise run examples/04-particles/main.ts [PARTICLES] [FRAMES]
//
// Writes out/particles-00.png, particles-01.png, ….

import { mkdirSync, writeFileSync } from "node:fs";
import { Queue } from "lanewise";
import { PNG } from "pngjs";
import { twoGalaxies } from "./galaxies.js";
import { Simulation } from "./simulation.js";

const size = 480;
const stepsPerFrame = 8;
const dt = 0.004;

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main([particles = "8000", frames = "20"]: readonly string[]): Promise<void> {
  const q = new Queue();
  const simulation = new Simulation(q, twoGalaxies(Number(particles)));
  console.log(`${particles} particles on ${q.device.name}`);
  mkdirSync("out", { recursive: true });
  const start = performance.now();
  for (let frame = 0; frame < Number(frames); frame++) {
    const name = `out/particles-${String(frame).padStart(2, "0")}.png`;
    writeFileSync(name, encodePng(await simulation.picture(size)));
    for (let step = 0; step < stepsPerFrame; step++) await simulation.step(dt);
  }
  console.log(`${frames} frames in ${Math.round(performance.now() - start)} ms, out/particles-*.png`);
}

function encodePng(rgb: Uint8Array): Buffer {
  const png = new PNG({ width: size, height: size });
  png.data = Buffer.from(rgb);
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false });
}
