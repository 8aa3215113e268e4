// LANEWISE_DEVICE=gpu: the program's own copy of lanewise must look for a GPU before the program starts.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The module that looks for a GPU, if one is requested. */
export function gpuDefault(file: string): string | undefined {
  if (process.env.LANEWISE_DEVICE !== "gpu") return undefined;
  try {
    return pathToFileURL(createRequire(file).resolve("lanewise/gpu/default")).href;
  } catch (error) {
    // The program itself reports what is missing.
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
