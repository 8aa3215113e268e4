// Constants of modules, enums and namespaces are values of the code; what is not known is captured.
import { type f32, type i32, Queue, type u8 } from "lanewise";
import * as settings from "./settings.js";
import fall, { Channel, gain, late as later } from "./settings.js";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const width = 8, height = width * 2 - 1, isFast = width > 4, mean = (width + height) / 2;
const pinned: f32 = 0.1, minusZero = -0, big = 3e9;
enum Local { one = 1, two, four = 1 << 2 }
namespace Space {
  export const depth = 3;
  export let tilt = 0.5;
}

q.parallelFor(64, (i) => {
  const three = 3;
  out[i] = width * height + mean + pinned + minusZero + big;
  out[Local.two + Local.four + three] = gain * settings.gain;
  out[i] = isFast ? settings.half : Channel.green;
  out[i] = later + settings.late + Space.depth + Space.tilt + fall(i) + settings.twice(i);
  for (let k = 0; k < 3; k++) {
    const changes = k * 2;
    const width = changes + 1;
    out[width] = Math.PI * Infinity;
  }
  const c: u8 = 200;
  const z: i32 = -0;
  out[z] = c;
});
