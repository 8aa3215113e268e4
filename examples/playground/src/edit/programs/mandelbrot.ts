import { Queue } from "lanewise";
import { draw } from "playground";

const q = new Queue();
const [width, height] = [600, 400];
const pixels = q.mallocShared(Uint8Array, 4 * width * height);

// Change the body, and press Run or Ctrl+Enter.
q.parallelFor([height, width], (y, x) => {
  const a = (3 * x) / width - 2.2;
  const b = (2 * y) / height - 1;
  let [re, im, steps] = [0, 0, 0];
  while (steps < 200 && re * re + im * im < 4) {
    const next = re * re - im * im + a;
    im = 2 * re * im + b;
    re = next;
    steps++;
  }
  const i = 4 * (y * width + x);
  const light = steps === 200 ? 0 : 255 * Math.sqrt(steps / 200);
  pixels[i] = light;
  pixels[i + 1] = 0.7 * light;
  pixels[i + 2] = 255 - light;
  pixels[i + 3] = 255;
});
await q.wait();
draw(pixels, width);
