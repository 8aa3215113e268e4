// `LANEWISE_DUMP=<stage>` prints the output of a front-end stage: "ir" each module, "edits" each file's insertions.

import { type Module, printModule } from "@lanewise/ir";
import type { CompiledFile } from "./compilation.js";
import { RunError } from "./run/run-error.js";

const printers: Readonly<Record<string, (file: CompiledFile, module: Module) => string>> = {
  ir: (_file, module) => printModule(module),
  edits: ({ edits }) => edits.map(({ at, text }) => `${at}: ${text}`).join("\n"),
};

export function dump(file: CompiledFile, module: Module): void {
  const stage = process.env.LANEWISE_DUMP;
  if (!stage) return;
  const printer = printers[stage];
  if (!printer)
    throw new RunError("LW1928", ["LANEWISE_DUMP", JSON.stringify(stage), Object.keys(printers).join(" or ")]);
  console.error(`; ${file.fileName}\n${printer(file, module)}`);
}
