// `lanewise link`: the device link step (requirement X8). Extracts the device images from built JavaScript, links those with equal
// build options into one, and writes a module that registers these in place of the originals. Its bytes depend on device code alone.

import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Command, Option } from "commander";
import { toTargets } from "../targets.js";
import { parseTargets } from "./build-arguments.js";
import { CommandError } from "./command-error.js";
import { builtFiles, readBuiltFile } from "./link/built-files.js";
import { linkBuilt } from "./link/link-built.js";
import { linkedModuleText } from "./link/linked-module.js";

const DEFAULT_OUTPUT = "lanewise-linked.js";

export function linkCommand(): Command {
  return new Command("link")
    .summary("link the device images of built modules into one file")
    .description(
      "Links the device images of built JavaScript into one module. Import that module first, and it replaces them: " +
        "`node --import ./lanewise-linked.js dist/main.js`. Missing device functions and kernels are errors.",
    )
    .argument("<paths...>", "built files, or folders of them (node_modules is skipped; name the folders of packages)")
    .option("-o, --output <file>", `the module to write (default: ${DEFAULT_OUTPUT})`)
    .addOption(
      new Option(
        "--targets <list>",
        "ir,wasm,…: what to generate ahead of time (default: as the files were built)",
      ).argParser(parseTargets),
    )
    .action(linkFiles);
}

interface Arguments {
  readonly output?: string;
  readonly targets?: readonly string[];
}

function linkFiles(paths: readonly string[], { output = DEFAULT_OUTPUT, targets }: Arguments): void {
  const target = path.resolve(output);
  const files = paths.flatMap((one) => {
    const found = path.resolve(one);
    if (!existsSync(found)) throw new CommandError(`${one}: no such file or folder (looked at ${found}).`);
    return builtFiles(found);
  });
  const built = [...new Set(files)].filter((file) => file !== target).map((file) => readBuiltFile(file));
  const { images, modules, errors, warnings } = linkBuilt(built, targets && toTargets(targets));
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  if (errors.length > 0) throw new CommandError(errors.join("\n"));
  if (images.length === 0) throw new CommandError(`no device images in ${paths.join(", ")}: build the program first.`);
  writeFileSync(target, linkedModuleText(target, modules, images));
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  process.stdout.write(`${output}: ${count(images.length, "image")} of ${count(modules.size, "module")}\n`);
}
