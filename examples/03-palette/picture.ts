// Pictures in and out of files, as rows of red, green and blue bytes. pngjs and jpeg-js do the decoding.

import { readFileSync } from "node:fs";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel: red, green, blue. */
  readonly rgb: Uint8Array;
}

const swatchHeight = 24;

export function readPicture(path: string): Picture {
  const file = readFileSync(path);
  const isJpeg = file[0] === 0xff && file[1] === 0xd8;
  const { width, height, data } = isJpeg ? jpeg.decode(file, { useTArray: true }) : PNG.sync.read(file);
  const rgb = Uint8Array.from({ length: 3 * width * height }, (_, k) => data[4 * Math.floor(k / 3) + (k % 3)] ?? 0);
  return { width, height, rgb };
}

export function encodePng({ width, height, rgb }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgb.buffer, rgb.byteOffset, rgb.byteLength);
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false });
}

/** The picture above a strip that shows the colours of a palette. */
export function withSwatches({ width, height, rgb }: Picture, palette: Uint8Array): Picture {
  const all = new Uint8Array(3 * width * (height + swatchHeight));
  all.set(rgb);
  const colours = palette.length / 3;
  for (let i = width * height; i < all.length / 3; i++) {
    const colour = Math.floor(((i % width) * colours) / width);
    all.set(palette.subarray(3 * colour, 3 * colour + 3), 3 * i);
  }
  return { width, height: height + swatchHeight, rgb: all };
}
