// Pictures in and out of files, as rows of red, green and blue bytes, and the chart of a histogram. pngjs and jpeg-js do the
// decoding.

import { readFileSync } from "node:fs";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel: red, green, blue. */
  readonly rgb: Uint8Array;
}

const chartHeight = 160;
const [paper, bars, line] = [18, 150, 255];

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

/** The picture above its histogram: bars by the logarithm of the counts, under a line that is the tone curve. */
export function withChart({ width, height, rgb }: Picture, counts: Uint32Array, toneCurve: Uint8Array): Picture {
  const all = new Uint8Array(3 * width * (height + chartHeight)).fill(paper);
  all.set(rgb);
  const most = Math.log1p(Math.max(...counts));
  const put = (x: number, up: number, level: number) => {
    const at = 3 * ((height + chartHeight - 1 - up) * width + x);
    all.fill(level, at, at + 3);
  };
  for (let x = 0; x < width; x++) {
    const level = Math.floor((256 * x) / width);
    const bar = Math.round((Math.log1p(counts[level] ?? 0) / most) * (chartHeight - 1));
    for (let up = 0; up < bar; up++) put(x, up, bars);
    put(x, Math.round(((toneCurve[level] ?? 0) / 255) * (chartHeight - 1)), line);
  }
  return { width, height: height + chartHeight, rgb: all };
}
