// The eighth example: marble, whose noise and colours are functions in C (noise.c), which clang has made WebAssembly of. The kernel is in
// TypeScript and calls them; docs/dynamic-linking.md says how such a library is built.
//
//     npx lanewise run examples/08-c-library/main.ts
//
// Writes out/marble.png.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deviceDlopen, externalDeviceFn, type f32, type i32, Queue } from "lanewise";
import { PNG } from "pngjs";

export const turbulence = externalDeviceFn<(x: f32, y: f32, octaves: i32) => f32>("turbulence");
export const paint =
  externalDeviceFn<(stops: Float32Array, count: i32, t: f32, pixels: Uint8Array, pixel: i32) => void>("paint");

/** Red, green and blue, from the veins to the stone. */
const marble = [
  [0.16, 0.13, 0.17],
  [0.45, 0.42, 0.46],
  [0.82, 0.79, 0.77],
  [0.96, 0.95, 0.93],
];

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  // The binary is in this repository, built from the file beside it.
  const library = readFileSync(join(dirname(process.argv[1] ?? ""), "noise.wasm"));
  using noise = deviceDlopen(library, { trusted: true, name: "noise.wasm" });

  const [width, height] = [960, 640];
  const q = new Queue({ fp: "strict" });
  console.log(`${width} x ${height} pixels on ${q.device.name}, with ${noise.exports.join(" and ")} of ${noise.name}`);
  const stops = q.mallocShared(Float32Array, marble.flat());
  const pixels = q.mallocShared(Uint8Array, 4 * width * height);
  const [count, octaves] = [marble.length, 6];
  await q.parallelFor([height, width], (y, x) => {
    const bend = turbulence(x / 160, y / 160, octaves);
    const vein = turbulence(x / 220 + bend, y / 90 - bend, 2);
    paint(stops, count, 0.15 + 1.6 * vein + 0.3 * bend, pixels, y * width + x);
  });

  const picture = new PNG({ width, height });
  picture.data.set(pixels);
  mkdirSync("out", { recursive: true });
  writeFileSync("out/marble.png", PNG.sync.write(picture));
  console.log("out/marble.png");
}
