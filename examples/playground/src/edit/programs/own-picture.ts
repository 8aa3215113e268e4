// Press "Open a picture" and run this on a photo of yours. It stays on your machine.
// The kernel makes shadows bluer and lights warmer: change the numbers, or write a filter of your own.

import { Queue } from "lanewise";
import { draw, picture } from "playground";

const { pixels, width, height } = picture;
const out = new Uint8ClampedArray(pixels.length);

const q = new Queue();
await q.parallelFor([height, width], (y, x) => {
  const i = 4 * (y * width + x);
  const [red, green, blue] = [pixels[i], pixels[i + 1], pixels[i + 2]];
  const light = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  out[i] = red * (0.8 + 0.5 * light);
  out[i + 1] = green;
  out[i + 2] = blue * (1.3 - 0.5 * light);
  out[i + 3] = 255;
});
draw(out, width);
