// Canny's edge detector: blurring, gradients, thinning to ridges, and two thresholds with a walk from strong edges along weak ones.

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

/** A grey image, whose border goes on outside. */
class Image {
  readonly pixels = new Uint8Array(PIXELS);

  at(x: number, y: number): number {
    return this.pixels[clamp(y, HEIGHT - 1) * WIDTH + clamp(x, WIDTH - 1)]!;
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
function trace(classes: Uint8Array): Uint8Array {
  const edges = new Uint8Array(PIXELS);
  const stack: number[] = [];
  const visit = (at: number): void => {
    if (edges[at] !== 0) return;
    edges[at] = classes[at] === STRONG ? 255 : 128;
    stack.push(at);
  };
  for (const [at, kind] of classes.entries()) if (kind === STRONG) visit(at);
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    for (let v = Math.max(y - 1, 0); v <= Math.min(y + 1, HEIGHT - 1); v++) {
      for (let u = Math.max(x - 1, 0); u <= Math.min(x + 1, WIDTH - 1); u++) {
        if (classes[v * WIDTH + u] !== NONE) visit(v * WIDTH + u);
      }
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
    image.pixels[at] = 30 + disk + bars + ((at * 7919) % 13);
  }
  return image;
}

const photo = makePhoto();

export function run(): Uint8Array {
  const blurred = new Image();
  const gradients = new Gradients();
  const classes = new Uint8Array(PIXELS);
  for (let i = 0; i < PIXELS; i++) blurred.pixels[i] = blur(photo, i % WIDTH, Math.floor(i / WIDTH));
  for (let i = 0; i < PIXELS; i++) gradients.set(i, sobel(blurred, i % WIDTH, Math.floor(i / WIDTH)));
  for (let i = 0; i < PIXELS; i++) classes[i] = gradients.classify(i % WIDTH, Math.floor(i / WIDTH));
  return trace(classes);
}
