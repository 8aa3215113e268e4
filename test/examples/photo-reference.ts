// What the photo example should compute, written again and differently: each stage from its inputs, in double precision, with
// two-dimensional formulas where the example is separable. No code is shared with the example.

export interface Size {
  readonly width: number;
  readonly height: number;
}

const at = (array: ArrayLike<number>, i: number): number => {
  const value = array[i];
  if (value === undefined) throw new RangeError(`index ${i} of ${array.length}`);
  return value;
};

const toByte = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5)));

/** A picture whose pixel (y, x) is `pixel(y, x)`. */
function picture({ width, height }: Size, pixel: (y: number, x: number) => number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) => pixel(Math.floor(i / width), i % width));
}

export function grey(size: Size, rgb: Uint8Array): Uint8Array {
  const weighted = (i: number): number => 77 * at(rgb, i) + 150 * at(rgb, i + 1) + 29 * at(rgb, i + 2);
  return picture(size, (y, x) => Math.floor((weighted(3 * (y * size.width + x)) + 128) / 256));
}

/** Convolution with exp(-(dx² + dy²) / 2σ²), σ = radius / 2.5, in a square of `radius`, borders repeated. */
export function blurred(size: Size, from: Uint8Array, radius: number): Uint8Array {
  const { width, height } = size;
  const inside = (x: number, length: number): number => Math.min(Math.max(x, 0), length - 1);
  const variance = (radius / 2.5) ** 2;
  const weights: { readonly dy: number; readonly dx: number; readonly weight: number }[] = [];
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      weights.push({ dy, dx, weight: Math.exp(-(dy * dy + dx * dx) / (2 * variance)) });
    }
  }
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return picture(size, (y, x) => {
    let sum = 0;
    for (const { dy, dx, weight } of weights) {
      sum += weight * at(from, inside(y + dy, height) * width + inside(x + dx, width));
    }
    return toByte(sum / total);
  });
}

const sobelX = [-1, 0, 1, -2, 0, 2, -1, 0, 1] as const;
const sobelY = [-1, -2, -1, 0, 0, 0, 1, 2, 1] as const;

export function edges(size: Size, from: Uint8Array): Uint8Array {
  const { width, height } = size;
  return picture(size, (y, x) => {
    if (y < 1 || x < 1 || y > height - 2 || x > width - 2) return 0;
    const window = sobelX.map((_, i) => at(from, (y + Math.floor(i / 3) - 1) * width + x + (i % 3) - 1));
    const dx = window.reduce((sum, value, i) => sum + value * at(sobelX, i), 0);
    const dy = window.reduce((sum, value, i) => sum + value * at(sobelY, i), 0);
    return toByte(Math.hypot(dx, dy));
  });
}

export function levels(from: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (const level of from) counts[level] = at(counts, level) + 1;
  return counts;
}

/** The textbook's formula: round(255 (cdf(v) - cdf_min) / (n - cdf_min)). */
export function table(counts: Uint32Array): Uint8Array {
  const cdf = [...counts].map((_, level) => counts.subarray(0, level + 1).reduce((sum, count) => sum + count, 0));
  const smallest = cdf.find((value) => value > 0) ?? 0;
  const spread = at(cdf, 255) - smallest;
  return Uint8Array.from(cdf, (value, level) => (spread === 0 ? level : toByte((255 * (value - smallest)) / spread)));
}

export function equalised(from: Uint8Array, by: Uint8Array): Uint8Array {
  return from.map((level) => at(by, level));
}

export function sharpened(rgb: Uint8Array, from: Uint8Array, soft: Uint8Array, amount: number): Uint8Array {
  return rgb.map((value, i) => {
    const pixel = Math.floor(i / 3);
    return toByte(value + amount * (at(from, pixel) - at(soft, pixel)));
  });
}
