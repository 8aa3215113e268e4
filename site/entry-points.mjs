// The public entry points, from the packages' own `exports`: what the reference documents, and what test/docs asks docstrings of.

import { readFileSync } from "node:fs";

/** Entries for what the compiler emits and for the packages' own use, and those that have nothing to import. */
const withoutReference = new Set([
  "lanewise/internal",
  "lanewise/internal/code",
  "lanewise/internal/cluster",
  "lanewise/aot/full",
  "lanewise/worker",
  "lanewise/debug",
  "@lanewise/transformer/register",
]);

/** [{ name: "lanewise/vec", source: "runtime/src/vec/index.ts", types: "runtime/dist/vec/index.d.ts" }, …] */
export function publicEntryPoints(root) {
  return ["runtime", "transformer", "cluster"].flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
    return Object.entries(exports)
      .filter(([, target]) => typeof target === "object")
      .map(([path, { types }]) => ({
        name: name + path.slice(1),
        types: `${folder}/${types.slice(2)}`,
        source: `${folder}/${types.slice(2).replace("dist/", "src/").replace(".d.ts", ".ts")}`,
      }))
      .filter((entry) => !withoutReference.has(entry.name));
  });
}
