// Finds the user's sources in pages: development servers serve each module under its own path, and their source maps name it so.

import type { SourceOrigin } from "../../host/index.js";

/** `<package>@<version>/<path>`; the package may have a scope. */
const moduleName = /^@?[^@]+@[^/]*\/(.*)$/;

/** Returns the file's URL next to a module of the package that is served under its own name; else a URL that only names the file. */
export function pageSourceUrl(origins: readonly SourceOrigin[], file: string): string {
  for (const { module, loadedFrom } of origins) {
    const own = moduleName.exec(module)?.[1] ?? "";
    const url = URL.canParse(loadedFrom) ? new URL(loadedFrom) : undefined;
    if (!url?.pathname.endsWith(`/${encodeURI(own)}`)) continue;
    const root = new URL("../".repeat(own.split("/").length - 1) || ".", url);
    return new URL(encodeURI(file), root).href;
  }
  return `lanewise:///sources/${encodeURI(file)}`;
}
