// LANEWISE_DEVICE=gpu: a GPU has to be looked for before the program starts, by the program's own copy of lanewise.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The module that looks for it, where one is asked for. */
export function gpuDefault(file: string): string | undefined {
  if (process.env.LANEWISE_DEVICE !== "gpu") return undefined;
  try {
    return pathToFileURL(createRequire(file).resolve("lanewise/gpu/default")).href;
  } catch (error) {
    // The program says what it lacks.
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
