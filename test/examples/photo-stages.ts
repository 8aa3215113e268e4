// A program for photo.test.ts: runs the example's pipeline over the given pictures on the default device, and prints a line of
// JSON for each, typed arrays as base64. Run by `lanewise run`, so its kernels are compiled as a user's are.

import { Queue } from "lanewise";
import { readPicture } from "../../examples/01-photo/picture.js";
import { pipelineOn } from "../../examples/01-photo/pipeline.js";
import { runOnce } from "../../examples/01-photo/report.js";

async function main(paths: readonly string[]): Promise<void> {
  const q = new Queue();
  for (const path of paths) {
    const pipeline = pipelineOn(q, readPicture(path));
    await runOnce(pipeline);
    const stages = Object.entries(pipeline.stages).map(([name, array]: [string, Uint8Array | Uint32Array]) => {
      const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
      return [name, bytes.toString("base64")];
    });
    console.log(JSON.stringify({ device: q.device.kind, ...Object.fromEntries(stages) }));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
