// Sums of noise, each layer twice as fine as the one before.

import { deviceFn, type f32, type i32, specConstant, type u32 } from "lanewise";
import { noise } from "./noise.js";

/** How many layers there are; programs set it for their launches. */
export const octaves = specConstant<i32>(6);

function layers(x: f32, y: f32, seed: u32, shape: (height: f32) => f32): f32 {
  let [sum, height, scale]: [f32, f32, f32] = [0, 0.5, 1];
  for (let k = 0; k < octaves.value; k++) {
    sum += height * shape(noise(x * scale, y * scale, (seed + k) >>> 0));
    height *= 0.5;
    scale *= 2;
  }
  return sum;
}

/** Hills: from -1 to 1. */
export const fractal = deviceFn((x: f32, y: f32, seed: u32): f32 => layers(x, y, seed, (height) => height));

/** Mountains, with sharp crests: from 0 to 1. */
export const ridges = deviceFn(
  (x: f32, y: f32, seed: u32): f32 => layers(x, y, seed, (height) => (1 - Math.abs(height)) ** 2),
);
