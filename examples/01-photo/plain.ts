// The same pipeline as plain JavaScript: the kernels of kernels.ts, called in ordinary loops on ordinary arrays. Each has a
// loop of its own, so that the engine can compile it into that loop; a shared loop would make JavaScript look slow.

import { blurColumns, blurRows, countLevelsInto, lookUp, luma, sharpen, sobel } from "./kernels.js";
import type { Picture } from "./picture.js";
import { equalisingTable, gaussianWeights, type Pipeline, settings } from "./stages.js";

export function plainPipeline({ width, height, rgb }: Picture): Pipeline {
  const { radius, amount } = settings;
  const count = width * height;

  const weights = gaussianWeights(radius);
  const grey = new Uint8Array(count);
  const halfBlurred = new Float32Array(count);
  const blurred = new Uint8Array(count);
  const edges = new Uint8Array(count);
  const levels = new Uint32Array(256);
  const table = new Uint8Array(256);
  const equalised = new Uint8Array(count);
  const sharpened = new Uint8Array(3 * count);

  const toGrey = luma(rgb, grey);
  const alongRows = blurRows(grey, halfBlurred, weights, radius, width);
  const alongColumns = blurColumns(halfBlurred, blurred, weights, radius, height, width);
  const gradient = sobel(grey, edges, height, width);
  const counting = countLevelsInto(levels, grey);
  const spread = lookUp(grey, table, equalised);
  const unsharp = sharpen(rgb, grey, blurred, sharpened, amount, width);

  return {
    steps: [
      {
        name: "luma",
        run: () => {
          for (let i = 0; i < count; i++) toGrey(i);
        },
      },
      {
        name: "blur, rows",
        run: () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) alongRows(y, x);
        },
      },
      {
        name: "blur, columns",
        run: () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) alongColumns(y, x);
        },
      },
      {
        name: "sobel",
        run: () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) gradient(y, x);
        },
      },
      {
        name: "histogram",
        run: () => {
          for (let i = 0; i < count; i++) counting(i);
        },
        finish: () => table.set(equalisingTable(levels)),
      },
      {
        name: "equalise",
        run: () => {
          for (let i = 0; i < count; i++) spread(i);
        },
      },
      {
        name: "unsharp mask",
        run: () => {
          for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) for (let colour = 0; colour < 3; colour++) unsharp(y, x, colour);
        },
      },
    ],
    stages: { grey, blurred, edges, levels, table, equalised, sharpened },
  };
}
