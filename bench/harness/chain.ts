// The section "chain": the kernels of examples/01-photo on a wide tiling of its picture, one thread, against the same functions in
// plain JavaScript loops.

import { join } from "node:path";
import { Queue } from "lanewise";
import { type Picture, readPicture } from "../../examples/01-photo/picture.js";
import { pipelineOn } from "../../examples/01-photo/pipeline.js";
import { plainPipeline } from "../../examples/01-photo/plain.js";
import { runOnce } from "../../examples/01-photo/report.js";
import type { Pipeline } from "../../examples/01-photo/stages.js";
import { findDifference } from "./equality.js";
import { rootFolder } from "./folders.js";
import { type Effort, measure } from "./measure.js";
import { ratioOf } from "./measures.js";
import type { Figure } from "./results.js";
import { preparedFunction } from "./variant.js";

const width = 4096;
export const chainFigure = `the kernels of npm start, ${width} pixels wide, against JavaScript`;
/** Bytes: f32 against double may round to a neighbour. */
const tolerance = { absolute: 1, relative: 0, outliers: 0 };

export async function measureChain(effort: Effort): Promise<readonly Figure[]> {
  const picture = tile(readPicture(join(rootFolder, "examples/data/chelsea.png")));
  const q = new Queue({ device: "cpu", threads: 1, name: "chain" });
  const own = pipelineOn(q, picture);
  const plain = plainPipeline(picture);
  await runOnce(own);
  await runOnce(plain);
  const difference = findDifference(outputsOf(own), outputsOf(plain), tolerance);
  if (difference !== undefined) throw new Error(`the example's pictures differ from plain JavaScript's: ${difference}`);
  const runSteps = ({ steps }: Pipeline): void => {
    for (const step of steps) void step.run();
  };
  const runOwn = (): void => {
    runSteps(own);
    q.waitSync();
  };
  const times = await measure(
    [
      { name: "lanewise", isThreaded: false, prepared: preparedFunction(runOwn, () => []) },
      {
        name: "javascript",
        isThreaded: false,
        prepared: preparedFunction(
          () => runSteps(plain),
          () => [],
        ),
      },
    ],
    { ...effort, rounds: 2 },
  );
  q[Symbol.dispose]();
  const ratio = ratioOf({ over: ["javascript"], under: ["lanewise"], steady: ["javascript"] }, times);
  if (!ratio) return [];
  return [{ section: "chain", what: chainFigure, unit: "x", value: ratio.ratio, spread: ratio.spread }];
}

function outputsOf({ stages }: Pipeline): readonly ArrayLike<number>[] {
  const { grey, blurred, edges, equalised, sharpened } = stages;
  return [grey, blurred, edges, equalised, sharpened];
}

/** Repeats the picture to the right and down, to `width` pixels at the same proportions. */
function tile(picture: Picture): Picture {
  const height = Math.round((width * picture.height) / picture.width);
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const from = 3 * picture.width * (y % picture.height);
    for (let x = 0; x < width; x += picture.width) {
      const count = Math.min(picture.width, width - x);
      rgb.set(picture.rgb.subarray(from, from + 3 * count), 3 * (y * width + x));
    }
  }
  return { width, height, rgb };
}
