// Histograms of oriented gradients (Dalal and Triggs): a histogram for each cell of a picture, and blocks of cells that are normalised.

const WIDTH = 104;
const HEIGHT = 72;
const CELL = 8;
const BINS = 9;
const BLOCK = 2; // cells
const CLIP = 0.2;

const CELLS_X = WIDTH / CELL;
const CELLS_Y = HEIGHT / CELL;
const BLOCKS_X = CELLS_X - BLOCK + 1;
const BLOCKS_Y = CELLS_Y - BLOCK + 1;
const CELLS = CELLS_X * CELLS_Y;
const BLOCKS = BLOCKS_X * BLOCKS_Y;
const FEATURES = BLOCK * BLOCK * BINS;

const picture = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, k) => {
  const [x, y] = [k % WIDTH, Math.floor(k / WIDTH)];
  return 120 + 60 * Math.sin(x / 9 + (y * y) / 900) + 40 * Math.cos(y / 5 - x / 30) + ((k * 7919) % 17);
});

function pixel(x: number, y: number): number {
  const column = Math.min(Math.max(x, 0), WIDTH - 1);
  const row = Math.min(Math.max(y, 0), HEIGHT - 1);
  return picture[row * WIDTH + column]!;
}

/** The angle without sign, in bins, and how much it counts. */
function gradientAt(x: number, y: number): { magnitude: number; position: number } {
  const dx = pixel(x + 1, y) - pixel(x - 1, y);
  const dy = pixel(x, y + 1) - pixel(x, y - 1);
  const angle = Math.atan2(dy, dx);
  return { magnitude: Math.hypot(dx, dy), position: ((angle < 0 ? angle + Math.PI : angle) / Math.PI) * BINS };
}

/** Each pixel counts for the two bins whose centres are next to its angle. */
function cellHistogram(cell: number): Float64Array {
  const [cellX, cellY] = [cell % CELLS_X, Math.floor(cell / CELLS_X)];
  const histogram = new Float64Array(BINS);
  for (let y = cellY * CELL; y < (cellY + 1) * CELL; y++) {
    for (let x = cellX * CELL; x < (cellX + 1) * CELL; x++) {
      const { magnitude, position } = gradientAt(x, y);
      const lower = Math.floor(position - 0.5);
      const share = position - 0.5 - lower;
      histogram[(lower + BINS) % BINS]! += magnitude * (1 - share);
      histogram[(lower + 1) % BINS]! += magnitude * share;
    }
  }
  return histogram;
}

function normalise(values: Float64Array): void {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 1e-6));
  for (let k = 0; k < values.length; k++) values[k]! /= length;
}

/** The histograms of a block, normalised, clipped and normalised again. */
function blockFeatures(histograms: Float64Array, block: number): Float64Array {
  const [blockX, blockY] = [block % BLOCKS_X, Math.floor(block / BLOCKS_X)];
  const features = new Float64Array(FEATURES);
  for (let row = 0; row < BLOCK; row++) {
    const first = ((blockY + row) * CELLS_X + blockX) * BINS;
    features.set(histograms.subarray(first, first + BLOCK * BINS), row * BLOCK * BINS);
  }
  normalise(features);
  for (let k = 0; k < FEATURES; k++) features[k] = Math.min(features[k]!, CLIP);
  normalise(features);
  return features;
}

export function run(): Float64Array {
  const histograms = new Float64Array(CELLS * BINS);
  for (let c = 0; c < CELLS; c++) histograms.set(cellHistogram(c), c * BINS);
  const descriptor = new Float64Array(BLOCKS * FEATURES);
  for (let b = 0; b < BLOCKS; b++) descriptor.set(blockFeatures(histograms, b), b * FEATURES);
  return descriptor;
}
