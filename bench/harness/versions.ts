// The versions of what the kernels are compared with.

import { clangVersion } from "./clang.js";
import { packageVersion } from "./packages.js";

export function describeVersions(): Readonly<Record<string, string>> {
  const found = {
    clang: clangVersion(),
    assemblyscript: packageVersion("assemblyscript"),
    "gpu.js": packageVersion("gpu.js"),
  };
  return Object.fromEntries(Object.entries(found).map(([name, version]) => [name, version ?? "not installed"]));
}
