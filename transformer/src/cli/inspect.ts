// `lanewise inspect FILE`: what is in the device images of a TypeScript file, of built JavaScript or of an image file.

import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { DeviceImage } from "@lanewise/ir";
import { Command } from "commander";
import { CommandError } from "./command-error.js";
import { findImages } from "./inspect/find-images.js";
import { imageData, printIr, printPrograms, printTables } from "./inspect/print-image.js";

interface InspectOptions {
  readonly ir?: true;
  readonly wat?: true;
  readonly json?: true;
}

export function inspectCommand(): Command {
  return new Command("inspect")
    .summary("print the device images of a .ts, built .js or image file")
    .description("Prints each image of FILE: kernels, parameters, property sets, IR and WebAssembly text.")
    .argument("<file>", "a TypeScript source, built JavaScript, or an image file")
    .option("--ir", "only the IR")
    .option("--wat", "only the WebAssembly text")
    .option("--json", "the tables and the IR as a JSON array")
    .action(inspectFile);
}

async function inspectFile(fileName: string, options: InspectOptions): Promise<void> {
  const file = path.resolve(fileName);
  if (!existsSync(file)) throw new CommandError(`${fileName}: no such file (looked at ${file}).`);
  if (!statSync(file).isFile()) throw new CommandError(`${fileName} is a folder; name a file.`);
  const images = await findImages(file);
  if (images === undefined) {
    process.exitCode = 1;
    return;
  }
  if (options.json) process.stdout.write(`${JSON.stringify(images.map(imageData), undefined, 2)}\n`);
  else if (images.length === 0)
    throw new CommandError(`${fileName} has no device images: no kernel and no device global.`);
  else process.stdout.write(images.map((image, index) => printImage(image, index, options)).join("\n"));
}

function printImage(image: DeviceImage, index: number, { ir, wat }: InspectOptions): string {
  if (ir && !wat) return printIr(image);
  if (wat && !ir) return printPrograms(image);
  const sections = [`image ${index + 1}: ${printTables(image)}`, printIr(image), printPrograms(image)];
  return sections.filter((text) => text !== "").join("\n");
}
