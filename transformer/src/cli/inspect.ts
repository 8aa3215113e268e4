// `lanewise inspect FILE`: prints the device images in a TypeScript file, built JavaScript or an image file.

import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { Gang, WasmFeatures } from "@lanewise/codegen";
import { type DeviceImage, decodeModule } from "@lanewise/ir";
import { Command, Option } from "commander";
import { type ExplainedKernel, explain, printExplained } from "../explain.js";
import type { ProgramOptions } from "../program-options.js";
import { hasColours } from "../run/report.js";
import { type NamedValues, specializedNames, ValueError } from "../specialized-module.js";
import { CommandError } from "./command-error.js";
import { findImages } from "./inspect/find-images.js";
import {
  imageData,
  printIr,
  printPrebuilt,
  printPrograms,
  printTables,
  printWgsl,
  printWhyOnGpu,
} from "./inspect/print-image.js";

interface InspectOptions {
  readonly ir?: true;
  readonly wat?: true;
  readonly wgsl?: true;
  readonly why?: true;
  readonly json?: true;
  readonly features?: WasmFeatures;
  readonly shape?: "rows" | "flat";
  readonly unchecked?: true;
  readonly gang?: `${Gang}`;
  readonly set?: NamedValues;
}

const choices = {
  features: ["scalar", "simd128", "simd128+relaxed"],
  shape: ["rows", "flat"],
  gang: ["4", "8", "16"],
} as const satisfies { readonly [Name in keyof InspectOptions]?: readonly InspectOptions[Name][] };

export function inspectCommand(): Command {
  return new Command("inspect")
    .summary("print the device images of a .ts, built .js or image file")
    .description("Prints each image of FILE: kernels, parameters, property sets, IR and WebAssembly text.")
    .argument("<file>", "a TypeScript source, built JavaScript, or an image file")
    .option("--ir", "only the IR")
    .option("--wat", "only the WebAssembly text")
    .option("--wgsl", "only the WGSL that a GPU runs")
    .option("--why", "how each kernel is vectorised, and what prevents more; with --wgsl, what it costs on a GPU")
    .option("--json", "the tables and the IR, or the reports of --why, as a JSON array")
    .addOption(
      new Option("--features <features>", "the engine's WebAssembly features (default: simd128)").choices(
        choices.features,
      ),
    )
    .addOption(
      new Option("--shape <shape>", "the layout of gangs in 2 or 3 dimensions (default: rows)").choices(choices.shape),
    )
    .addOption(
      new Option("--gang <size>", "work-items per gang (default: the compiler's choice)").choices(choices.gang),
    )
    .addOption(
      new Option(
        "--set <name=value>",
        "the value of a specialization constant or specialized capture, as JSON; can be repeated",
      ).argParser(toValues),
    )
    .option("--unchecked", "without bounds checks (default: as built)")
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
  const none = `${fileName} has no device images: no kernel and no device global.`;
  if (images.length === 0 && !options.json) throw new CommandError(none);
  checkNames(images, options.set ?? {});
  const program = programOptions(options);
  try {
    print(images, options, program);
  } catch (error) {
    if (error instanceof ValueError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

function toValues(given: string, before: NamedValues = {}): NamedValues {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new CommandError(`--set ${given}: expected name=value.`);
  return { ...before, [name]: value };
}

function checkNames(images: readonly DeviceImage[], values: NamedValues): void {
  const modules = images.flatMap((image) => (image.format === "ir" ? [decodeModule(image.code)] : []));
  const names = modules.flatMap(specializedNames);
  const ids = modules.flatMap(({ globals }) => globals.map(({ id }) => id));
  for (const name of Object.keys(values)) {
    if (names.includes(name) || ids.includes(name)) continue;
    const known = names.length > 0 ? names.join(", ") : "none";
    throw new CommandError(`--set ${name}: no kernel is specialized by that. Constants and captures: ${known}.`);
  }
}

function print(images: readonly DeviceImage[], options: InspectOptions, program: ProgramOptions): void {
  if (options.why && options.wgsl) {
    process.stdout.write(images.map((image) => printWhyOnGpu(image, program)).join("\n"));
  } else if (options.why) {
    const kernels = images.flatMap((image) => explain(image, program));
    process.stdout.write(options.json ? `${JSON.stringify(kernels, undefined, 2)}\n` : printWhy(kernels));
  } else if (options.json) process.stdout.write(`${JSON.stringify(images.map(imageData), undefined, 2)}\n`);
  else process.stdout.write(images.map((image, index) => printImage(image, index, options, program)).join("\n"));
}

function programOptions({ features, shape, unchecked, gang, set }: InspectOptions): ProgramOptions {
  return {
    ...(features && { features }),
    ...(shape && { shape }),
    ...(unchecked && { bounds: "unchecked" }),
    // The choices are those of `Gang`.
    ...(gang && { gang: Number(gang) as Gang }),
    ...(set && { values: set }),
  };
}

function printWhy(kernels: readonly ExplainedKernel[]): string {
  if (kernels.length === 0) return "No kernels.\n";
  return printExplained(kernels, { isColoured: hasColours(process.stdout) });
}

function printImage(
  image: DeviceImage,
  index: number,
  { ir, wat, wgsl }: InspectOptions,
  program: ProgramOptions,
): string {
  const asked = [
    ...(ir ? [printIr(image, program.values)] : []),
    ...(wat ? [printPrograms(image, program)] : []),
    ...(wgsl ? [printWgsl(image, program)] : []),
  ];
  if (asked.length > 0) return asked.join("\n");
  const sections = [
    `image ${index + 1}: ${printTables(image)}`,
    printPrebuilt(image),
    printIr(image, program.values),
    printPrograms(image, program),
  ];
  return sections.filter((text) => text !== "").join("\n");
}
