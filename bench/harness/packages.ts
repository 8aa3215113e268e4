// The packages of bench/package.json. They are loaded only when needed, from there, and may be missing: so callers state the part of a
// package's API that they use, and the types check where nothing is installed.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { benchFolder } from "./folders.js";
import { NotMeasured } from "./variant.js";

const require = createRequire(join(benchFolder, "package.json"));

/** Throws NotMeasured where the package is not installed. */
export function loadPackage(name: string): unknown {
  try {
    return require(name);
  } catch (error) {
    throw new NotMeasured(
      `${name} cannot be loaded: ${error instanceof Error ? error.message.split("\n", 1).join("") : error}`,
    );
  }
}

/** The path of a file that a package exports or has. */
export function packageFile(name: string, path: string): string {
  return join(benchFolder, "node_modules", name, path);
}

/** The version that is installed; undefined if none is. */
export function packageVersion(name: string): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(packageFile(name, "package.json"), "utf8")) as { version?: string };
    return manifest.version;
  } catch {
    return undefined;
  }
}
