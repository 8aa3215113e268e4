// Non-local means (Buades, Coll and Morel 2005): a pixel becomes the mean of the pixels around it whose neighbourhoods look like its own, so that
// noise goes and edges stay.

import type { f32, i32, Kernel2 } from "lanewise";
import { Philox } from "lanewise/random";

/** Where a place beyond the border is mirrored to. */
function mirrored(at: i32, size: i32): i32 {
  if (at < 0) return -at - 1;
  return at >= size ? 2 * size - 1 - at : at;
}

const toByte = (value: f32): f32 => Math.min(Math.max(value, 0), 255);

/** The picture's colours apart, with a border of mirrored pixels, and with noise for those that have none. */
export function spread(
  rgba: Uint8ClampedArray,
  width: i32,
  height: i32,
  border: i32,
  noise: f32,
  red: Float32Array,
  green: Float32Array,
  blue: Float32Array,
): Kernel2 {
  return (y, x) => {
    const from = mirrored(y - border, height) * width + mirrored(x - border, width);
    const to = y * (width + 2 * border) + x;
    const random = new Philox(1, from);
    red[to] = toByte(rgba[4 * from]! + noise * random.normal());
    green[to] = toByte(rgba[4 * from + 1]! + noise * random.normal());
    blue[to] = toByte(rgba[4 * from + 2]! + noise * random.normal());
  };
}

/** `search` is how far it looks around, `patch` how much of the neighbourhood has to look alike, both in pixels. */
export function denoise(
  red: Float32Array,
  green: Float32Array,
  blue: Float32Array,
  width: i32,
  border: i32,
  search: i32,
  patch: i32,
  strength: f32,
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
): Kernel2 {
  return (y, x) => {
    const stride: i32 = width + 2 * border;
    const here: i32 = (y + border) * stride + x + border;
    const falloff = -1 / (3 * (2 * patch + 1) ** 2 * strength * strength);
    let r = 0;
    let g = 0;
    let b = 0;
    let weights = 0;
    for (let dy = -search; dy <= search; dy++) {
      for (let dx = -search; dx <= search; dx++) {
        const there: i32 = here + dy * stride + dx;
        let distance = 0;
        for (let py = -patch; py <= patch; py++) {
          for (let px = -patch; px <= patch; px++) {
            const at: i32 = py * stride + px;
            const dr = red[here + at]! - red[there + at]!;
            const dg = green[here + at]! - green[there + at]!;
            const db = blue[here + at]! - blue[there + at]!;
            distance += dr * dr + dg * dg + db * db;
          }
        }
        const weight = Math.exp(distance * falloff);
        weights += weight;
        r += weight * red[there]!;
        g += weight * green[there]!;
        b += weight * blue[there]!;
      }
    }
    const pixel: i32 = 4 * (y * width + x);
    before[pixel] = red[here]!;
    before[pixel + 1] = green[here]!;
    before[pixel + 2] = blue[here]!;
    before[pixel + 3] = 255;
    after[pixel] = r / weights;
    after[pixel + 1] = g / weights;
    after[pixel + 2] = b / weights;
    after[pixel + 3] = 255;
  };
}
