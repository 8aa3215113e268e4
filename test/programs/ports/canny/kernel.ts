// Canny's edge detector: blurring, gradients, thinning to ridges, and two thresholds with a walk from strong edges along weak ones.

import type { Queue } from "lanewise";

const WIDTH = 117;
const HEIGHT = 83;
const PIXELS = WIDTH * HEIGHT;
const LOW = 30;
const HIGH = 90;

const NONE = 0;
const WEAK = 1;
const STRONG = 2;

const GAUSSIAN = [
  [2, 4, 5, 4, 2],
  [4, 9, 12, 9, 4],
  [5, 12, 15, 12, 5],
  [4, 9, 12, 9, 4],
  [2, 4, 5, 4, 2],
] as const;
const GAUSSIAN_SUM = 159;

/** The neighbour in each of the four directions; the other one is opposite. */
const STEPS = [
  { dx: 1, dy: 0 },
  { dx: 1, dy: 1 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 1 },
] as const;

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);

/** An image of bytes, whose border goes on outside. */
class Image {
  private readonly pixels = new Uint8Array(PIXELS);

  at(x: number, y: number): number {
    return this.pixels[clamp(y, HEIGHT - 1) * WIDTH + clamp(x, WIDTH - 1)]!;
  }

  set(at: number, value: number): void {
    this.pixels[at] = value;
  }
}

function blur(image: Image, x: number, y: number): number {
  let sum = 0;
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) sum += GAUSSIAN[dy + 2]![dx + 2]! * image.at(x + dx, y + dy);
  }
  return Math.round(sum / GAUSSIAN_SUM);
}

interface Gradient {
  readonly magnitude: number;
  /** Of STEPS. */
  readonly direction: number;
}

function sobel(image: Image, x: number, y: number): Gradient {
  const column = (at: number) => image.at(at, y - 1) + 2 * image.at(at, y) + image.at(at, y + 1);
  const row = (at: number) => image.at(x - 1, at) + 2 * image.at(x, at) + image.at(x + 1, at);
  const gx = column(x + 1) - column(x - 1);
  const gy = row(y + 1) - row(y - 1);
  return { magnitude: Math.hypot(gx, gy), direction: Math.round(Math.atan2(gy, gx) / (Math.PI / 4)) & 3 };
}

class Gradients {
  private readonly magnitudes = new Float64Array(PIXELS);
  private readonly directions = new Uint8Array(PIXELS);

  set(at: number, { magnitude, direction }: Gradient): void {
    this.magnitudes[at] = magnitude;
    this.directions[at] = direction;
  }

  magnitude(x: number, y: number): number {
    return x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT ? 0 : this.magnitudes[y * WIDTH + x]!;
  }

  /** Weak or strong where the gradient is larger than beside it. */
  classify(x: number, y: number): number {
    const magnitude = this.magnitude(x, y);
    const { dx, dy } = STEPS[this.directions[y * WIDTH + x]!]!;
    if (magnitude < LOW) return NONE;
    if (magnitude < this.magnitude(x - dx, y - dy) || magnitude <= this.magnitude(x + dx, y + dy)) return NONE;
    return magnitude < HIGH ? WEAK : STRONG;
  }
}

/** Strong pixels, and weak ones that are connected with them. */
function trace(classes: Image): Uint8Array {
  const edges = new Uint8Array(PIXELS);
  const stack: { x: number; y: number }[] = [];
  const visit = (x: number, y: number): void => {
    const at = y * WIDTH + x;
    if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT || edges[at] !== 0 || classes.at(x, y) === NONE) return;
    edges[at] = classes.at(x, y) === STRONG ? 255 : 128;
    stack.push({ x, y });
  };
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) if (classes.at(x, y) === STRONG) visit(x, y);
  }
  for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) visit(pixel.x + dx, pixel.y + dy);
    }
  }
  return edges;
}

/** A disk, bars that fade, and noise. */
function makePhoto(): Image {
  const image = new Image();
  for (let at = 0; at < PIXELS; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const disk = (x - 40) ** 2 + (y - 38) ** 2 < 700 ? 110 : 0;
    const bars = x > 75 && y % 16 < 8 ? Math.max(0, 160 - (x - 75) * 3.5) : 0;
    image.set(at, 30 + disk + bars + ((at * 7919) % 13));
  }
  return image;
}

const photo = makePhoto();

export async function run(q: Queue): Promise<Uint8Array> {
  const blurred = new Image();
  const gradients = new Gradients();
  const classes = new Image();
  q.parallelFor(PIXELS, (i) => blurred.set(i, blur(photo, i % WIDTH, Math.floor(i / WIDTH))));
  q.parallelFor(PIXELS, (i) => gradients.set(i, sobel(blurred, i % WIDTH, Math.floor(i / WIDTH))));
  await q.parallelFor(PIXELS, (i) => classes.set(i, gradients.classify(i % WIDTH, Math.floor(i / WIDTH))));
  return trace(classes);
}
