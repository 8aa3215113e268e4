// A picture goes tile by tile through a small buffer; what is known of all tiles so far is in device globals. Then the tone
// curve is made, on the device, and the picture stretched by it.

import type { Queue } from "lanewise";
import {
  addRows,
  brightest,
  count,
  counted,
  darkest,
  histogram,
  luminances,
  makeToneCurve,
  powers,
  type Summary,
  stretch,
  summarise,
  summary,
  toneCurve,
} from "./kernels.js";
import type { Picture } from "./picture.js";

/** Tiles are squares of so many pixels, less at the right and lower edge. */
const tileSize = 256;
/** So much of a picture becomes black, and all above that white. */
const black = 0.02;
const white = 0.9985;
/** How much the faint is lifted. */
const strength = 12;

export interface Statistics extends Summary {
  readonly count: number;
  readonly tiles: number;
  readonly histogram: Uint32Array;
  readonly toneCurve: Uint8Array;
}

/** The globals are the program's: one picture at a time. */
export async function statisticsOf(q: Queue, picture: Picture): Promise<Statistics> {
  q.write(histogram, new Uint32Array(256));
  q.write(powers, new Float64Array(3));
  q.write(counted, 0);
  q.write(darkest, 255);
  q.write(brightest, 0);
  const rgb = q.mallocDevice(Uint8Array, 3 * tileSize * tileSize);
  const grey = q.mallocDevice(Uint8Array, tileSize * tileSize);
  let tiles = 0;
  for (const { pixels, width, height } of tilesOf(picture)) {
    q.copy(pixels, rgb);
    q.parallelFor(width * height, luminances(rgb, grey));
    q.parallelFor(width * height, count(grey));
    q.parallelFor(height, addRows(grey, width));
    tiles++;
  }
  q.singleTask(summarise(black, white));
  q.parallelFor(256, makeToneCurve(strength));
  const bins = new Uint32Array(256);
  q.copy(histogram, bins);
  const [all, pixels, curve] = [await q.read(summary), await q.read(counted), await q.read(toneCurve)];
  q.free(rgb);
  q.free(grey);
  return { ...all, count: pixels, tiles, histogram: bins, toneCurve: Uint8Array.from(curve) };
}

/** The picture under the tone curve of the last one that was looked at. */
export async function stretched(q: Queue, { width, height, rgb }: Picture): Promise<Picture> {
  const from = q.mallocShared(Uint8Array, rgb);
  const to = q.mallocShared(Uint8Array, rgb.length);
  await q.parallelFor([height, width], stretch(from, to, width));
  return { width, height, rgb: Uint8Array.from(to) };
}

interface Tile {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** As a camera or a large file would give them: each is made when it is asked for. */
function* tilesOf({ width, height, rgb }: Picture): Generator<Tile> {
  for (let top = 0; top < height; top += tileSize) {
    for (let left = 0; left < width; left += tileSize) {
      const size = { width: Math.min(tileSize, width - left), height: Math.min(tileSize, height - top) };
      const pixels = new Uint8Array(3 * size.width * size.height);
      for (let y = 0; y < size.height; y++) {
        const from = 3 * ((top + y) * width + left);
        pixels.set(rgb.subarray(from, from + 3 * size.width), 3 * y * size.width);
      }
      yield { ...size, pixels };
    }
  }
}
