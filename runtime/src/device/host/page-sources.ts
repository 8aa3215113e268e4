// Where pages find the user's sources: as the maps of development servers name them, which serve each module under its own path.

import type { SourceOrigin } from "../../host/index.js";

/** `<package>@<version>/<path>`; the package may have a scope. */
const moduleName = /^@?[^@]+@[^/]*\/(.*)$/;

/** The URL of a file of the package, beside a module that is served by its own name; else one that only names it. */
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
