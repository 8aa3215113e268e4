// Pictures in and out of files, as one number a pixel, 0xRRGGBB. pngjs and jpeg-js do the decoding.

import { readFileSync } from "node:fs";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Row by row. */
  readonly pixels: Uint32Array;
}

export function readPicture(path: string): Picture {
  const file = readFileSync(path);
  const isJpeg = file[0] === 0xff && file[1] === 0xd8;
  const { width, height, data } = isJpeg ? jpeg.decode(file, { useTArray: true }) : PNG.sync.read(file);
  const part = (k: number): number => data[k] ?? 0;
  const pixels = Uint32Array.from(
    { length: width * height },
    (_, i) => (part(4 * i) << 16) | (part(4 * i + 1) << 8) | part(4 * i + 2),
  );
  return { width, height, pixels };
}

export function encodePng({ width, height, pixels }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(Array.from(pixels, (pixel) => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]).flat());
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false });
}

/** Luminance by Rec. 709, 0 to 255. */
export function luminance(pixel: number): number {
  return (54 * (pixel >> 16) + 183 * ((pixel >> 8) & 255) + 19 * (pixel & 255) + 128) >> 8;
}

/** The picture beside its pixels in the order of `sorted`, column by column. */
export function besideSorted({ width, height, pixels }: Picture, sorted: Uint32Array): Picture {
  const both = new Uint32Array(2 * width * height);
  for (let y = 0; y < height; y++) {
    both.set(pixels.subarray(y * width, (y + 1) * width), 2 * y * width);
    for (let x = 0; x < width; x++) both[(2 * y + 1) * width + x] = sorted[x * height + y] ?? 0;
  }
  return { width: 2 * width, height, pixels: both };
}
