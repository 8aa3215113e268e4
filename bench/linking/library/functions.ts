// Device functions of another package than the kernels that call them (package.json here): one that is a few operations, one with a loop
// and calls of its own.

import { deviceFn, type f32, type i32, type u32 } from "lanewise";

export const luma = deviceFn((red: f32, green: f32, blue: f32): f32 => 0.2126 * red + 0.7152 * green + 0.0722 * blue);

function hash(x: i32, seed: u32): f32 {
  let mixed = Math.imul(x ^ (seed | 0), 747796405) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 277803737) >>> 0;
  return (mixed >>> 8) / 0x1000000;
}

/** Five layers of value noise in one dimension. */
export const noise = deviceFn((x: f32, seed: u32): f32 => {
  let [sum, scale, height]: [f32, f32, f32] = [0, 1, 0.5];
  for (let layer = 0; layer < 5; layer++) {
    const at: f32 = x * scale;
    const whole = Math.floor(at);
    const part: f32 = at - whole;
    const left = hash(whole, seed);
    sum += height * (left + (hash(whole + 1, seed) - left) * part * part * (3 - 2 * part));
    scale *= 2;
    height *= 0.5;
  }
  return sum;
});
