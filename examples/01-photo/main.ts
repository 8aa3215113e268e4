// The first example: a photograph through seven kernels. `npm start` runs it on examples/data/chelsea.png, `npm start -- FILE`
// on a PNG or JPEG of yours. It writes the pictures to out/ and prints how long each kernel took.
// LANEWISE_DEVICE=host runs the same kernels on the device for debugging.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { LanewiseError, Queue } from "lanewise";
import { contactSheet } from "./contact-sheet.js";
import { encodePng, type Picture, PictureError, readPicture } from "./picture.js";
import { pipelineOn } from "./pipeline.js";
import { plainPipeline } from "./plain.js";
import { runOnce, steadyTimes, timesTable } from "./report.js";
import { picturesOf } from "./stages.js";

const columns = 3;
const sheetName = "contact-sheet.png";

// No await at the top level and no import.meta, so that the example also compiles to CommonJS.
main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof PictureError || error instanceof LanewiseError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});

async function main(files: readonly string[]): Promise<void> {
  if (files.length > 1) throw new PictureError(`One picture at a time, please; these are ${files.length}.`);
  const path = inputPath(files[0]);
  const picture = readPicture(path);
  const { width, height } = picture;

  const q = new Queue();
  console.log(`${path}: ${width} x ${height} pixels`);
  console.log(`device: ${q.device.name}\n`);

  const pipeline = pipelineOn(q, picture);
  const first = await runOnce(pipeline);
  writePictures(picturesOf(picture, pipeline.stages));
  const steady = await steadyTimes(pipeline);

  const plain = plainPipeline(picture);
  await runOnce(plain);
  console.log(timesTable(pipeline, first, steady, await steadyTimes(plain)));
  console.log("\nfirst launch: with compiling; steady: median when warm; plain JS: the same functions in loops, warm.");
  console.log("ratio: plain JS to steady; above 1, the kernel is faster.");
}

/** The picture to work on: npm starts scripts in the project's folder and says in INIT_CWD where the caller is. */
function inputPath(file: string | undefined): string {
  if (file === undefined) return join(dirname(process.argv[1] ?? ""), "../data/chelsea.png");
  return resolve(process.env.INIT_CWD ?? "", file);
}

function writePictures(pictures: ReadonlyMap<string, Picture>): void {
  const folder = resolve("out");
  const files = new Map([...pictures].map(([name, picture]) => [`${name}.png`, picture] as const));
  files.set(sheetName, contactSheet([...pictures.values()], columns));
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, picture] of files) writeFileSync(join(folder, name), encodePng(picture));
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new PictureError(`The pictures cannot be written: ${error.message}`, { cause: error });
  }
  console.log(`${join(folder, sheetName)}, and each picture beside it:`);
  const names = [...pictures.keys()];
  for (let i = 0; i < names.length; i += columns) console.log(`  ${names.slice(i, i + columns).join(" | ")}`);
  console.log();
}
