// The pipeline on a device: arrays in shared memory, and one launch for each kernel. Launches of one queue run in order, so
// that nothing has to be awaited between them, except where the host needs a result: the histogram, for the table.

import type { Queue } from "lanewise";
import { blurColumns, blurRows, countLevels, histogram, lookUp, luma, sharpen, sobel } from "./kernels.js";
import type { Picture } from "./picture.js";
import { equalisingTable, gaussianWeights, type Pipeline, settings } from "./stages.js";

export function pipelineOn(q: Queue, { width, height, rgb: pixels }: Picture): Pipeline {
  const { radius, amount } = settings;
  const count = width * height;

  const rgb = q.mallocShared(Uint8Array, pixels);
  const weights = q.mallocShared(Float32Array, gaussianWeights(radius));
  const grey = q.mallocShared(Uint8Array, count);
  const halfBlurred = q.mallocShared(Float32Array, count);
  const blurred = q.mallocShared(Uint8Array, count);
  const edges = q.mallocShared(Uint8Array, count);
  const table = q.mallocShared(Uint8Array, 256);
  const equalised = q.mallocShared(Uint8Array, count);
  const sharpened = q.mallocShared(Uint8Array, 3 * count);
  const levels = new Uint32Array(256);

  const toGrey = luma(rgb, grey);
  const alongRows = blurRows(grey, halfBlurred, weights, radius, width);
  const alongColumns = blurColumns(halfBlurred, blurred, weights, radius, height, width);
  const gradient = sobel(grey, edges, height, width);
  const counting = countLevels(grey);
  const spread = lookUp(grey, table, equalised);
  const unsharp = sharpen(rgb, grey, blurred, sharpened, amount, width);

  q.copy(levels, histogram); // zeros: it may hold another picture's counts
  return {
    steps: [
      { name: "luma", run: () => q.parallelFor(count, toGrey) },
      { name: "blur, rows", run: () => q.parallelFor([height, width], alongRows) },
      { name: "blur, columns", run: () => q.parallelFor([height, width], alongColumns) },
      { name: "sobel", run: () => q.parallelFor([height, width], gradient) },
      {
        name: "histogram",
        run: () => q.parallelFor(count, counting),
        finish: async () => {
          await q.copy(histogram, levels);
          table.set(equalisingTable(levels));
        },
      },
      { name: "equalise", run: () => q.parallelFor(count, spread) },
      { name: "unsharp mask", run: () => q.parallelFor([height, width, 3], unsharp) },
    ],
    stages: { grey, blurred, edges, levels, table, equalised, sharpened },
  };
}
