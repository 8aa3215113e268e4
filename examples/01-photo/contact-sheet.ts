// Lays several pictures of one size out in a grid, on white, smaller where they are large.

import type { Picture } from "./picture.js";

const gap = 12;
const cellLimit = 320; // pixels: no picture is wider or higher than this on the sheet

export function contactSheet(pictures: readonly Picture[], columns: number): Picture {
  const cells = pictures.map((picture) => shrink(picture, cellLimit));
  const cellWidth = Math.max(...cells.map((cell) => cell.width));
  const cellHeight = Math.max(...cells.map((cell) => cell.height));
  const width = gap + columns * (cellWidth + gap);
  const height = gap + Math.ceil(cells.length / columns) * (cellHeight + gap);
  const rgb = new Uint8Array(3 * width * height).fill(255);
  cells.forEach((cell, i) => {
    const left = gap + (i % columns) * (cellWidth + gap);
    const top = gap + Math.floor(i / columns) * (cellHeight + gap);
    for (let y = 0; y < cell.height; y++) {
      const line = cell.rgb.subarray(3 * y * cell.width, 3 * (y + 1) * cell.width);
      rgb.set(line, 3 * ((top + y) * width + left));
    }
  });
  return { width, height, rgb };
}

/** The picture at a whole fraction of its size: each new pixel is the mean of a square of old ones. */
function shrink(picture: Picture, limit: number): Picture {
  const side = Math.ceil(Math.max(picture.width, picture.height) / limit);
  if (side === 1) return picture;
  const width = Math.ceil(picture.width / side);
  const height = Math.ceil(picture.height / side);
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let colour = 0; colour < 3; colour++) {
        rgb[3 * (y * width + x) + colour] = meanOf(picture, y * side, x * side, side, colour);
      }
    }
  }
  return { width, height, rgb };
}

function meanOf({ width, height, rgb }: Picture, top: number, left: number, side: number, colour: number): number {
  const bottom = Math.min(top + side, height);
  const right = Math.min(left + side, width);
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += rgb[3 * (y * width + x) + colour] ?? 0;
  }
  return Math.round(sum / ((bottom - top) * (right - left)));
}
